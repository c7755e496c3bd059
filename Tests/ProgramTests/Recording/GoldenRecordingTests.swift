import Glibc
import Testing
import WaldoCore
import WaldoFiles
import WaldoLoop
import WaldoTestSupport

@testable import WaldoApp

/// What goes on the wire, as text files: a change of it shows as their difference.
///
/// `WALDO_WRITE_RECORDINGS=1 swift test --filter GoldenRecordingTests` writes them anew.
@Suite(.onLoop, .serialized) struct GoldenRecordingTests {
    static let folder = #filePath.split(separator: "/").dropLast(2).reduce("") { "\($0)/\($1)" } + "/Recordings"

    static func path(_ name: String) -> String { "\(folder)/\(name).jsonl" }

    @LoopActor
    private func play(_ script: GoldenScript, to file: String) throws {
        let drive = try ScriptedDrive(
            arm: script.arm, mapping: script.mapping, position: script.position, to: file)
        script.play(drive)
        try drive.end()
    }

    @Test(arguments: GoldenScript.all)
    @LoopActor func theScriptStillMakesTheSameRecording(script: GoldenScript) throws {
        let folder = try TemporaryFolder()
        let file = "\(folder.path)/\(script.name).jsonl"
        try play(script, to: file)
        let made = try folder.read("\(script.name).jsonl")
        if getenv("WALDO_WRITE_RECORDINGS") != nil {
            unlink(Self.path(script.name))
            try play(script, to: Self.path(script.name))
        }
        let kept = try readFile(Self.path(script.name))
        // Not #expect on the whole text: a difference would be a hundred pages.
        // The header has the files' texts, with comments that change nothing on the wire.
        let lines = (kept.split(separator: "\n").dropFirst(), made.split(separator: "\n").dropFirst())
        let parting = zip(lines.0, lines.1).enumerated().first { $0.element.0 != $0.element.1 }
        #expect(parting == nil, "line \((parting?.offset ?? 0) + 2) of \(script.name)")
        #expect(lines.0.count == lines.1.count)
    }

    @Test(arguments: GoldenScript.all)
    func theRecordingVerifies(script: GoldenScript) throws {
        let reader = try RecordingReader(Self.path(script.name))
        var verification = Verification(arm: reader.arm, mapping: reader.mapping)
        while let line = try reader.next() {
            let difference = verification.take(line)
            #expect(difference == nil, "line \(reader.line)")
            if difference != nil { return }
        }
        #expect(verification.finish() == nil)
        #expect(verification.commands > 5)
    }

    @Test func thereIsARecordingOfEachShippedFile() throws {
        let library = Library(directory: nil)
        #expect(Set(GoldenScript.all.map(\.arm)) == Set(library.arms().map(\.name)))
        #expect(Set(GoldenScript.all.map(\.mapping)) == Set(library.mappings().map(\.name)))
    }
}

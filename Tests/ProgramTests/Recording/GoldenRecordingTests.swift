import Foundation
import Testing
import WaldoCore
import WaldoLoop
import WaldoTestSupport
import WaldoTesting

@testable import WaldoFiles

/// What is sent to the arm, as text files: a change shows as a difference in them.
///
/// `Tests/run golden recordings` writes them again.
@Suite(.onLoop, .serialized) struct GoldenRecordingTests {
    static let folder = #filePath.split(separator: "/").dropLast(2).reduce("") { "\($0)/\($1)" } + "/Recordings"

    static func path(_ name: String) -> String { "\(folder)/\(name).jsonl" }

    @Test(arguments: GoldenScript.all)
    @LoopActor func theScriptStillMakesTheSameRecording(script: GoldenScript) throws {
        let folder = try TemporaryFolder()
        try script.record(to: folder.path + "/made.jsonl")
        let made = GoldenText(try folder.read("made.jsonl"), keeping: script.keptLines)
        let rest = "\(Self.folder)/\(script.name).rest"
        if getenv("WALDO_WRITE_RECORDINGS") != nil {
            try made.kept.write(toFile: Self.path(script.name), atomically: true, encoding: .utf8)
            if script.keptLines != nil { try made.rest.write(toFile: rest, atomically: true, encoding: .utf8) }
        }
        // Not #expect on the whole text: a difference would be a hundred pages. The header is left out: it has the
        // files' texts, whose comments change nothing that is sent.
        let kept = GoldenText(try readFile(Self.path(script.name)), keeping: nil)
        let parting = zip(kept.lines, made.lines).enumerated().first { $0.element.0 != $0.element.1 }
        #expect(parting == nil, "line \((parting?.offset ?? 0) + 2) of \(script.name)")
        #expect(kept.lines.count == made.lines.count)
        if script.keptLines != nil { #expect(try readFile(rest) == made.rest, "behind the lines of \(script.name)") }
    }

    /// Verifies both the committed lines and the whole recording that the script makes.
    @Test(arguments: GoldenScript.all)
    @LoopActor func theRecordingVerifies(script: GoldenScript) throws {
        let folder = try TemporaryFolder(), whole = folder.path + "/whole.jsonl"
        try script.record(to: whole)
        for path in [Self.path(script.name), whole] {
            let reader = try RecordingReader(path)
            var verification = Verification(
                arm: reader.arm, mapping: reader.mapping, isPlayed: reader.header.isPlayed, rules: reader.header.rules)
            while let line = try reader.next() {
                let difference = verification.compare(line)
                #expect(difference == nil, "line \(reader.line) of \(path)")
                if difference != nil { return }
            }
            #expect(verification.finish() == nil)
            #expect(verification.commands > (path == whole ? 5 : 0))
        }
    }

    @Test func thereIsARecordingOfEachShippedFile() throws {
        let library = Library(directory: nil)
        #expect(Set(GoldenScript.all.map(\.arm)).isSuperset(of: library.arms().map(\.name)))
        #expect(Set(GoldenScript.all.map(\.mapping)).isSuperset(of: library.mappings().map(\.name)))
    }
}

/// A recording's text, of which the first lines are kept.
private struct GoldenText {
    let kept: String
    /// The number of the remaining lines, and their CRC-32.
    let rest: String

    init(_ text: String, keeping count: Int?) {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        let count = count ?? lines.count
        kept = lines.prefix(count).joined(separator: "\n") + (count < lines.count ? "\n" : "")
        let others = lines.dropFirst(count).joined(separator: "\n")
        let checksum = String(CRC32.of(Array(others.utf8)), radix: 16)
        rest = "\(max(0, lines.count - count - 1)) more lines, CRC-32 \(checksum)\n"
    }

    /// The lines after the header.
    var lines: [Substring] { kept.split(separator: "\n").dropFirst().map { $0 } }
}

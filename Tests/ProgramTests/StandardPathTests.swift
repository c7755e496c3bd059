import Foundation
import Testing
import WaldoTestSupport

/// `-`, `/dev/stdout` and their like, wherever a command takes a file.
@Suite(.serialized) struct StandardPathTests {
    private typealias Outcome = (status: CInt, lines: [String], errors: [String])

    private let home: TemporaryFolder

    init() throws { home = try TemporaryFolder() }

    /// Runs a line of the shell in which `waldo` is the program.
    private func shell(_ line: String) async throws -> Outcome { try await Self.shell(line, in: home) }

    private static func shell(_ line: String, in home: TemporaryFolder) async throws -> Outcome {
        let shell = try ChildProcess(
            "/bin/bash", ["-c", "cd \"$0\"; waldo() { \"$WALDO\" \"$@\"; }; \(line)", home.path],
            environment: [
                "XDG_CONFIG_HOME": home.path, "XDG_STATE_HOME": home.path, "WALDO": try BuiltProgram.path("waldo"),
            ])
        shell.closeInput()
        defer { shell.close() }
        return (try await shell.exitStatus(within: .seconds(30)), shell.lines, shell.errorLines)
    }

    /// Drives that take seconds: all at once, as the first test asks for one.
    private struct Drives {
        static let shared = Drives()
        let recorded = Self.drive(
            "waldo drive --override --input demo --arm rover --record r.jsonl > o.txt; cat r.jsonl")
        let fromAPipe = Self.drive("waldo arms show rover | waldo drive --override --input demo --arm -")
        let toAPipe = Self.drive(
            "waldo drive --override --input demo --record - | tee r.jsonl | tail -1; waldo replay --verify r.jsonl")

        private static func drive(_ line: String) -> Task<Outcome, any Error> {
            Task { try await StandardPathTests.shell(line, in: TemporaryFolder()) }
        }
    }

    /// Puts the recording of a drive into the folder, as r.jsonl.
    private func record() async throws {
        try home.write(try await Drives.shared.recorded.value.lines.joined(separator: "\n") + "\n", to: "r.jsonl")
    }

    private func files() throws -> [String] { try FileManager.default.contentsOfDirectory(atPath: home.path).sorted() }

    // MARK: input

    @Test(arguments: ["cat f |", "< f"], ["-", "/dev/stdin", "/dev/fd/0"])
    func aFileIsReadFromStandardInput(source: String, path: String) async throws {
        let found = try await shell("waldo arms show robot > f; \(source) waldo check \(path)")
        #expect(found.status == 0 && found.lines.first?.contains("arm “MSc robot controller") == true, "\(found)")
    }

    @Test func aFaultIsOneOfStandardInput() async throws {
        let found = try await shell("echo 'name: [' | waldo check -")
        #expect(found.status == 65 && found.errors.first?.hasPrefix("waldo: standard input:") == true, "\(found)")
    }

    @Test func aPipeOfTheShellIsRead() async throws {
        let found = try await shell("waldo check <(waldo arms show rover)")
        #expect(found.status == 0 && found.lines.first?.contains("arm “") == true, "\(found)")
    }

    @Test func anEndlessPipeIsNoFile() async throws {
        let found = try await shell("yes | waldo check -")
        #expect(found.status == 65 && found.errors.first?.contains("more than 65536 bytes") == true, "\(found)")
    }

    @Test func anArmFromAPipeIsDriven() async throws {
        let found = try await Drives.shared.fromAPipe.value
        #expect(found.status == 0 && found.lines.contains { $0.contains("\"channel\":") }, "\(found.errors)")
    }

    @Test func oneInputIsNotReadTwice() async throws {
        let found = try await shell("waldo arms show robot | waldo drive --override --input demo --arm - --mapping -")
        #expect(found.status == 65)
        #expect(
            found.errors == [
                "waldo: standard input: this is read for another file already; give one of the two by its path"
            ]
        )
    }

    @Test func aRecordingIsReadFromAPipe() async throws {
        try await record()
        let recorded = try await shell("waldo log r.jsonl")
        #expect(recorded.status == 0)
        for path in ["-", "/dev/stdin"] {
            let log = try await shell("cat r.jsonl | waldo log \(path)")
            #expect(log.status == 0 && log.lines.dropFirst() == recorded.lines.dropFirst(), "\(log)")
            let replay = try await shell("cat r.jsonl | waldo replay --verify \(path)")
            #expect(replay.status == 0, "\(replay)")
        }
        let closed = try await shell("waldo log - <&-")
        #expect(closed.status == 65 && closed.errors.count == 1, "\(closed)")
    }

    @Test func aLogIsImportedFromAPipe() async throws {
        let survey = try SurveyFiles()
        try survey.writeWalk(lines: 20)
        let found = try await shell("waldo survey import - --to s.gpkg < <(cat \(survey.path("walk.LOG")))")
        #expect(found.status == 0, "\(found)")
        let list = try await shell("waldo survey list s.gpkg")
        #expect(list.lines.contains { $0.contains("standard input") }, "\(list)")
    }

    // MARK: output

    @Test(arguments: ["-", "/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"])
    func anExportGoesToStandardOutput(path: String) async throws {
        try await record()
        let found = try await shell("waldo log r.jsonl --csv \(path)")
        #expect(found.status == 0 && found.lines.first?.hasPrefix("t,time,kind") == true, "\(found.lines.prefix(2))")
        #expect(found.errors.contains { $0.contains("exit status 0") }, "\(found.errors)")
        let file = try await shell("waldo log r.jsonl --csv \(path) > t.csv 2> s.txt; head -c 6 t.csv; echo; ls")
        #expect(file.lines.first == "t,time", "\(file.lines)")
        #expect(try !files().contains("-"))
    }

    @Test func twoExportsDoNotShareIt() async throws {
        try await record()
        let found = try await shell("waldo log r.jsonl --csv - --mcap /dev/stdout")
        #expect(found.status == 64, "\(found)")
    }

    @Test func anotherDescriptorIsWrittenToo() async throws {
        try await record()
        let found = try await shell(
            "waldo log r.jsonl --csv /dev/fd/3 3> t.csv; head -c 6 t.csv; echo; waldo log r.jsonl --csv /dev/fd/9")
        #expect(found.lines.contains("t,time"), "\(found.lines)")
        #expect(found.status == 74 && found.errors.last?.contains("closed") == true, "\(found.errors)")
    }

    @Test func aRecordingGoesToStandardOutputAlone() async throws {
        let found = try await Drives.shared.toAPipe.value
        #expect(found.status == 0 && found.lines.first?.contains("\"end\"") == true, "\(found)")
        let stdout = try await shell("waldo drive --override --input demo --record /dev/stdout | head -1")
        #expect(
            stdout.lines.first?.contains("\"header\"") == true || stdout.lines.first?.contains("\"waldo\"") == true,
            "\(stdout)")
        #expect(try !files().contains("-"))
    }

    @Test func aRecordingAndLinesDoNotShareIt() async throws {
        let found = try await shell(
            "waldo drive --override --input demo --plain --record - | cat; exit ${PIPESTATUS[0]}")
        #expect(found.status == 64 && found.lines == [], "\(found)")
    }

    @Test(arguments: [
        "survey --sensor demo --until 1s --to -", "survey import /dev/null --to -", "survey show -", "survey list -",
        "drive --simulate --input demo --sensor demo --survey -", "map --to -", "map --to /dev/stdout --replace",
    ])
    func whatNoStreamHoldsIsRefusedInOneSentence(command: String) async throws {
        let found = try await shell("waldo \(command)")
        #expect(found.status != 0 && found.errors.count == 1, "\(found)")
        #expect(found.lines.filter { !$0.hasPrefix("{\"event\"") } == [])
        #expect(try files() == [])
    }

    /// A device or a FIFO is written into and never replaced.
    @Test func aFIFOIsWrittenInto() async throws {
        try await record()
        let found = try await shell(
            "mkfifo p; cat p > t.csv & waldo log r.jsonl --csv p > s.txt; wait; test -p p && head -c 6 t.csv; echo")
        #expect(found.lines == ["t,time"], "\(found)")
    }
}

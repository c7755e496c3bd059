import Glibc
import Testing
import WaldoCore
import WaldoFiles
import WaldoTestSupport
import WaldoTime

/// The built program records, and the recording verifies.
@Suite(.serialized) struct RecordTests {
    typealias Outcome = (status: CInt, lines: [String], errors: [String])

    let folder: TemporaryFolder
    let waldo: String

    init() throws {
        folder = try TemporaryFolder()
        waldo = try BuiltProgram.path("waldo")
        // They begin with the first test.
        _ = try drives()
    }

    private var file: String { folder.path + "/x.jsonl" }

    /// Runs the program to its end; returns its status and both outputs.
    private func run(_ arguments: String...) async throws -> Outcome { try await Self.run(arguments) }

    private static func run(_ arguments: [String], program: String? = nil) async throws -> Outcome {
        let child = try ChildProcess(program ?? BuiltProgram.path("waldo"), arguments)
        defer { child.close() }
        let status = try await child.exitStatus(within: .seconds(60))
        return (status, child.lines, child.errorLines)
    }

    /// Drives of the demo, which take ten seconds each: all at once.
    private struct Drives {
        static let shared = Result { try Drives() }

        let folder: TemporaryFolder
        /// A recorded one, and a replay of that, which is recorded too.
        let demo, replay: Task<Outcome, any Error>
        /// What the recording goes to is full, grows beyond a limit, or is a pipe that nobody empties.
        let fullDisk, limited, fullPipe: Task<Outcome, any Error>

        init() throws {
            folder = try TemporaryFolder()
            let path = folder.path
            let words = ["drive", "--override", "--input", "demo", "--plain", "--record"]
            func drive(to file: String) -> Task<Outcome, any Error> {
                Task { try await RecordTests.run(words + [file]) }
            }
            let demo = drive(to: path + "/x.jsonl")
            self.demo = demo
            replay = Task {
                _ = try await demo.value
                return try await RecordTests.run(
                    ["replay", path + "/x.jsonl", "--override", "--plain", "--record", path + "/r.jsonl"])
            }
            fullDisk = drive(to: "/dev/full")
            limited = Task {
                let line = ["-c", "ulimit -f 8; exec \"$0\" \"$@\"", try BuiltProgram.path("waldo")]
                return try await RecordTests.run(line + words + [path + "/limited.jsonl"], program: "/bin/bash")
            }
            let pipe = path + "/fifo"
            fullPipe = Task {
                mkfifo(pipe, 0o600)
                let reader = open(pipe, O_RDONLY | O_NONBLOCK)
                defer { close(reader) }
                _ = fcntl(reader, 1_031, 4_096)  // F_SETPIPE_SZ
                return try await RecordTests.run(words + [pipe])
            }
        }
    }

    private func drives() throws -> Drives { try Drives.shared.get() }

    /// The lines of the recorded drive.
    private func recordedDemo() async throws -> [String] {
        let drive = try await drives().demo.value
        #expect(drive.status == 0)
        #expect(drive.errors == [])
        return drive.lines
    }

    private func commands(_ lines: [String]) -> [String] {
        lines.filter { $0.contains("\"channel\"") }.map { line in
            line.replacing(",\"link\":\"written\"", with: "")
        }
    }

    /// The recording of a killed drive is at most a second behind the drive's output, and can be read.
    @Test func killedDrivesLeaveRecordingsThatRead() async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            for turn in 0..<100 {
                if turn >= 5 { try await group.next() }
                group.addTask { try await killADrive(turn) }
            }
            try await group.waitForAll()
        }
    }

    private func killADrive(_ turn: Int) async throws {
        let path = "\(folder.path)/\(turn).jsonl"
        let drive = try ChildProcess(
            waldo, ["drive", "--override", "--input", "demo", "--plain", "--record", path])
        defer { drive.close() }
        _ = try await drive.waitForLine(containing: "\"open\"")
        // A different moment each time, in the first second and a half of the demo.
        try await Task.sleep(for: .milliseconds(turn * 12))
        drive.send(signal: SIGKILL)
        #expect(try await drive.exit() == .signal(SIGKILL))
        let last = commands(drive.lines).last.flatMap(time) ?? 0
        let reader = try RecordingReader(path)
        var verification = Verification(arm: reader.arm, mapping: reader.mapping, rules: reader.header.rules)
        var end: Instant = 0
        while let line = try reader.next() {
            #expect(verification.compare(line) == nil)
            if case .step(let step) = line { end = step.at }
        }
        #expect(verification.finish() == nil)
        #expect(last - end < .seconds(1), "turn \(turn)")
    }

    @Test func theDemoIsRecordedAndVerified() async throws {
        let printed = try await recordedDemo()
        let file = try drives().folder.path + "/x.jsonl"
        let recorded = try readFile(file).split(separator: "\n").map(String.init)
        #expect(commands(Array(recorded.dropFirst())) == commands(printed))
        let verified = try await run("replay", file, "--verify")
        #expect(verified.status == 0)
        #expect(verified.lines.first?.contains("Waldo sends the same today") == true)

        // Changes one byte of a command, for three commands in turn.
        let changed = recorded.indices.filter { recorded[$0].contains("\"bytes\":\"") && $0 > 0 }
        #expect(changed.count > 20)
        for index in [changed[0], changed[changed.count / 2], changed[changed.count - 1]] {
            var lines = recorded
            lines[index] = lines[index].replacing("3e\",\"link\"", with: "3f\",\"link\"")
            #expect(lines[index] != recorded[index])
            let path = try folder.write(lines.joined(separator: "\n") + "\n", to: "y.jsonl")
            let verified = try await run("replay", path, "--verify")
            #expect(verified.status == 1)
            #expect(verified.lines.first?.hasPrefix("\(path):\(index + 1): ") == true, "\(verified.lines)")
        }
    }

    @Test func aReplayByOverrideSendsTheRecordedFrames() async throws {
        let printed = commands(try await recordedDemo())
        let replay = try await drives().replay.value
        #expect(replay.status == 0)
        #expect(replay.errors == [])
        func frames(_ lines: [String]) -> [String] { lines.map { $0.suffix(after: "\"bytes\":\"") } }
        #expect(frames(commands(replay.lines)) == frames(printed))
        let verified = try await run("replay", try drives().folder.path + "/r.jsonl", "--verify")
        #expect(verified.status == 0)
    }

    @Test func anExistingFileIsNotOverwritten() async throws {
        let kept = try folder.write("kept", to: "kept.jsonl")
        let drive = try await run("drive", "--override", "--input", "demo", "--record", kept)
        #expect(drive.status == 74)
        #expect(drive.errors.count == 1)
        #expect(try folder.read("kept.jsonl") == "kept")
        #expect(drive.lines.allSatisfy { !$0.contains("\"channel\"") })
    }

    @Test func aFullDiskEndsTheRecordingAndNotTheDrive() async throws {
        let drive = try await drives().fullDisk.value
        #expect(drive.status == 0)
        #expect(drive.errors == ["waldo: /dev/full: the recording ends here, and the drive goes on: the disk is full"])
        #expect(commands(drive.lines).count > 20)
    }

    @Test func aRecordingThatGrowsBeyondTheUsersLimitIsAFullDisk() async throws {
        let drive = try await drives().limited.value
        #expect(drive.status == 0)
        #expect(drive.errors.count == 1)
        #expect(commands(drive.lines).count > 20)
        _ = try RecordingReader(drives().folder.path + "/limited.jsonl")
    }

    @Test func aDriveWithoutAnInputLeavesNoEmptyFile() async throws {
        let drive = try await run("drive", "--override", "--input", "/dev/input/nosuch", "--plain", "--record", file)
        #expect(drive.status == 66)
        #expect(access(file, F_OK) != 0)
    }

    @Test func aFIFOThatWasThereStaysThere() async throws {
        mkfifo(folder.path + "/fifo", 0o600)
        let reader = open(folder.path + "/fifo", O_RDONLY | O_NONBLOCK)
        defer { close(reader) }
        let drive = try await run(
            "drive", "--override", "--input", "/dev/input/nosuch", "--plain", "--record", folder.path + "/fifo")
        #expect(drive.status == 66)
        #expect(access(folder.path + "/fifo", F_OK) == 0)
    }

    @Test func aRecordingWhoseEndCannotBeWrittenSaysSo() async throws {
        let drive = try await drives().fullPipe.value
        #expect(drive.status == 0)
        #expect(drive.errors.count == 1 && drive.errors[0].contains("the end of the recording is missing"))
    }

    private func time(_ line: String) -> Instant? {
        Int64(line.suffix(after: "\"t\":").prefix { $0.isNumber }).map { Instant(microseconds: $0) }
    }
}

import Glibc
import Testing
import WaldoLoop
import WaldoTestSupport
import WaldoTesting
import WaldoTime

/// No command with an event loop waits for a reader: not of a pipe that nobody reads, nor of a terminal that is
/// stopped.
@Suite(.serialized) struct UnreadStreamTests {
    /// A program, and the pipes of its standard output and standard error that are full and that nobody reads.
    private final class Unread {
        let child: ChildProcess
        let output: UnreadPipe?, errors: UnreadPipe?
        private let folder: TemporaryFolder

        /// - Parameter streams: the numbers of the streams that nobody reads.
        init(_ arguments: [String], _ streams: [Int], environment: [String: String?] = [:]) throws {
            folder = try TemporaryFolder()
            output = streams.contains(1) ? try UnreadPipe(folder.path + "/output") : nil
            errors = streams.contains(2) ? try UnreadPipe(folder.path + "/errors") : nil
            var script = "exec \"$@\""
            if let output { script += " >\(output.path)" }
            if let errors { script += " 2>\(errors.path)" }
            for pipe in [output, errors].compactMap(\.self) { try pipe.fill() }
            child = try ChildProcess(
                "/bin/sh", ["-c", script, "sh", try BuiltProgram.path("waldo")] + arguments, environment: environment)
        }

        deinit { child.close() }

        /// Waits until it takes its signals.
        func taken() async throws {
            try await waitUntil("the thread for signals") { hasThread("waldo-signals", of: child.pid) ? () : nil }
        }

        /// Whether the descriptor still waits, as the shell that shares it expects.
        func waits(_ number: Int) throws -> Bool {
            let line = try readFile("/proc/\(child.pid)/fdinfo/\(number)").split(separator: "\n").first {
                $0.hasPrefix("flags:")
            }
            let flags = line?.split(separator: "\t").last.flatMap { CInt($0, radix: 8) }
            return try #require(flags) & O_NONBLOCK == 0
        }
    }

    private static let commands: [[String]] = [
        ["drive", "--override", "--input", "panel", "--panel", "127.0.0.1:0"],
        ["drive", "--simulate", "--input", "panel", "--panel", "0.0.0.0:0", "--verbose", "--verbose"],
        ["survey", "--sensor", "demo"], ["survey", "--sensor", "demo", "--foxglove", "127.0.0.1:0"],
        ["simulate", "--arm", "rover"], ["scan", "--seconds", "60"], ["send", "F>", "--shield", "00:00:00:00:00:01"],
        ["doctor"],
    ]

    /// What is left gets a second, and the lines of a drive half a second before.
    @Test(arguments: commands, [[1], [2], [1, 2]])
    func aSignalEndsItWhileNobodyReads(arguments: [String], streams: [Int]) async throws {
        let shield = try await FakeShield()
        defer { shield.close() }
        let unread = try Unread(arguments, streams, environment: shield.bus.environment)
        try await unread.taken()
        for stream in streams { #expect(try unread.waits(stream)) }
        let begin = meteredNow()
        unread.child.send(signal: SIGTERM)
        #expect(try await unread.child.exitStatus(within: .seconds(20)) == 128 + SIGTERM)
        expectInTime(since: begin, within: .milliseconds(1_900))
    }

    @Test func aFrameIsSentAlthoughNobodyReadsWhatIsSaid() async throws {
        let shield = try await FakeShield()
        defer { shield.close() }
        let unread = try Unread(["send", "F>"], [2], environment: shield.bus.environment)
        #expect(try await unread.child.exitStatus() == 0)
        #expect(shield.arrivals.map(\.text) == ["F>"])
        #expect(unread.child.lines == ["sent 46 3e"])
    }

    /// What is said before a reader comes is there when it comes.
    @Test func aReaderWhoComesLateGetsEverything() async throws {
        let shield = try await FakeShield()
        defer { shield.close() }
        let unread = try Unread(["scan", "--seconds", "2"], [1, 2], environment: shield.bus.environment)
        try await waitUntil("the scan") { shield.calls("StartDiscovery") > 0 ? () : nil }
        try await waitUntil("what was heard") { unread.output?.take().contains(shield.address) == true ? () : nil }
        try await waitUntil("what was said") {
            unread.errors?.take().contains("Listening for 2 seconds") == true ? () : nil
        }
        #expect(try await unread.child.exitStatus() == 0)
    }

    /// The end waits a little for a reader who still reads.
    @Test func whatIsLeftIsWrittenAtTheEnd() async throws {
        let unread = try Unread(Self.commands[0], [2])
        try await unread.taken()
        unread.child.send(signal: SIGTERM)
        // Its last line is written before the text that is left.
        try await unread.child.waitForLine(containing: "\"event\":\"end\"")
        try await waitUntil("the invitation", within: .milliseconds(900)) {
            unread.errors?.take().contains("the panel is at") == true ? () : nil
        }
        #expect(try await unread.child.exitStatus() == 128 + SIGTERM)
    }

    @Test func aLossIsNoSuccess() async throws {
        let unread = try Unread(["send", "--override", "F>"], [1])
        #expect(try await unread.child.exitStatus() == 74)
        #expect(unread.child.errorLines == ["waldo: the output cannot be written: its reader does not read"])
    }

    // MARK: a pad

    @Test(arguments: [["inputs", "--watch", "--plain"], ["map", "--plain"]])
    func aWatchedPadEndsAtASignal(arguments: [String]) async throws {
        let folder = try TemporaryFolder(), output = try UnreadPipe(folder.path + "/output")
        try output.fill()
        let program = try await MockedProgram(
            arguments, inputs: [MockInput()], output: .pipe(output.path), environment: ["XDG_CONFIG_HOME": folder.path])
        defer { program.close() }
        try await waitUntil("the thread for signals") { hasThread("waldo-signals", of: program.pid) ? () : nil }
        let begin = meteredNow()
        program.send(signal: SIGTERM)
        #expect(try await program.child.exitStatus() == 128 + SIGTERM)
        expectInTime(since: begin, within: .milliseconds(1_900))
    }

    /// More than the memory for unread lines holds.
    @Test func whatDidNotFitIsCounted() async throws {
        let folder = try TemporaryFolder(), output = try UnreadPipe(folder.path + "/output")
        let program = try await MockedProgram(
            ["inputs", "--watch", "--plain"], inputs: [MockInput()], output: .pipe(output.path))
        defer { program.close() }
        try await waitUntil("the first line") { output.take().contains("X-Box 360") ? () : nil }
        for batch in 0..<150 {
            for number in 0..<400 as Range<Int32> { program.touch([.axis(Code.rz, (number + Int32(batch)) % 256)]) }
            try await Task.sleep(for: .milliseconds(10))
        }
        var text = ""
        try await waitUntil("the count", instead: { "\(text.suffix(500))" }) {
            text = output.take()
            return text.contains(" lines left out here)\n") ? () : nil
        }
        #expect(text.split(separator: "\n").allSatisfy { $0.hasPrefix("ABS_") || $0.contains(" ") })
        program.send(signal: SIGTERM)
        #expect(try await program.child.exitStatus() == 128 + SIGTERM)
    }

    // MARK: a terminal

    /// A program in a terminal, to which standard error goes, too.
    private func program(
        _ arguments: [String], in pty: Pty, _ environment: [String: String?] = [:]
    ) throws -> ChildProcess {
        // In the background it leads no group, so that setsid becomes the program and makes no other process.
        let script = "setsid --ctty \"$0\" \"$@\" <\(pty.path) >\(pty.path) 2>\(pty.path) & echo $!; wait $!"
        return try ChildProcess(
            "bash", ["-c", script, try BuiltProgram.path("waldo")] + arguments,
            environment: ["TERM": "xterm", "LANG": "C.UTF-8", "SSH_CONNECTION": nil].merging(environment) { $1 })
    }

    /// Ctrl-S at the terminal, of a program that is not there yet, or of another one.
    @Test(arguments: [
        ["drive", "--override", "--input", "terminal"], ["survey", "--sensor", "demo"],
    ])
    func aTerminalThatIsStoppedIsRestored(arguments: [String]) async throws {
        let pty = try Pty(), modes = pty.modes
        let child = try program(arguments, in: pty)
        defer { child.close() }
        let pid = try #require(pid_t(try await child.waitForLine { _ in true }))
        defer { kill(pid, SIGKILL) }
        try await pty.waitFor(arguments[0] == "drive" ? "READY" : "Demo")
        pty.stopsOutput(true)
        let begin = meteredNow()
        kill(pid, SIGTERM)
        #expect(try await child.exitStatus() == 128 + SIGTERM)
        expectInTime(since: begin, within: .milliseconds(1_900))
        #expect(pty.modes == modes)
        #expect(pty.text.contains("\u{1B}[?1049l"), "\(pty.text.suffix(300).debugDescription)")
    }

    @Test(arguments: [["survey", "--sensor", "demo"], ["simulate", "--arm", "rover"]])
    func textForADumbTerminalThatIsStoppedHoldsNothingUp(arguments: [String]) async throws {
        let shield = try await FakeShield(), pty = try Pty()
        defer { shield.close() }
        let child = try program(arguments, in: pty, shield.bus.environment.merging(["TERM": "dumb"]) { $1 })
        defer { child.close() }
        let pid = try #require(pid_t(try await child.waitForLine { _ in true }))
        defer { kill(pid, SIGKILL) }
        try await pty.waitFor("0:0")
        pty.stopsOutput(true)
        // A reading of the sensor, or the news of a client, is written from now on.
        try await Task.sleep(for: .milliseconds(1_200))
        let begin = meteredNow()
        kill(pid, SIGTERM)
        #expect(try await child.exitStatus() == 128 + SIGTERM)
        expectInTime(since: begin, within: .milliseconds(1_900))
    }

    // MARK: who writes

    /// The streams have one writer each; and what prints by the C library, which waits, is ended by any signal.
    @Test func nothingElseWritesToThem() throws {
        var writers: Set<String> = [], printers: Set<String> = []
        for module in try SourceModule.all() where !["WaldoRelay", "waldo-relay"].contains(module.name) {
            for file in module.files {
                let lines = file.text.split(separator: "\n")
                func has(_ words: [String]) -> Bool { lines.contains { line in words.contains { line.contains($0) } } }
                if has(["write(STDOUT_FILENO", "write(STDERR_FILENO", "fflush(", "fputs("]) {
                    writers.insert(file.name)
                }
                let prints = lines.contains { $0.contains(" print(") && !$0.contains("func print(") }
                if prints, !file.text.contains("func print(") { printers.insert(file.name) }
            }
        }
        #expect(writers == ["Progress.swift", "StandardStreams.swift"])
        // Of the commands with a loop these print, before it or without it.
        let loops = try SourceModule.all().first { $0.name == "waldo" }?.files.filter {
            $0.text.contains(": EventLoopCommand")
        }
        #expect(try #require(loops).count > 7)
        #expect(printers.isDisjoint(with: try #require(loops).map(\.name)), "\(printers)")
        let inModules = printers.filter { !$0.hasSuffix("Command.swift") }
        #expect(
            inModules == [
                "LibraryList.swift", "Program.swift", "ReplayComparison.swift", "ReplayVerification.swift",
                "StandardStreams.swift",
            ])
    }
}

/// Whether a process has a thread of this name.
private func hasThread(_ name: String, of pid: pid_t) -> Bool {
    guard let tasks = opendir("/proc/\(pid)/task") else { return false }
    defer { closedir(tasks) }
    while let entry = readdir(tasks) {
        let task = withUnsafeBytes(of: entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
        if (try? readFile("/proc/\(pid)/task/\(task)/comm")) == name + "\n" { return true }
    }
    return false
}

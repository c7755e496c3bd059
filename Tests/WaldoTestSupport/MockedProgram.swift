public import Glibc
public import WaldoLoop
public import WaldoTime

/// The built program under umockdev, whose input nodes are FIFOs that the test writes to.
public final class MockedProgram {
    /// Where the program's standard output goes.
    public enum Output {
        /// To the test.
        case lines
        /// A pipe with a name.
        case pipe(String)
        /// This terminal, in which the program is also started.
        case terminal(Pty)
    }

    /// umockdev-run, which ends when the program ends.
    public let child: ChildProcess
    /// The program's own process.
    public private(set) var pid: pid_t = 0

    /// Whether the program has ended: umockdev-run removes its folder before it ends, too.
    public var hasEnded: Bool {
        guard let line = try? readFile("/proc/\(pid)/stat") else { return true }
        // Behind the name, which may have any character: the state.
        return line.split(separator: ")").last?.hasPrefix(" Z") == true
    }

    private let folder: TemporaryFolder
    private let pty: Pty?
    private var root = ""
    private var hands: [Int: CInt] = [:]
    /// The hidraw nodes of inputs that have one.
    private var reports: [Int: CInt] = [:]
    private var isClosed = false

    /// Starts `waldo` with these arguments.
    /// - Parameters:
    ///   - arguments: the program's arguments.
    ///   - inputs: the devices that umockdev provides.
    ///   - output: where standard output goes.
    ///   - errors: the pipe to which standard error goes; nil: to the test.
    ///   - keys: the terminal in which the program is started, if its output goes elsewhere.
    ///   - environment: additions to this process's environment; nil removes a variable.
    ///   - preload: a library to load into the program alone, before all others.
    /// - Throws: `DidNotHappen` or `SystemFailure` if the program or umockdev does not start.
    public init(
        _ arguments: [String], inputs: [MockInput], output: Output = .lines, errors: UnreadPipe? = nil,
        keys: Pty? = nil, environment: [String: String?] = [:], preload: String? = nil
    ) async throws {
        folder = try TemporaryFolder()
        var options: [String] = []
        for input in inputs { options += try input.options(writingTo: folder) }
        var script = "cd $UMOCKDEV_DIR/dev/input; rm event*; mkfifo "
        script += inputs.map { "event\($0.number)\($0.isAway ? ".away" : "")" }.joined(separator: " ")
        for input in inputs where input.device?.driver.isEmpty == false {
            script += "; rm -f ../hidraw\(input.number); mkfifo ../hidraw\(input.number)"
        }
        // The program must not start before the test has opened the FIFOs.
        script += "; echo $UMOCKDEV_DIR $$; cd /; read -r; "
        if let preload { script += "export LD_PRELOAD=\(preload):$LD_PRELOAD; " }
        var terminal = keys
        if case .terminal(let whole) = output { terminal = whole }
        pty = terminal
        script += terminal.map { "exec setsid --ctty \"$0\" \"$@\" <\($0.path)" } ?? "exec \"$0\" \"$@\""
        switch output {
        case .lines: break
        case .pipe(let path): script += " >\(path)"
        case .terminal(let terminal): script += " >\(terminal.path)"
        }
        if let errors { script += " 2>\(errors.path)" }
        let command = options + ["--", "bash", "-c", script, try BuiltProgram.path("waldo")] + arguments
        let environment = environment.merging(["TERM": "xterm", "SSH_CONNECTION": nil]) { $1 }
            .merging(MockInput.environment) { $1 }
        (child, root) = try await Self.start(command, environment)
        let words = root.split(separator: " ")
        guard words.count == 2, let pid = pid_t(words[1]) else { throw DidNotHappen("no mock: \(words)") }
        (root, self.pid) = (String(words[0]), pid)
        for input in inputs {
            let path = node(input.number) + (input.isAway ? ".away" : "")
            hands[input.number] = open(path, O_RDWR | O_NONBLOCK | O_CLOEXEC)
            guard input.device?.driver.isEmpty == false else { continue }
            reports[input.number] = open("\(root)/dev/hidraw\(input.number)", O_RDWR | O_NONBLOCK | O_CLOEXEC)
        }
        try child.write(line: "go")
    }

    deinit { close() }

    /// Starts umockdev-run, and returns it with the line that its shell prints before it waits to start the program.
    /// Debian's umockdev-run 0.17 crashes at its start now and then, when there is no program yet: it is started again.
    private static func start(
        _ command: [String], _ environment: [String: String?]
    ) async throws -> (child: ChildProcess, line: String) {
        for _ in 0..<3 {
            let child = try ChildProcess("umockdev-run", command, environment: environment)
            let isThere = try await waitUntil("umockdev", instead: { "\(child.errorLines)" }) { () -> Bool? in
                if child.lines.contains(where: { $0.contains("/") }) { return true }
                return child.exitNow == .signal(SIGSEGV) ? false : nil
            }
            if isThere { return (child, try await child.waitForLine(containing: "/")) }
            child.close()
        }
        throw DidNotHappen("umockdev-run crashes at each start")
    }

    // MARK: the inputs

    /// Sends one input report.
    /// - Parameters:
    ///   - changes: the report's records; the closing SYN_REPORT is added.
    ///   - number: N of the input's /dev/input/eventN.
    ///   - stamp: its kernel timestamp, on CLOCK_MONOTONIC.
    public func touch(_ changes: [Change], of number: Int = 1, at stamp: Instant = Monotonic.now()) {
        var bytes: [UInt8] = []
        for change in changes + [Change(type: 0, code: 0, value: 0)] { bytes += change.record(at: stamp) }
        _ = write(hands[number] ?? -1, bytes, bytes.count)
    }

    /// Sends a raw report, as a pad's device does whether or not anything has changed.
    public func report(_ number: Int = 1) { _ = write(reports[number] ?? -1, [1, 0, 0, 0] as [UInt8], 4) }

    /// A struct input_event record, stamped with CLOCK_MONOTONIC. A program that cannot select that clock, which
    /// umockdev's inputs refuse, ignores the stamp.
    public struct Change: Sendable {
        let type: UInt16, code: UInt16
        let value: Int32

        /// An axis has a value.
        public static func axis(_ code: UInt16, _ value: Int32) -> Change { Change(type: 3, code: code, value: value) }
        /// A key is pressed or released.
        public static func key(_ code: UInt16, _ isDown: Bool) -> Change {
            Change(type: 1, code: code, value: isDown ? 1 : 0)
        }
        /// SYN_DROPPED: events overflowed the kernel's buffer.
        public static let dropped = Change(type: 0, code: 3, value: 0)

        fileprivate func record(at stamp: Instant) -> [UInt8] {
            withUnsafeBytes(of: (stamp.microseconds / 1_000_000).littleEndian, Array.init)
                + withUnsafeBytes(of: (stamp.microseconds % 1_000_000).littleEndian, Array.init)
                + withUnsafeBytes(of: type.littleEndian, Array.init)
                + withUnsafeBytes(of: code.littleEndian, Array.init)
                + withUnsafeBytes(of: value.littleEndian, Array.init)
        }
    }

    /// Unplugs an input: its node disappears.
    public func unplug(_ number: Int = 1) { rename(node(number), node(number) + ".away") }

    /// Hangs an input up, as the kernel does with one that is gone.
    public func hangUp(_ number: Int = 1) {
        if let hand = hands.removeValue(forKey: number) { Glibc.close(hand) }
    }

    /// Plugs an input in; anything written to it while it was unplugged is lost.
    public func plugIn(_ number: Int = 1) {
        var bytes = [UInt8](repeating: 0, count: 4096)
        while read(hands[number] ?? -1, &bytes, bytes.count) > 0 {}
        rename(node(number) + ".away", node(number))
    }

    /// Writes an attribute of an input's battery, which the program reads when the input is plugged in.
    /// - Throws: `DidNotHappen` if the input has none.
    public func setBattery(_ attribute: String, _ text: String, of input: MockInput = MockInput()) throws {
        let path = "\(root)/sys\(input.supplyFolder)/\(attribute)"
        guard let stream = fopen(path, "r+e") else { throw DidNotHappen("fopen \(path)") }
        ftruncate(fileno(stream), 0)
        fputs(text + "\n", stream)
        fclose(stream)
    }

    private func node(_ number: Int) -> String { "\(root)/dev/input/event\(number)" }

    // MARK: the process

    /// Sends the program a signal, if it still runs.
    public func send(signal: CInt) { if child.exitNow == nil { kill(pid, signal) } }

    /// The program's standard output so far, as JSON Lines.
    public var lines: [String] { child.lines }

    /// Kills the program. umockdev is given time to clean up after itself, and is reaped then.
    public func close() {
        guard !isClosed else { return }
        isClosed = true
        send(signal: SIGKILL)
        // Blocks nobody: the other cells of the matrix run on the same two threads.
        Task.detached { [child] in
            _ = try? await waitUntil("umockdev's end", within: .seconds(3)) { child.exitNow }
            child.close()
        }
        for hand in Array(hands.values) + Array(reports.values) { Glibc.close(hand) }
        (hands, reports) = ([:], [:])
    }
}

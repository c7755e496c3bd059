import Glibc
import WaldoTestSupport

/// The built program among umockdev's pads, whose nodes are pipes that the test's hands write to.
final class PaddedProgram {
    /// Where the program's standard output goes.
    enum Output {
        case lines
        /// A pipe with a name.
        case pipe(String)
        /// The terminal that it is started in, too.
        case terminal(Pty)
    }

    /// umockdev-run, which ends as the program ends.
    let child: ChildProcess
    private(set) var pid: pid_t = 0

    private let folder: TemporaryFolder
    private let pty: Pty?
    private var root = ""
    private var hands: [Int: CInt] = [:]
    private var isClosed = false

    /// Starts `waldo` with these arguments.
    /// - Parameter preload: a library to load into the program alone.
    init(
        _ arguments: [String], pads: [MockPad], output: Output = .lines, environment: [String: String?] = [:],
        preload: String? = nil
    ) async throws {
        folder = try TemporaryFolder()
        var options: [String] = []
        for pad in pads { options += try pad.options(writingTo: folder) }
        var script = "cd $UMOCKDEV_DIR/dev/input; rm event*; mkfifo "
        script += pads.map { "event\($0.number)\($0.isAway ? ".away" : "")" }.joined(separator: " ")
        // Nothing runs before the hands are at the pipes.
        script += "; echo $UMOCKDEV_DIR $$; cd /; read -r; "
        if let preload { script += "export LD_PRELOAD=$LD_PRELOAD:\(preload); " }
        switch output {
        case .lines:
            script += "exec \"$0\" \"$@\""
            pty = nil
        case .pipe(let path):
            script += "exec \"$0\" \"$@\" >\(path)"
            pty = nil
        case .terminal(let terminal):
            script += "exec setsid --ctty \"$0\" \"$@\" <\(terminal.path) >\(terminal.path)"
            pty = terminal
        }
        child = try ChildProcess(
            "umockdev-run", options + ["--", "bash", "-c", script, try BuiltProgram.path("waldo")] + arguments,
            environment: environment.merging(["TERM": "xterm", "SSH_CONNECTION": nil]) { $1 })
        let words = try await child.waitForLine(containing: "/").split(separator: " ")
        guard words.count == 2, let pid = pid_t(words[1]) else { throw DidNotHappen("no mock: \(words)") }
        (root, self.pid) = (String(words[0]), pid)
        for pad in pads {
            let path = node(pad.number) + (pad.isAway ? ".away" : "")
            hands[pad.number] = open(path, O_RDWR | O_NONBLOCK | O_CLOEXEC)
        }
        try child.write(line: "go")
    }

    deinit { close() }

    // MARK: the pads

    /// Changes at a pad that belong together.
    func touch(_ changes: [Change], pad: Int = 1) {
        var bytes: [UInt8] = []
        for change in changes + [Change(type: 0, code: 0, value: 0)] { bytes += change.record }
        _ = write(hands[pad] ?? -1, bytes, bytes.count)
    }

    /// A record of struct input_event, without a time.
    struct Change {
        let type: UInt16, code: UInt16
        let value: Int32

        static func axis(_ code: UInt16, _ value: Int32) -> Change { Change(type: 3, code: code, value: value) }
        static func key(_ code: UInt16, _ isDown: Bool) -> Change { Change(type: 1, code: code, value: isDown ? 1 : 0) }
        /// SYN_DROPPED: what came before was more than the kernel's buffer holds.
        static let dropped = Change(type: 0, code: 3, value: 0)

        fileprivate var record: [UInt8] {
            [UInt8](repeating: 0, count: 16) + withUnsafeBytes(of: type.littleEndian, Array.init)
                + withUnsafeBytes(of: code.littleEndian, Array.init)
                + withUnsafeBytes(of: value.littleEndian, Array.init)
        }
    }

    /// A pad's node goes away.
    func unplug(_ pad: Int = 1) { rename(node(pad), node(pad) + ".away") }

    /// It comes; what was written to it meanwhile is lost.
    func plugIn(_ pad: Int = 1) {
        var bytes = [UInt8](repeating: 0, count: 4096)
        while read(hands[pad] ?? -1, &bytes, bytes.count) > 0 {}
        rename(node(pad) + ".away", node(pad))
    }

    private func node(_ number: Int) -> String { "\(root)/dev/input/event\(number)" }

    // MARK: the process

    func send(signal: CInt) { if child.exitNow == nil { kill(pid, signal) } }

    /// What the program has said as JSON Lines.
    var lines: [String] { child.lines }

    /// Ends it, lets umockdev clean up after itself, and reaps.
    func close() {
        guard !isClosed else { return }
        isClosed = true
        send(signal: SIGKILL)
        let end = ContinuousClock.now + .seconds(3)
        while child.exitNow == nil, ContinuousClock.now < end { usleep(1_000) }
        child.close()
        for hand in hands.values { Glibc.close(hand) }
        hands = [:]
    }
}

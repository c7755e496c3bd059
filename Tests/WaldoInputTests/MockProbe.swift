import Glibc
import WaldoLoop
import WaldoTestSupport
import WaldoTime

/// The probe, run by umockdev with recorded pads. There `libevdev_set_clock_id` fails, and a script's end is silence.
final class MockProbe: Sendable {
    typealias Pad = MockInput

    private let folder: TemporaryFolder
    private let child: ChildProcess

    /// Starts the probe. The first line that it prints is the mock's root folder.
    /// - Parameters:
    ///   - pads: the recorded inputs.
    ///   - pipes: whether the device nodes are pipes; the probe then waits for `hand`.
    ///   - arguments: the probe's command line.
    /// - Throws: when no folder, mock file or process can be made.
    init(_ pads: [Pad], pipes: Bool = false, _ arguments: String...) throws {
        folder = try TemporaryFolder()
        var options: [String] = []
        for pad in pads { options += try pad.options(writingTo: folder) }
        let program = try BuiltProgram.path("waldo-input-probe")
        let moves = pads.filter(\.isAway).map { "mv $UMOCKDEV_DIR/dev/input/event\($0.number){,.away};" }.joined()
        let nodes = pads.map { "event\($0.number)" }.joined(separator: " ")
        let pipe = pipes ? "cd $UMOCKDEV_DIR/dev/input; rm \(nodes); mkfifo \(nodes); cd /;" : ""
        let script = "\(pipe) echo $UMOCKDEV_DIR; \(moves) \(pipes ? "read -r;" : "") exec \"$0\" \"$@\""
        let shell = ["--", "bash", "-c", script, program]
        child = try ChildProcess("umockdev-run", options + shell + arguments, environment: MockInput.environment)
    }

    /// Lets umockdev clean up: SIGTERM, then up to 2 s before the process is closed.
    deinit {
        child.send(signal: SIGTERM, toGroup: true)
        let end = Monotonic.now() + .seconds(2)
        while child.exitNow == nil, Monotonic.now() < end { usleep(2_000) }
        child.close()
    }

    var lines: [String] { child.lines }

    /// The folder that contains the mock's `/dev/input`.
    /// - Throws: when the probe's first line does not come in time.
    func root() async throws -> String { try await child.waitForLine { $0.hasPrefix("/") } }

    /// Opens the pipe of a pad, and lets the probe start.
    /// - Throws: when the probe is gone or silent.
    func hand(_ number: Int = 1) async throws -> CInt {
        let hand = open(try await root() + "/dev/input/event\(number)", O_RDWR | O_CLOEXEC)
        try child.write(line: "go")
        return hand
    }

    /// What the probe has counted so far. It answers as soon as its loop serves the signal.
    /// - Throws: when no answer comes within `limit`.
    func count(_ name: String, within limit: Duration = .seconds(10)) async throws -> Int {
        child.send(signal: SIGWINCH, toGroup: true)
        let line = try await child.waitForLine(containing: "\"counts\"", within: limit)
        return Int(line.value(of: name)) ?? -1
    }

    @discardableResult
    func waitForLine(containing text: String) async throws -> String { try await child.waitForLine(containing: text) }

    func terminate() { child.send(signal: SIGTERM, toGroup: true) }

    func exitStatus() async throws -> CInt { try await child.exitStatus() }
}

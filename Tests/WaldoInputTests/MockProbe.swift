import Glibc
import WaldoLoop
import WaldoTestSupport

/// The probe, run by umockdev among recorded pads. `libevdev_set_clock_id` fails there, and a script's end is silence.
final class MockProbe: Sendable {
    typealias Pad = MockInput

    private let folder: TemporaryFolder
    private let child: ChildProcess

    /// Starts the probe. The first line that it prints is the mock's root folder.
    init(_ pads: [Pad], _ arguments: String...) throws {
        folder = try TemporaryFolder()
        var options: [String] = []
        for pad in pads { options += try pad.options(writingTo: folder) }
        let program = try BuiltProgram.path("waldo-input-probe")
        let moves = pads.filter(\.isAway).map { "mv $UMOCKDEV_DIR/dev/input/event\($0.number){,.away};" }.joined()
        let shell = ["--", "bash", "-c", "echo $UMOCKDEV_DIR; \(moves) exec \"$0\" \"$@\"", program]
        child = try ChildProcess("umockdev-run", options + shell + arguments)
    }

    /// Lets umockdev clean up after itself.
    deinit {
        child.send(signal: SIGTERM, toGroup: true)
        let end = Monotonic.now() + 2_000_000
        while child.exitNow == nil, Monotonic.now() < end { usleep(2_000) }
        child.close()
    }

    var lines: [String] { child.lines }

    /// The folder in which the mock's /dev/input stands.
    func root() async throws -> String { try await child.waitForLine { $0.hasPrefix("/") } }

    @discardableResult
    func waitForLine(containing text: String) async throws -> String { try await child.waitForLine(containing: text) }

    func terminate() { child.send(signal: SIGTERM, toGroup: true) }

    func exitStatus() async throws -> CInt { try await child.exitStatus() }
}

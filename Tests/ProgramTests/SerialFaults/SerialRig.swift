import Glibc
import Testing
import WaldoLoop
import WaldoMeter
import WaldoTestSupport
import WaldoTesting
import WaldoTime

/// The built program with a pad, and an arm on a serial port whose other end the test has.
final class SerialRig {
    static let motion = "F0100>", zero = "F0000>"
    /// A whole stop.
    static let zeros = zero + zero + zero
    static let frameLength = motion.utf8.count
    /// How long silence is observed, in milliseconds: longer than a heartbeat.
    static let silence = 300

    let program: MockedProgram
    private(set) var board: Board
    private let folder: TemporaryFolder
    /// The port's lasting path. It is outside of /dev, where umockdev would answer for the port.
    private let port: String
    private let begin = Monotonic.now()

    /// Starts the program.
    /// - Parameters:
    ///   - link: more keys of the arm's link, such as `, reset: 2 s`.
    ///   - keys: more lines of the arm's file.
    /// - Throws: `DidNotHappen` or `SystemFailure` if it does not start.
    init(link: String = "", keys: String = "") async throws {
        folder = try TemporaryFolder()
        board = try Board()
        port = folder.path + "/port"
        let arm = """
            name: serial
            link: { serial: /dev/ttyUSB0, baud: 115200\(link) }
            pacing: { interval: 20 ms, zero repeats: 3 }
            channels:
              slider: { mode: velocity, range: [-100, 100], heartbeat: 200 ms, frame: "F{value:04}>" }
              zx: { mode: position, range: [-100, 100], frame: "X{value:04}>" }

            """
        symlink(board.path, port)
        program = try await MockedProgram(
            [
                "drive", "--arm", try folder.write(arm + keys, to: "arm.yaml"), "--port", port, "--wait", "--plain",
                "--input", MockInput().node,
            ], inputs: [MockInput()])
    }

    func close() { program.close() }

    /// Runs a cell's course, and returns what it has shown.
    func run(_ cell: String, _ course: () async throws -> Void) async -> CellVerdict {
        let roots = [program.child.pid]
        do {
            try await MeteredProcesses.$roots.withValue(roots, operation: course)
            return .holds
        } catch {
            // A drive that gets no time halts by itself.
            let most = ProcessorMeter.shared.mostWithheld(from: begin, to: Monotonic.now(), of: roots)
            let isStarved = TimeBound.isStarved(most, of: TimeBound.maxLateness)
            return isStarved ? .none(withheld: most) : CellVerdict(error, of: cell)
        }
    }

    // MARK: the operator's hands

    func hold(_ axis: UInt16 = Code.rz) { program.touch([.axis(axis, axis == Code.rz ? 255 : 32_767)]) }

    func letGo() { program.touch([.axis(Code.rz, 0), .axis(Code.rx, 0)]) }

    func press(_ code: UInt16) {
        program.touch([.key(code, true)])
        program.touch([.key(code, false)])
    }

    /// Pulls the cable.
    func unplug() {
        unlink(port)
        board.unplug()
    }

    /// Plugs a board in, at the same path.
    func plugIn() throws {
        board = try Board()
        symlink(board.path, port)
    }

    // MARK: what the drive says

    /// Waits until the drive has printed so many lines with a text.
    func printed(_ text: String, times count: Int = 1) async throws {
        try await waitUntil("\(count) lines with \(text)", instead: { history }) {
            program.lines.count { $0.contains(text) } >= count ? () : nil
        }
    }

    /// Waits until the drive has written so many of these frames.
    func wrote(_ count: Int, _ frame: String) async throws {
        let digits = frame.utf8.map { String($0, radix: 16) }.joined()
        try await printed("\"bytes\":\"\(digits)\"", times: count)
    }

    /// Waits until the slider is live.
    func isLive() async throws {
        try await waitUntil("a live slider", instead: { history }) {
            let gate = program.lines.last { $0.contains("\"control\":\"slider\"") }
            return gate?.contains("\"state\":\"open\"") == true ? () : nil
        }
    }

    var history: String { "\(program.lines.suffix(30))\n\(program.child.errorLines.suffix(5))\nboard: \(board.text)" }

    // MARK: what the board hears

    /// Waits until the board has heard this.
    func heard(_ what: String, _ holds: (String) -> Bool) async throws {
        try await waitUntil(what, instead: { history }) { holds(board.text) ? () : nil }
    }

    /// Drives until a moment. A cut frame stays cut until the board reads again.
    func reach(_ moment: SerialMoment) async throws {
        try await heard("the first zeros") { $0 == Self.zeros }
        try await isLive()
        switch moment {
        case .idle: break
        case .held:
            hold()
            try await wrote(2, Self.motion)
        case .cutMotion(let number, let bytes):
            try await board.leaveRoom((number - 1) * Self.frameLength + bytes)
            hold()
            try await wrote(moment.motions ?? 0, Self.motion)
        case .cutZero(let bytes):
            try await board.leaveRoom(Self.frameLength + bytes)
            hold()
            try await wrote(1, Self.motion)
            letGo()
            // Three were the first on the link.
            try await wrote(4, Self.zero)
        }
    }

    /// Whether the board has heard whole frames alone: the first zeros, the motions, and one stop where anything moved.
    func isStopped(motions: Int?) -> Bool {
        let text = board.text
        guard text.hasPrefix(Self.zeros) else { return false }
        var rest = text.dropFirst(Self.zeros.count), moved = 0
        while rest.hasPrefix(Self.motion) { (rest, moved) = (rest.dropFirst(Self.frameLength), moved + 1) }
        return moved == motions ?? moved && rest == (moved > 0 ? Self.zeros : "")
    }

    /// Nothing moves before the slider was let go; then it drives again, and stops.
    func drivesAgain() async throws {
        let before = board.text
        try await Task.sleep(for: .milliseconds(Self.silence))
        try #require(board.text == before, "\(history)")
        letGo()
        try await isLive()
        hold()
        try await heard("motion again") { $0.hasPrefix(before + Self.motion) }
        letGo()
        try await heard("its stop") { $0.hasSuffix(Self.motion + Self.zeros) }
    }
}

import Glibc
import Testing
import WaldoLoop
import WaldoTestSupport

/// One cell's stage: a bus, a BlueZ with one shield, pads and the program, all of them the cell's own.
final class Rig {
    /// What a cell needs beyond one pad and JSON Lines.
    struct Setup {
        var pads = [MockInput()]
        var output = Output.lines
        /// The slider and the stick follow only while an enable button is held, which it is.
        var hasEnable = false
        var records = false
        var movesClock = false
        /// In a write: a frame waits in the socket, rather than for the shield's answer.
        var writesBySocket = false
        /// The stick never comes to rest, so that the joystick stays dead.
        var joystickIsDead = false
    }

    enum Output { case lines, pipe, terminal }

    /// What is held.
    enum Hold { case slider, joystick }

    let cell: Cell
    let setup: Setup
    let shield: FakeShield
    let folder: TemporaryFolder
    let recording: String
    private(set) var program: MockedProgram
    private(set) var pty: Pty?
    /// The reading end of the output's pipe.
    var outlet: CInt = -1
    private(set) var clock: MovedClock?

    private(set) var held: Set<Hold> = []
    /// Since when nothing may move, if a stop came before the fault.
    var stoppedAt: Int64?
    /// When the fault struck.
    private(set) var struckAt: Int64 = 0
    /// When a fault that holds everything up was mended.
    var mendedAt: Int64?
    /// What was observed, in a word, and the time to stop in microseconds.
    var observed: (word: String, stop: Int64?) = ("", nil)
    /// What was not as it must be.
    var failures: [(what: String, place: SourceLocation)] = []
    /// Whether the machine had no time for the program, which said so and halted as it must: that shows nothing of the fault.
    var wasStarved: Bool {
        cell.fault != .stopped && program.lines.contains { $0.contains("\"reason\":\"late\"") }
    }
    /// The pad in the operator's hands.
    var pad = 1

    var moment: Moment { cell.moment }

    init(_ cell: Cell, _ setup: Setup) async throws {
        (self.cell, self.setup) = (cell, setup)
        let moment = cell.moment
        shield = try await FakeShield(moment == .scanning ? "quiet" : "")
        if moment == .connecting { try await shield.tell("hold Connect") }
        folder = try TemporaryFolder()
        let isAnswered = moment == .midWrite && !setup.writesBySocket
        let arm = try folder.write(Files.arm(answered: isAnswered), to: "arm.yaml")
        var arguments = ["--arm", arm, "--shield", shield.address, "--wait"]
        if setup.output != .terminal { arguments += ["--plain"] }
        if setup.hasEnable {
            arguments += ["--mapping", try folder.write(try Files.mappingWithEnable(), to: "enable.yaml")]
        }
        recording = folder.path + "/drive.jsonl"
        if setup.records { arguments += ["--record", recording] }
        if moment == .replay {
            arguments = ["replay", try await Shared.matrix.recording()] + arguments
        } else {
            arguments = ["drive", "--input", MockInput().node] + arguments
        }
        var environment = shield.bus.environment
        var preload: String?
        if setup.movesClock {
            let clock = try MovedClock(folder.path + "/clock")
            self.clock = clock
            preload = try await Shared.matrix.clockMover()
            environment["WALDO_MOVED_CLOCK"] = clock.path
        }
        var output = MockedProgram.Output.lines
        switch setup.output {
        case .lines: break
        case .pipe:
            let path = folder.path + "/output"
            guard mkfifo(path, 0o600) == 0 else { throw DidNotHappen("mkfifo") }
            outlet = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
            output = .pipe(path)
        case .terminal:
            let pty = try Pty()
            self.pty = pty
            output = .terminal(pty)
        }
        program = try await MockedProgram(
            arguments, inputs: setup.pads, output: output, environment: environment, preload: preload)
    }

    func close() {
        program.close()
        shield.close()
        if outlet >= 0 { Glibc.close(outlet) }
        outlet = -1
    }

    // MARK: the operator's hands

    /// Takes hold of a control, at full scale.
    func hold(_ control: Hold) {
        held.insert(control)
        switch control {
        case .slider: program.touch([.axis(Code.rz, 255)], of: pad)
        case .joystick: program.touch([.axis(Code.rx, 32_767), .axis(Code.ry, -32_768)], of: pad)
        }
    }

    /// What the hands hold without having moved: a pad that comes with its controls held, or whose release was lost.
    func holds(_ controls: Set<Hold>) { held = controls }

    /// Lets go of everything.
    func letGo() {
        held = []
        program.touch([.axis(Code.rz, 0), .axis(Code.rx, 0), .axis(Code.ry, 0)], of: pad)
    }

    func press(_ code: UInt16, _ isDown: Bool) { program.touch([.key(code, isDown)], of: pad) }

    /// A button goes down and up.
    func press(_ code: UInt16) {
        press(code, true)
        press(code, false)
    }

    /// The fault strikes now.
    func strikes() { struckAt = Monotonic.now() }

    // MARK: what the shield received

    /// Frames that arrived since a moment.
    func frames(since time: Int64) -> [FakeShield.Arrival] { shield.arrivals.filter { $0.at >= time } }

    /// How many of them moved the arm.
    func motions(since time: Int64) -> Int { frames(since: time).count { $0.isMotion } }

    func wait(_ milliseconds: Int) async throws { try await Task.sleep(for: .milliseconds(milliseconds)) }

    /// Everything that is known of the cell, for a failure's text.
    var story: String {
        let frames = shield.arrivals.suffix(40).map { "\($0.text) \(($0.at - struckAt) / 1_000)" }
        return "frames, ms from the fault: \(frames.joined(separator: ", "))\nlines: \(program.lines.suffix(25))\n"
            + "errors: \(program.child.errorLines.suffix(8)) \(pty?.text.suffix(300) ?? "")"
    }
}

extension FakeShield.Arrival {
    /// Whether it sets a velocity to zero.
    var isZero: Bool { text == "S>" || text == "X0>" }
    var isMotion: Bool { !isZero }
    /// What it is for: s, x or y.
    var channel: Character { text.hasPrefix("X") ? "x" : text.hasPrefix("Y") ? "y" : "s" }
}

/// The place of the seconds by which a program's wall clock is moved.
final class MovedClock {
    /// At first it is off already, so that whoever looks sees that it is this clock.
    static let first: Int64 = 1_000_000
    let path: String

    init(_ path: String) throws {
        self.path = path
        try set(Self.first)
    }

    /// Sets the clock, by so many seconds of the machine's.
    func set(_ seconds: Int64) throws {
        let file = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
        defer { close(file) }
        var seconds = seconds
        guard pwrite(file, &seconds, 8, 0) == 8 else { throw DidNotHappen("no clock at \(path)") }
    }
}

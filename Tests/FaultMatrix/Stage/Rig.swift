import Glibc
import Testing
import WaldoLoop
import WaldoMeter
import WaldoTestSupport
import WaldoTesting
import WaldoTime

/// The stage of one cell: a bus, a BlueZ with one shield, pads and the program, none of them shared with other cells.
final class Rig {
    /// What a cell needs besides one pad and JSON Lines.
    struct Setup {
        var pads = [MockInput()]
        var output = Output.lines
        /// The slider and the stick work only while an enable button is held, which it is.
        var hasEnable = false
        var records = false
        var movesClock = false
        /// At the moment “in a write” a frame waits in the socket instead of for the shield's answer.
        var writesBySocket = false
        /// The stick never comes to rest, so that the joystick stays dead.
        var joystickIsDead = false
        /// The shield answers each write, at every moment.
        var isAnswered = false
        /// The joystick moves held positions instead of setting velocities.
        var holdsPositions = false
        /// The milliseconds between two records that BlueZ takes from the write socket; on hang-up it discards the
        /// rest.
        var miserliness: Int?
        /// The shield stays connected at the end.
        var stays = false
        /// The shield is connected before the program starts, and answers no read.
        var isTakenOver = false
        /// No shield is named, and another program is connected to a second one.
        var hasAnother = false
        /// The program's loop can be made to hang.
        var hangs = false
        /// The pad stamps its events, as the kernel's inputs do.
        var isStamped = false
        /// What the program does wrong, to prove that it is found.
        var injected: InjectedFault?
        /// How many pages of the panel are open.
        var pages = 0
        /// What is surveyed beside the drive.
        var survey: Survey?
        /// Standard error is a pipe, on which strangers have the drive warn.
        var warns = false
        /// The pipes of the outputs are full before the program starts.
        var isFullAtStart = false
    }

    /// A sensor, and where its places come from.
    enum Survey: Equatable {
        /// One on the arm's shield, whose alarm halts the arm by its level, and by a silence of so many seconds.
        case sensor(silent: Int)
        /// The built-in one, and a gpsd.
        case demo
    }

    enum Output { case lines, pipe, terminal }

    /// A control that the operator holds.
    enum Hold { case slider, joystick, hand }

    let cell: Cell
    let setup: Setup
    let shield: FakeShield
    let folder: TemporaryFolder
    let recording: String
    private(set) var program: MockedProgram
    private(set) var pty: Pty?
    /// The pipes of standard output and of standard error, where they are pipes that the cell reads as it likes.
    private(set) var output: UnreadPipe?, errors: UnreadPipe?
    /// Who has the drive warn.
    private(set) var stranger: PanelStranger?
    /// The value that a preloaded library reads: the clock's seconds, or whether the loop hangs.
    private(set) var word: SharedWord?
    private(set) var pages: [PanelPage] = []
    /// The address of the second shield.
    private(set) var another = ""
    /// What answers at gpsd's port.
    private(set) var gpsd: GPSDStandIn?
    /// Freezes the program while it exists.
    var freezer: Freezer?
    /// When the write that was in flight at the fault began to be answered; nil: not yet, or there is none.
    var answeredAt: Instant?

    private(set) var held: Set<Hold> = []
    /// When the hands had acted, each time.
    private(set) var acts: [Instant] = []
    /// Those of them that typed a key.
    private(set) var typed: [Instant] = []
    /// When a stop was requested before the fault: from then on nothing may move.
    var stoppedAt: Instant?
    /// When the fault struck.
    private(set) var struckAt: Instant = 0
    /// When a fault that blocks everything was repaired.
    var mendedAt: Instant?
    /// What was observed, in the page's words, and the time to the stop.
    var observed: (word: String, stop: TimeSpan?) = ("", nil)
    /// The checks that failed.
    private(set) var failures: [Failure] = []
    /// When the cell began.
    let begin = Monotonic.now()
    /// The pad in the operator's hands.
    var pad = 1

    var moment: Moment { cell.moment }
    /// The velocities of the arm, by the letters of their frames.
    var velocities: [Character] { hasEight ? ["s", "x", "l", "r", "u", "t"] : ["s", "x"] }
    /// The shortest time between two writes.
    var interval: TimeSpan { hasEight ? Files.intervalOfEight : Files.interval }
    private var hasEight: Bool { cell.hasEight && !setup.holdsPositions }

    init(_ cell: Cell, _ setup: Setup) async throws {
        (self.cell, self.setup) = (cell, setup)
        let moment = cell.moment
        shield = try await Self.shield(moment, setup)
        if setup.survey == .demo { gpsd = try GPSDStandIn() }
        if setup.hasAnother { another = try await shield.addAnother("connected") }
        folder = try TemporaryFolder()
        recording = folder.path + "/drive.jsonl"
        var environment = shield.bus.environment
        var preload: [String] = []
        if setup.movesClock {
            let word = try SharedWord(folder.path + "/clock", MovedClock.first)
            (self.word, environment["WALDO_MOVED_CLOCK"]) = (word, word.path)
            preload.append(try await Shared.matrix.library("moved_clock.c"))
        }
        if setup.hangs {
            let word = try SharedWord(folder.path + "/hangs")
            (self.word, environment["WALDO_HUNG_LOOP"]) = (word, word.path)
            preload.append(try await Shared.matrix.library("hung_loop.c"))
        }
        if let injected = setup.injected {
            environment["WALDO_INJECTED_FAULT"] = injected.rawValue
            preload.append(try await Shared.matrix.library("injected_fault.c"))
        }
        if setup.isStamped { preload.append(try await Shared.matrix.library("stamped_input.c")) }
        var output = MockedProgram.Output.lines
        if moment.isRaster || setup.output == .terminal { pty = try Pty() }
        switch setup.output {
        case .lines: break
        case .pipe:
            let pipe = try UnreadPipe(folder.path + "/output")
            (self.output, output) = (pipe, .pipe(pipe.path))
        case .terminal: if let pty { output = .terminal(pty) }
        }
        if setup.warns { (errors, stranger) = (try UnreadPipe(folder.path + "/errors"), try PanelStranger()) }
        if setup.isFullAtStart { for pipe in [self.output, errors].compactMap(\.self) { try pipe.fill() } }
        program = try await MockedProgram(
            try await Self.arguments(cell, setup, folder, shield, recording)
                + Self.surveyed(moment, setup, folder, gpsd) + (stranger?.options ?? []),
            inputs: setup.pads, output: output, errors: errors, keys: pty,
            environment: environment, preload: preload.isEmpty ? nil : preload.joined(separator: ":"))
        if setup.pages > 0 {
            let line = try await program.child.waitForErrorLine(containing: "the panel is at")
            let port = line.split(separator: ":").last.flatMap { UInt16($0.prefix { $0.isNumber }) } ?? 0
            for _ in 0..<setup.pages { pages.append(try PanelPage(port: port)) }
        }
    }

    func close() {
        program.close()
        for page in pages { page.close() }
        freezer = nil
        gpsd?.close()
        shield.close()
        for pipe in pipes { pipe.shut() }
    }

    /// The outputs that are pipes.
    var pipes: [UnreadPipe] { [output, errors].compactMap(\.self) }

    // MARK: the operator's hands

    /// Holds a control, at full scale.
    func hold(_ control: Hold) {
        held.insert(control)
        switch control {
        case .slider: program.touch([.axis(Code.rz, 255)], of: pad)
        case .joystick: program.touch([.axis(Code.rx, 32_767), .axis(Code.ry, -32_768)], of: pad)
        case .hand: program.touch([.axis(Code.x, 32_767), .axis(Code.y, -32_768)], of: pad)
        }
        acted()
    }

    /// The hands have done what they were to do: what follows is the program's.
    func acted() { acts.append(Monotonic.now()) }

    /// Types a key into the program's terminal.
    func type(_ key: Key) throws {
        try pty?.type(key.rawValue)
        acted()
        typed += acts.suffix(1)
    }

    /// Sets what the hands hold without an event: for a pad that comes with its controls held, or whose release was
    /// lost.
    func holds(_ controls: Set<Hold>) { held = controls }

    /// Releases everything.
    func letGo() {
        held = []
        let axes = [Code.rz, Code.rx, Code.ry] + (cell.hasHand ? [Code.x, Code.y] : [])
        program.touch(axes.map { .axis($0, 0) }, of: pad)
        acted()
    }

    func press(_ code: UInt16, _ isDown: Bool) {
        program.touch([.key(code, isDown)], of: pad)
        acted()
    }

    /// Presses and releases a button.
    func press(_ code: UInt16) {
        press(code, true)
        press(code, false)
    }

    // MARK: the verdict

    /// A check that failed.
    struct Failure {
        /// What a failure proves.
        enum Kind {
            /// Wrong, however little time there was: a bound in time was exceeded, and not for want of a processor, or
            /// what was sent must never be.
            case wrong
            /// A bound in time was exceeded, and so much time was withheld that this proves nothing. By how much it is
            /// exceeded without that time.
            case starved(TimeSpan, beyond: TimeSpan)
            /// Something else was wrong, which may be the consequence of a halt for want of time.
            case other
        }

        let what: String
        let place: SourceLocation?
        let kind: Kind
    }

    /// The program, and what carries its frames.
    var processes: [Int32] { [program.child.pid, shield.fake.pid, shield.bus.daemon.pid] }

    func fail(_ what: String, _ place: SourceLocation? = nil, _ kind: Failure.Kind = .other) {
        failures.append(Failure(what: "\(cell): \(what)", place: place, kind: kind))
    }

    /// Runs the cell's course, and returns what it has shown.
    func run(_ course: () async throws -> Void) async -> CellVerdict {
        do {
            try await MeteredProcesses.$roots.withValue(processes, operation: course)
            checkFailsafe()
        } catch let error as NoVerdict {
            fail("\(error)", nil, .starved(error.withheld, beyond: .zero))
        } catch {
            fail("\(error)")
        }
        return verdict
    }

    /// What the cell has shown.
    private var verdict: CellVerdict {
        guard !failures.isEmpty else { return .holds }
        let wrong = failures.filter { if case .wrong = $0.kind { true } else { false } }
        guard wrong.isEmpty else { return .fails(wrong.map { ($0.what, $0.place) }) }
        var withheld = self.withheld ?? .zero
        let most = ProcessorMeter.shared.mostWithheld(from: begin, to: Monotonic.now(), of: processes)
        if TimeBound.isStarved(most, of: TimeBound.maxLateness) { withheld = max(withheld, most) }
        guard withheld == .zero else { return .none(withheld: withheld) }
        return .fails(failures.map { ($0.what, $0.place) })
    }

    /// The most that was withheld where a bound was exceeded and nothing is proved; nil: all bounds that were exceeded
    /// prove something.
    var withheld: TimeSpan? {
        failures.compactMap { if case .starved(let span, _) = $0.kind { span } else { nil } }.max()
    }

    /// The fault strikes now, or has struck at `time`.
    func strikes(at time: Instant = Monotonic.now()) { struckAt = time }

    // MARK: what the shield received

    /// The frames that arrived since a time.
    func frames(since time: Instant) -> [FakeShield.Arrival] { shield.arrivals.filter { $0.at >= time } }

    /// How many of them moved the arm.
    func motions(since time: Instant) -> Int { frames(since: time).count { $0.isMotion } }

    func wait(_ milliseconds: Int) async throws { try await Task.sleep(for: .milliseconds(milliseconds)) }

    /// Everything that is known about the cell, for a failure's message.
    var history: String {
        let frames = shield.arrivals.suffix(40).map { "\($0.text) \(($0.at - struckAt) / .milliseconds(1))" }
        let lines = program.lines.filter {
            !$0.contains("\"event\":\"sample\"") && !$0.contains("\"event\":\"reading\"")
        }
        return "frames, ms from the fault: \(frames.joined(separator: ", "))\nlines: \(lines.suffix(25))\n"
            + "errors: \(program.child.errorLines.suffix(8)) \(pty?.text.suffix(300) ?? "")"
    }
}

extension FakeShield.Arrival {
    /// Whether it sets a velocity to zero.
    var isZero: Bool { text == "S>" || text.hasSuffix("0>") && text.count == 3 && "XLRUT".contains(text.prefix(1)) }
    var isMotion: Bool { !isZero }
    /// The frame's channel, by its letter; s for the slider.
    var channel: Character { "XYZLRUTGHJ".contains(text.prefix(1)) ? Character(text.prefix(1).lowercased()) : "s" }
    /// Whether it sets a position, which stays where the hands have put it.
    var isPosition: Bool { "yhj".contains(channel) }
    /// The number in the frame.
    var number: Int? { Int(text.dropFirst().dropLast()) }
}

/// The seconds by which a program's wall clock is moved.
enum MovedClock {
    /// The clock is off from the start, so that the recording's date proves which clock was read.
    static let first: Int64 = 1_000_000
}

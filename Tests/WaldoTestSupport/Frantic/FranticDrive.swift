public import WaldoCore
import WaldoSimulator
public import WaldoTime

/// A frantic operator's drive of a simulated arm, on a clock that is moved by hand: the state machine with what a
/// program does around it, a link with faults, and the arm. The seed determines all of it.
public struct FranticDrive {
    /// What came of it so far.
    public private(set) var report = FranticReport()

    private let arm: Arm, mapping: Mapping, seed: UInt64
    private let velocities: [Channel]
    private var drive: SimulatedDrive
    private var faults: SimulatedLinkFaults
    private var simulation: Simulation
    private var operatorHand: FranticOperator
    private var random: SeededGenerator
    private var now: Instant = 1_000_000
    private let start: Instant = 1_000_000

    /// Until when the program does not exist, or hangs; nil: it runs.
    private var isDead = false, isHung = false, back = Instant.distantPast
    /// What the operator does in this millisecond, and what a program that hangs has not read.
    private var done: [DriveEvent] = [], missed: [DriveEvent] = []
    /// When the watchdog sends the failsafe frames for a program that hangs, and what it has sent.
    private var failsafeDue: Instant?, failsafe: ZeroCounts?
    /// Whether a frame has arrived in this millisecond: what a stall held back may do so when nothing is sent.
    private var hasArrived = false
    private var unsent: FranticSilence, released: FranticSilence

    /// Creates a drive that begins with a connected link and a pad at rest.
    /// - Parameters:
    ///   - arm: an arm whose only velocities are moved by the slider.
    ///   - length: how long it will be.
    public init(_ arm: Arm, seed: UInt64, length: TimeSpan) {
        (self.arm, self.seed) = (arm, seed)
        var random = SeededGenerator(seed)
        let behaviours: [JoystickMapping.Behaviour] = [.rate, .spring, .hold]
        var mapping = Mapping.pad(behaviours[Int(seed % 3)])
        mapping.profiles = [Mapping.Profile("all", Control.both), Mapping.Profile("slider", [.slider])]
        self.mapping = mapping
        velocities = arm.channels.filter { arm.profiles[$0].mode == .velocity }
        let options = Self.options(length, &random)
        simulation = Simulation(arm, options, at: start)
        faults = SimulatedLinkFaults(options, at: start)
        drive = SimulatedDrive(arm, mapping, UnreliableLink(seed: random.next()))
        operatorHand = FranticOperator(seed: random.next())
        self.random = random
        let bounds = StopBounds(arm, simulation.arm.model)
        unsent = FranticSilence("nothing is sent, or arrives", bounds.unsent)
        released = FranticSilence("the slider is released or stopped", bounds.released)
        missed.reserveCapacity(4_096)
        connect()
        handle(.inputAdded(operatorHand.pad))
    }

    // MARK: time

    /// Drives on for a while, a millisecond at a time.
    public mutating func run(for length: TimeSpan) {
        let end = now + length
        while now < end { turn() }
        report.time = now - start
        (report.events, report.commands) = (drive.events, drive.commands)
        report.frames = simulation.arm.account.frames
        report.watchdogStops = simulation.arm.account.watchdogStops
        report.stops = operatorHand.stops
    }

    private mutating func turn() {
        now += .milliseconds(1)
        while let change = faults.next(by: now) { follow(change) }
        hasArrived = false
        while let frame = drive.link.arrival(by: now) {
            hasArrived = true
            simulation.receive(frame, at: now) { _, _, _ in }
        }
        if let due = simulation.deadline, due <= now { simulation.advance(to: now) { _, _, _ in } }
        if isDead || isHung {
            if let due = failsafeDue, due <= now {
                failsafeDue = nil
                failsafe = drive.sendFailsafe(at: now)
            }
            if now >= back { comeBack() }
        } else {
            failNowAndThen()
        }
        if !isDead, !isHung { reports() }
        done.removeAll(keepingCapacity: true)
        operatorHand.turn(at: now, &done)
        for index in done.indices { take(done[index]) }
        look()
    }

    private mutating func reports() {
        if let due = drive.lossNoticed, due <= now || drive.link.condition != .down { drive.lose(at: now) }
        if !drive.link.isConnected, drive.link.condition != .down, drive.lossNoticed == nil { connect() }
        drive.report(at: now)
        drive.stepDeadlines(at: now)
    }

    private mutating func take(_ event: DriveEvent) {
        if isDead { return }
        if isHung { return missed.append(event) }
        handle(event)
        drive.stepDeadlines(at: now)
    }

    private mutating func handle(_ event: DriveEvent) { drive.handle(event, at: now) }

    // MARK: the link

    private mutating func follow(_ change: SimulatedLinkFaults.Change) {
        drive.link.become(change.condition)
        switch change.condition {
        case .up: return
        case .stalled: report.stalls += 1
        case .down:
            report.losses += 1
            if drive.link.isConnected, !isDead {
                drive.lossNoticed = now + .milliseconds(.random(in: 0...2_000, using: &random))
            }
        }
    }

    private mutating func connect() {
        // A frame of a program that was killed arrives only over a connection that still stands. A shield whose zero
        // would command positions is not taken over.
        let takenOver = drive.link.outlives || Int.random(in: 0..<4, using: &random) == 0
        guard !takenOver || !arm.stopsByPosition else { return }
        drive.link.connect()
        if Bool.random(using: &random) {
            drive.flows = now + .milliseconds(.random(in: 0...300, using: &random))
            handle(.link(.opened(takenOver: takenOver)))
        } else {
            handle(.link(.up(takenOver: takenOver)))
        }
    }

    // MARK: the program

    private mutating func failNowAndThen() {
        switch Int.random(in: 0..<60_000, using: &random) {
        case 0:
            // Killed outright, or by a crash, which sends the failsafe frames.
            report.kills += 1
            if Bool.random(using: &random) { _ = drive.sendFailsafe(at: now) }
            isDead = true
            drive.die()
            back = now + .milliseconds(.random(in: 400...6_000, using: &random))
        case 1...4:
            report.hangs += 1
            isHung = true
            back = now + .milliseconds(.random(in: 5...2_000, using: &random))
            failsafeDue = drive.deadline.map { $0 + DriveStateMachine.maxLateness }
        default: break
        }
    }

    private mutating func comeBack() {
        if isDead {
            isDead = false
            operatorHand.noteNewProgram()
            drive.begin(arm, mapping)
            handle(operatorHand.hasPad ? .inputAdded(operatorHand.pad) : .deadline)
            return
        }
        isHung = false
        failsafeDue = nil
        if let sent = failsafe { handle(.link(.failsafe(sent: sent))) }
        failsafe = nil
        let isLate = drive.deadline.map { now - $0 > DriveStateMachine.maxLateness } ?? (missed.count > 300)
        if isLate { handle(.halt(.late)) }
        for event in missed { handle(event) }
        missed.removeAll(keepingCapacity: true)
    }

    // MARK: what has to hold

    private mutating func look() {
        var moving: Channel?
        for channel in velocities where simulation.arm.velocity(channel, at: now) != 0 { moving = channel }
        let isBehind = simulation.arm.waitingBytes > 0 || moving == nil && simulation.arm.deaf(at: now) != nil
        let isUnsent = isDead || isHung || drive.link.condition != .up
        let movesUnsent = unsent.look(
            isSilent: isUnsent && !hasArrived, moves: moving != nil, isBehind: isBehind, at: now, &report)
        let movesReleased = released.look(
            isSilent: !isUnsent && drive.link.isConnected && operatorHand.isSilent, moves: moving != nil,
            isBehind: isBehind, at: now, &report)
        guard let moving, movesUnsent || movesReleased else { return }
        report.faultCount += 1
        let silence = movesUnsent ? unsent : released
        guard report.faults.count < FranticReport.mostFaults, let since = silence.since else { return }
        report.faults.append(
            FranticReport.Fault(
                seed: seed, at: now - start, channel: arm.profiles[moving].name, silence: silence.reason,
                since: since - start))
    }
}

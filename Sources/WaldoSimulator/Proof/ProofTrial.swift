public import WaldoCore
public import WaldoTime

/// Gets what a proved drive does, for its recording.
public protocol ProofRecorder: AnyObject {
    /// The state machine is stepped; `due` is the deadline that the step is for.
    func step(_ event: DriveEvent, at time: Instant, due: Instant?)
    /// A step has sent a command.
    func sent(_ command: Command, at time: Instant, _ outcome: WriteOutcome, _ stateMachine: DriveStateMachine)
    /// A step has sent bytes that no channel sends.
    func sent(_ bytes: Frame, at time: Instant, _ outcome: WriteOutcome)
}

/// One proved drive, on a clock that is moved by hand: an operator, the state machine with what a program does around
/// it, a link, the arm's board, and one to three faults. The seed determines all of it.
struct ProofTrial {
    /// A fault of the drive.
    struct Happening {
        let fault: ProofFault, at: Instant, until: Instant
    }

    /// What the program does.
    private enum Program {
        case running
        /// Nothing; the watchdog sends the zero frames at a time of its own.
        case stuck(until: Instant, failsafe: Instant?)
        case dead
    }

    let arm: Arm
    private(set) var now: Instant = .clockStart + .seconds(1)
    private(set) var happened: [Happening] = []
    private(set) var simulation: Simulation
    private var stateMachine: DriveStateMachine
    private var deadline: Instant?
    private var link: UnreliableLink
    private var hand: ProofHand
    private var random: SimulationRandom
    private var reports: ReportReader
    var watch: ProofWatch
    private weak var recorder: (any ProofRecorder)?
    private var program = Program.running
    /// What the operator did that a program that is stuck has not read, and what its watchdog has sent.
    private var missed: [DriveEvent] = [], failsafe: ZeroCounts?
    /// Whether the machine slept meanwhile, and whether the first fault has halted the drive.
    private var hasSlept = false
    private(set) var hasHalted = false
    /// When a loss is noticed, when the link is back, and when it takes motion; nil: it is not awaited.
    private var lossNoticed: Instant?, comesBack: Instant?, flows: Instant?

    /// - Parameter mapping: what the operator's hand moves.
    init(_ arm: Arm, _ mapping: Mapping, seed: UInt64, recorder: (any ProofRecorder)? = nil) {
        self.arm = arm
        self.recorder = recorder
        random = SimulationRandom(seed: seed)
        stateMachine = DriveStateMachine(arm: arm, mapping: mapping)
        simulation = Simulation(arm, SimulationOptions(seed: random.next()), at: now)
        link = UnreliableLink(seed: random.next())
        hand = ProofHand(arm, mapping, seed: random.next())
        reports = ReportReader(arm)
        watch = ProofWatch(arm)
    }

    /// Connects, and waits until the controls are live.
    mutating func begin() {
        link.connect()
        handle(.link(.up(takenOver: false)))
        handle(.inputAdded(hand.rest))
        run(for: .milliseconds(100))
        if stateMachine.isStopped { handle(.operator(.resume)) }
        let end = now + .seconds(40)
        while stateMachine.isBeginning, now < end { turn() }
        run(for: .milliseconds(400))
    }

    /// Time passes, a millisecond at a time.
    mutating func run(for length: TimeSpan) {
        let end = now + length
        while now < end { turn() }
    }

    /// The operator drives for a while.
    mutating func drive(for length: TimeSpan) {
        hand.isDriving = true
        run(for: length)
        hand.isDriving = false
    }

    mutating func turn() {
        now = now + .milliseconds(1)
        link.become(radio)
        var answers: [Frame] = []
        while let frame = link.arrival(by: now) { simulation.receive(frame, at: now) { answers.append($1) } }
        if let due = simulation.deadline, due <= now { simulation.advance(to: now) { answers.append($1) } }
        switch program {
        case .running:
            for answer in answers { read(answer) }
            reportLink()
            stepDeadlines()
        case .stuck(let until, let due):
            if let due, due <= now {
                failsafe = sendFailsafe()
                program = .stuck(until: until, failsafe: nil)
            }
            if now >= until { wake() }
        case .dead: break
        }
        for event in hand.turn(at: now) { take(event) }
        if watch.since != nil { look() }
    }

    // MARK: faults

    /// Something goes wrong.
    mutating func fail(_ fault: ProofFault) {
        let length = fault.lengths.map { TimeSpan.microseconds(.random(in: $0.microseconds, using: &random)) }
        let until = length.map { now + $0 } ?? .never
        happened.append(Happening(fault: fault, at: now, until: until))
        if watch.since == nil {
            watch.begin(at: now, hand: simulation.arm.hand(at: now))
            look()
        }
        switch fault {
        case .handsOff: for event in hand.letGo() { take(event) }
        case .stop: take(.operator(.stop))
        case .padLost: take(.inputLost)
        case .padSilent: take(.inputSilent)
        case .ended: take(.shutdown)
        case .linkLost:
            lossNoticed = now + .milliseconds(.random(in: 0...2_000, using: &random))
            comesBack = until
        case .linkStalled: break
        case .hung: stick(until, failsafe: deadline.map { $0 + DriveStateMachine.maxLateness })
        case .asleep:
            stick(until, failsafe: nil)
            hasSlept = true
        case .killed: die()
        case .crashed:
            if case .running = program { _ = sendFailsafe() }
            die()
        }
    }

    private mutating func stick(_ until: Instant, failsafe: Instant?) {
        guard case .running = program else { return }
        program = .stuck(until: until, failsafe: failsafe)
    }

    private mutating func die() {
        program = .dead
        link.disconnect()
    }

    private var radio: SimulatedLinkFaults.Condition {
        var condition = SimulatedLinkFaults.Condition.up
        for one in happened where one.at <= now && now < one.until {
            if one.fault == .linkLost { return .down }
            if one.fault == .linkStalled { condition = .stalled }
        }
        return condition
    }

    // MARK: the program

    private mutating func wake() {
        program = .running
        if let failsafe { handle(.link(.failsafe(sent: failsafe))) }
        failsafe = nil
        // The machine's clock of suspensions, and a deadline that was missed, both tell.
        if hasSlept || deadline.map({ now - $0 > DriveStateMachine.maxLateness }) ?? false {
            handle(.operator(.halt(.late)))
        }
        hasSlept = false
        for event in missed { handle(event) }
        missed = []
    }

    private mutating func take(_ event: DriveEvent) {
        switch program {
        case .running: handle(event)
        case .stuck: missed.append(event)
        case .dead: break
        }
    }

    private mutating func read(_ answer: Frame) {
        guard link.isConnected else { return }
        for report in reports.read(answer.bytes) {
            switch report {
            case .position(let numbers): if stateMachine.adopts(numbers) { handle(.reported(numbers)) }
            case .answer(let answers):
                if let awaited = stateMachine.awaitedAnswer, answers.contains(awaited) { handle(.answered) }
            case .fault: break
            }
        }
    }

    private mutating func stepDeadlines() {
        var turns = 0
        while let deadline, deadline <= now {
            handle(.deadline)
            turns += 1
            precondition(turns < 1_000, "the state machine asks to be stepped at \(now) for ever")
        }
    }

    private mutating func handle(_ event: DriveEvent) {
        recorder?.step(event, at: now, due: event == .deadline ? deadline : nil)
        let step = stateMachine.step(event, at: now)
        deadline = step.deadline
        if watch.since != nil, step.notices.contains(.halt) { hasHalted = true }
        let outcome: WriteOutcome
        if step.sendsBytes {
            let bytes = stateMachine.proposedBytes
            outcome = link.write(bytes, at: now)
            recorder?.sent(bytes, at: now, outcome)
        } else if let command = step.command {
            outcome = link.write(command.frame, at: now)
            recorder?.sent(command, at: now, outcome, stateMachine)
        } else {
            return
        }
        deadline = stateMachine.conclude(outcome)
        if let event = outcome.linkEvent { handle(.link(event)) }
        if outcome == .gone { lose() }
    }

    private mutating func sendFailsafe() -> ZeroCounts {
        let frames = stateMachine.failsafe, pending = stateMachine.pendingZeros
        guard link.isConnected else { return pending }
        for index in 0..<frames.count {
            for _ in 0..<pending[index] { link.send(frames[index], at: now) }
        }
        return pending
    }

    // MARK: the link

    private mutating func reportLink() {
        if let due = lossNoticed, due <= now { lose() }
        if let due = comesBack, due <= now, !link.isConnected, !arm.stopsByPosition {
            comesBack = nil
            link.connect()
            flows = now + .milliseconds(.random(in: 0...300, using: &random))
            handle(.link(.opened(takenOver: false)))
        }
        if let due = flows, due <= now, link.isConnected {
            flows = nil
            handle(.link(.flowing))
        }
        while let event = link.report(by: now) { handle(.link(event)) }
    }

    private mutating func lose() {
        lossNoticed = nil
        guard link.isConnected else { return }
        link.disconnect()
        flows = nil
        handle(.link(.down))
    }
}

extension ClosedRange<TimeSpan> {
    fileprivate var microseconds: ClosedRange<Int64> { lowerBound.microseconds...upperBound.microseconds }
}

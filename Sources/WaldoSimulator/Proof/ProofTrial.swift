import WaldoCore
import WaldoTime

/// One proved drive, on a clock that is moved by hand: an operator, the state machine with what a program does around
/// it, a link, the arm's board, and one to three faults. The seed determines all of it.
struct ProofTrial {
    /// A fault of the drive.
    struct Happening {
        let fault: ProofFault, at: Instant, until: Instant
    }

    /// What the program does.
    enum Program {
        case running
        /// Nothing; the watchdog sends the zero frames at a time of its own.
        case stuck(until: Instant, failsafe: Instant?)
        case dead
    }

    let arm: Arm
    private(set) var now: Instant = .clockStart + .seconds(1)
    var happened: [Happening] = []
    private(set) var simulation: Simulation
    var drive: SimulatedDrive
    var hand: ProofHand
    /// How often the operator changes the profile before the drive: each profile has its seeds.
    private let profile: Int
    var random: SimulationRandom
    private var reports: ReportReader
    var watch: ProofWatch
    var program = Program.running
    /// What the operator did that a program that is stuck has not read, and what its watchdog has sent.
    private var missed: [DriveEvent] = [], failsafe: ZeroCounts?
    /// Whether the machine slept meanwhile.
    var hasSlept = false
    /// How often the drive had halted before the first fault.
    var haltsBefore = 0
    /// When the link is back; nil: it is not awaited.
    var comesBack: Instant?

    /// - Parameter mapping: what the operator's hand moves.
    init(_ arm: Arm, _ mapping: Mapping, seed: UInt64, recorder: (any ProofRecorder)? = nil) {
        self.arm = arm
        random = SimulationRandom(seed: seed)
        simulation = Simulation(arm, SimulationOptions(seed: random.next()), at: now)
        drive = SimulatedDrive(arm, mapping, UnreliableLink(seed: random.next()), recorder: recorder)
        hand = ProofHand(arm, mapping, seed: random.next())
        profile = Int(seed % UInt64(max(1, mapping.profiles.count)))
        reports = ReportReader(arm)
        watch = ProofWatch(arm)
    }

    /// Whether a fault has halted the drive.
    var hasHalted: Bool { drive.halts > haltsBefore }

    /// Connects, and waits until the controls are live.
    mutating func begin() {
        drive.link.connect()
        handle(.link(.up(takenOver: false)))
        handle(.inputAdded(hand.rest))
        run(for: .milliseconds(100))
        if drive.stateMachine.isStopped { handle(.operator(.resume)) }
        let end = now + .seconds(40)
        while drive.stateMachine.isBeginning, now < end { turn() }
        run(for: .milliseconds(400))
        for _ in 0..<profile { handle(.operator(.nextProfile)) }
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
        drive.link.become(radio)
        var answers: [Frame] = []
        while let frame = drive.link.arrival(by: now) {
            simulation.receive(frame, at: now) { _, frame, _ in answers.append(frame) }
        }
        if let due = simulation.deadline, due <= now {
            simulation.advance(to: now) { _, frame, _ in answers.append(frame) }
        }
        switch program {
        case .running:
            for answer in answers where !isMute { read(answer) }
            reportLink()
            drive.stepDeadlines(at: now)
        case .stuck(let until, let due):
            if let due, due <= now {
                failsafe = drive.sendFailsafe(at: now)
                program = .stuck(until: until, failsafe: nil)
            }
            if now >= until { wake() }
        case .dead: break
        }
        for event in hand.turn(at: now) { take(event) }
        if watch.since != nil { look() }
    }

    // MARK: the program

    private mutating func wake() {
        program = .running
        if let failsafe { handle(.link(.failsafe(sent: failsafe))) }
        failsafe = nil
        // The machine's clock of suspensions, and a deadline that was missed, both tell.
        if hasSlept || drive.deadline.map({ now - $0 > DriveStateMachine.maxLateness }) ?? false {
            handle(.halt(.late))
        }
        hasSlept = false
        for event in missed { handle(event) }
        missed = []
    }

    mutating func take(_ event: DriveEvent) {
        switch program {
        case .running: handle(event)
        case .stuck: missed.append(event)
        case .dead: break
        }
    }

    private mutating func read(_ answer: Frame) {
        guard drive.link.isConnected else { return }
        for report in reports.read(answer.bytes) {
            switch report {
            case .position(let numbers): if drive.stateMachine.adopts(numbers) { handle(.reported(numbers)) }
            case .answer(let answers):
                if let awaited = drive.stateMachine.awaitedAnswer, answers.contains(awaited) { handle(.answered) }
            case .fault: break
            }
        }
    }

    private mutating func handle(_ event: DriveEvent) { drive.handle(event, at: now) }

    // MARK: the link

    private mutating func reportLink() {
        if let due = drive.lossNoticed, due <= now { drive.lose(at: now) }
        if let due = comesBack, due <= now, !drive.link.isConnected, !arm.stopsByPosition {
            comesBack = nil
            drive.link.connect()
            drive.flows = now + .milliseconds(.random(in: 0...300, using: &random))
            handle(.link(.opened(takenOver: false)))
        }
        drive.report(at: now)
    }
}

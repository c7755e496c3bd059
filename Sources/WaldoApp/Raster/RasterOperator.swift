internal import WaldoCore
internal import WaldoFiles
internal import WaldoLoop
internal import WaldoPanel
internal import WaldoTeleop
internal import WaldoTime

/// Drives the hand over the points of a raster in place of an operator, who watches: whatever happens to the drive
/// pauses it, and only Enter lets it go on.
@LoopActor
final class RasterOperator: DriveOperator, SurveyObserver {
    /// The delay from the link's start, and from Enter, to the next command: the gates open after 250 ms of rest.
    private static let startDelay: TimeSpan = .milliseconds(300)
    /// Two taps within this time are one.
    private static let doubleTap: TimeSpan = .milliseconds(500)

    let plan: DrivePlan
    private let survey: LiveSurvey
    private unowned let session: any OperatorDelegate
    private(set) var machine: RasterMachine
    /// What is measured on a route; nil: it is a raster.
    let route: RouteMeasurement?
    private var timer: LoopTimer?
    private weak var drive: Drive?
    /// Whether there is a link that takes motion.
    private var isUp = false
    /// Whether there has been one: before, nothing interrupts what has not begun.
    private var hasBeenUp = false
    private var isOver = false, hasPage = false
    /// Fires when the gates have opened after a start or a resume.
    private var beginning: LoopTimer?
    /// When a page has paused it: the second tap of two is no resume.
    private var pausedByPage: Instant?
    /// When the drive was halted last.
    private var halted: Instant?
    /// The status that screens have.
    private var shown: RasterStatus?

    /// - Parameters:
    ///   - exposure: how long the sensor counts for one message.
    ///   - expected: what is expected on a route; nil: it is a raster.
    init(
        _ raster: RasterPlan, of plan: DrivePlan, survey: LiveSurvey, exposure: TimeSpan,
        expected: RouteExpectation?, for session: any OperatorDelegate
    ) {
        self.plan = plan
        self.survey = survey
        self.session = session
        machine = RasterMachine(raster, of: plan.arm, exposure: exposure)
        route = expected.map { RouteMeasurement($0, of: survey) }
    }

    func open() throws {
        let (mapping, source) = try plan.mapping ?? plan.mappingWithoutInput()
        let name = "\(route == nil ? "raster" : "route") of \(machine.plan.points.count) points"
        let identity = InputIdentity(bus: 0, vendor: 0, product: 0, version: 0, port: InputIdentity.raster, name: name)
        timer = LoopTimer(of: self) { $0.step(.deadline, at: $1) }
        beginning = LoopTimer(of: self) { $0.goOn(at: $1) }
        session.begin(
            OperatorControls(input: identity, mapping: mapping, source: source, isPlayed: true))
        session.report(.input(InputReport(.added, name: name)))
        session.handle(.inputAdded(InputState()), at: Monotonic.now())
        survey.follower = self
        showStatus()
    }

    // MARK: the drive

    func link(_ event: LinkEvent) {
        switch event {
        // A new connection reports `flowing` a little after `opened`; one that was held flows again.
        case .up, .flowing:
            guard !isUp else { return }
            (isUp, hasBeenUp) = (true, true)
            // After a pause only the operator goes on.
            if machine.phase == .waiting { begin() }
        case .down:
            isUp = false
            interrupt(.link)
        // Nothing that is typed in a stall is done after it.
        case .stalled:
            isUp = false
            interrupt(.link)
        case .opened, .ready, .busy, .refused, .windowFull, .failsafe: break
        }
    }

    /// Moves on when the gates have opened, unless something comes between.
    private func begin() {
        guard isWatched else { return }
        beginning?.arm(at: Monotonic.now() + Self.startDelay)
    }

    private func goOn(at time: Instant) {
        guard isUp, isWatched, drive?.stateMachine.isStopped != true else { return }
        step(.proceed, at: time)
    }

    /// Whether somebody can stop it: where the page is all that the operator has, one that drives.
    var isWatched: Bool { plan.takesTerminal || plan.panel == nil || hasPage }

    func drive(_ drive: Drive, handled event: DriveEvent, step: Step) {
        self.drive = drive
        // Where the page is all that the operator has, nobody watches without it.
        if event == .finger(.there) || event == .finger(.gone) {
            Loop.soon(of: self) { $0.pageChanged(isThere: event == .finger(.there)) }
        }
        if event == .operator(.resume) { Loop.soon(of: self) { $0.resumed(at: Monotonic.now()) } }
        guard step.notices.contains(.halt), let reason = drive.stateMachine.lastHalt else { return }
        halted = Monotonic.now()
        // A link that is taken over begins with a halt.
        guard hasBeenUp else { return }
        let pause: RasterPause
        switch reason {
        case .linkLost, .linkBack, .stalled: pause = .link
        case .inputLost, .silent, .panelLost, .enable: pause = .input
        case .ending, .rewound: return
        case .stop, .late, .suspended, .fault, .alarm, .failure, .limit: pause = .halt
        }
        // The state machine is in the step that has halted; the gates stay closed for longer than a turn.
        Loop.soon(of: self) { $0.interrupt(pause) }
    }

    /// Pauses for a reason other than the operator's, at the beginning too: nothing moves by itself after it.
    private func interrupt(_ reason: RasterPause) {
        beginning?.disarm()
        if hasBeenUp { step(.pause(reason), at: Monotonic.now()) }
    }

    func drive(_ drive: Drive, sent command: Command, outcome: WriteOutcome) {
        guard outcome.isSent else { return }
        var sent: [(Channel, Int32)] = []
        drive.eachNumber(of: command) { sent.append(($0, $1)) }
        let time = drive.time
        Loop.soon(of: self) { raster in for (channel, number) in sent { raster.step(.sent(channel, number), at: time) }
        }
    }

    /// After each message more may have been measured. A route departs at the time of one.
    func report(_ report: SurveyReport, _ status: SurveyStatus) {
        guard !isOver, case .message = report else { return }
        guard !status.hasStoreFailed else { return step(.pause(.store), at: survey.time) }
        let measured = survey.measuredAtSpot
        guard measured != nil || route != nil else { return }
        if let measured { route?.time = measured.time }
        step(.measured(counts: measured?.counts ?? 0, measured?.time ?? .zero), at: survey.time)
    }

    // MARK: the operator who watches

    func handle(_ event: InputEvent, at time: Instant) -> Bool {
        guard case .key(let code, let down) = event else { return false }
        switch code {
        case KeyCode.p: if down { step(.pause(.wanted), at: time) }
        case KeyCode.n: if down { step(.skip, at: time) }
        case KeyCode.enter:
            guard isWaiting else { return false }
            if down { resume(at: time) }
        default: return false
        }
        return true
    }

    /// Handles what the operator wants by the page.
    func handle(_ order: ViewMessage.Raster, at time: Instant) {
        switch order {
        case .pause:
            pausedByPage = time
            step(.pause(.wanted), at: time)
        case .resume:
            if let pausedByPage, time - pausedByPage < Self.doubleTap { return }
            if isWaiting { resume(at: time) }
        case .skip: step(.skip, at: time)
        case .abort: step(.abort, at: time)
        }
    }

    /// Whether only the operator lets it go on.
    private var isWaiting: Bool {
        switch machine.phase {
        case .paused: true
        case .waiting: drive?.stateMachine.isStopped == true
        case .moving, .measuring, .ended: false
        }
    }

    private func pageChanged(isThere: Bool) {
        guard !isOver else { return }
        hasPage = isThere
        showStatus()
        guard !isWatched else { return isUp && machine.phase == .waiting ? begin() : () }
        interrupt(.input)
    }

    private func resume(at time: Instant) {
        func stays(_ detail: String) { session.report(.input(InputReport(.paused, detail: detail))) }
        // What was typed while nobody heard it, in a suspended process for one, comes right after the halt.
        if let halted, time - halted < Self.startDelay {
            return stays("the arm was halted just now; Enter again goes on")
        }
        session.handle(.operator(.resume), at: time)
        guard isUp else { return stays("there is no link that takes motion") }
        if drive?.stateMachine.isStopped == true { stays("the emergency stop holds") }
    }

    /// The drive has resumed, by a key or by the page's button, and the raster goes on with it. A resume shuts the
    /// gates, and a velocity that does not wait for them stays behind them.
    private func resumed(at time: Instant) {
        guard isUp, drive?.stateMachine.isStopped == false else { return }
        if let halted, time - halted < Self.startDelay { return }
        switch machine.phase {
        case .paused, .waiting: begin()
        case .moving, .measuring, .ended: break
        }
    }

    var conclusion: [String] { route?.conclusion(machine.routeDuration) ?? [] }

    func ungrab() {}

    func regrab() {}

    func close() {
        isOver = true
        timer?.cancel()
        beginning?.cancel()
    }

    // MARK: steps

    private func step(_ event: RasterMachine.Event, at time: Instant) {
        guard !isOver else { return }
        if case .pause = event { beginning?.disarm() }
        let before = (machine.phase, machine.point)
        for action in machine.step(event, at: time) {
            switch action {
            case .setChannels(let numbers): session.handle(.played(numbers), at: time)
            case .spot(let change): session.report(.spot(change, at: time))
            }
        }
        if let deadline = machine.deadline { timer?.arm(at: deadline) } else { timer?.disarm() }
        showStatus()
        if before != (machine.phase, machine.point) { report() }
        guard case .ended(let isComplete) = machine.phase else { return }
        isOver = true
        // Deferred: the state machine may still be in the step that caused this.
        Loop.task { [session] in
            isComplete ? session.end(.complete) : session.end(.failed(Failure(.output, "the raster was ended")))
        }
    }

    private func showStatus() {
        let now = status
        guard now != shown else { return }
        shown = now
        session.report(.raster(now))
    }

    private func report() {
        switch machine.phase {
        case .paused(let reason):
            session.report(.input(InputReport(.paused, detail: text)))
            // In a script nobody could ever go on.
            guard !plan.takesTerminal, plan.panel == nil else { return }
            isOver = true
            let failure = Failure(reason == .link ? .link : .output, "the raster has ended at \(text)")
            Loop.task { [session] in session.end(.failed(failure)) }
        case .measuring: session.report(.input(InputReport(.playing, detail: text)))
        case .waiting, .moving, .ended: break
        }
    }
}

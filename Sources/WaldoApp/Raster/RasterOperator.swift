import WaldoCore
import WaldoFiles
import WaldoLoop
import WaldoPanel
import WaldoTeleop
import WaldoTime

/// Drives the hand over the points of a raster in place of an operator, who watches: whatever happens to the drive
/// pauses it, and only Enter lets it go on.
@LoopActor
final class RasterOperator: DriveOperator, SurveyObserver {
    let plan: DrivePlan
    private let survey: LiveSurvey
    unowned let session: any OperatorDelegate
    private(set) var machine: RasterMachine
    /// What is measured on a route; nil: it is a raster.
    let route: RouteMeasurement?
    private var timer: LoopTimer?
    private(set) weak var drive: Drive?
    var watch: RasterWatch
    private var isOver = false
    /// Fires when the gates have opened after a start or a resume.
    private var beginning: LoopTimer?
    /// What halted the arm last, in words.
    private(set) var haltText = ""
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
        // Where the page is all that the operator has, nobody watches without it.
        watch = RasterWatch(needsPage: !plan.takesTerminal && plan.panel != nil)
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
        switch watch.link(event, at: Monotonic.now()) {
        // After a pause only the operator goes on.
        case .begins: if machine.phase == .waiting { begin() }
        case .ends: interrupt(.link)
        case nil: break
        }
    }

    /// Moves on when the gates have opened, unless something comes between.
    func begin() {
        guard watch.isWatched else { return }
        beginning?.arm(at: Monotonic.now() + RasterWatch.startDelay)
    }

    private func goOn(at time: Instant) {
        guard watch.isUp, watch.isWatched, drive?.stateMachine.isStopped != true else { return }
        step(.proceed, at: time)
    }

    func drive(_ drive: Drive, handled event: DriveEvent, step: Step) {
        self.drive = drive
        if event == .finger(.there) || event == .finger(.gone) {
            Loop.soon(of: self) { $0.pageChanged(isThere: event == .finger(.there)) }
        }
        if event == .operator(.resume) { Loop.soon(of: self) { $0.resumed(at: Monotonic.now()) } }
        guard step.notices.contains(.halt), let reason = drive.stateMachine.lastHalt else { return }
        guard let pause = watch.halt(reason, at: Monotonic.now()) else { return }
        haltText = text(of: reason, after: event, step, drive.stateMachine)
        // The state machine is in the step that has halted; the gates stay closed for longer than a turn.
        Loop.soon(of: self) { $0.interrupt(pause) }
    }

    /// Pauses for a reason other than the operator's, at the beginning too: nothing moves by itself after it.
    private func interrupt(_ reason: RasterPause) {
        beginning?.disarm()
        if watch.hasBeenUp { step(.pause(reason), at: Monotonic.now()) }
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

    private func pageChanged(isThere: Bool) {
        guard !isOver else { return }
        watch.hasPage = isThere
        showStatus()
        guard !watch.isWatched else { return watch.isUp && machine.phase == .waiting ? begin() : () }
        interrupt(.input)
    }

    var conclusion: [String] {
        if let route { return route.conclusion(machine.routeDuration) }
        let count = machine.plan.points.count
        return machine.skipped > 0 ? ["\(machine.skipped) of \(count) points were skipped"] : []
    }

    func close() {
        isOver = true
        timer?.cancel()
        beginning?.cancel()
    }

    // MARK: steps

    func step(_ event: RasterMachine.Event, at time: Instant) {
        guard !isOver else { return }
        if case .pause = event { beginning?.disarm() }
        let before = (machine.phase, machine.point)
        for action in machine.step(event, at: time) {
            switch action {
            case .setChannels(let numbers): session.handle(.played(numbers), at: time)
            case .spot(let change): session.report(.spot(change, at: time))
            }
        }
        timer?.arm(at: machine.deadline)
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
            session.report(.input(InputReport(.paused, detail: progressText)))
            // In a script nobody could ever go on.
            guard !plan.takesTerminal, plan.panel == nil else { return }
            isOver = true
            let failure = Failure(reason == .link ? .link : .output, "the raster has ended at \(progressText)")
            Loop.task { [session] in session.end(.failed(failure)) }
        case .measuring: session.report(.input(InputReport(.playing, detail: progressText)))
        case .waiting, .moving, .ended: break
        }
    }
}

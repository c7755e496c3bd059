import Glibc
import WaldoCore
import WaldoFiles
import WaldoLoop
import WaldoStore
import WaldoSurvey
import WaldoTime

/// A survey while it runs: gives the state machine what is heard, keeps it in the store, and hands its results on.
@LoopActor
final class LiveSurvey {
    /// How often it is compared while nothing is heard.
    private static let clockCheckInterval: TimeSpan = .seconds(1)

    private let plan: SurveyPlan
    var machine: SurveyMachine
    let store: StoreWriter?
    var results = SurveyReports()
    /// The first of the results that has not been handed on.
    var next = 0
    private var observers: [any SurveyObserver] = []
    var timer: LoopTimer?
    private var clockTimer: LoopTimer?
    private var clockRows = ClockRows()
    /// Whether the link brings what the sensor sends.
    var isUp = false
    /// The address of the peripheral that the store knows.
    var heardFrom: String?
    private var rate = FixRate()
    private var hasSurplusFixes = false
    var hasEnded = false
    /// Whether nothing was heard, located or sent.
    var isEmpty = true
    weak var delegate: (any LiveSurveyDelegate)?
    /// Told after the observers, since it may step the survey; not retained.
    weak var follower: (any SurveyObserver)?
    /// The state of the survey.
    private(set) var status: SurveyStatus

    /// - Parameter store: where the survey is kept; nil: nowhere.
    init(_ plan: SurveyPlan, arm: Arm? = nil, store: StoreWriter?, sequences: [String: Int64] = [:]) {
        self.plan = plan
        self.store = store
        status = SurveyStatus(plan)
        machine = SurveyMachine(
            plan.sensor, graph: plan.graph, rules: plan.rules, arm: arm, sequences: sequences,
            isSimulated: plan.simulation != nil)
    }

    func add(_ observer: any SurveyObserver) { observers.append(observer) }

    /// Says a sentence to the operator.
    func note(_ text: String) { report(.note(text)) }

    /// Updates the state with a report, and hands both on.
    func report(_ report: SurveyReport) {
        reportStore()
        handOut(report)
    }

    /// Reports what the store, whose thread reports nothing by itself, has lost since the last report.
    private func reportStore() {
        guard let store else { return }
        let lostRows = store.lostRows, hasFailed = store.failure != nil
        guard lostRows != status.lostRows || hasFailed != status.hasStoreFailed else { return }
        handOut(.store(lostRows: lostRows, hasFailed: hasFailed))
    }

    private func handOut(_ report: SurveyReport) {
        status.apply(report)
        for observer in observers { observer.report(report, status) }
        follower?.report(report, status)
    }

    /// Begins the session.
    func start() {
        // At its own time, not at that of a late turn: what is stamped in between keeps its time then.
        timer = LoopTimer(of: self) { $0.step(.deadline, at: min($1, $0.machine.deadline ?? $1)) }
        clockTimer = LoopTimer(of: self) { $0.checkClock(at: $1) }
        let now = Monotonic.now()
        checkClock(at: now)
        if let fixed = plan.fixed { located(Fix(source: .fixed, at: now, place: fixed)) }
    }

    // MARK: what happens

    /// The sensor sent bytes.
    func heard(_ bytes: [UInt8], channel: Int, at time: Instant) {
        guard !status.isPaused else { return }
        noteClock(at: time)
        step(.bytes(channel: channel, bytes), at: time)
    }

    /// A source other than the sensor has given a place.
    func located(_ fix: Fix) {
        guard !status.isPaused else { return }
        guard fix.source != .gpsd || rate.admits(at: fix.at) else { return leaveFixOut() }
        step(.fix(fix), at: fix.at)
        report(.fix(fix))
    }

    private func leaveFixOut() {
        store?.leaveFixOut()
        guard !hasSurplusFixes else { return }
        hasSurplusFixes = true
        note("\(FixRate.surplus): the other fixes are counted and left out")
    }

    /// The arm was sent a number.
    func commanded(_ channel: Channel, _ value: Int32, at time: Instant) { step(.command(channel, value), at: time) }

    /// The operator has confirmed that the arm stands at its start position.
    func placed(at time: Instant) { step(.placed, at: time) }

    /// The measurement at a point of a raster begins or ends.
    func spot(_ change: SpotChange, at time: Instant) { step(.spot(change), at: time) }

    /// What was measured at the present point of a raster; nil: there is none.
    var measuredAtSpot: (counts: Double, time: TimeSpan)? { machine.measuredAtSpot }

    /// The newest value of each of the graph's inputs and nodes.
    var presentValues: [GraphValue?] { machine.presentValues }

    /// The time that an integral has summed, and that it lacks; nil: the output is none.
    func exposure(ofOutput output: Int) -> (measured: TimeSpan, unmeasured: TimeSpan)? {
        machine.exposure(ofOutput: output)
    }

    /// The time of the latest event.
    var time: Instant { machine.time }

    /// Ends the session.
    /// - Parameter hasFailed: whether a failure ends it. A new file that would hold an empty session is removed then,
    ///   unless it is sent somewhere.
    /// - Returns: whether all of it has been stored.
    func end(within patience: TimeSpan, hasFailed: Bool = false) -> Bool {
        guard !hasEnded else { return true }
        step(.end, at: Monotonic.now())
        hasEnded = true
        timer?.cancel()
        clockTimer?.cancel()
        guard let store else { return true }
        for (channel, account) in machine.accounts.enumerated() {
            store.accepted(Int64(account.accepted), channel: channel)
            store.measured(machine.measurements[channel], channel: channel)
        }
        let isWhole = store.finish(within: patience, isUnused: hasFailed && isEmpty && plan.stream == nil)
        reportStore()
        return isWhole
    }

    /// Where each channel's bytes went.
    var accounts: [SensorAccount] { machine.accounts }

    /// Why not all was stored.
    func failure(storing path: String?) -> Failure {
        Failure(
            .output,
            store?.failure?.description
                ?? "\(path ?? "the store"): not all could be written in time; `waldo survey check` shows what is there")
    }

    // MARK: the wall clock

    private func checkClock(at now: Instant) {
        noteClock(at: now)
        reportStore()
        clockTimer?.arm(at: now + Self.clockCheckInterval)
    }

    /// Adds a row of the wall clock when one is due.
    private func noteClock(at time: Instant) {
        let utc = WallClock.utc(at: time)
        guard clockRows.adds(utc, at: time) else { return }
        step(.clock(utc: utc), at: time)
    }
}

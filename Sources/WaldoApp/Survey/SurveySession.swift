import Glibc
import WaldoCore
import WaldoFiles
package import WaldoLoop
import WaldoPanel
import WaldoSimulator
import WaldoStore
import WaldoSurvey
import WaldoTerminal
package import WaldoTime

/// Connects the parts of one survey without a drive: a sensor's source, the survey, its store and a screen.
@LoopActor
package final class SurveySession: LoopTask, SurveyDashboardDelegate {
    /// How long the store may take to write what is left and to build its indexes. No arm waits for it, and a second
    /// Ctrl-C ends it.
    private static let patience: TimeSpan = .seconds(300)

    private let plan: SurveyPlan
    private let options: Options
    private let began = Monotonic.now()
    private(set) weak var run: LoopRun?
    private(set) var survey: LiveSurvey?
    private var path: String?
    private var source: SurveySource?
    private var until: LoopTimer?
    private var lines: LineWriter?
    private(set) var dashboard: SurveyDashboard?
    private(set) var pages: SurveyPages?
    private var foxglove: FoxgloveSite?
    private var stream: SurveyStream?

    /// How a survey runs.
    package struct Options {
        /// How long it lasts; nil: until a signal ends it.
        package var duration: TimeSpan?
        /// Whether to write JSON Lines.
        package var isPlain: Bool
        /// Where live data are served for Foxglove; nil: nowhere.
        package var foxglove: FoxglovePlan?
        /// The panel that it serves; nil: none.
        package var panel: PanelPlan?
        /// Whether it begins paused, until a page starts it.
        package var isPaused = false

        /// Creates options.
        package init(duration: TimeSpan? = nil, isPlain: Bool, foxglove: FoxglovePlan? = nil) {
            self.duration = duration
            self.isPlain = isPlain
            self.foxglove = foxglove
        }
    }

    private init(_ plan: SurveyPlan, _ options: Options) {
        self.plan = plan
        self.options = options
    }

    /// Runs a survey from start to end.
    /// - Throws: the `Failure` that ended it, or the `ExitStatus`.
    package nonisolated static func run(_ plan: SurveyPlan, _ options: Options) throws {
        try LoopRun.run { SurveySession(plan, options) }
    }

    func start(_ run: LoopRun) throws {
        self.run = run
        try plan.refuseFrames()
        try SurveyStream.check(plan)
        // Before the store: an address that is refused leaves no empty session.
        foxglove = try options.foxglove.map { try FoxgloveSite($0, name: plan.sensor.name) }
        pages = try options.panel.map { (wanted) throws(Failure) in
            try SurveyPages(wanted, start: began, delegate: self)
        }
        try SurveyStore.prepare(plan.store, for: run) { [weak self] in try self?.begin() }
    }

    private func begin() throws {
        let opened = try plan.store.map { path in
            try SurveyStore.open(path, plan) { [weak self] in self?.storeFailed($0) }
        }
        path = opened?.path
        let survey = LiveSurvey(plan, store: opened?.store)
        self.survey = survey
        try openScreen(survey)
        stream = try SurveyStream.begin(plan, survey, store: path)
        if let foxglove {
            foxglove.addSurvey(survey)
            foxglove.invite()
        }
        openPages(survey)
        survey.start()
        if options.isPaused { handle(.pause) }
        let source = SurveySource(plan, survey) { [weak self] in self?.run?.end($0) }
        self.source = source
        try source.start()
        startTimer()
    }

    private func openScreen(_ survey: LiveSurvey) throws {
        if options.isPlain {
            let writer = try LineWriter.standardOutput { [weak self] ending in
                self?.run?.end(Failure(.output, "\(ending.outputWords): the survey ends"))
            }
            writer.start(
                pid: getpid(), link: plan.simulation.map { .simulation(options: $0.text, sensor: nil) })
            lines = writer
            survey.add(SurveyLines(writer, start: began, plan.sensor))
        } else if TerminalStyle.ofEnvironment().emphasis == .none {
            survey.add(SurveyText(plan))
        } else {
            try openDashboard(survey)
        }
    }

    private func openDashboard(_ survey: LiveSurvey) throws {
        let dashboard = try SurveyDashboard(
            SurveyRenderer(plan, start: began, duration: options.duration, file: path), of: survey, start: began,
            delegate: self)
        self.dashboard = dashboard
        run?.terminal = dashboard.terminal
        Diagnostics.redirect { line in Task { @LoopActor in dashboard.print(line) } }
    }

    func operatorEnds() { run?.end(status: .success) }

    func terminalIsLost(_ reason: TerminalError) { run?.end(Failure(.signal(SIGHUP), "\(reason)")) }

    private func openPages(_ survey: LiveSurvey) {
        guard let pages else { return }
        let live = LiveView(survey, plan, store: path, start: began, duration: options.duration)
        pages.show(live, of: plan, beside: path)
        pages.invite(isOnScreen: dashboard != nil)
        pagesChanged()
    }

    private func startTimer() {
        guard let duration = options.duration else { return }
        until = LoopTimer(of: self) { owner, _ in owner.run?.end(status: .success) }
        until?.arm(at: began + duration)
    }

    // MARK: the end

    private func storeFailed(_ sentence: String) {
        if options.isPlain { Diagnostics.write("waldo: \(sentence)") }
        survey?.note("nothing more is stored: \(sentence)")
        run?.note(Failure(.output, "the store has failed, and later data was not stored"))
    }

    func end(_ run: LoopRun) {
        source?.close()
        until?.cancel()
        // Before the store is finished, which may take minutes.
        pages?.close()
        Signals.allowShutdown(Self.patience + .seconds(2))
        let isWhole = survey?.end(within: Self.patience, hasFailed: run.failure != nil) ?? true
        if !isWhole, let failure = survey?.failure(storing: path) { run.note(failure) }
        foxglove?.close()
        dashboard?.close()
        // It may take seconds, in which the operator is to have the terminal back.
        run.closeTerminal()
        let rest = stream?.finish()
        lines?.finish(within: .milliseconds(500))
        if !options.isPlain, survey?.store?.isDiscarded == false, let path {
            StandardStreams.writeOutput(plan.storedText(path))
        }
        if let rest { Diagnostics.write("waldo: \(rest)") }
        run.finish()
    }
}

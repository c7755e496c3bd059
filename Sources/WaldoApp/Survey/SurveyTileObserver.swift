internal import WaldoCore
internal import WaldoLoop
internal import WaldoTerminal
internal import WaldoTime

/// Keeps a screen's view of a survey up to date, and the age of the last message with it.
@LoopActor
final class SurveyTileObserver: SurveyObserver {
    /// Callbacks of the observer.
    struct Events {
        /// The view may have changed.
        var changed: @LoopActor () -> Void
        /// Something has happened that the operator is to read: a line for the log.
        var happened: @LoopActor (String) -> Void
    }

    private var tile: SurveyTile
    private weak var survey: LiveSurvey?
    /// Whether the link's changes are lines of the log.
    private let logsLink: Bool
    private let events: Events
    private var timer: LoopTimer?
    private var phase: LinkShown.Phase?

    /// Begins to observe a survey.
    init(_ tile: SurveyTile, of survey: LiveSurvey, logsLink: Bool, _ events: Events) {
        self.tile = tile
        self.survey = survey
        self.logsLink = logsLink
        self.events = events
        timer = LoopTimer { [weak self] _ in self?.touch() }
        survey.add(self)
        touch()
    }

    /// Ends it; no callback follows.
    func close() {
        timer?.cancel()
        timer = nil
    }

    /// What is to be shown at a time.
    func view(at now: Instant) -> SurveyView {
        if let survey { tile.store(lostRows: survey.lostRows, hasFailed: survey.hasStoreFailed) }
        return tile.view(at: now)
    }

    // MARK: results

    func stream(_ number: Int, _ description: StreamDescription) {
        tile.stream(description)
        touch()
    }

    func message(_ message: SensorMessage) {
        tile.message(message)
        touch()
    }

    func sample(_ sample: Sample) {
        tile.sample(sample)
        touch()
    }

    func alarm(_ change: AlarmChange) {
        tile.alarm(change)
        events.happened("alarm " + tile.alarmText.text(change))
        touch()
    }

    func gap(_ gap: Gap) {
        tile.gap(gap)
        touch()
    }

    func reject(_ reject: Reject) {
        tile.reject(reject)
        touch()
    }

    func fix(_ fix: Fix) {
        tile.fix(fix)
        touch()
    }

    func link(_ state: LinkShown) {
        tile.link(state)
        if logsLink, state.phase != phase {
            let what = [state.name, state.address, state.detail].filter { !$0.isEmpty }.joined(separator: " ")
            events.happened("sensor \(state.phase.word)" + (what.isEmpty ? "" : ": \(what)"))
        }
        phase = state.phase
        touch()
    }

    func note(_ text: String) { events.happened(text) }

    func match(_ change: GraphMatch.Change) {
        tile.match(change)
        events.happened(change.sentence)
        touch()
    }

    func streamed(_ state: StreamShown) {
        tile.streamed(state)
        touch()
    }

    /// The view may have changed; without news it does so at the next second.
    private func touch() {
        guard let timer else { return }
        if timer.deadline == nil {
            let now = Monotonic.now()
            timer.arm(at: tile.nextChange(after: now))
        }
        events.changed()
    }
}

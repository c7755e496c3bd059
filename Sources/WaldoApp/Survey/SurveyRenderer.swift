import WaldoCore
import WaldoSurvey
import WaldoTerminal
import WaldoTime

/// Makes what screens show of a survey from its status. Pure: time is handed in.
struct SurveyRenderer {
    /// A sensor that has missed so many of its intervals is silent; one that sends faster than people read, after a
    /// second.
    private static let intervals = 3, leastSilence: TimeSpan = .seconds(1)
    private static let second: TimeSpan = .seconds(1)
    /// What the operator is to read of a survey that must not be published.
    static let forbidsUpload = "the sensor marks this survey as not for upload"

    /// The interval of the sensor's file; nil: it states none.
    private let interval: TimeSpan?
    private let alarmText: AlarmText
    private let start: Instant
    private let duration: TimeSpan?
    private var base = SurveyView()

    /// - Parameters:
    ///   - start: when the survey began.
    ///   - duration: how long it lasts; nil: until it is ended.
    ///   - file: the store's path; nil: nothing is kept.
    init(_ plan: SurveyPlan, start: Instant, duration: TimeSpan? = nil, file: String? = nil) {
        interval = plan.sensor.interval
        alarmText = AlarmText(plan.graph)
        self.start = start
        self.duration = duration
        base.sensor = plan.sensor.name
        base.title = plan.title ?? ""
        if plan.simulation != nil { base.transport = .simulated }
        base.store = file.map { SurveyView.Store(String($0.split(separator: "/").last ?? "")) }
        if base.title.isEmpty, let name = base.store?.name { base.title = name }
    }

    /// What is to be shown at a time.
    func view(of status: SurveyStatus, at now: Instant) -> SurveyView {
        var view = base
        view.streams = status.streams.map(stream)
        view.alarms = status.alarms.map { SurveyView.Alarm(alarmText.text($0), halts: $0.halts) }
        view.problem = status.problem
        view.link = status.link
        view.store?.lostRows = status.lostRows
        view.store?.hasFailed = status.hasStoreFailed
        if let relay = status.relay { (view.stream, view.isStreamTroubled) = (relay.words, relay.isTroubled) }
        view.position = status.places.shown(at: now)
        view.age = status.heardAt.map { Self.seconds(now - $0) }
        view.isPaused = status.isPaused
        view.isSilent = !status.isPaused && silence(status).map { now > $0 } ?? false
        (view.messages, view.gaps, view.rejectedBytes) = (status.messages, status.gaps, status.rejectedBytes)
        view.elapsed = SurveyNumber.duration(now - start)
        if let duration { view.left = SurveyNumber.duration(max(.zero, start + duration - now)) }
        return view
    }

    /// When the view changes next, if nothing happens until then.
    func nextChange(of status: SurveyStatus, after now: Instant) -> Instant {
        let since = status.heardAt ?? start
        let second = since + Self.second * (Self.seconds(now - since) + 1)
        guard let silence = silence(status), silence >= now else { return second }
        return min(second, silence + .microseconds(1))
    }

    /// A line for the log; nil: nothing that the operator is to read.
    func line(_ report: SurveyReport) -> String? {
        switch report {
        case .alarm(let change): "alarm " + alarmText.text(change)
        case .match(let change): change.sentence
        case .note(let text): text
        case .paused(let isPaused): Self.words(isPaused: isPaused)
        case .forbidsUpload: Self.forbidsUpload
        case .stream, .message, .sample, .gap, .reject, .fix, .link, .relay, .store: nil
        }
    }

    /// What the operator is to read of a pause.
    static func words(isPaused: Bool) -> String { isPaused ? "paused: nothing is recorded" : "started" }

    private func stream(_ status: SurveyStatus.Stream) -> SurveyView.Stream {
        let stream = status.description
        guard let sample = status.newest else { return SurveyView.Stream(stream.name) }
        // The number itself is replaced by the word.
        let words = SurveyNumber.restrictions(sample.flags).filter { sample.value != nil || $0 != "saturated" }
        let isInvalid = sample.value == nil || !sample.flags.isDisjoint(with: [.invalid, .saturated])
        return SurveyView.Stream(
            stream.name, number: SurveyNumber.number(sample), unit: sample.value == nil ? "" : stream.unit,
            words: words, validity: isInvalid ? .invalid : words.isEmpty ? .valid : .restricted)
    }

    /// After this time the sensor is silent; nil: it has no interval.
    private func silence(_ status: SurveyStatus) -> Instant? {
        guard let interval = interval ?? status.streams.compactMap(\.description.interval).min() else { return nil }
        return (status.heardAt ?? start) + max(Self.leastSilence, interval * Self.intervals)
    }

    private static func seconds(_ span: TimeSpan) -> Int { max(0, span / second) }
}

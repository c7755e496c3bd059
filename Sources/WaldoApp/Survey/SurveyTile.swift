internal import WaldoCore
internal import WaldoTerminal
internal import WaldoTime

/// What the screens show of a survey, collected from its results. Pure: time is handed in. Texts are made only for a
/// view, not per message.
struct SurveyTile {
    /// A sensor that has missed so many of its intervals is silent; one that sends faster than people read, after a
    /// second.
    private static let intervals = 3, leastSilence: TimeSpan = .seconds(1)
    private static let second: TimeSpan = .seconds(1)

    private let sensor: Sensor
    /// The texts of the graph's alarms.
    let alarmText: AlarmText
    private let start: Instant
    private let duration: TimeSpan?
    private var base = SurveyView()
    private var places: SurveyPlaces
    private var streams: [StreamDescription] = []
    private var newest: [Sample?] = []
    private var alarms: [AlarmChange] = []
    private var heardAt: Instant?
    private var messages = 0, gaps = 0, rejectedBytes = 0

    /// - Parameters:
    ///   - start: when the survey began.
    ///   - duration: how long it lasts; nil: until it is ended.
    ///   - file: the store's path; nil: nothing is kept.
    init(_ plan: SurveyPlan, start: Instant, duration: TimeSpan? = nil, file: String? = nil) {
        sensor = plan.sensor
        alarmText = AlarmText(plan.graph)
        self.start = start
        self.duration = duration
        places = SurveyPlaces(plan.rules)
        base.sensor = plan.sensor.name
        base.title = plan.title ?? ""
        if plan.simulation != nil { base.transport = .simulated }
        base.store = file.map { SurveyView.Store(String($0.split(separator: "/").last ?? "")) }
        if base.title.isEmpty, let name = base.store?.name { base.title = name }
    }

    // MARK: results

    mutating func stream(_ description: StreamDescription) {
        streams.append(description)
        newest.append(nil)
    }

    mutating func message(_ message: SensorMessage) {
        messages += 1
        heardAt = message.at
        if let fields = sensor.messages[message.format].place, let fix = Fix(message, fields) { places.take(fix) }
    }

    mutating func sample(_ sample: Sample) {
        guard newest.indices.contains(sample.stream) else { return }
        newest[sample.stream] = sample
        if let place = sample.place, place.system == .arm {
            places.take(Fix(source: .arm, at: sample.middle, place: place))
        }
    }

    mutating func alarm(_ change: AlarmChange) {
        let standing = alarms.firstIndex { $0.node == change.node }
        switch (standing, change.cause) {
        case (let place?, nil): alarms.remove(at: place)
        case (let place?, _): alarms[place] = change
        case (nil, nil): break
        case (nil, _): alarms.append(change)
        }
    }

    mutating func gap(_ gap: Gap) { gaps += 1 }

    mutating func reject(_ reject: Reject) { rejectedBytes += reject.bytes.count }

    mutating func fix(_ fix: Fix) { places.take(fix) }

    mutating func match(_ change: GraphMatch.Change) { base.problem = change.problem ?? "" }

    mutating func link(_ state: LinkShown) {
        base.link = DashboardView.Link.Phase(state.phase)
        base.linkDetail = [state.name, state.address, state.detail].filter { !$0.isEmpty }.joined(separator: " ")
    }

    /// How it stands with the store.
    mutating func store(lostRows: Int, hasFailed: Bool) {
        base.store?.lostRows = lostRows
        base.store?.hasFailed = hasFailed
    }

    /// How it stands with the stream.
    mutating func streamed(_ state: StreamShown) {
        base.stream = state.words
        base.isStreamTroubled = state.isTroubled
    }

    // MARK: the view

    /// What is to be shown at a time.
    func view(at now: Instant) -> SurveyView {
        var view = base
        view.streams = zip(streams, newest).map(shown)
        view.alarms = alarms.map { SurveyView.Alarm(alarmText.text($0), halts: $0.halts) }
        view.place = places.shown(at: now)
        view.age = heardAt.map { Self.seconds(now - $0) }
        view.isSilent = silentAt.map { now > $0 } ?? false
        (view.messages, view.gaps, view.rejectedBytes) = (messages, gaps, rejectedBytes)
        view.elapsed = SurveyNumber.duration(now - start)
        if let duration { view.left = SurveyNumber.duration(max(.zero, start + duration - now)) }
        return view
    }

    /// When the view changes next, if nothing happens until then.
    func nextChange(after now: Instant) -> Instant {
        let since = heardAt ?? start
        let second = since + Self.second * (Self.seconds(now - since) + 1)
        guard let silentAt, silentAt >= now else { return second }
        return min(second, silentAt + .microseconds(1))
    }

    private func shown(_ stream: StreamDescription, _ sample: Sample?) -> SurveyView.Stream {
        guard let sample else { return SurveyView.Stream(stream.name) }
        // The number itself is replaced by the word.
        let words = SurveyNumber.words(sample.flags).filter { sample.value != nil || $0 != "saturated" }
        let isInvalid = sample.value == nil || !sample.flags.isDisjoint(with: [.invalid, .saturated])
        return SurveyView.Stream(
            stream.name, number: SurveyNumber.number(sample), unit: sample.value == nil ? "" : stream.unit,
            words: words, validity: isInvalid ? .invalid : words.isEmpty ? .valid : .restricted)
    }

    /// After this time the sensor is silent; nil: it has no interval.
    private var silentAt: Instant? {
        guard let interval = sensor.interval ?? streams.compactMap(\.interval).min() else { return nil }
        return (heardAt ?? start) + max(Self.leastSilence, interval * Self.intervals)
    }

    private static func seconds(_ span: TimeSpan) -> Int { max(0, span / second) }
}

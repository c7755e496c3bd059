import WaldoCore
import WaldoSurvey
import WaldoTime

/// The state of a survey, which every screen shows: folded from the reports.
struct SurveyStatus: Equatable {
    /// A stream and its newest sample.
    struct Stream: Equatable {
        let description: StreamDescription
        /// Nil: none is final yet.
        var newest: Sample?
    }

    /// The streams in the order in which they were announced.
    private(set) var streams: [Stream] = []
    /// The alarms that are raised, the oldest first.
    private(set) var alarms: [AlarmChange] = []
    /// When the last message came; nil: none has.
    private(set) var heardAt: Instant?
    /// Messages decoded, gaps, and what became no message.
    private(set) var messages = 0, gaps = 0, rejects = 0, rejectedBytes = 0
    /// The last gap, and what was rejected last.
    private(set) var lastGap: Gap?, lastReject: Reject?
    /// All raw counts of the leading stream; nil: the sensor counts nothing.
    private(set) var counts: Int?
    /// Where it is, by each of its sources.
    private(set) var places: SurveyPlaces
    /// The newest valid fix of a source other than the sensor, and whether any such source has given one.
    private(set) var lastFix: Fix?, hasFixes = false
    /// The link to the sensor.
    private(set) var link = LinkStatus()
    /// Whether the operator has paused it.
    private(set) var isPaused = false
    /// The stream to others; nil: there is none.
    private(set) var relay: RelayStatus?
    /// Why the graph computes nothing, in one sentence; empty: it computes something, or nothing is known yet.
    private(set) var problem = ""
    /// Rows that have not been stored, and whether nothing more is stored.
    private(set) var lostRows = 0, hasStoreFailed = false

    /// The fields of each of the sensor's messages that make its place, and the field of the counts that are summed.
    private let placeFields: [MessagePlace?], countField: [Int?]

    /// A survey at its beginning.
    init(_ plan: SurveyPlan) {
        places = SurveyPlaces(plan.rules)
        placeFields = plan.sensor.messages.map(\.place)
        let leading = plan.graph.inputs.first(where: \.isCounts)
        let counted = leading.flatMap { input in plan.sensor.streams.first { $0.description.name == input.stream } }
        countField = counted.map { $0.sources.map { $0?.field } } ?? []
        if counted != nil { counts = 0 }
    }

    /// Updates the state with a report.
    mutating func apply(_ report: SurveyReport) {
        switch report {
        case .stream(_, let description): streams.append(Stream(description: description))
        case .message(let message): apply(message)
        case .sample(let sample): apply(sample)
        case .alarm(let change): apply(change)
        case .gap(let gap):
            gaps += 1
            lastGap = gap
        case .reject(let reject):
            rejects += 1
            rejectedBytes += reject.bytes.count
            lastReject = reject
        case .match(let change): problem = change.problem ?? ""
        case .fix(let fix):
            places.add(fix)
            hasFixes = true
            if fix.isValid { lastFix = fix }
        case .link(let state): link = state
        case .paused(let isPaused): self.isPaused = isPaused
        case .relay(let state): relay = state
        case .store(let lostRows, let hasFailed): (self.lostRows, hasStoreFailed) = (lostRows, hasFailed)
        case .forbidsUpload, .note: break
        }
    }

    private mutating func apply(_ message: SensorMessage) {
        messages += 1
        heardAt = message.at
        if let fields = placeFields[message.format], let fix = Fix(message, fields) { places.add(fix) }
        guard let counts, let number = message.number(countField[message.format]), number > 0, number < 1e9 else {
            return
        }
        self.counts = counts + Int(number)
    }

    private mutating func apply(_ sample: Sample) {
        guard streams.indices.contains(sample.stream) else { return }
        streams[sample.stream].newest = sample
        if let place = sample.place, place.system == .arm {
            places.add(Fix(source: .arm, at: sample.middle, place: place))
        }
    }

    private mutating func apply(_ change: AlarmChange) {
        let index = alarms.firstIndex { $0.node == change.node }
        switch (index, change.cause) {
        case (let index?, nil): alarms.remove(at: index)
        case (let index?, _): alarms[index] = change
        case (nil, nil): break
        case (nil, _): alarms.append(change)
        }
    }
}

import Glibc
import WaldoCore
import WaldoLoop
import WaldoTime

/// What a push publishes of its station: what it knows itself, and what lines on standard input tell.
final class PushStation {
    /// The survey under which it is published.
    var survey: SurveyID?
    private var state = StationState()
    private var published: StationState?, publishedAt: Instant = .clockStart
    private let input: StateInput?
    /// The fields that lines have stated; the push knows the rest itself.
    private var fromInput: Set<String> = []

    private let name: StationName
    /// The number of the message with the state that was published last.
    private(set) var stateNumber: Int32?

    init(_ name: StationName, readsInput: Bool) {
        self.name = name
        input = readsInput ? StateInput() : nil
        state.station = PushPlan.machine
    }

    /// The topic of a survey.
    func topic(_ survey: SurveyID, _ level: Topic.Level) -> String {
        Topic(SurveyPlace(name, survey), level).description
    }

    /// The name of the client: the same for the same file and survey, so that a broker ends a connection that it has
    /// not noticed to be dead, and with it its will, before the new one speaks. Nobody else can foresee it, and end the
    /// connection by it. Each broker takes one of 23 bytes.
    /// - Parameter number: that of the ledger.
    func client(of survey: SurveyID?, path: String, number: Int64) -> String {
        let crc = CRC32.of("\(name) \(state.station) \(path) \(survey?.text ?? "")".utf8)
        let mixed = (UInt64(bitPattern: number) ^ UInt64(crc)) & (1 << 62 - 1)
        return "waldo-push-" + String(mixed, radix: 36)
    }

    /// The state as a payload.
    func payload(isOnline: Bool) -> [UInt8] {
        var state = state
        state.isOnline = isOnline
        state.utc = WallClock.now()
        return state.payload
    }

    /// Whether the input has ended: then the survey has, and nothing more is to be followed.
    var isInputOver: Bool { input?.isOver ?? false }

    /// Nothing was published on this connection.
    func forget() { published = nil }

    /// Publishes the state if it has changed.
    func publishIfChanged(_ session: PushSession, at now: Instant) throws {
        guard let newest = session.store.surveys.last else { return }
        try fill(session)
        state.utc = 0
        state.isOnline = true
        guard session.isConnected, survey == newest.id, let connection = session.connection,
            state != published || now - publishedAt >= StationState.interval
        else { return }
        guard let number = connection.publish(topic(newest.id, .state), payload(isOnline: true), retain: true)
        else { return }
        stateNumber = number
        session.engine.noteMessage()
        published = state
        publishedAt = now
    }

    /// Takes what lines have told since, and of the newest survey what the file says.
    func fill(_ session: PushSession) throws {
        guard let newest = session.store.surveys.last else { return }
        for line in input?.lines() ?? [] {
            // A line that is not understood changes nothing.
            var next = state
            guard let read = try? line.withUnsafeBytes({ try next.merge($0) }) else { continue }
            state = next
            fromInput.formUnion(read.names)
        }
        if !fromInput.contains("title") { state.title = newest.survey.title.isEmpty ? nil : newest.survey.title }
        if !fromInput.contains("sensor") { state.sensor = newest.survey.sensor }
        if !fromInput.contains("arm") { state.arm = newest.survey.arm }
        if !fromInput.contains("value") {
            state.value = try session.store.reader.newestValue(of: newest.survey.id).map {
                StationState.Value(stream: $0.stream, value: $0.value, unit: $0.unit, utc: $0.utc)
            }
        }
        if !fromInput.contains("gaps") { state.gaps = try session.store.reader.gaps(of: newest.survey.id) }
        count(session)
    }

    private func count(_ session: PushSession) {
        state.acknowledged = session.status.rows
        let (rows, overflow) = session.status.rows.addingReportingOverflow(Int64(session.shown.pending))
        state.rows = overflow ? .max : rows
    }

    /// Says that the station leaves, and how many rows the database has, and ends the connection in an orderly way.
    func leave(_ session: PushSession) {
        guard let connection = session.connection else { return }
        if let survey {
            count(session)
            let number = connection.publish(topic(survey, .state), payload(isOnline: false), retain: true)
            for _ in 0..<30 where number != nil {
                let events = connection.turn(wait: .milliseconds(10))
                let isOver = events.contains { event in
                    if case .acknowledged(let acknowledged) = event { return acknowledged == number }
                    if case .refused(let refused, _) = event { return refused == number }
                    if case .closed = event { return true }
                    return false
                }
                if isOver { break }
            }
        }
        connection.close()
    }
}

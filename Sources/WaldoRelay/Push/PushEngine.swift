public import WaldoStore
public import WaldoTime

/// Which rows are sent next, and when some are sent again: go back to what the database has, and on from there.
///
/// Pure: it sees neither file, broker nor clock. Each stream goes in order; streams take turns, so that a backlog
/// holds up no other stream.
public struct PushEngine: Sendable {
    /// A batch that is to be read and sent.
    public struct Request: Equatable, Sendable {
        /// The lane that it belongs to.
        public let lane: Int
        /// The survey, and its stream.
        public let survey: SurveyID, stream: RelayStream
        /// The id that it follows.
        public let after: Int64
    }

    /// The limits.
    public let limits: PushLimits
    var lanes: [PushLane] = []
    var surveys: [PushSurvey] = []
    private var indices: [SurveyID: Int] = [:]
    private var known: [SurveyID: [RelayStream: Int]] = [:]
    private var turn = 0
    private var isConnected = false
    /// What is on its way: rows and bytes that the database has not acknowledged, messages that the broker has not.
    public private(set) var rowsInFlight = 0, bytesInFlight = 0, messagesInFlight = 0
    /// How many rows may be on their way at present: fewer after losses.
    public private(set) var window: Int
    /// Rows that were acknowledged, and rows that were sent again.
    public internal(set) var acknowledgedRows = 0, repeatedRows = 0

    /// An engine without surveys.
    public init(_ limits: PushLimits = PushLimits()) {
        self.limits = limits
        window = min(limits.rows, 20_000)
    }

    // MARK: what is there

    /// Adds a survey; one that is known stays as it is.
    public mutating func add(_ survey: SurveyID, hasRows: Bool = true) {
        guard indices[survey] == nil else { return surveys[index(of: survey)].hasRows = hasRows }
        indices[survey] = surveys.count
        var added = PushSurvey(id: survey)
        added.hasRows = hasRows
        surveys.append(added)
    }

    /// Adds a stream of a survey, or notes that it is closed.
    /// - Parameters:
    ///   - acknowledged: up to which id the database had it last.
    ///   - due: when its first batch may leave.
    public mutating func add(
        _ stream: RelayStream, of survey: SurveyID, acknowledged: Int64, isClosed: Bool, due: Instant
    ) {
        let index = index(of: survey)
        if let lane = known[survey]?[stream] {
            // Its last rows came before it was closed.
            if isClosed, !lanes[lane].isClosed { lanes[lane].hasMore = true }
            lanes[lane].isClosed = isClosed
            return
        }
        known[survey, default: [:]][stream] = lanes.count
        surveys[index].lanes.append(lanes.count)
        lanes.append(PushLane(stream, survey: index, acknowledged: acknowledged, isClosed: isClosed, due: due))
    }

    /// Sends nothing of a survey any more.
    public mutating func drop(_ survey: SurveyID) {
        let index = index(of: survey)
        rewind(index)
        surveys[index].isDropped = true
    }

    private func index(of survey: SurveyID) -> Int { indices[survey] ?? 0 }

    func lane(_ stream: RelayStream, of index: Int) -> Int? { known[surveys[index].id]?[stream] }

    func known(_ survey: SurveyID) -> Int? { indices[survey] }

    /// The file has changed: each stream that is not closed may have more rows.
    public mutating func noteCommit() {
        for index in lanes.indices where !lanes[index].isClosed { lanes[index].hasMore = true }
    }

    // MARK: the connection

    /// A connection has begun: what was on its way is lost.
    public mutating func connect(at now: Instant) {
        isConnected = true
        messagesInFlight = 0
        for index in surveys.indices {
            rewind(index)
            surveys[index].revision = nil
            surveys[index].epoch = nil
            surveys[index].greeting = now + limits.greeting
            surveys[index].metaSent = nil
            surveys[index].rewound = nil
            surveys[index].isMissed = false
            surveys[index].isRefused = false
            // How slow the way was on the connection before says nothing of this one.
            surveys[index].timeouts = 0
        }
    }

    /// The connection is over.
    public mutating func disconnect() {
        isConnected = false
        messagesInFlight = 0
    }

    /// The broker has answered a message.
    public mutating func noteAnswered() { messagesInFlight = max(0, messagesInFlight - 1) }

    /// A message was handed to the broker.
    public mutating func noteMessage() { messagesInFlight += 1 }

    // MARK: batches

    /// The batch that is to be read and sent now; nil: none.
    public mutating func next(at now: Instant) -> Request? {
        guard isConnected, messagesInFlight < limits.messages, rowsInFlight < window, bytesInFlight < limits.bytes
        else {
            return nil
        }
        for step in 1...max(1, lanes.count) where !lanes.isEmpty {
            let index = (turn + step) % lanes.count, lane = lanes[index]
            guard lane.hasMore, lane.due <= now, mayGo(lane, at: now) else { continue }
            turn = index
            return Request(lane: index, survey: surveys[lane.survey].id, stream: lane.stream, after: lane.sent)
        }
        return nil
    }

    private func mayGo(_ lane: PushLane, at now: Instant) -> Bool {
        let survey = surveys[lane.survey]
        return !survey.isDropped && !survey.isRefused && survey.hasRows && survey.greeting.map { $0 <= now } ?? true
    }

    /// A batch was handed to the broker.
    /// - Parameters:
    ///   - last: the last id that it covers.
    ///   - isFull: whether more rows may follow at once; else they gather first.
    public mutating func sent(
        _ request: Request, last: Int64, rows: Int, bytes: Int, isFull: Bool, at now: Instant
    ) {
        let index = lanes[request.lane].survey
        if !isOutstanding(index) { surveys[index].progressed = now }
        lanes[request.lane].send(upTo: last, rows: rows, bytes: bytes)
        if !isFull && !lanes[request.lane].isClosed { lanes[request.lane].due = now + limits.gathering }
        rowsInFlight += rows
        bytesInFlight += bytes
        messagesInFlight += 1
    }

    /// The file has no rows behind what was sent of a lane.
    public mutating func noteEnd(_ request: Request) { lanes[request.lane].hasMore = false }

    // MARK: going back

    func isOutstanding(_ index: Int) -> Bool { surveys[index].lanes.contains { lanes[$0].isOutstanding } }

    mutating func landed(_ sum: (rows: Int, bytes: Int)) {
        rowsInFlight -= sum.rows
        bytesInFlight -= sum.bytes
        acknowledgedRows += sum.rows
        window = min(limits.rows, window + sum.rows / 4)
    }

    /// Sends again what the database has not acknowledged of a survey.
    mutating func rewind(_ index: Int) {
        for lane in surveys[index].lanes {
            let sum = lanes[lane].rewind()
            rowsInFlight -= sum.rows
            bytesInFlight -= sum.bytes
            repeatedRows += sum.rows
        }
    }

    mutating func shrink() { window = max(Wire.batchRows, window / 2) }
}

import WaldoStore
import WaldoTime

/// A stream on its way: what was sent, and what of it the database has.
struct PushLane {
    /// A batch that is on its way.
    struct Flight {
        var last: Int64
        var rows: Int, bytes: Int
    }

    let stream: RelayStream
    let survey: Int
    /// Up to which id the database has the stream, and up to which it was sent.
    private(set) var acknowledged: Int64
    private(set) var sent: Int64
    private var flights: [Flight] = []
    private var landed = 0
    /// Whether the file may have rows behind `sent`.
    var hasMore = true
    /// Whether no rows will be added to it.
    var isClosed: Bool
    /// When the next batch may leave.
    var due: Instant

    init(_ stream: RelayStream, survey: Int, acknowledged: Int64, isClosed: Bool, due: Instant) {
        self.stream = stream
        self.survey = survey
        self.acknowledged = acknowledged
        self.isClosed = isClosed
        self.due = due
        sent = acknowledged
    }

    var isOutstanding: Bool { sent > acknowledged }

    mutating func send(upTo last: Int64, rows: Int, bytes: Int) {
        sent = last
        flights.append(Flight(last: last, rows: rows, bytes: bytes))
    }

    /// Takes up to where the database has the stream.
    /// - Returns: what of the batches on their way has landed.
    mutating func acknowledge(upTo id: Int64) -> (rows: Int, bytes: Int) {
        acknowledged = id
        var sum = (rows: 0, bytes: 0)
        while landed < flights.count, flights[landed].last <= id {
            sum.rows += flights[landed].rows
            sum.bytes += flights[landed].bytes
            landed += 1
        }
        if landed > 64 || landed == flights.count {
            flights.removeFirst(landed)
            landed = 0
        }
        if id > sent {
            sent = id
            hasMore = true
        }
        return sum
    }

    /// Begins again behind what the database has.
    /// - Returns: what was on its way.
    mutating func rewind() -> (rows: Int, bytes: Int) {
        let sum = flights[landed...].reduce((rows: 0, bytes: 0)) { ($0.rows + $1.rows, $0.bytes + $1.bytes) }
        flights.removeAll(keepingCapacity: true)
        landed = 0
        if sent != acknowledged { hasMore = true }
        sent = acknowledged
        return sum
    }
}

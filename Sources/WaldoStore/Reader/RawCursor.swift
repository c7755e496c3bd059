import WaldoCore
import WaldoSurvey
import WaldoTime

/// The rows of one raw table and session, in order.
final class RawCursor {
    private let table: String
    private let row: PreparedStatement
    /// The present row's position in the order of the session's events; nil behind the last.
    private(set) var ordinal: Int64?

    init(_ table: String, session: Int64, in connection: Connection) throws(StoreError) {
        self.table = table
        let ids = RowID.raws(of: session)
        row = try connection.rows(
            table, "WHERE id >= \(ids.lowerBound) AND id < \(ids.upperBound) ORDER BY id")
        try advance()
    }

    deinit { row.reset() }

    func advance() throws(StoreError) { ordinal = try row.step() ? row.int(2) : nil }

    var at: Instant { Instant(row, 3) }

    private static func bytes(_ row: ReadingRow) -> SurveyEvent { .bytes(channel: row.channel, [UInt8](row.bytes)) }

    private static func command(_ row: CommandRow) -> SurveyEvent {
        .command(Channel(row.channel & 7), Int32(truncatingIfNeeded: row.value))
    }

    /// The present row; nil for a kind of event that this version does not know.
    var event: SurveyEvent? {
        switch table {
        case ClockRow.table: .clock(utc: row.row(as: ClockRow.self).utc)
        case ReadingRow.table: Self.bytes(row.row())
        case CommandRow.table: Self.command(row.row())
        case Fix.table: .fix(row.row())
        default:
            switch EventKind(rawValue: row.row(as: EventRow.self).kind) {
            case .linkUp: .linkUp
            case .linkDown: .linkDown
            case .paused: .paused
            case .placed: .placed
            case .undated: .undated
            case .spotBegan: .spot(.began)
            case .spotEnded: .spot(.ended)
            case .spotCounted: .spot(.counted)
            case .spotDropped: .spot(.dropped)
            case .departed: .spot(.departed)
            case .arrived: .spot(.arrived)
            case .deadline: .deadline
            case .end: .end
            case nil: nil
            }
        }
    }
}

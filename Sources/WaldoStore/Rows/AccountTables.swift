import WaldoCore
import WaldoSurvey

// The rows of a session's account.

struct AccountRow: Row {
    static let table = "account", key = RowKey.none, primary = ["session", "channel"]
    static var blank: AccountRow { AccountRow(session: 0, account: ChannelAccount(channel: 0)) }

    var session: Int64
    /// The account, without what was rejected.
    var account: ChannelAccount

    mutating func visit(_ columns: inout some ColumnVisitor) {
        columns.column("session", &session, .session, of: "session")
        columns.column("channel", &account.channel, .channel)
        columns.column("received", &account.received, .count)
        columns.column("stored", &account.stored, .count)
        columns.column("overflowed", &account.overflowed, .count)
        columns.column("overflowed_rows", &account.overflowedRows, .count)
        columns.column("accepted", &account.accepted, .count)
        columns.derived("rejected", Int(account.rejectedBytes))
    }
}

struct RejectedRow: Row {
    static let table = "account_reason", key = RowKey.none, primary = ["session", "channel", "reason"]
    static var blank: RejectedRow { RejectedRow(session: 0, channel: 0, reason: "", rows: 0, bytes: 0) }

    var session: Int64
    var channel: Int
    /// The name of a `Reject.Reason`, or of one that a later version knows; of measurements, which have no bytes,
    /// `measurement` and behind `no sample: ` the name of an `Unsampled`.
    var reason: String
    var rows: Int64, bytes: Int64

    mutating func visit(_ columns: inout some ColumnVisitor) {
        columns.column("session", &session, .session, of: "session")
        columns.column("channel", &channel, .channel)
        columns.column("reason", &reason)
        columns.column("rows", &rows, .count)
        columns.column("bytes", &bytes, .count)
    }
}

extension RejectedRow {
    private static let decoded = "measurement", unsampled = "no sample: "

    /// The rows of a channel's measurements.
    static func rows(_ account: MeasurementAccount, session: Int64, channel: Int) -> [RejectedRow] {
        func row(_ reason: String, _ count: Int) -> RejectedRow {
            RejectedRow(session: session, channel: channel, reason: reason, rows: Int64(count), bytes: 0)
        }
        return [row(decoded, account.decoded)]
            + Unsampled.allCases.filter { account[$0] > 0 }.map { row(unsampled + $0.rawValue, account[$0]) }
    }

    /// Adds the row to an account of measurements if it is of one.
    func add(to account: inout MeasurementAccount?) {
        var read = account ?? MeasurementAccount()
        if reason == Self.decoded {
            read.decoded = Int(rows)
        } else if reason.hasPrefix(Self.unsampled),
            let reason = Unsampled(rawValue: String(reason.dropFirst(Self.unsampled.count)))
        {
            read[reason] = Int(rows)
        } else {
            return
        }
        account = read
    }
}

struct LostRow: Row {
    static let table = "account_lost", key = RowKey.none, primary = ["session", "kind"]
    static var blank: LostRow { LostRow(session: 0, lost: SessionSummary.Lost(kind: "", rows: 0)) }

    var session: Int64
    var lost: SessionSummary.Lost

    mutating func visit(_ columns: inout some ColumnVisitor) {
        columns.column("session", &session, .session, of: "session")
        columns.column("kind", &lost.kind)
        columns.column("rows", &lost.rows, .count)
    }
}

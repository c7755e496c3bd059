import WaldoCore
public import WaldoSurvey
import WaldoTime

extension StoreReader {
    /// - Parameter wasWritten: whether the file was being written before its rows were read.
    func sessions(of survey: Int64, wasWritten: Bool) throws(StoreError) -> [SessionSummary] {
        let statement = try connection.rows(SessionRow.table, "WHERE survey = \(survey) ORDER BY id")
        var sessions: [SessionSummary] = []
        while try statement.step() {
            let (id, row) = (statement.int(0), statement.row(as: SessionRow.self))
            var (start, end) = (row.start, row.end)
            if start == nil || end == nil, let extent = try rawExtent(of: id) {
                start = start ?? extent.lowerBound
                end = end ?? extent.upperBound
            }
            sessions.append(
                SessionSummary(
                    id: id, boot: row.boot, start: start, end: end,
                    ending: row.isClean.map { $0 ? .clean : .unclean }
                        ?? (wasWritten || isBeingWritten ? .running : .open),
                    readings: try count("reading", id), commands: try count("command", id),
                    fixes: try count("fix", id), clocks: try count("clock", id), events: try count("event", id),
                    accounts: try accounts(of: id), lost: try lost(of: id), runs: try runs(of: id)))
        }
        return sessions
    }

    private func count(_ table: String, _ session: Int64) throws(StoreError) -> Int64 {
        try rows(table, in: RowID.raws(of: session))
    }

    package func rows(_ table: String, in ids: Range<Int64>) throws(StoreError) -> Int64 {
        try connection.number(
            "SELECT count(*) FROM \(table) WHERE id >= \(ids.lowerBound) AND id < \(ids.upperBound)") ?? 0
    }

    /// The times of a session's first and last raw row; nil: it has none.
    func rawExtent(of session: Int64) throws(StoreError) -> ClosedRange<Instant>? {
        let ids = RowID.raws(of: session)
        var extent: ClosedRange<Instant>?
        for table in Schema.rawTables {
            for order in ["ASC", "DESC"] {
                let time = try connection.number(
                    "SELECT mono FROM \(table) WHERE id >= \(ids.lowerBound) AND id < \(ids.upperBound) "
                        + "ORDER BY id \(order) LIMIT 1")
                guard let at = time.map({ Instant(microseconds: $0) }) else { continue }
                extent = min(extent?.lowerBound ?? at, at)...max(extent?.upperBound ?? at, at)
            }
        }
        return extent
    }

    /// What became of the measurements of all sessions.
    /// - Throws: `StoreError`.
    public func measurements() throws(StoreError) -> MeasurementAccount {
        var all: [MeasurementAccount] = []
        let sessions = try connection.prepare("SELECT DISTINCT session FROM account")
        while try sessions.step() { all += try accounts(of: sessions.int(0)).compactMap(\.measurements) }
        return all.total
    }

    private func accounts(of session: Int64) throws(StoreError) -> [ChannelAccount] {
        let rows = try connection.rows(AccountRow.table, "WHERE session = \(session) ORDER BY channel")
        var accounts: [ChannelAccount] = []
        while try rows.step() {
            var account = rows.row(as: AccountRow.self).account
            try addReasons(session, to: &account)
            accounts.append(account)
        }
        return accounts
    }

    private func addReasons(_ session: Int64, to account: inout ChannelAccount) throws(StoreError) {
        let rows = try connection.rows(
            RejectedRow.table, "WHERE session = \(session) AND channel = \(account.channel) ORDER BY reason")
        while try rows.step() {
            let row = rows.row(as: RejectedRow.self)
            guard let reason = Reject.Reason(rawValue: row.reason) else {
                row.add(to: &account.measurements)
                continue
            }
            account.rejected.append(ChannelAccount.Rejected(reason: reason, rows: row.rows, bytes: row.bytes))
        }
    }

    private func lost(of session: Int64) throws(StoreError) -> [SessionSummary.Lost] {
        let rows = try connection.rows(LostRow.table, "WHERE session = \(session) ORDER BY kind")
        var lost: [SessionSummary.Lost] = []
        while try rows.step() { lost.append(rows.row(as: LostRow.self).lost) }
        return lost
    }
}

internal import WaldoCore
internal import WaldoTime

extension StoreReader {
    /// - Parameter wasWritten: whether the file was being written before its rows were read.
    func sessions(of survey: Int64, wasWritten: Bool) throws(StoreError) -> [SessionSummary] {
        let row = try connection.rows(
            "session", "id, boot, mono_start, mono_end, clean", "WHERE survey = \(survey) ORDER BY id")
        var sessions: [SessionSummary] = []
        while try row.step() {
            let id = row.int(0)
            var start = row.optionalInt(2).map { Instant(microseconds: $0) }
            var end = row.optionalInt(3).map { Instant(microseconds: $0) }
            if start == nil || end == nil, let extent = try rawExtent(of: id) {
                start = start ?? extent.lowerBound
                end = end ?? extent.upperBound
            }
            sessions.append(
                SessionSummary(
                    id: id, boot: row.text(1), start: start, end: end,
                    ending: row.optionalInt(4).map { $0 == 0 ? .unclean : .clean }
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

    func rows(_ table: String, in ids: Range<Int64>) throws(StoreError) -> Int64 {
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

    private func accounts(of session: Int64) throws(StoreError) -> [ChannelAccount] {
        let row = try connection.rows(
            "account", "channel, received, stored, overflowed, overflowed_rows, accepted",
            "WHERE session = \(session) ORDER BY channel")
        var accounts: [ChannelAccount] = []
        while try row.step() {
            var account = ChannelAccount(channel: Int(row.int(0)))
            account.received = row.int(1)
            account.stored = row.int(2)
            account.overflowed = row.int(3)
            account.overflowedRows = row.int(4)
            account.accepted = row.optionalInt(5)
            account.rejected = try rejected(session, account.channel)
            accounts.append(account)
        }
        return accounts
    }

    private func rejected(_ session: Int64, _ channel: Int) throws(StoreError) -> [ChannelAccount.Rejected] {
        let row = try connection.rows(
            "account_reason", "reason, rows, bytes",
            "WHERE session = \(session) AND channel = \(channel) ORDER BY reason")
        var rejected: [ChannelAccount.Rejected] = []
        while try row.step() {
            guard let reason = Reject.Reason(rawValue: row.text(0)) else { continue }
            rejected.append(ChannelAccount.Rejected(reason: reason, rows: row.int(1), bytes: row.int(2)))
        }
        return rejected
    }

    private func lost(of session: Int64) throws(StoreError) -> [SessionSummary.Lost] {
        let row = try connection.rows(
            "account_lost", "kind, rows", "WHERE session = \(session) ORDER BY kind")
        var lost: [SessionSummary.Lost] = []
        while try row.step() { lost.append(SessionSummary.Lost(kind: row.text(0), rows: row.int(1))) }
        return lost
    }
}

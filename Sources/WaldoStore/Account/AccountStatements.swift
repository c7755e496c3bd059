import WaldoCore
import WaldoSurvey

/// The statements that write a session's account.
final class AccountStatements {
    private let account, rejected, lost: PreparedStatement

    init(in connection: Connection) throws(StoreError) {
        account = try connection.insertion(of: AccountRow.self, or: "REPLACE")
        rejected = try connection.insertion(of: RejectedRow.self, or: "REPLACE")
        lost = try connection.insertion(of: LostRow.self, or: "REPLACE")
    }

    func write(_ channel: ChannelAccount, session: Int64) throws(StoreError) {
        account.bind(row: AccountRow(session: session, account: channel))
        try account.run()
        for part in channel.rejected {
            rejected.bind(
                row: RejectedRow(
                    session: session, channel: channel.channel, reason: part.reason.rawValue, rows: part.rows,
                    bytes: part.bytes))
            try rejected.run()
        }
        for row in channel.measurements.map({ RejectedRow.rows($0, session: session, channel: channel.channel) }) ?? []
        {
            rejected.bind(row: row)
            try rejected.run()
        }
    }

    func write(_ lost: SessionSummary.Lost, session: Int64) throws(StoreError) {
        self.lost.bind(row: LostRow(session: session, lost: lost))
        try self.lost.run()
    }
}

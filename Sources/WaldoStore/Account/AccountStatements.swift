internal import WaldoCore

/// The statements that write a session's account.
final class AccountStatements {
    private let account, reason, lost: PreparedStatement

    init(in connection: Connection) throws(StoreError) {
        account = try connection.prepare("INSERT OR REPLACE INTO account VALUES (?, ?, ?, ?, ?, ?, ?, ?)")
        reason = try connection.prepare("INSERT OR REPLACE INTO account_reason VALUES (?, ?, ?, ?, ?)")
        lost = try connection.prepare("INSERT OR REPLACE INTO account_lost VALUES (?, ?, ?)")
    }

    func write(_ channel: ChannelAccount, session: Int64) throws(StoreError) {
        account.bind(session)
        account.bind(channel.channel)
        account.bind(channel.received)
        account.bind(channel.stored)
        account.bind(channel.overflowed)
        account.bind(channel.overflowedRows)
        account.bind(channel.accepted)
        account.bind(channel.rejectedBytes)
        try account.run()
        for rejected in channel.rejected {
            reason.bind(session)
            reason.bind(channel.channel)
            reason.bind(rejected.reason.rawValue)
            reason.bind(rejected.rows)
            reason.bind(rejected.bytes)
            try reason.run()
        }
    }

    func writeLost(_ kind: String, _ rows: Int64, session: Int64) throws(StoreError) {
        lost.bind(session)
        lost.bind(kind)
        lost.bind(rows)
        try lost.run()
    }
}

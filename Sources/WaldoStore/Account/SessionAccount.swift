import WaldoCore
import WaldoSurvey

/// The account of a session while it is written, on the thread's side.
struct SessionAccount {
    private(set) var channels: [ChannelAccount] = []
    private var lost: [(kind: RecordKind, rows: Int64)] = []
    private var changed = false

    /// The index of a channel's account, which is created if need be.
    private mutating func index(of channel: Int) -> Int {
        if let index = channels.firstIndex(where: { $0.channel == channel }) { return index }
        channels.append(ChannelAccount(channel: channel))
        return channels.count - 1
    }

    private mutating func change(_ channel: Int, _ body: (inout ChannelAccount) -> Void) {
        body(&channels[index(of: channel)])
        changed = true
    }

    mutating func addStored(_ bytes: Int, channel: Int) {
        change(channel) {
            $0.stored += Int64(bytes)
            $0.received += Int64(bytes)
        }
    }

    mutating func addOverflow(rows: Int64, bytes: Int64, channel: Int) {
        change(channel) {
            $0.overflowed += bytes
            $0.overflowedRows += rows
            $0.received += bytes
        }
    }

    mutating func setAccepted(_ bytes: Int64, channel: Int) { change(channel) { $0.accepted = bytes } }
    mutating func setMeasured(_ measured: MeasurementAccount, channel: Int) {
        change(channel) { $0.measurements = measured }
    }
    mutating func setReceived(_ bytes: Int64, channel: Int) { change(channel) { $0.received = bytes } }
    mutating func add(_ reject: Reject) { change(reject.channel) { $0.add(reject) } }

    mutating func addLost(_ kind: RecordKind, rows: Int64) {
        if let index = lost.firstIndex(where: { $0.kind == kind }) {
            lost[index].rows += rows
        } else {
            lost.append((kind, rows))
        }
        changed = true
    }

    /// Writes what has changed since the last time; the transaction is the caller's.
    mutating func write(session: Int64, with statements: AccountStatements) throws(StoreError) {
        guard changed else { return }
        for channel in channels { try statements.write(channel, session: session) }
        for (kind, rows) in lost {
            try statements.write(SessionSummary.Lost(kind: kind.name, rows: rows), session: session)
        }
        changed = false
    }
}

import WaldoCore
public import WaldoSurvey

/// What became of every byte of a characteristic in a session.
public struct ChannelAccount: Equatable, Sendable {
    /// Rejected messages of one reason.
    public struct Rejected: Equatable, Sendable {
        /// Why.
        public var reason: Reject.Reason
        /// How many rejects, and their bytes together.
        public var rows: Int64, bytes: Int64
    }

    /// The characteristic: its index in the sensor's list.
    public var channel: Int
    /// Bytes that came.
    public var received: Int64 = 0
    /// Bytes in rows of `reading`.
    public var stored: Int64 = 0
    /// Bytes that did not fit into the ring before the store, and the notifications that they were.
    public var overflowed: Int64 = 0, overflowedRows: Int64 = 0
    /// Bytes in decoded messages, as the decoder counts them; nil: it has not stated it.
    public var accepted: Int64?
    /// Rejected bytes by reason.
    public var rejected: [Rejected] = []
    /// What became of the measurements in its messages; nil: that is not known, as of a file of an earlier version.
    public var measurements: MeasurementAccount?

    /// Creates an account without bytes.
    public init(channel: Int) { self.channel = channel }

    /// Rejected bytes of all reasons.
    public var rejectedBytes: Int64 { rejected.reduce(0) { $0 + $1.bytes } }

    /// Whether each byte that came is accounted for once.
    public var isEven: Bool {
        guard received == stored + overflowed else { return false }
        guard let accepted else { return true }
        return stored == accepted + rejectedBytes
    }

    mutating func add(_ reject: Reject) {
        let bytes = Int64(reject.bytes.count)
        if let index = rejected.firstIndex(where: { $0.reason == reject.reason }) {
            rejected[index].rows += 1
            rejected[index].bytes += bytes
        } else {
            rejected.append(Rejected(reason: reject.reason, rows: 1, bytes: bytes))
        }
    }
}

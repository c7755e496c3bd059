/// Where a channel's bytes went: received = accepted + rejected + pending.
public struct SensorAccount: Equatable, Sendable {
    /// Bytes received.
    public internal(set) var received = 0
    /// Bytes of messages that were decoded, and of line ends between them.
    public internal(set) var accepted = 0
    /// Bytes rejected, in the order of `Reject.Reason.allCases`.
    public internal(set) var rejected = [Int](repeating: 0, count: Reject.Reason.allCases.count)
    /// Bytes of a message that has not ended.
    public internal(set) var pending = 0
    /// Messages decoded.
    public internal(set) var messages = 0

    /// An empty account.
    public init() {}

    /// Bytes rejected for a reason.
    public func rejected(_ reason: Reject.Reason) -> Int { rejected[reason.index] }

    /// Bytes rejected for any reason.
    public var allRejected: Int { rejected.reduce(0, +) }
}

extension Reject.Reason {
    /// Its index in `allCases`.
    var index: Int {
        switch self {
        case .stray: 0
        case .incomplete: 1
        case .tooLong: 2
        case .check: 3
        case .fields: 4
        case .value: 5
        }
    }
}

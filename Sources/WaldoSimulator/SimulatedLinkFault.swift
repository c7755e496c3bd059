public import WaldoTime

/// A fault of a simulated link: when it begins, and how long it lasts.
public struct SimulatedLinkFault: Hashable, Sendable {
    /// How long a link is down after a loss, unless its length is stated: as long as a scan and a connection take.
    public static let loss: TimeSpan = .seconds(3)
    /// How long a stall lasts, unless its length is stated: longer than the 300 ms after which a drive halts.
    public static let stall: TimeSpan = .seconds(1)

    /// When it begins, from the start; not negative.
    public var begin: TimeSpan
    /// How long it lasts; not negative.
    public var length: TimeSpan

    /// Creates a fault.
    public init(at begin: TimeSpan, for length: TimeSpan) { (self.begin, self.length) = (begin, length) }
}

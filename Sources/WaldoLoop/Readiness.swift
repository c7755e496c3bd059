import CWaldoShims

/// What a descriptor can be ready for.
public struct Readiness: OptionSet, Sendable {
    /// The bits of epoll_event.events.
    public let rawValue: UInt32

    /// Creates readiness from epoll's own bits.
    public init(rawValue: UInt32) { self.rawValue = rawValue }

    /// There is data to read, or the end of the stream.
    public static let readable = Readiness(rawValue: EPOLLIN.rawValue)
    /// There is space to write.
    public static let writable = Readiness(rawValue: EPOLLOUT.rawValue)
    /// Edge-triggered: reported once when requested and then once per change, rather than for as long as it lasts.
    public static let edge = Readiness(rawValue: EPOLLET.rawValue)
    /// The peer has hung up. Reported whether requested or not.
    public static let hangup = Readiness(rawValue: EPOLLHUP.rawValue)
    /// The descriptor has a pending error. Reported whether requested or not.
    public static let error = Readiness(rawValue: EPOLLERR.rawValue)
}

internal import CWaldoShims

/// What a descriptor can be ready for.
public struct Readiness: OptionSet, Sendable {
    /// The bits of epoll_event.events.
    public let rawValue: UInt32

    /// Readiness from epoll's own bits.
    public init(rawValue: UInt32) { self.rawValue = rawValue }

    /// There is something to read, or the end.
    public static let readable = Readiness(rawValue: EPOLLIN.rawValue)
    /// There is space to write.
    public static let writable = Readiness(rawValue: EPOLLOUT.rawValue)
    /// Told once when it is asked for, and then once for each change, rather than for as long as it is so.
    public static let edge = Readiness(rawValue: EPOLLET.rawValue)
    /// The other side is gone. Told whether asked for or not.
    public static let hangup = Readiness(rawValue: EPOLLHUP.rawValue)
    /// An error waits at the descriptor. Told whether asked for or not.
    public static let error = Readiness(rawValue: EPOLLERR.rawValue)
}

public import WaldoTime

/// Bounds what waits in a serial port, by our own count: the bytes written, and the rate at which the port sends them.
/// What a driver says of its queue is a hint: a pseudo-terminal says 0, some adapters say too much, and none knows of
/// the bytes in the adapter. Pure; time is a parameter.
public struct SerialWindow: Equatable, Sendable {
    /// How long a byte may wait before motion is held back.
    public static let longest: TimeSpan = .milliseconds(20)
    /// How long a port may be full, or the driver's queue may last longer than our count, before the link counts as
    /// stalled.
    public static let patience: TimeSpan = .milliseconds(300)

    private let perByte: TimeSpan
    private var emptyAt = Instant.distantPast
    private var fullSince: Instant?

    /// Creates a window of an empty port.
    /// - Parameter baud: bits per second; a byte has ten.
    public init(baud: Int) { perByte = SerialProfile.byteTime(baud: baud) }

    /// A frame was taken.
    public mutating func wrote(_ bytes: Int, at now: Instant) {
        emptyAt = max(emptyAt, now) + perByte * bytes
        fullSince = nil
    }

    /// The port did not take a frame.
    public mutating func wasFull(at now: Instant) { fullSince = fullSince ?? now }

    /// The port has room again.
    public mutating func hasRoom() { fullSince = nil }

    /// Whether the port took the last frame, or has had room since.
    public var isTaking: Bool { fullSince == nil }

    /// Whether motion may be written.
    public func takesMotion(at now: Instant) -> Bool { fullSince == nil && emptyAt <= now + Self.longest }

    /// When motion may be written next, if the port takes it; nil: now, or not before it has room.
    public func motionFrom(after now: Instant) -> Instant? {
        fullSince == nil && !takesMotion(at: now) ? emptyAt - Self.longest : nil
    }

    /// Whether all has been sent, by our count.
    public func isEmpty(at now: Instant) -> Bool { fullSince == nil && emptyAt <= now }

    /// From when on a port that is full, or a driver that still has bytes, counts as stalled.
    public var stalledFrom: Instant { (fullSince ?? emptyAt) + Self.patience }
}

import WaldoTime

/// A few frames with a velocity, and then none until the board's watchdog stops it.
struct ShieldSilence: Sendable {
    static let frames = 3
    /// How long the frames may wait for the link, and how long the watchdog is waited for after the last of them.
    static let longestStart: TimeSpan = .seconds(5), longest: TimeSpan = .seconds(2)

    let begun: Instant
    private var sent = 0, number: UInt8 = 0
    private var last: Instant?
    /// The board's clock as it answered the last frame.
    private var board: UInt16?

    init(at now: Instant) { begun = now }

    /// Whether a frame is still to be sent.
    var isMoving: Bool { sent < Self.frames }
    /// When it is given up.
    var end: Instant { isMoving ? begun + Self.longestStart : (last ?? begun) + Self.longest }

    mutating func wrote(_ number: UInt8, at now: Instant) {
        sent += 1
        (self.number, last) = (number, now)
    }

    mutating func answered(_ message: EchoMessage) {
        if !isMoving, message.number == number { board = message.milliseconds }
    }

    /// The watchdog has stopped the slider; nil: before all frames were sent.
    func stop(_ message: EchoMessage, at now: Instant) -> ShieldReport.Stop? {
        guard !isMoving, let last else { return nil }
        return ShieldReport.Stop(
            board: board.map { .milliseconds(Int64(message.milliseconds &- $0)) }, seen: now - last)
    }
}

public import WaldoTime

/// A serial port to which an arm is connected: over USB, or what Linux makes of a Bluetooth Classic module.
public struct SerialProfile: Equatable, Sendable {
    /// The port's path, such as `/dev/ttyUSB0`, or a pattern in which `*` stands for any text in a name.
    public var path: String
    /// Bits per second, a start and a stop bit beside each eight.
    public var baud: Int
    /// How long the board takes to start again when the port is opened; nil: it goes on.
    public var reset: TimeSpan?

    /// Creates a profile from its parts.
    public init(path: String, baud: Int, reset: TimeSpan? = nil) {
        self.path = path
        self.baud = baud
        self.reset = reset
    }

    /// The rates that a file can state.
    public static let bauds = 300...4_000_000

    /// How long a byte is on the line, rounded up to a microsecond.
    public static func byteTime(baud: Int) -> TimeSpan { .microseconds(Int64((10_000_000 + baud - 1) / baud)) }
}

import WaldoCore

/// A message of the echo sketch, as `Sources/Firmware/echo.h` makes it.
public struct EchoMessage: Equatable, Sendable {
    /// What it reports.
    public enum Status: UInt8, Sendable {
        /// The answer to a frame; the slider is at zero.
        case rest
        /// The answer to a frame; the slider has a velocity.
        case moves
        /// The board's watchdog has set the slider to zero.
        case watchdog
        /// The board has started, or a link has opened.
        case begun
    }

    /// Its length in bytes.
    public static let length = 6
    static let mark: UInt8 = 0x5a
    private static let check = Checksum(.crc8(poly: 0x07, initial: 0), from: 1)

    /// The sequence number that the board has heard last.
    public var number: UInt8
    /// The board's clock in milliseconds, modulo 65,536.
    public var milliseconds: UInt16
    /// What it reports.
    public var status: Status

    /// Creates a message from its parts.
    public init(number: UInt8, milliseconds: UInt16, status: Status) {
        self.number = number
        self.milliseconds = milliseconds
        self.status = status
    }

    /// Reads a message of `length` bytes; nil: they are none.
    init?(_ bytes: [UInt8]) {
        guard bytes.count == Self.length, bytes[0] == Self.mark, Self.check.stands(in: bytes, at: Self.length - 1),
            let status = Status(rawValue: bytes[4])
        else { return nil }
        self.init(number: bytes[1], milliseconds: UInt16(bytes[2]) | UInt16(bytes[3]) << 8, status: status)
    }

    /// Its bytes.
    public var bytes: [UInt8] {
        let body = [
            Self.mark, number, UInt8(truncatingIfNeeded: milliseconds), UInt8(truncatingIfNeeded: milliseconds >> 8),
            status.rawValue,
        ]
        return body + Self.check.bytes(over: body[...])
    }
}

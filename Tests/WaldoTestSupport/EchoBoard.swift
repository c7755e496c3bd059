/// A board with the echo sketch, by what its page says: the test hands in bytes and the board's time.
public struct EchoBoard {
    private static let watchdog: Int64 = 300

    private var received: [UInt8] = []
    private var number: UInt8 = 0
    /// When the slider's newest velocity was set, in milliseconds; nil: it is at zero.
    private var movesSince: Int64?

    /// A board that has heard nothing.
    public init() {}

    /// Takes bytes, and returns the messages that answer the frames in them.
    /// - Parameter now: the board's time in milliseconds.
    public mutating func receive(_ bytes: [UInt8], at now: Int64) -> [[UInt8]] {
        var messages = tick(at: now)
        received += bytes
        while let mark = received.firstIndex(of: 0xa5), received.count - mark >= 5 {
            let frame = Array(received[mark..<mark + 5])
            guard Self.crc(frame[1...3]) == frame[4] else {
                received.removeFirst(mark + 1)
                continue
            }
            received.removeFirst(mark + 5)
            number = frame[2]
            if frame[1] == 1 { movesSince = frame[3] == 0 ? nil : now }
            messages.append(message(movesSince == nil ? 0 : 1, now))
        }
        return messages
    }

    /// Returns the message that the watchdog has stopped the slider, once it has. It bears the time at which it did,
    /// however late this is called.
    public mutating func tick(at now: Int64) -> [[UInt8]] {
        guard let since = movesSince, now - since >= Self.watchdog else { return [] }
        movesSince = nil
        return [message(2, since + Self.watchdog)]
    }

    private func message(_ status: UInt8, _ now: Int64) -> [UInt8] {
        let body = [number, UInt8(truncatingIfNeeded: now), UInt8(truncatingIfNeeded: now >> 8), status]
        return [0x5a] + body + [Self.crc(body[...])]
    }

    private static func crc(_ bytes: ArraySlice<UInt8>) -> UInt8 {
        var crc: UInt8 = 0
        for byte in bytes {
            crc ^= byte
            for _ in 0..<8 { crc = crc & 0x80 == 0 ? crc << 1 : crc << 1 ^ 0x07 }
        }
        return crc
    }
}

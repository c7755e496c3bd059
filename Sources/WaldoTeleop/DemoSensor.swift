/// A built-in sensor: a Geiger counter carried back and forth past a source, with one message per second. The messages
/// have the format of the demo sensor's file, and are the same on every run.
public struct DemoSensor: Sendable {
    /// The duration of one pass, in seconds.
    private static let turnSeconds = 40
    /// The walking speed, in metres per second.
    private static let pace = 1.4
    /// The closest approach to the source, in metres.
    private static let distance = 3.0
    /// Counts per second of the background alone, and of the source alone at one metre.
    private static let background = 0.6, strength = 180.0
    /// Units of longitude, 1e-7 degrees, per metre to the east, at the latitude of the walk.
    private static let unitsAMetre = 113.9

    private var second = 0
    private var random: UInt64 = 0x2545_F491_4F6C_DD1D

    /// A sensor at the beginning of its path.
    public init() {}

    /// The next message.
    public mutating func next() -> [UInt8] {
        let turn = second % (2 * Self.turnSeconds)
        let along = Double(turn < Self.turnSeconds ? turn : 2 * Self.turnSeconds - turn) * Self.pace
        let off = along - Double(Self.turnSeconds) * Self.pace / 2
        let rate = Self.background + Self.strength / (off * off + Self.distance * Self.distance)
        let longitude = 1_449_631_000 + Int32((along * Self.unitsAMetre).rounded())
        var bytes: [UInt8] = [0xD5, UInt8(truncatingIfNeeded: second), 1]
        append(UInt32(bitPattern: -378_136_000), &bytes)
        append(UInt32(bitPattern: longitude), &bytes)
        let counts = counts(of: rate), temperature = 2_000 + second / 10 % 50
        for number in [counts, temperature] {
            bytes.append(UInt8(truncatingIfNeeded: number >> 8))
            bytes.append(UInt8(truncatingIfNeeded: number))
        }
        bytes.append(Self.crc(bytes))
        second += 1
        return bytes
    }

    /// Counts of one second: a thousand independent chances, which is near to Poisson's distribution.
    private mutating func counts(of rate: Double) -> Int {
        let chance = UInt64(rate / 1_000 * 4_294_967_296)
        var counts = 0
        for _ in 0..<1_000 where next32() < chance { counts += 1 }
        return counts
    }

    /// The upper half of a linear congruential generator's next number.
    private mutating func next32() -> UInt64 {
        random = random &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return random >> 32
    }

    private func append(_ number: UInt32, _ bytes: inout [UInt8]) {
        for shift in [24, 16, 8, 0] { bytes.append(UInt8(truncatingIfNeeded: number >> shift)) }
    }

    /// CRC-8 with the polynomial 0x07.
    private static func crc(_ bytes: [UInt8]) -> UInt8 {
        bytes.reduce(0) { check, byte in
            (0..<8).reduce(check ^ byte) { value, _ in value & 0x80 == 0 ? value << 1 : value << 1 ^ 0x07 }
        }
    }
}

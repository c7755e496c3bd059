/// A peripheral that a sensor was heard from: the sensor's name in the library, and the peripheral's Bluetooth address.
public struct KnownSensor: Equatable, Sendable {
    /// The sensor as the operator named it.
    public var sensor: String
    /// The address, in upper case.
    public var address: String

    /// An entry with these values.
    public init(sensor: String, address: String) {
        self.sensor = sensor
        self.address = address
    }

    /// Reads a line of `sensors.list`: the name, which may contain spaces, then a space and the address. Nil for any
    /// other line.
    init?(line: some StringProtocol) {
        let words = line.split(separator: " ")
        guard words.count > 1, let address = words.last, Self.isAddress(address) else { return nil }
        self.init(sensor: words.dropLast().joined(separator: " "), address: address.uppercased())
        guard isWritable else { return nil }
    }

    /// Whether a line can hold it: the name is not empty, has no control characters, and spaces only between words.
    var isWritable: Bool {
        Self.isAddress(address) && !sensor.isEmpty
            && sensor.split(separator: " ").joined(separator: " ") == sensor
            && !sensor.unicodeScalars.contains { $0.value < 0x20 || $0.value == 0x7f }
    }

    var line: String { "\(sensor) \(address)" }

    /// Six pairs of hexadecimal digits between colons.
    private static func isAddress(_ text: some StringProtocol) -> Bool {
        let pairs = text.utf8.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
        return pairs.count == 6
            && pairs.allSatisfy { pair in
                pair.count == 2 && pair.allSatisfy { Character(Unicode.Scalar($0)).isHexDigit }
            }
    }
}

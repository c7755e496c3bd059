/// The version of bluetoothd, which no property of its own states. Its adapters carry it in their device id, unless
/// `DeviceID` in main.conf says something else.
public struct BlueZVersion: Equatable, Comparable, Sendable, CustomStringConvertible {
    /// The two numbers of 5.66.
    public var major: Int, minor: Int

    /// A version of these numbers.
    public init(_ major: Int, _ minor: Int) {
        self.major = major
        self.minor = minor
    }

    /// Reads an adapter's `Modalias`, such as `usb:v1D6Bp0246d0542`: vendor 1D6B and product 0246, are BlueZ; then the
    /// version as two bytes. Nil for any other.
    init?(modalias: String) {
        guard let colon = modalias.firstIndex(of: ":"), modalias.utf8.count < 64 else { return nil }
        let id = modalias[modalias.index(after: colon)...].lowercased()
        guard id.hasPrefix("v1d6bp0246d"), id.utf8.count >= 15, id.dropFirst(11).prefix(4).allSatisfy(\.isHexDigit),
            let number = Int(id.dropFirst(11).prefix(4), radix: 16), number > 0
        else { return nil }
        self.init(number >> 8, number & 0xff)
    }

    /// Whether the first is older.
    public static func < (one: Self, other: Self) -> Bool { (one.major, one.minor) < (other.major, other.minor) }

    /// `5.66`, and `5.05` below 5.10, as bluetoothd prints it.
    public var description: String { "\(major).\(minor < 10 ? "0" : "")\(minor)" }
}

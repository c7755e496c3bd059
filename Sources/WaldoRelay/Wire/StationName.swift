import WaldoCore
public import WaldoFiles

/// The name of a station: a level of its topics, and the user by which a broker knows it. A broker lets a station
/// publish and read below its own name alone, so the name in a topic says who published what is there.
public struct StationName: Hashable, Sendable, Comparable, CustomStringConvertible {
    /// The greatest length.
    public static let greatest = 64

    /// Its text.
    public let text: String

    /// The name of a text: ASCII letters, digits, `-` and `_`; nil: it is none.
    public init?(_ text: some StringProtocol) {
        guard (1...Self.greatest).contains(text.utf8.count), text.utf8.allSatisfy(Self.isOfName) else { return nil }
        self.text = String(text)
    }

    private static func isOfName(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
            true
        default: false
        }
    }

    /// The name that a person has given.
    /// - Throws: `Failure` for a text that is none.
    public init(given text: String) throws(Failure) {
        guard let name = Self(text) else {
            throw Failure(
                .usage,
                "\(SafeText.escaped(text, upTo: 100)): invalid station name: use 1 to \(Self.greatest) ASCII letters, "
                    + "digits, - or _, the same as the broker's user")
        }
        self = name
    }

    /// The name of a station that nobody has named: that of its machine, with `-` in the place of what no name has.
    init(machine: String) {
        let bytes = machine.utf8.prefix(Self.greatest).map { Self.isOfName($0) ? $0 : UInt8(ascii: "-") }
        text = bytes.isEmpty ? "station" : String(decoding: bytes, as: UTF8.self)
    }

    /// Its text.
    public var description: String { text }

    /// The order of the texts.
    public static func < (one: Self, other: Self) -> Bool { one.text < other.text }
}

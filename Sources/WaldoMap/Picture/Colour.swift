/// A colour of a picture.
public struct Colour: Hashable, Sendable {
    /// Red, green and blue, 0...255.
    public var red: UInt8, green: UInt8, blue: UInt8

    /// Creates a colour from a number such as 0x21918c.
    public init(_ number: UInt32) {
        (red, green, blue) = (
            UInt8(truncatingIfNeeded: number >> 16), UInt8(truncatingIfNeeded: number >> 8),
            UInt8(truncatingIfNeeded: number)
        )
    }

    /// Its text in SVG, HTML and CSS: `#21918c`.
    public var text: String {
        let digits = Array("0123456789abcdef")
        return "#" + [red, green, blue].map { "\(digits[Int($0 >> 4)])\(digits[Int($0 & 15)])" }.joined()
    }

    /// The colour between this one and another.
    /// - Parameter part: how much of the other, 0...1.
    public func mixed(_ part: Double, with other: Colour) -> Colour {
        func mix(_ one: UInt8, _ other: UInt8) -> UInt32 {
            UInt32((Double(one) + (Double(other) - Double(one)) * min(max(0, part), 1)).rounded())
        }
        return Colour(mix(red, other.red) << 16 | mix(green, other.green) << 8 | mix(blue, other.blue))
    }
}

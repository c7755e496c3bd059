import Glibc

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

    /// How light it looks: L* of CIELAB (D65), 0 of black to 100 of white.
    public var lightness: Double {
        func linear(_ part: UInt8) -> Double {
            let part = Double(part) / 255
            return part <= 0.04045 ? part / 12.92 : pow((part + 0.055) / 1.055, 2.4)
        }
        let luminance = 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
        return luminance > 216.0 / 24_389 ? 116 * cbrt(luminance) - 16 : luminance * 24_389 / 27
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

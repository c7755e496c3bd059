/// Sine and cosine of an angle in degrees: the same bits on every machine, which a C library does not promise.
///
/// An angle is reduced to -45...45 degrees around a multiple of 90, which is exact, and two polynomials in the square
/// of the angle / 45 follow. Their coefficients interpolate sin(45 u) / u and (cos(45 u) - 1) / u^2 at the 7 Chebyshev
/// nodes of u^2 on 0...1, computed with 60 digits and rounded. The error is below 3e-16; multiples of 90 degrees are
/// exact.
public enum Degrees {
    /// The greatest magnitude of an angle; a greater one, and NaN, counts as 0.
    public static let greatest = 1e12
    /// A degree in radians.
    public static let inRadians = 0.017_453_292_519_943_295

    /// The sine of an angle in degrees.
    public static func sine(_ angle: Double) -> Double {
        let (quadrant, rest) = reduced(angle)
        let part = quadrant & 1 == 0 ? smallSine(rest) : smallCosine(rest)
        return quadrant & 2 == 0 ? part : 0 - part
    }

    /// The cosine of an angle in degrees.
    public static func cosine(_ angle: Double) -> Double {
        let (quadrant, rest) = reduced(angle)
        let part = quadrant & 1 == 0 ? smallCosine(rest) : smallSine(rest)
        return (quadrant + 1) & 2 == 0 ? part : 0 - part
    }

    /// The angle in degrees, within -180...180, of the way to a point from the origin; nil: there is none, or the point
    /// is the origin.
    ///
    /// It begins with the quadrant's diagonal and turns by what is left. Each turn triples the number of digits.
    public static func direction(_ x: Double, _ y: Double) -> Double? {
        let length = (x * x + y * y).squareRoot()
        guard length > 0, length.isFinite else { return nil }
        let (cosine, sine) = (x / length, y / length)
        var angle = (sine < 0 ? -1.0 : 1) * (cosine < 0 ? 135 : 45)
        for _ in 0..<6 {
            let left = sine * Self.cosine(angle) - cosine * Self.sine(angle)
            // asin(left) = left + left^3 / 6 + ...
            angle += (left + left * left * left / 6) / inRadians
        }
        return angle > 180 ? angle - 360 : angle < -180 ? angle + 360 : angle
    }

    /// The nearest multiple of 90 degrees, as a count, and the rest. 90 times the count has at most 41 bits, and the
    /// difference of two numbers that are within a factor of 2 is exact.
    private static func reduced(_ angle: Double) -> (quadrant: Int, rest: Double) {
        guard angle.magnitude <= greatest else { return (0, 0) }
        let count = (angle / 90).rounded(.toNearestOrAwayFromZero)
        return (Int(count), angle - 90 * count)
    }

    /// The sine of -45...45 degrees.
    private static func smallSine(_ angle: Double) -> Double {
        let u = angle / 45
        let v = u * u
        var sum = 0x1.e3f83399551bfp-38
        sum = sum * v - 0x1.e30071afc3e59p-30
        sum = sum * v + 0x1.50782fda12d96p-22
        sum = sum * v - 0x1.32d2cce2e5b19p-15
        sum = sum * v + 0x1.466bc677587f8p-9
        sum = sum * v - 0x1.4abbce625be41p-4
        sum = sum * v + 0x1.921fb54442d18p-1
        return sum * u
    }

    /// The cosine of -45...45 degrees.
    private static func smallCosine(_ angle: Double) -> Double {
        let u = angle / 45
        let v = u * u
        var sum = -0x1.b2f3eb054afcdp-42
        sum = sum * v + 0x1.f9ce245cada0bp-34
        sum = sum * v - 0x1.a6d1eef479be1p-26
        sum = sum * v + 0x1.e1f5068688d5bp-19
        sum = sum * v - 0x1.55d3c7e3cb241p-12
        sum = sum * v + 0x1.03c1f081b5ac0p-6
        sum = sum * v - 0x1.3bd3cc9be45dep-2
        return sum * v + 1
    }
}

extension Numeric {
    /// Ten to a whole power, by multiplication; below 0, 1. Floating-point numbers are exact up to 10^22.
    @inlinable
    public static func ten(to exponent: Int) -> Self {
        var power: Self = 1
        for _ in 0..<Swift.max(0, exponent) { power *= 10 }
        return power
    }
}

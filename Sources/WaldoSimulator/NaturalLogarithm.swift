/// Natural logarithms by + - x / alone, so that they are the same bits on every machine, which a C library does not
/// promise.
enum NaturalLogarithm {
    private static let ofTwo = 0.693_147_180_559_945_3
    private static let rootOfTwo = 1.414_213_562_373_095_1
    /// Half of the logarithm of 2 pi.
    private static let halfOfTwoPi = 0.918_938_533_204_672_7
    /// The logarithms of 0! to 9!.
    private static let ofFactorials: [Double] = [
        0, 0, 0.693_147_180_559_945_3, 1.791_759_469_228_055, 3.178_053_830_347_945_8, 4.787_491_742_782_046,
        6.579_251_212_010_101, 8.525_161_361_065_415, 10.604_602_902_745_25, 12.801_827_480_081_469,
    ]

    /// The logarithm of a normal number above 0: of its fraction m by the series of the inverse hyperbolic tangent of
    /// (m - 1) / (m + 1), whose magnitude is at most 0.172, to the 23rd power.
    static func of(_ number: Double) -> Double {
        var exponent = Double(number.exponent), fraction = number.significand
        if fraction > rootOfTwo {
            fraction /= 2
            exponent += 1
        }
        let s = (fraction - 1) / (fraction + 1)
        let square = s * s
        var sum = 1.0 / 23, power = 21.0
        while power > 0 {
            sum = sum * square + 1 / power
            power -= 2
        }
        return exponent * ofTwo + 2 * s * sum
    }

    /// The logarithm of the factorial of a whole number: from 10 on by Stirling's series.
    static func ofFactorial(_ number: Double) -> Double {
        guard number >= 10 else { return ofFactorials[Int(max(0, number))] }
        let square = number * number
        let rest = (1.0 / 12 - (1.0 / 360 - 1 / (1260 * square)) / square) / number
        return (number + 0.5) * of(number) - number + halfOfTwoPi + rest
    }
}

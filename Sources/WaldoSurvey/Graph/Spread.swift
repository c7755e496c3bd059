/// What is known of the error of a number: the raw counts that it rests on and how they act on it.
///
/// A number that is a weighted sum of counts n_i with weights g_i (calibration, dead time, subtraction of a constant
/// included: g_i is the local derivative) has the variance of Poisson's distribution sum(g_i^2 n_i). It has the limits
/// of effective counts N = (sum g_i n_i)^2 / sum(g_i^2 n_i) with the gain g = sum(g_i^2 n_i) / sum(g_i n_i):
/// g (N + 1/2 +- sqrt(N + 1/4)) about g N. With equal weights these are the raw counts themselves.
struct Spread: Equatable {
    /// Whether the number rests on counts.
    var isKnown = false
    /// sum(g n) and sum(g^2 n).
    private var sum = 0.0, square = 0.0
    /// The same sums as if each bin had one count: they give the gain where no pulse was counted.
    private var one = 0.0, oneSquare = 0.0
    /// A standard error that is common to successive values: it does not shrink in their mean. That of a background,
    /// and that of values which share time.
    private var common = 0.0
    /// What the middle between the limits is away from the number, besides half of the gain.
    private var offset = 0.0
    /// The standard uncertainty of the calibrations, in the number's unit.
    var systematic = 0.0

    init() {}

    /// The error of raw counts.
    init(counts: Double) {
        isKnown = true
        (sum, square, one, oneSquare) = (counts, counts, 1, 1)
    }

    /// How much one count more adds to the number.
    var gain: Double { sum != 0 ? square / sum : one != 0 ? oneSquare / one : 0 }
    /// The variance of counting alone, and with what is common: without the term that keeps 0 counts from having none.
    var classicVariance: Double { square + common * common }
    /// Half of the distance of the limits: the standard error.
    var half: Double { (square + gain * gain / 4 + common * common).squareRoot() }
    /// How far the middle between the limits is above the number.
    var shift: Double { gain / 2 + offset }

    /// The error of the number times a factor, or with this local derivative.
    func scaled(_ factor: Double) -> Spread {
        var spread = self
        spread.sum *= factor
        spread.square *= factor * factor
        spread.one *= factor
        spread.oneSquare *= factor * factor
        spread.common *= abs(factor)
        spread.offset *= factor
        spread.systematic *= abs(factor)
        return spread
    }

    /// Adds the error of a weighted number; the counts of the two are independent.
    mutating func add(_ other: Spread, weight: Double) {
        let other = other.scaled(weight)
        isKnown = isKnown && other.isKnown
        sum += other.sum
        square += other.square
        one += other.one
        oneSquare += other.oneSquare
        common += other.common
        offset += other.offset
        systematic += other.systematic
    }

    /// Adds the error of a weighted number that shares counts with the one before: errors add linearly, the most that
    /// they can be.
    mutating func addShared(_ other: Spread, weight: Double) {
        isKnown = isKnown && other.isKnown
        common += abs(weight) * other.half
        offset += weight * other.shift
        systematic += abs(weight) * other.systematic
    }

    /// Adds in quadrature the error of a number that is subtracted.
    mutating func subtract(_ other: Spread, factor: Double) {
        let error = other.half * abs(factor)
        common = (common * common + error * error).squareRoot()
        offset -= other.shift * factor
        addSystematic(other.systematic * factor)
    }

    /// Adds in quadrature a standard error that is common to all values.
    mutating func addCommon(_ error: Double) { common = (common * common + error * error).squareRoot() }

    /// Adds in quadrature a calibration's uncertainty.
    mutating func addSystematic(_ error: Double) {
        systematic = (systematic * systematic + error * error).squareRoot()
    }

    /// The start of a sum: nothing yet, and known until something unknown is added.
    static var empty: Spread {
        var spread = Spread()
        spread.isKnown = true
        return spread
    }
}

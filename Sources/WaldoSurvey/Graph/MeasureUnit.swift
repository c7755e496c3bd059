/// A unit of measurement: a factor times powers of base units. Two units measure the same quantity if their powers are
/// equal; a number is converted by the ratio of their factors.
///
/// The text follows the Unified Code for Units of Measure where it has a unit (`uSv/h`, `ug/m3`, `mV`), with the names
/// of counting beside it: `count`, `cps`, `cpm`. A unit that is not known is a base unit of its own, so that a sensor
/// that describes itself needs no table here.
public struct MeasureUnit: Sendable {
    /// A base unit with its exponent, which is never 0.
    public struct Power: Hashable, Sendable {
        /// The base unit: `s`, `count`, `Sv`.
        public var base: String
        /// The exponent.
        public var exponent: Int
    }

    /// The unit as it is written; empty for a plain number.
    public let text: String
    /// The powers of base units, ordered by their names; empty for a plain number.
    public let powers: [Power]
    /// The factor is the ratio of the two: with whole numbers on both sides conversions stay exact.
    let numerator: Double, denominator: Double
    /// Whether all of its parts are known.
    public let isKnown: Bool

    init(text: String, powers: [Power], numerator: Double, denominator: Double, isKnown: Bool) {
        self.text = text
        self.powers = powers
        self.numerator = numerator
        self.denominator = denominator
        self.isKnown = isKnown
    }

    /// What a number of this unit is multiplied with to be one of the other; nil: they measure different quantities.
    public func factor(to other: MeasureUnit) -> Double? {
        guard powers == other.powers else { return nil }
        return (numerator * other.denominator) / (denominator * other.numerator)
    }

    /// Whether a number of one can be converted to the other.
    public func measuresSame(as other: MeasureUnit) -> Bool { powers == other.powers }

    /// The product of two units.
    public static func * (one: MeasureUnit, other: MeasureUnit) -> MeasureUnit {
        MeasureUnit(
            text: one.text + "." + other.text, powers: sum(one.powers, other.powers),
            numerator: one.numerator * other.numerator, denominator: one.denominator * other.denominator,
            isKnown: one.isKnown && other.isKnown)
    }

    /// Adds exponents and leaves out those that become 0.
    static func sum(_ one: [Power], _ other: [Power]) -> [Power] {
        var powers = one
        for power in other {
            if let index = powers.firstIndex(where: { $0.base == power.base }) {
                powers[index].exponent += power.exponent
            } else {
                powers.append(power)
            }
        }
        return powers.filter { $0.exponent != 0 }.sorted { $0.base < $1.base }
    }
}

extension MeasureUnit {
    /// Counted pulses.
    public static var count: MeasureUnit { MeasureUnit("count") }
    /// Seconds.
    public static var second: MeasureUnit { MeasureUnit("s") }
    /// Metres.
    public static var metre: MeasureUnit { MeasureUnit("m") }
    /// A plain number.
    public static var one: MeasureUnit { MeasureUnit("") }
}

extension MeasureUnit {
    /// Whether it is one of a dose: sievert, gray, roentgen.
    public var isDose: Bool { ["Sv", "Gy", "R"].contains { measuresSame(as: MeasureUnit($0)) } }
    /// Whether it is one of a dose rate.
    public var isDoseRate: Bool { (self * .second).isDose }
    /// Whether it is one of counts in a time.
    public var isCountRate: Bool { (self * .second).measuresSame(as: .count) }
}

extension MeasureUnit: Equatable {
    /// Whether two units have the same size and measure the same quantity, however they are written.
    public static func == (one: MeasureUnit, other: MeasureUnit) -> Bool { one.factor(to: other) == 1 }
}

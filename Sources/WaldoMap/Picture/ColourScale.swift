import Glibc

/// How numbers become colours. Of these, `viridis` alone rises in lightness all the way: the colour-blind can read it,
/// and it prints in grey. The others are conventions of those whose maps they are.
public enum ColourScale: String, Sendable, CaseIterable {
    /// Seven bands of a seventh of the maximum each.
    case bands7
    /// 256 steps that are close at low rates and wide at high ones, as on Safecast's map: for counts a minute, and
    /// for dose rates, which count as those of an LND 7317.
    case safecast
    /// 256 steps of equal size, which also differ in lightness (van der Walt and Smith, CC0).
    case viridis

    /// The colour of a number above the maximum.
    public static let over = Colour(0xff2ad4)
    /// Counts a minute of 1 uSv/h, as Safecast states for an LND 7317.
    public static let countsPerMinute = 334.0

    /// The rates in counts a minute between which Safecast's steps lie.
    private static let rates = 10.5...22_937.25

    /// The units of the streams that it has a meaning for; nil: any.
    public var units: [String]? { self == .safecast ? ["cpm", "uSv/h"] : nil }

    /// Its colours, from the lowest number to the highest.
    public var colours: [Colour] {
        switch self {
        case .bands7: Self.bands
        case .safecast: Self.steps(Self.glow)
        case .viridis: Self.steps(Self.viridisColours)
        }
    }

    /// The index of a number's colour in `colours`; nil: it is above the maximum.
    /// - Parameter maximum: the number that has the last colour; `safecast` has its own.
    public func index(_ value: Double, unit: String, maximum: Double) -> Int? {
        switch self {
        case .bands7: return Self.step(value / maximum, of: 7)
        case .viridis: return Self.step(value / maximum, of: 256)
        case .safecast:
            let rate = unit == "uSv/h" ? value * Self.countsPerMinute : value
            guard rate <= Self.rates.upperBound else { return nil }
            return Self.safecastIndex(countsPerMinute: rate)
        }
    }

    /// The step of a rate: four times the decadic logarithm of 9 t + 1, where t is the rate's part of the range.
    static func safecastIndex(countsPerMinute rate: Double) -> Int {
        var part = (rate - rates.lowerBound) / (rates.upperBound - rates.lowerBound)
        part = min(max(0, part), 1)
        for _ in 0..<4 { part = log10(9 * part + 1) }
        return Int((part * 255).rounded())
    }

    /// The greatest number of each colour: parts of the maximum, or of `safecast` numbers of a unit.
    public func limits(unit: String) -> [Double] {
        let count = colours.count
        guard self == .safecast else { return (1...count).map { Double($0) / Double(count) } }
        return (0..<count).map { index in
            var part = min(1, (Double(index) + 0.5) / 255)
            for _ in 0..<4 { part = (pow(10, part) - 1) / 9 }
            let rate = Self.rates.lowerBound + part * (Self.rates.upperBound - Self.rates.lowerBound)
            return unit == "uSv/h" ? rate / Self.countsPerMinute : rate
        }
    }

    /// Numbers for a legend, each with its fraction of the scale, 0...1: round ones, or the edges of bands.
    public func marks(unit: String, maximum: Double) -> [(value: Double, part: Double)] {
        switch self {
        case .bands7: return (0...7).map { (maximum * Double($0) / 7, Double($0) / 7) }
        case .viridis: return MapFurniture.lines(0, maximum, 0.12).map { ($0.value, $0.value / maximum) }
        case .safecast:
            let values = unit == "uSv/h" ? [0.03, 0.1, 0.3, 1, 3, 10, 65] : [10.5, 30, 100, 300, 1_000, 3_000, 22_900]
            return values.map { value in
                let rate = unit == "uSv/h" ? value * Self.countsPerMinute : value
                return (value, Double(Self.safecastIndex(countsPerMinute: rate)) / 255)
            }
        }
    }

    /// A maximum whose marks are round: of seven bands, one that is seven round steps and not below it.
    public func rounded(maximum: Double) -> Double {
        guard self == .bands7, maximum > 0, maximum < 1e300 else { return maximum }
        let step = maximum / 7, decade = pow(10, log10(step).rounded(.down))
        let digit = [1, 1.2, 1.5, 2, 2.5, 3, 4, 5, 6, 8].first { $0 * decade >= step * 0.999_999 } ?? 10
        return 7 * digit * decade
    }

    private static func step(_ part: Double, of count: Int) -> Int? {
        guard part <= 1 else { return nil }
        return min(count - 1, Int(max(0, part) * Double(count)))
    }

    /// Purple, blue, cyan, green, yellow, orange, red.
    private static let bands: [Colour] = [
        Colour(0x7b3fb5), Colour(0x2b6fd6), Colour(0x2fc4d8), Colour(0x35a853), Colour(0xf2d72e), Colour(0xf08c1e),
        Colour(0xd62728),
    ]

    private static let glow = [
        0x07071f, 0x0b1a6b, 0x0d4fc4, 0x12a5e0, 0x3ad6c8, 0x9a8fe0, 0xd04fc0, 0xe8304a, 0xf58a1f, 0xfbd83a, 0xfffbe0,
    ].map { Colour($0) }

    private static let viridisColours = [
        0x440154, 0x481a6c, 0x472f7d, 0x414487, 0x39568c, 0x31688e, 0x2a788e, 0x23888e, 0x1f988b, 0x22a884, 0x35b779,
        0x54c568, 0x7ad151, 0xa5db36, 0xd2e21b, 0xfde725,
    ].map { Colour($0) }

    /// 256 colours that pass evenly through a few.
    private static func steps(_ few: [Colour]) -> [Colour] {
        (0..<256).map { step in
            let position = Double(step) / 255 * Double(few.count - 1), first = min(Int(position), few.count - 2)
            return few[first].mixed(position - Double(first), with: few[first + 1])
        }
    }
}

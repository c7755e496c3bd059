import Glibc
public import WaldoCore

/// What a drawing of an arm covers. It only grows, and in steps, so that the drawing does not jump while the arm moves.
public struct HandScale: Equatable, Sendable {
    /// The steps of a decade.
    private static let steps = [1, 1.5, 2, 3, 5, 7.5, 10]
    private static let least = 0.01, greatest = 1_000.0
    /// The part of the extent that is drawn below the base of an arm that stays above it.
    private static let cellar = 0.2

    /// How far the drawing goes from the base to each side, in metres.
    public private(set) var extent = 0.0
    /// Whether it goes as far below the base as above it.
    public private(set) var isDeep = false

    /// A scale that covers nothing yet.
    public init() {}

    /// How far the drawing goes below the base, in metres.
    var depth: Double { isDeep ? extent : extent * Self.cellar }

    /// Has it cover a reach and all points of an arm.
    public mutating func include(_ arm: ArmShown) {
        let points = arm.commanded + arm.simulated
        let away = points.flatMap { [abs($0.x), abs($0.y), abs($0.z)] } + [arm.reach, Self.least]
        // A hair more, so that an arm that is stretched out does not make the next step.
        let wanted = min(Self.greatest, away.filter(\.isFinite).max() ?? 0) / 1.000_001
        if wanted > extent { extent = Self.rounded(wanted) }
        if points.contains(where: { $0.z < -extent * Self.cellar }) { isDeep = true }
    }

    /// The next step at or above a length.
    private static func rounded(_ length: Double) -> Double {
        let decade = pow(10, floor(log10(length)))
        return decade * (steps.first { $0 * decade >= length } ?? 10)
    }

    /// The longest of 1, 2 and 5 times a power of ten that is not above a length.
    static func below(_ length: Double) -> Double {
        let decade = pow(10, floor(log10(length)))
        return decade * ([5, 2].first { $0 * decade <= length } ?? 1)
    }
}

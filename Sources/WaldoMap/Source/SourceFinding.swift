import Glibc

/// What a search for a source has found.
public struct SourceFinding: Equatable, Sendable {
    /// The likeliest place, and each other one that the counts do not exclude; empty: there is no source above the
    /// background.
    public var solutions: [SourceSolution]
    /// Twice the logarithm of how much likelier the counts are with a source than without.
    public var evidence: Double
    /// The evidence that is needed to claim a source: without one, at most 5 of 100 surveys reach it.
    public var needed: Double
    /// The background without a source, in the unit of the field.
    public var background: Double
    /// Where it was searched.
    public var region: SpaceBox
    /// How many points were measured, and how many they were searched as: of many, those that lie together far from
    /// where most was counted are one. The cells are at most a quarter as wide as their distance to it, or the multiple
    /// that leaves few enough.
    public var points: Int, searched: Int

    /// The evidence that a source needs. A place alone would need chi squared with one degree of freedom; every
    /// measured point is a chance more to be misled.
    static func neededEvidence(points: Int) -> Double { 5 + 2 * log(Double(points)) }
}

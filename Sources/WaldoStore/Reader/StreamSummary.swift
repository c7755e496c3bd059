import WaldoCore
public import WaldoSurvey

/// A stream of a run, with the range of its values.
public struct StreamSummary: Equatable, Sendable {
    /// Its number in the run, which its samples carry.
    public var number: Int
    /// What it is.
    public var description: StreamDescription
    /// How many samples it has.
    public var samples: Int64
    /// How many of them have no number, or one that is not finite or marked as worthless (`SampleFlags.worthless`).
    public var excluded: Int64
    /// The least, mean and greatest of the others' values; nil: there are none.
    public var minimum: Double?, mean: Double?, maximum: Double?
    /// How many of its samples have a place.
    public var placed: Int64
    /// The wall clock's times of the first and last of its samples, in microseconds since 1970; nil: not known.
    public var first: Int64?, last: Int64?
}

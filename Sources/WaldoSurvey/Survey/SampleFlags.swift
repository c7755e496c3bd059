/// What restricts a number. The bits are those of the store, and keep their meaning in all its versions.
public struct SampleFlags: OptionSet, Hashable, Sendable {
    /// One bit a restriction.
    public let rawValue: Int32

    /// Creates flags from their bits.
    public init(rawValue: Int32) { self.rawValue = rawValue }

    /// The sensor marks the number as not valid, or it is outside of its range.
    public static let invalid = SampleFlags(rawValue: 1)
    /// The window over which it is formed is not full.
    public static let partial = SampleFlags(rawValue: 2)
    /// The count rate is too high for a dead-time correction: there is no number.
    public static let saturated = SampleFlags(rawValue: 4)
    /// The number is below the decision threshold: it does not differ significantly from the background.
    public static let belowThreshold = SampleFlags(rawValue: 8)
    /// It has no place.
    public static let noPlace = SampleFlags(rawValue: 16)
    /// Its place is that of the nearest fix, not interpolated between two.
    public static let nearestPlace = SampleFlags(rawValue: 32)
    /// Its message failed a check that the sensor's file only flags.
    public static let checkFailed = SampleFlags(rawValue: 64)
    /// Part of the time that it stands for was not measured.
    public static let gap = SampleFlags(rawValue: 128)
    /// Its place rests on a geometry of the arm that is assumed, not measured.
    public static let assumedPose = SampleFlags(rawValue: 256)
    /// A `flag` node of the graph has marked it.
    public static let marked = SampleFlags(rawValue: 512)

    /// It was simulated, not measured.
    public static let simulated = SampleFlags(rawValue: 1024)
    /// Its own fix is at a place that no speed of the carrier explains. Its place, if it has one, is that of other
    /// fixes.
    public static let outlierPlace = SampleFlags(rawValue: 2048)

    /// Its date is not known: the clock that stated it could not be believed.
    public static let undated = SampleFlags(rawValue: 4096)

    /// A number with one of these is worth nothing, and is counted, but in no minimum, mean or maximum.
    public static let worthless: SampleFlags = [.invalid, .saturated, .checkFailed]

    /// Each flag with its name in tables and messages.
    public static let names: [(flag: SampleFlags, name: String)] = [
        (.invalid, "invalid"), (.partial, "partial"), (.saturated, "saturated"), (.belowThreshold, "below-threshold"),
        (.noPlace, "no-place"), (.nearestPlace, "nearest-place"), (.checkFailed, "check-failed"), (.gap, "gap"),
        (.assumedPose, "assumed-pose"), (.marked, "marked"), (.simulated, "simulated"),
        (.outlierPlace, "outlier-place"), (.undated, "undated"),
    ]
}

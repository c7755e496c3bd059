public import WaldoTime

/// How samples are located.
public struct LocationRules: Equatable, Sendable {
    /// The sources of places, the preferred first; empty: samples have no place.
    public var sources: [Fix.Source]
    /// A fix that is older than this at the time of a sample is none.
    public var stale: TimeSpan
    /// Two fixes that are further apart in time are not interpolated between.
    public var across: TimeSpan
    /// How long a sample waits for a later fix before it is final.
    public var later: TimeSpan
    /// The greatest speed of the carrier in m/s: a fix that it does not explain is an outlier. Nil: each fix counts,
    /// and the way between two is as uncertain as a walk, whatever its length, as in runs of earlier versions.
    public var fastest: Double?

    /// How places follow from fixes, and samples from a log's lines: runs of earlier versions keep their numbers.
    ///
    /// 1: longitudes and latitudes are interpolated at the poles too, of two fixes of a log with the same time the
    /// later one holds, and a run of fixes without a date is judged by itself. A pause counts for how long a run of
    /// fixes lasts, and counts of a log that overlap pass as long as they fill time that was missing before them.
    ///
    /// 2: near a pole the line goes over it; of two fixes of a log with the same time the earlier one holds, whose
    /// counts are those that count; and a short run of fixes without a date has to be explained by those before it. A
    /// run of fixes lasts for the time in which they were measured, and counts of a log that overlap count once.
    public var edition: Int
    /// The edition that new surveys have.
    public static let newest = 2

    /// Creates rules; the defaults are those of the survey's description.
    public init(
        sources: [Fix.Source] = [.message, .gpsd, .fixed, .arm], stale: TimeSpan = .seconds(24 * 3600),
        across: TimeSpan = .seconds(30), later: TimeSpan = .seconds(2), fastest: Double? = nil,
        edition: Int = 1
    ) {
        self.sources = sources
        self.stale = stale
        self.across = across
        self.later = later
        self.fastest = fastest
        self.edition = edition
    }
}

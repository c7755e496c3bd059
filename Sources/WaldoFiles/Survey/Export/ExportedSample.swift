public import WaldoCore

/// A sample as an export takes it: with the quality of its fix, which the sample itself does not carry.
public struct ExportedSample: Equatable, Sendable {
    /// The sample.
    public var sample: Sample
    /// Satellites that the receiver used for its place; nil: not known.
    public var satellites: Int?
    /// The horizontal dilution of precision of its place; nil: not known.
    public var hdop: Double?
    /// Whether a fix beside it is at a place that no speed of the carrier explains: by its flag, or by the whole track.
    public var hasOutlier: Bool

    /// Creates one from its parts.
    public init(_ sample: Sample, satellites: Int? = nil, hdop: Double? = nil, hasOutlier: Bool = false) {
        self.sample = sample
        self.satellites = satellites
        self.hdop = hdop
        self.hasOutlier = hasOutlier || sample.flags.contains(.outlierPlace)
    }
}

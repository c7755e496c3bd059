/// Where the number of a calibration comes from, for the reader of the report.
public struct Calibration: Equatable, Sendable {
    /// The standard uncertainty as a fraction of the calibrated value; nil: not stated. It is systematic: common to all
    /// values, it does not shrink in a mean, and is kept apart from the error of counting.
    public var uncertainty: Double?
    /// Who states the number: a data sheet, a certificate.
    public var source: String?
    /// Its date as ISO 8601: a year, a month or a day.
    public var date: String?
    /// What it is valid for: an isotope, a tube.
    public var standard: String?

    /// Creates a calibration from its parts.
    public init(uncertainty: Double? = nil, source: String? = nil, date: String? = nil, standard: String? = nil) {
        self.uncertainty = uncertainty
        self.source = source
        self.date = date
        self.standard = standard
    }
}

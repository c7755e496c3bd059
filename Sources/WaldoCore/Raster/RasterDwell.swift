public import WaldoTime

/// How long a raster measures at a point.
public enum RasterDwell: Equatable, Sendable {
    /// This long.
    case time(TimeSpan)
    /// Until the relative error of counting is as small as this, but no longer than a time. A point that ends by its
    /// counts has a rate of (n - 1) / T.
    case error(Double, longest: TimeSpan)
    /// Not at all: the points are a route, and what is measured from the first to the last is one measurement.
    case passing

    /// The counts that a point needs; nil: any.
    var counts: Double? {
        guard case .error(let error, _) = self else { return nil }
        // The error of n counts is 1 / sqrt(n).
        return (1 / (error * error)).rounded(.up)
    }

    /// The shortest and the longest time.
    var limits: (shortest: TimeSpan, longest: TimeSpan) {
        switch self {
        case .time(let span): (span, span)
        case .error(_, let longest): (.zero, longest)
        case .passing: (.zero, .zero)
        }
    }
}

/// A report of gpsd of where a receiver is: its TPV object, as far as it is used here.
///
/// gpsd's documentation leaves the certainty of its error estimates open. Its source scales receivers' standard
/// deviations by 2.45, the factor from the standard deviation of each of two axes to the radius that contains 95 %, and
/// its own estimates are 95 % as well; so 2.45 divides here.
struct GPSDPosition: Equatable {
    /// The device that reports: a hash of its path; 0 if it is not stated.
    var device: UInt64 = 0
    /// 0 and 1: no fix; 2: without height; 3: with height.
    var mode: Int = 0
    /// Degrees.
    var latitude: Double?, longitude: Double?
    /// Metres above the ellipsoid of WGS 84, above mean sea level, and as older versions name the latter.
    var heightAboveEllipsoid: Double?, heightAboveSea: Double?, height: Double?
    /// Error estimates at 95 % in metres: along the longitude, along the latitude, vertical, horizontal.
    var epx: Double?, epy: Double?, epv: Double?, eph: Double?

    private static let radiusOfTwoAxes = 2.45
    /// The factor from a standard deviation to 95 % of a single axis.
    private static let twoSided = 1.96
    /// The error in metres at 95 % that gpsd's model multiplies by the dilution of precision, without corrections.
    private static let errorADilution = 15.0

    /// Whether it is a fix with a place.
    var isFix: Bool { mode >= 2 && latitude != nil && longitude != nil }

    /// The height in metres, above the ellipsoid if that is known.
    var bestHeight: Double? { mode >= 3 ? heightAboveEllipsoid ?? heightAboveSea ?? height : nil }

    /// The horizontal standard deviation in metres: from `eph`, else from `epx` and `epy`, else from the dilution.
    func accuracy(hdop: Double?) -> Double? {
        let radius: Double?
        if let eph {
            radius = eph
        } else if let epx, let epy {
            radius = (epx * epx + epy * epy).squareRoot()
        } else {
            radius = hdop.map { $0 * Self.errorADilution }
        }
        return radius.map { $0 / Self.radiusOfTwoAxes }
    }

    /// The vertical standard deviation in metres.
    var verticalAccuracy: Double? { bestHeight == nil ? nil : epv.map { $0 / Self.twoSided } }
}

/// Why a measurement, which was decoded, gives no sample.
public enum Unsampled: String, Equatable, Sendable, CaseIterable {
    /// It states none of the sensor's numbers.
    case empty
    /// Its time was counted already: another measurement overlaps it.
    case counted
    /// It came later than one of the same stream that was measured after it.
    case late

    /// Its index in `allCases`.
    var index: Int {
        switch self {
        case .empty: 0
        case .counted: 1
        case .late: 2
        }
    }

    /// The reason in words, after a number of measurements.
    public var text: String {
        switch self {
        case .empty: "without a number"
        case .counted: "of a time that was counted already"
        case .late: "that came too late"
        }
    }
}

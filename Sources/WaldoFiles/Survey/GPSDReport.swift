import WaldoCore
public import WaldoSurvey

/// What a line of gpsd amounts to.
public enum GPSDReport: Equatable, Sendable {
    /// gpsd states the version of its protocol.
    case version(major: Int)
    /// A receiver is at a place.
    case fix(Fix)
    /// A receiver has no fix.
    case noFix
    /// Something else, which influences no place.
    case other
    /// A line that is not gpsd's, or too long.
    case nonsense
}

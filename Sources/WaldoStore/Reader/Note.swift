import WaldoCore
public import WaldoSurvey

/// A remark about a survey.
public struct Note: Equatable, Sendable {
    /// Its number in the file.
    public var id: Int64
    /// When it was made: microseconds since 1970.
    public var utc: Int64
    /// Its text.
    public var text: String
    /// Where it was made; nil: nowhere in particular.
    public var place: Place?
}

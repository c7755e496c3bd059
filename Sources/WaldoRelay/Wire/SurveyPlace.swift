/// A survey as its station names it. Two stations that use one UUID have two surveys.
public struct SurveyPlace: Hashable, Sendable, Comparable, CustomStringConvertible {
    /// Who publishes it.
    public let station: StationName
    /// The UUID that the station gave it.
    public let survey: SurveyID

    /// A survey of a station.
    public init(_ station: StationName, _ survey: SurveyID) {
        self.station = station
        self.survey = survey
    }

    /// `roof/3f2504e0-...`.
    public var description: String { "\(station)/\(survey)" }

    /// The order of the UUIDs, then that of the stations: transactions that take several take them in this order.
    public static func < (one: Self, other: Self) -> Bool {
        (one.survey.text, one.station.text) < (other.survey.text, other.station.text)
    }
}

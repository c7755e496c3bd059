public import WaldoStore

/// A topic of the wire: `waldo/v2/STATION/SHARD/UUID/LEVEL`.
public struct Topic: Hashable, Sendable, CustomStringConvertible {
    /// What a topic carries.
    public enum Level: Hashable, Sendable {
        /// Batches of a stream; not retained.
        case rows(RelayStream)
        /// The survey's meta document; retained.
        case meta
        /// What the station does; retained, and its will.
        case state
        /// What the database holds; retained.
        case progress
    }

    /// The survey, and the station that it belongs to.
    public let place: SurveyPlace
    /// What it carries.
    public let level: Level

    /// A topic of a survey.
    public init(_ place: SurveyPlace, _ level: Level) {
        self.place = place
        self.level = level
    }

    /// The topic of a text; nil: it is none of the wire's.
    public init?(_ text: some StringProtocol) {
        guard text.utf8.count <= 192 else { return nil }
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 6, parts[0] == "waldo", parts[1] == "v2", let station = StationName(parts[2]),
            let survey = SurveyID(parts[4]), survey.text == parts[4], parts[3] == String(survey.shard)
        else { return nil }
        place = SurveyPlace(station, survey)
        switch parts[5] {
        case "meta": level = .meta
        case "state": level = .state
        case "progress": level = .progress
        case let name:
            guard let stream = RelayStream(name: name) else { return nil }
            level = .rows(stream)
        }
    }

    /// Its text.
    public var description: String {
        let last =
            switch level {
            case .rows(let stream): stream.name
            case .meta: "meta"
            case .state: "state"
            case .progress: "progress"
            }
        return "waldo/v2/\(place.station)/\(place.survey.shard)/\(place.survey)/\(last)"
    }

    /// What a collector subscribes to for a shard: the surveys of all stations.
    public static func filter(shard: Character) -> String { "waldo/v2/+/\(shard)/+/+" }
    /// What somebody subscribes to who watches the states of all stations.
    public static let states = "waldo/v2/+/+/+/state"
}

public import WaldoStore

/// A topic of the wire: `waldo/v1/SHARD/UUID/LEVEL`.
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

    /// The survey.
    public let survey: SurveyID
    /// What it carries.
    public let level: Level

    /// A topic of a survey.
    public init(_ survey: SurveyID, _ level: Level) {
        self.survey = survey
        self.level = level
    }

    /// The topic of a text; nil: it is none of the wire's.
    public init?(_ text: some StringProtocol) {
        guard text.utf8.count <= 128 else { return nil }
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 5, parts[0] == "waldo", parts[1] == "v1", let survey = SurveyID(parts[3]),
            survey.text == parts[3], parts[2] == String(survey.shard)
        else { return nil }
        self.survey = survey
        switch parts[4] {
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
        return "waldo/v1/\(survey.shard)/\(survey.text)/\(last)"
    }

    /// What a collector subscribes to for a shard.
    public static func filter(shard: Character) -> String { "waldo/v1/\(shard)/+/+" }
}

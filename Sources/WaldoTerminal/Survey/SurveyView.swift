public import WaldoCore

/// The state of a survey as screens show it: plain values and finished texts. Names come from files and over the air,
/// and are untrusted.
public struct SurveyView: Equatable, Sendable {
    /// The survey's title, and the sensor's name.
    public var title = "", sensor = ""
    /// Whether a real sensor is surveyed or a simulated one.
    public var transport = Transport.shield
    /// The link to the sensor.
    public var link = LinkStatus()
    /// The streams in the order in which they were announced.
    public var streams: [Stream] = []
    /// The alarms that are raised, the oldest first.
    public var alarms: [Alarm] = []
    /// Why the graph computes nothing, in one sentence; empty: it computes something, or nothing is known yet.
    public var problem = ""
    /// The newest place; nil: the survey has no places.
    public var position: Position?
    /// Whole seconds since the last message; nil: none has come.
    public var age: Int?
    /// Whether the sensor should have sent something by now.
    public var isSilent = false
    /// Whether the operator has paused it: nothing counts or is stored.
    public var isPaused = false
    /// Messages decoded, gaps, and bytes that became no message.
    public var messages = 0, gaps = 0, rejectedBytes = 0
    /// Where it is kept; nil: nowhere.
    public var store: Store?
    /// The state of the relay in words, and whether somebody should look at it. Empty: there is none.
    public var stream = "", isStreamTroubled = false
    /// How long it has lasted, and how long it still lasts: `1 min 02 s`. Empty: not shown, or until it is ended.
    public var elapsed = "", left = ""
    /// A QR code for a phone's camera, in lines of half blocks; empty: none.
    public var code: [String] = []

    /// A survey at its beginning.
    public init() {}

    /// A stream of numbers.
    public struct Stream: Equatable, Sendable {
        /// What the newest number is worth.
        public enum Validity: String, Sendable {
            /// Nothing restricts it.
            case valid
            /// It is restricted, as the words say.
            case restricted
            /// It is not to be used, or there is none.
            case invalid
        }
        /// The stream's name.
        public var name: String
        /// The newest number with its error: `0.112 +- 0.021`; empty: none has come.
        public var number: String
        /// The number's unit; empty: none.
        public var unit: String
        /// What restricts the number, the gravest first: `filling`.
        public var words: [String]
        /// What it is worth.
        public var validity: Validity

        /// Creates a stream from its parts.
        public init(
            _ name: String, number: String = "", unit: String = "", words: [String] = [], validity: Validity = .valid
        ) {
            (self.name, self.number, self.unit) = (name, number, unit)
            (self.words, self.validity) = (words, validity)
        }
    }

    /// An alarm that is raised.
    public struct Alarm: Equatable, Sendable {
        /// Its name and cause: `high: 0.62 uSv/h, above 0.5`.
        public var text: String
        /// Whether it halts an arm that is driven.
        public var halts: Bool

        /// Creates an alarm from its parts.
        public init(_ text: String, halts: Bool = false) { (self.text, self.halts) = (text, halts) }
    }

    /// A place.
    public struct Position: Equatable, Sendable {
        /// The coordinates with accuracy, source and satellites.
        public var text: String
        /// Whether it is missing, or too old to hold for what is measured now.
        public var isDoubtful: Bool

        /// Creates a place from its parts.
        public init(_ text: String, isDoubtful: Bool = false) { (self.text, self.isDoubtful) = (text, isDoubtful) }
    }

    /// The store of the survey.
    public struct Store: Equatable, Sendable {
        /// The file's name.
        public var name: String
        /// Rows that have not been stored.
        public var lostRows: Int
        /// Whether nothing more is stored.
        public var hasFailed: Bool

        /// Creates a store from its parts.
        public init(_ name: String, lostRows: Int = 0, hasFailed: Bool = false) {
            (self.name, self.lostRows, self.hasFailed) = (name, lostRows, hasFailed)
        }

        /// Whether something is not kept.
        var isTroubled: Bool { hasFailed || lostRows > 0 }
    }
}

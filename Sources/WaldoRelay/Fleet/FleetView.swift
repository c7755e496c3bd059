/// What the table of a fleet shows: a row a station, in words.
public struct FleetView: Equatable, Sendable {
    /// One station.
    public struct Station: Equatable, Sendable {
        /// How much it asks for attention.
        public enum Tone: Sendable {
            /// It runs.
            case good
            /// Its arm moves, or may move, by an operator's hand.
            case live
            /// It has halted, or has lost its link.
            case warning
            /// It is stopped.
            case bad
            /// It should publish, and does not.
            case silent
            /// Its connection has ended.
            case offline
        }

        /// The machine, the survey's title, the arm and the sensor.
        public var name = "", title = "", arm = "", sensor = ""
        /// The link, how the arm is driven, and whether it may move.
        public var link = "", mode = "", stop = ""
        /// The newest number with its unit.
        public var value = ""
        /// Times without measurement, rows that wait to be stored, and how long ago it was heard of.
        public var gaps = "", waiting = "", age = ""
        /// How its words are emphasised.
        public var tone = Tone.good

        /// A station of which nothing is known.
        public init() {}
    }

    /// Where the states come from.
    public var broker = ""
    /// What hinders: the broker is lost; empty: nothing.
    public var trouble = ""
    /// What else is to be said, such as refused messages.
    public var note = ""
    /// The stations in the order in which they are shown.
    public var stations: [Station] = []

    /// A fleet without stations.
    public init() {}
}

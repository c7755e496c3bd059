/// Some rows of a stream as lines of COPY text.
public struct RelayPage: Equatable, Sendable {
    /// A row that cannot travel.
    public struct Reject: Equatable, Sendable {
        /// Why.
        public enum Reason: Equatable, Sendable {
            /// Its line has so many bytes.
            case tooLong(Int)
            /// A text of it has a NUL or is not UTF-8.
            case noText

            /// The reason in words.
            public var text: String {
                switch self {
                case .tooLong(let bytes): "the row has \(bytes) bytes, more than a message takes"
                case .noText: "a text of the row has a NUL or is not UTF-8"
                }
            }
        }

        /// Its id.
        public var id: Int64
        /// Why.
        public var reason: Reason
    }

    /// The lines.
    public internal(set) var rows: [UInt8] = []
    /// How many lines there are.
    public internal(set) var count = 0
    /// The id of the last row, in `rows` or among the rejects.
    public internal(set) var last: Int64
    /// Rows that were left out.
    public internal(set) var rejects: [Reject] = []
}

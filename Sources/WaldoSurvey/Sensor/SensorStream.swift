/// A stream of numbers that a sensor's messages carry.
public struct SensorStream: Equatable, Sendable {
    /// Where a message carries a number of the stream.
    public struct Source: Equatable, Sendable {
        /// The field of the number.
        public var field: Int
        /// The field that is other than zero while the number is valid; nil: it always is.
        public var valid: Int?

        /// Creates a source from its fields.
        public init(field: Int, valid: Int? = nil) {
            self.field = field
            self.valid = valid
        }
    }

    /// What it is.
    public var description: StreamDescription
    /// For each of `Sensor.messages` where it carries the stream; nil: it does not.
    public var sources: [Source?]

    /// Creates a stream from its parts.
    public init(_ description: StreamDescription, sources: [Source?]) {
        self.description = description
        self.sources = sources
    }
}

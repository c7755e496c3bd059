public import WaldoTime

/// A sensor as its file describes it: where it is heard, how its bytes become messages, and what these measure.
public struct Sensor: Equatable, Sendable {
    /// What the sensor is called.
    public var name: String
    /// Where its bytes come from.
    public var hears: Source
    /// Bytes that start and stop it; each is one write.
    public var start: [UInt8]?, stop: [UInt8]?
    /// The formats of its messages.
    public var messages: [MessageFormat]
    /// The streams of numbers that the messages carry, in the order in which they are announced.
    public var streams: [SensorStream]
    /// The graph that is used where no other is asked for; nil: each stream is kept as it is.
    public var graph: String?
    /// The interval at which it sends; nil: not known.
    public var interval: TimeSpan?
    /// How much later a message arrives than what it states was measured.
    public var lag: TimeSpan

    /// Where a sensor's bytes come from.
    public struct Source: Equatable, Sendable {
        /// The service that its peripheral advertises; nil: the arm's own link.
        public var service: BluetoothUUID?
        /// The characteristics that notify, each a channel; empty: the arm's own `notify`.
        public var notify: [BluetoothUUID]

        /// Creates a source from its parts.
        public init(service: BluetoothUUID? = nil, notify: [BluetoothUUID] = []) {
            self.service = service
            self.notify = notify
        }
    }

    /// Creates a sensor from its parts.
    public init(
        name: String, hears: Source = Source(), start: [UInt8]? = nil, stop: [UInt8]? = nil,
        messages: [MessageFormat], streams: [SensorStream], graph: String? = nil, interval: TimeSpan? = nil,
        lag: TimeSpan = .zero
    ) {
        self.name = name
        self.hears = hears
        self.start = start
        self.stop = stop
        self.messages = messages
        self.streams = streams
        self.graph = graph
        self.interval = interval
        self.lag = lag
    }

    /// How many channels its bytes come on.
    public var channels: Int { max(1, hears.notify.count) }

    /// What a graph needs to know of its streams.
    public var descriptions: [StreamDescription] { streams.map(\.description) }
}

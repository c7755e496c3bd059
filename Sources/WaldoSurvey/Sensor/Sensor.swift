public import WaldoCore
public import WaldoTime

/// A sensor as its file describes it: where it is heard, how its bytes become messages, and what these measure.
public struct Sensor: Equatable, Sendable {
    /// What the sensor is called.
    public var name: String
    /// Where its bytes come from.
    public var hears: Source
    /// What starts and stops it; nil: nothing is sent to it.
    public var says: Commands?
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
    /// How it is carried; nil: in any way.
    public var method: TravelMethod?
    /// Before this time none of its kind was made, in microseconds since 1970: it cannot state an earlier one.
    public var since: Int64

    /// 2010, when Bluetooth Low Energy came.
    public static let usualSince: Int64 = 1_262_304_000_000_000

    /// Where a sensor's bytes come from.
    public struct Source: Equatable, Sendable {
        /// The service that its peripheral advertises; nil: the arm's own link.
        public var service: BluetoothUUID?
        /// The characteristics that notify, each a channel; empty: the arm's own `notify`.
        public var notify: [BluetoothUUID]
        /// Whether they are in files only: nothing is heard of it.
        public var isFile: Bool

        /// Creates a source from its parts.
        public init(service: BluetoothUUID? = nil, notify: [BluetoothUUID] = [], isFile: Bool = false) {
            self.service = service
            self.notify = notify
            self.isFile = isFile
        }
    }

    /// The commands that are sent to a sensor.
    public struct Commands: Equatable, Sendable {
        /// The characteristic that it is written to; nil: the one that the arm's commands go to.
        public var characteristic: BluetoothUUID?
        /// Bytes that start and stop it, 1 to 20; each is one write.
        public var start: Frame?, stop: Frame?

        /// Creates commands from their parts.
        public init(to characteristic: BluetoothUUID? = nil, start: Frame? = nil, stop: Frame? = nil) {
            self.characteristic = characteristic
            self.start = start
            self.stop = stop
        }
    }

    /// Creates a sensor from its parts.
    public init(
        name: String, hears: Source = Source(), says: Commands? = nil,
        messages: [MessageFormat], streams: [SensorStream], graph: String? = nil, interval: TimeSpan? = nil,
        lag: TimeSpan = .zero, since: Int64 = usualSince, method: TravelMethod? = nil
    ) {
        self.name = name
        self.hears = hears
        self.says = says
        self.messages = messages
        self.streams = streams
        self.graph = graph
        self.interval = interval
        self.lag = lag
        self.since = since
        self.method = method
    }

    /// How many channels its bytes come on.
    public var channels: Int { max(1, hears.notify.count) }

    /// What a graph needs to know of its streams.
    public var descriptions: [StreamDescription] { streams.map(\.description) }
}

extension Sensor {
    /// Whether messages may state the time of a local clock without its offset from UTC.
    public var hasLocalTimes: Bool {
        messages.contains { format in
            guard let time = format.time, case .time(let written) = format.fields[time].source else { return false }
            return written.zone == .local
        }
    }
}

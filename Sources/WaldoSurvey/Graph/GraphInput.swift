public import WaldoTime

/// A stream that goes into a graph.
public struct GraphInput: Equatable, Sendable {
    /// The name that the graph's nodes use.
    public var name: String
    /// The names of the sensor's streams of which it accepts the first that comes.
    public var streams: StreamPattern
    /// The name of the stream that it has accepted; nil: none has come. Set by `Graph.fitted(to:)`.
    public var stream: String?
    /// The unit in which the nodes take its numbers.
    public var unit: MeasureUnit
    /// What the stream's numbers are multiplied with to have this unit.
    public var factor: Double
    /// How long each number is exposed, and the interval at which they come; nil: not known. Set by
    /// `Graph.fitted(to:)`.
    public var exposure: TimeSpan?, interval: TimeSpan?
    /// Whether bins that overlap in time count once. Only a graph that hands its streams on as they are does without.
    public var countsOnce: Bool

    /// Creates an input from its parts.
    /// - Parameter streams: the names of the sensor's streams; nil: its own name.
    public init(
        name: String, streams: StreamPattern? = nil, unit: MeasureUnit, factor: Double = 1, exposure: TimeSpan? = nil,
        interval: TimeSpan? = nil, countsOnce: Bool = true
    ) {
        self.name = name
        self.streams = streams ?? StreamPattern(name)
        self.unit = unit
        self.factor = factor
        self.exposure = exposure
        self.interval = interval
        self.countsOnce = countsOnce
    }

    /// Whether its numbers are counts, whose errors are those of Poisson's distribution.
    public var isCounts: Bool { unit.measuresSame(as: .count) }

    /// Whether it accepts a stream: once it has one, that one alone, in the same unit; until then one whose name it
    /// states and whose unit can be converted.
    public func accepts(_ stream: StreamDescription) -> Bool {
        guard let connected = self.stream else {
            return streams.matches(stream.name) && MeasureUnit(stream.unit).measuresSame(as: unit)
        }
        return stream.name == connected && MeasureUnit(stream.unit).factor(to: unit) == factor
    }
}

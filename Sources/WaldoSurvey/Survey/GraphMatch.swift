import WaldoCore
public import WaldoTime

/// Whether a sensor has sent a stream that its graph accepts.
///
/// The streams that a sensor's file lists are compared with the graph before anything is heard. Those that its messages
/// describe come later, and a graph that accepts none of them computes nothing. Time is handed in, so that the
/// answer is the same while a survey runs, when a file is imported and when a survey is processed again.
public struct GraphMatch: Sendable {
    /// How long after the first message it is reported that the graph accepts no stream.
    public static let patience: TimeSpan = .seconds(10)

    /// That the graph accepts no stream, or accepts one after that was reported.
    public struct Change: Equatable, Sendable {
        /// When, on the session's clock.
        public var at: Instant
        /// Why the graph computes nothing, in one sentence; nil: it accepts a stream now.
        public var problem: String?

        /// Creates a change from its parts.
        public init(at: Instant, problem: String?) { (self.at, self.problem) = (at, problem) }
    }

    /// The most streams that the sentence names.
    private static let maxNamedStreams = 12

    private let graph: Graph
    private var streams: [StreamDescription]
    /// Whether the graph accepts a stream, or needs none.
    public private(set) var isMatched: Bool
    /// When the first message came; nil: none has.
    private var began: Instant?
    private var isReported = false

    /// Begins before the first message.
    /// - Parameters:
    ///   - graph: the graph, fitted to the streams that the sensor's file lists.
    ///   - streams: those streams.
    public init(_ graph: Graph, streams: [StreamDescription] = []) {
        self.graph = graph
        self.streams = streams
        isMatched = graph.inputs.isEmpty || graph.inputs.contains { $0.stream != nil }
    }

    /// A message has described a stream.
    public mutating func add(_ stream: StreamDescription) {
        guard !isMatched else { return }
        isMatched = graph.inputs.contains { $0.accepts(stream) }
        if !streams.contains(where: { $0.name == stream.name && $0.unit == stream.unit }) { streams.append(stream) }
    }

    /// A message has come that carries numbers.
    public mutating func heard(at time: Instant) { began = began ?? time }

    /// When `advance(to:)` reports that the graph accepts no stream; nil: never, unless a message comes.
    public var deadline: Instant? { isMatched || isReported ? nil : began.map { $0 + Self.patience } }

    /// Reports what has changed up to a time; nil: nothing.
    public mutating func advance(to time: Instant) -> Change? {
        if isMatched {
            guard isReported else { return nil }
            isReported = false
            return Change(at: time, problem: nil)
        }
        guard let deadline, deadline <= time else { return nil }
        isReported = true
        return Change(at: deadline, problem: problem)
    }

    /// Why the graph computes nothing, in one sentence; nil: it accepts a stream, or no message has come yet.
    public var problem: String? {
        guard !isMatched, began != nil else { return nil }
        var names = streams.prefix(Self.maxNamedStreams).map { stream in
            "`\(SafeText.escaped(stream.name))`"
                + (stream.unit.isEmpty ? "" : " in `\(SafeText.escaped(stream.unit))`")
        }
        if streams.count > names.count { names.append("\(streams.count - names.count) more") }
        return
            "the graph “\(SafeText.escaped(graph.name, upTo: 120))” computes nothing: it takes \(graph.streamsText), "
            + "and the sensor has \(names.isEmpty ? "none" : names.joined(separator: ", ")); choose another graph by "
            + "--graph, or name the stream in its `in`"
    }
}

extension GraphMatch.Change {
    /// What has changed, for people.
    public var sentence: String { problem ?? "the graph takes one of the sensor's streams now" }
}

public import WaldoTime

/// Computes a graph: values go in as they come, results come out at once.
///
/// It knows no clock. The same calls with the same values give the same results, bit for bit. Nothing is allocated
/// once it is made: windows hold their bins in rings whose size follows from their length and the streams' intervals.
public struct GraphEngine: Sendable {
    let outputs: [GraphOutput]
    var gates: [InputGate]
    private let isLog: Bool
    let steps: [GraphStep]
    /// The newest value of each place, and whether it is new in this call.
    var values: [NodeValue]
    var isNew: [Bool]
    var states: GraphStates
    var now: Instant?

    /// Creates the engine of a graph that is fitted to its streams.
    /// - Parameters:
    ///   - isAtSpot: whether windows and means reach over all of a point of a raster, whose numbers alone it
    ///     gets.
    ///   - isLog: whether numbers have the times of a log, and not those of their arrival: none of them is late then.
    public init(_ graph: Graph, isAtSpot: Bool = false, isLog: Bool = false) {
        outputs = graph.outputs
        gates = graph.inputs.map { InputGate($0, isLog: isLog) }
        self.isLog = isLog
        values = Array(repeating: NodeValue(), count: graph.inputs.count + graph.nodes.count)
        isNew = Array(repeating: false, count: values.count)
        var states = GraphStates()
        steps = graph.nodes.indices.map { states.step(of: graph, node: $0, isAtSpot: isAtSpot) }
        self.states = states
    }

    /// Begins the inputs whose streams have become known meanwhile: they had no value before. The others keep theirs,
    /// and so does what is computed of them. A described stream has no exposure or interval that a window's size
    /// could follow from.
    /// - Parameters:
    ///   - graph: the graph as it is fitted now; only its inputs differ.
    ///   - before: the graph as it was.
    mutating func begin(_ graph: Graph, after before: Graph) {
        for place in gates.indices where graph.inputs[place] != before.inputs[place] {
            gates[place] = InputGate(graph.inputs[place], isLog: isLog)
        }
    }

    /// Takes a number of a stream, which keeps its own time, however late it comes; one that is earlier than the newest
    /// of its input is refused. Alarms that were due before the end of its exposure are raised first.
    /// - Parameter input: the place in `Graph.inputs`.
    /// - Returns: why it is refused; nil: it is not.
    @discardableResult
    public mutating func take(_ value: StreamValue, input: Int, _ sink: inout some GraphSink) -> Unsampled? {
        var value = value
        value.from = min(value.from, value.to)
        if now == nil { begin(at: value.from) }
        raiseDue(upTo: value.to, &sink)
        now = max(now ?? value.to, value.to)
        switch gates[input].take(value) {
        case .refused(let reason): return reason
        case .taken(let taken): values[input] = taken
        }
        isNew[input] = true
        for place in steps.indices where isNew[steps[place].input] { compute(place, &sink) }
        for place in outputs.indices where isNew[outputs[place].place] {
            sink.output(place, values[outputs[place].place].result(outputs[place].limits))
        }
        for place in isNew.indices { isNew[place] = false }
        return nil
    }

    /// Raises the alarms that time alone raises, each at its own time. The first call begins the survey: silence and
    /// the time of an integral are counted from it.
    public mutating func advance(to time: Instant, _ sink: inout some GraphSink) {
        guard let now else { return begin(at: time) }
        raiseDue(upTo: time, &sink)
        self.now = max(now, time)
    }

    private mutating func raiseDue(upTo time: Instant, _ sink: inout some GraphSink) {
        while let due = nextDue, due.at <= time {
            // A value that comes late can have one raised that was due before.
            let change = states.alarms[due.alarm].expire(due: due.at, at: max(due.at, now ?? due.at))
            if let change { sink.alarm(change) }
        }
    }

    /// When `advance(to:)` has something to do; nil: never, unless a value comes.
    public var deadline: Instant? { nextDue?.at }

    /// Nothing was measured in this time: the link was lost.
    ///
    /// Bins of windows, and what they sum, stay: their unmeasured time is flagged as a gap. A level that an alarm
    /// waits for counts as interrupted; its silence goes on.
    public mutating func interrupt(from: Instant, to: Instant) {
        for place in gates.indices { gates[place].interrupt() }
        for place in states.means.indices { states.means[place].interrupt(to: to) }
        for place in states.medians.indices { states.medians[place].interrupt(to: to) }
        for place in states.averages.indices { states.averages[place].interrupt(to: to) }
        for place in states.alarms.indices { states.alarms[place].interrupt() }
    }

    /// Nothing can be heard up to a time, for a known reason: no alarm counts it as silence.
    public mutating func excuseSilence(until time: Instant) {
        for place in states.alarms.indices { states.alarms[place].excuse(until: time) }
    }

    /// The time that an integral has summed, and the time since the start that it has not; nil: the output's values
    /// are no integral.
    public func exposure(ofOutput output: Int) -> (measured: TimeSpan, unmeasured: TimeSpan)? {
        let place = outputs[output].place - gates.count
        guard steps.indices.contains(place), case .integral(let state) = steps[place].operation else { return nil }
        let integral = states.integrals[state]
        return (integral.measured, integral.unmeasured(at: now ?? .clockStart))
    }

    private mutating func begin(at time: Instant) {
        now = time
        for place in states.alarms.indices { states.alarms[place].begin(at: time) }
        for place in states.integrals.indices { states.integrals[place].begin(at: time) }
    }

    /// The alarm whose time comes first; of several at one time the first in the graph.
    private var nextDue: (at: Instant, alarm: Int)? {
        var next: (at: Instant, alarm: Int)?
        for place in states.alarms.indices {
            guard let at = states.alarms[place].deadline else { continue }
            if next.map({ at < $0.at }) ?? true { next = (at, place) }
        }
        return next
    }
}

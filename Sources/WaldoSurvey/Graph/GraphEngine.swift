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
    /// The newest value of each index, and whether it is new in this call.
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
        for index in gates.indices where graph.inputs[index] != before.inputs[index] {
            gates[index] = InputGate(graph.inputs[index], isLog: isLog)
        }
    }

    /// Processes a number of a stream, which keeps its own time, however late it comes. One that is earlier than the
    /// newest of its input is refused. Alarms that were due before the end of its exposure are raised first.
    /// - Parameter input: the index in `Graph.inputs`.
    /// - Returns: why it is refused; nil: it is not.
    @discardableResult
    public mutating func process(_ value: StreamValue, input: Int, _ sink: inout some GraphSink) -> Unsampled? {
        var value = value
        value.from = min(value.from, value.to)
        if now == nil { begin(at: value.from) }
        raiseDue(upTo: value.to, &sink)
        now = max(now ?? value.to, value.to)
        switch gates[input].accept(value) {
        case .refused(let reason): return reason
        case .accepted(let accepted): values[input] = accepted
        }
        isNew[input] = true
        for index in steps.indices where isNew[steps[index].input] { compute(index, &sink) }
        for index in outputs.indices where isNew[outputs[index].valueIndex] {
            sink.output(index, values[outputs[index].valueIndex].result(outputs[index].limits))
        }
        for index in isNew.indices { isNew[index] = false }
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
        for index in gates.indices { gates[index].interrupt() }
        for index in states.means.indices { states.means[index].interrupt(to: to) }
        for index in states.medians.indices { states.medians[index].interrupt(to: to) }
        for index in states.averages.indices { states.averages[index].interrupt(to: to) }
        for index in states.alarms.indices { states.alarms[index].interrupt() }
    }

    /// Nothing can be heard up to a time, for a known reason: no alarm counts it as silence.
    public mutating func excuseSilence(until time: Instant) {
        for index in states.alarms.indices { states.alarms[index].excuse(until: time) }
    }

    /// Nothing is heard until `countSilence(from:)`, because the operator wants it so: no alarm counts it as silence.
    public mutating func pauseSilence() {
        for index in states.alarms.indices { states.alarms[index].pauseSilence() }
    }

    /// The operator no longer wants it so.
    public mutating func countSilence(from time: Instant) {
        for index in states.alarms.indices { states.alarms[index].begin(at: time) }
    }

    /// The time that an integral has summed, and the time since the start that it has not; nil: the output's values
    /// are no integral.
    public func exposure(ofOutput output: Int) -> (measured: TimeSpan, unmeasured: TimeSpan)? {
        let index = outputs[output].valueIndex - gates.count
        guard steps.indices.contains(index), case .integral(let state) = steps[index].operation else { return nil }
        let integral = states.integrals[state]
        return (integral.measured, integral.unmeasured(at: now ?? .clockStart))
    }

    private mutating func begin(at time: Instant) {
        now = time
        for index in states.alarms.indices { states.alarms[index].begin(at: time) }
        for index in states.integrals.indices { states.integrals[index].begin(at: time) }
    }

    /// The alarm whose time comes first; of several at one time the first in the graph.
    private var nextDue: (at: Instant, alarm: Int)? {
        var next: (at: Instant, alarm: Int)?
        for index in states.alarms.indices {
            guard let at = states.alarms[index].deadline else { continue }
            if next.map({ at < $0.at }) ?? true { next = (at, index) }
        }
        return next
    }
}

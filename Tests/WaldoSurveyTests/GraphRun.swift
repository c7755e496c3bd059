import WaldoTestSupport
import WaldoTime

@testable import WaldoSurvey

/// A graph and what has come out of it.
struct GraphRun: GraphSink {
    var outputs: [[GraphValue]]
    var alarms: [AlarmChange] = []
    private var engine: GraphEngine?

    init(_ graph: Graph) {
        outputs = graph.outputs.map { _ in [] }
        engine = GraphEngine(graph)
    }

    /// A graph of one input of counts, of bins of one second every second, whose last node goes out.
    init(_ nodes: [GraphNode], input: GraphInput = .seconds, limits: GraphOutput.Limits = .poisson) {
        let graph = Graph(
            name: "test", inputs: [input], nodes: nodes,
            outputs: [GraphOutput(description: StreamDescription(name: "out"), valueIndex: nodes.count, limits: limits)]
        )
        self.init(graph)
    }

    mutating func output(_ output: Int, _ value: GraphValue) { outputs[output].append(value) }
    mutating func alarm(_ change: AlarmChange) { alarms.append(change) }

    var deadline: Instant? { engine?.deadline }
    var last: GraphValue? { outputs[0].last }
    func exposure(ofOutput output: Int) -> (measured: TimeSpan, unmeasured: TimeSpan)? {
        engine?.exposure(ofOutput: output)
    }

    /// A number exposed between two times in seconds.
    mutating func take(_ value: Double, _ from: Double, _ to: Double, input: Int = 0, flags: SampleFlags = []) {
        take(StreamValue(value, from: .seconds(from), to: .seconds(to), flags: flags), input: input)
    }

    mutating func take(_ value: StreamValue, input: Int = 0) {
        var running = engine.take()!
        running.process(value, input: input, &self)
        engine = running
    }

    /// Bins of a second, one after the other.
    mutating func take(_ counts: [Double], from start: Double = 0) {
        for (index, count) in counts.enumerated() { take(count, start + Double(index), start + Double(index) + 1) }
    }

    mutating func advance(_ time: Double) {
        var running = engine.take()!
        running.advance(to: .seconds(time), &self)
        engine = running
    }

    mutating func interrupt(_ from: Double, _ to: Double) {
        engine?.interrupt(from: .seconds(from), to: .seconds(to))
    }
}

extension Instant {
    static func seconds(_ count: Double) -> Instant { Instant(microseconds: Int64((count * 1e6).rounded())) }
}

extension GraphInput {
    static var seconds: GraphInput {
        GraphInput(name: "counts", unit: .count, exposure: .seconds(1), interval: .seconds(1))
    }
}

extension GraphNode {
    /// A node of the value before it: that of the input for the first node.
    init(_ kind: GraphKind, of place: Int..., unit: String = "count") {
        self.init(name: "\(kind.name)\(place[0])", kind: kind, inputs: place, unit: MeasureUnit(unit))
    }
}

/// Whether two numbers are equal but for the rounding of the last digits.
func isNear(_ one: Double?, _ other: Double, within error: Double = 1e-12) -> Bool {
    guard let one else { return false }
    return abs(one - other) <= error * max(abs(other), 1e-300)
}

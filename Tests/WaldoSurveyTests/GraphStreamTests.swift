import Testing
import WaldoCore
import WaldoTestSupport
import WaldoTime

@testable import WaldoSurvey

/// A graph and a sensor's streams; equal results of equal calls.
struct GraphStreamTests {
    private let graph = Graph(
        name: "", inputs: [GraphInput(name: "counts", unit: .count), GraphInput(name: "t", unit: MeasureUnit("degC"))],
        nodes: [
            GraphNode(.deadTime(tau: 1e-4, Calibration()), of: 0),
            GraphNode(.window(over: .seconds(5), per: .seconds(1), marksPartial: true), of: 2),
        ],
        outputs: [GraphOutput(description: StreamDescription(name: "cps", unit: "cps"), valueIndex: 3)])
    private let counts = StreamDescription(
        name: "counts", unit: "count", exposure: .seconds(1), interval: .milliseconds(500))
    private let temperature = StreamDescription(name: "t", unit: "°C")

    @Test func streamsThatFit() {
        #expect(graph.problem(with: [temperature, counts]) == nil)
        let fitted = graph.fitted(to: [temperature, counts])
        #expect(fitted.inputs[0].exposure == .seconds(1) && fitted.inputs[0].interval == .milliseconds(500))
        #expect(graph.problem(with: .init([counts, temperature]).map(identity)) == nil)
    }

    private func identity(_ stream: StreamDescription) -> StreamDescription { stream }

    @Test func streamsThatDoNotFit() {
        var other = counts
        #expect(graph.problem(with: [counts])?.contains("takes the stream `t`, and the sensor has `counts`") == true)
        #expect(graph.problem(with: [])?.contains("has none") == true)
        other.unit = "cps"
        #expect(
            graph.problem(with: [other, temperature])?.contains("is in `cps`, and the graph takes `count`") == true)
        other = counts
        other.isCompensated = true
        #expect(graph.problem(with: [other, temperature])?.contains("would do it again") == true)
        other = counts
        other.exposure = nil
        #expect(graph.problem(with: [other, temperature])?.contains("needs the exposure of `counts`") == true)
    }

    private let dust = Graph(
        name: "",
        inputs: [
            GraphInput(name: "pm", streams: StreamPattern(["PM2.5", "*-PM2.5"]), unit: MeasureUnit("ug/m3")),
            GraphInput(name: "any", streams: StreamPattern("*"), unit: MeasureUnit("mg/m3")),
        ], outputs: [])

    /// The order is that of the streams, not that of the names.
    @Test func anInputKeepsTheFirstStreamThatMatches() {
        let streams = [
            StreamDescription(name: "B-PM2.5", unit: "count"), StreamDescription(name: "A-PM2.5", unit: "mg/m3"),
            StreamDescription(name: "PM2.5", unit: "ug/m3"), StreamDescription(name: "A-PM2.5", unit: "ug/m3"),
        ]
        let fitted = dust.fitted(to: streams)
        #expect(fitted.inputs.map(\.stream) == ["A-PM2.5", "A-PM2.5"] && fitted.inputs.map(\.factor) == [1000, 1])
        #expect(streams.map(fitted.inputs[0].accepts) == [false, true, false, false])
        // What it has, it keeps.
        #expect(fitted.fitted(to: Array(streams.reversed())) == fitted)
        #expect(dust.fitted(to: []) == dust && dust.inputs.map(\.stream) == [nil, nil])
        #expect(Graph.identity(for: streams).inputs.map(\.stream) == streams.map { Optional($0.name) })
    }

    @Test func whatNoStreamMatchesIsNamedWithItsNames() {
        #expect(
            dust.problem(with: [StreamDescription(name: "RH", unit: "mg/m3")])
                == "the graph takes the stream `PM2.5` or `*-PM2.5`, and the sensor has `RH`; choose another graph, or "
                + "name the stream in its `in`")
        #expect(
            dust.problem(with: [StreamDescription(name: "A-PM2.5", unit: "%")])?.hasPrefix(
                "the stream `A-PM2.5` is in `%`, and the graph takes `ug/m3`") == true)
        #expect(dust.problem(with: [StreamDescription(name: "A-PM2.5", unit: "micrograms per cubic meter")]) == nil)
    }

    /// A minute's rate every five seconds cannot be summed.
    @Test func aRateWhoseValuesOverlapIsNotIntegrated() {
        let rate = StreamDescription(name: "cpm", unit: "cpm", exposure: .seconds(60), interval: .seconds(5))
        let graph = Graph(
            name: "", inputs: [GraphInput(name: "cpm", unit: MeasureUnit("cpm"))],
            nodes: [GraphNode(.integral(factor: 1), of: 0)], outputs: [])
        #expect(graph.problem(with: [rate])?.contains("overlap in time") == true)
    }

    @Test func aStreamIsConvertedToTheInputsUnit() {
        let stream = StreamDescription(name: "x", unit: "mSv/h")
        let graph = Graph(
            name: "", inputs: [GraphInput(name: "x", unit: MeasureUnit("uSv/h"))],
            outputs: [GraphOutput(description: StreamDescription(name: "x"), valueIndex: 0)])
        var run = GraphRun(graph.fitted(to: [stream]))
        run.take(0.25, 0, 0)
        #expect(run.last?.value == 250)
    }

    @Test func withoutNodesEveryStreamGoesOutAsItIs() {
        var run = GraphRun(.identity(for: [counts, temperature]))
        run.take(7, 0, 1, flags: .checkFailed)
        run.take(7, 0.5, 1.5)
        run.take(-21.5, 2, 2, input: 1)
        #expect(run.outputs[0].map(\.value) == [7, 7] && run.outputs[1].map(\.value) == [-21.5])
        #expect(run.outputs[0][0].flags == .checkFailed && run.outputs[0][0].low != nil)
        #expect(run.outputs[1][0].low == nil)
    }

    /// All kinds of nodes, 20,000 calls of every sort: the same bits twice, and after a copy in the middle.
    @Test(arguments: [UInt64](1...4)) func equalCallsGiveEqualBits(_ seed: UInt64) {
        var (one, other) = (GraphRun(.ofAllKinds), GraphRun(.ofAllKinds))
        var (first, second) = (SeededGenerator(seed), SeededGenerator(seed))
        drive(&one, &first, 10_000)
        drive(&other, &second, 10_000)
        var copy = one
        drive(&one, &first, 10_000)
        var third = second
        drive(&other, &second, 10_000)
        drive(&copy, &third, 10_000)
        #expect(one.alarms == other.alarms && !one.alarms.isEmpty)
        #expect(one.alarms == copy.alarms)
        for (place, values) in one.outputs.enumerated() {
            #expect(!values.isEmpty)
            #expect(bits(values) == bits(other.outputs[place]) && bits(values) == bits(copy.outputs[place]))
            for value in values {
                #expect(value.from <= value.to && value.value?.isFinite ?? true)
                if let low = value.low, let high = value.high, let number = value.value {
                    #expect(low <= high && low.isFinite && high.isFinite && number.isFinite)
                }
            }
        }
    }

    private func bits(_ values: [GraphValue]) -> [UInt64?] {
        values.flatMap { [$0.value?.bitPattern, $0.low?.bitPattern, $0.high?.bitPattern, UInt64($0.flags.rawValue)] }
    }

    private func drive(_ run: inout GraphRun, _ generator: inout SeededGenerator, _ calls: Int) {
        var time = Int64(calls) * 1_000_000 * Int64(run.outputs[0].count)
        for _ in 0..<calls {
            time += Int64.random(in: 0...900_000, using: &generator)
            let now = Double(time) / 1e6
            switch Int.random(in: 0..<20, using: &generator) {
            case 0: run.advance(now)
            case 1: run.interrupt(now - 1, now)
            case 2...4: run.take(Double.random(in: 0...3, using: &generator), now, now, input: 1)
            case 5: run.take(.nan, now - 1, now)
            case 6: run.take(Double(Int.random(in: 0...5_000, using: &generator)), now - 1, now)
            default: run.take(Double(Int.random(in: 0...50, using: &generator)), now - 1, now)
            }
        }
    }
}

extension Graph {
    /// A graph with a node of each kind, every one of which goes out.
    static var ofAllKinds: Graph {
        let kinds: [(GraphKind, [Int])] = [
            (.deadTime(tau: 1e-4, Calibration(uncertainty: 0.1)), [0]),
            (.window(over: .seconds(30), per: .seconds(60), marksPartial: true), [2]),
            (.rate(per: .seconds(1)), [2]), (.minus(.constant(3, uncertainty: 0.5, Calibration())), [4]),
            (.scale(by: 1.0 / 334, Calibration(uncertainty: 0.2)), [5]), (.mean(.time(.seconds(20))), [6]),
            (.mean(.error(0.1, from: .seconds(5), to: .seconds(60))), [4]), (.median(7), [6]),
            (.ema(tau: .seconds(10)), [6]), (.ema(tau: .seconds(10)), [3]), (.integral(factor: 1.0 / 3600), [6]),
            (.polynomial([1, -2, 0.3], factor: 1, range: -1...40, Calibration()), [4]),
            (.minus(.node(factor: 60)), [3, 4]), (.flag(0...2, factor: 1), [4, 1]), (.thin(.time(.seconds(3))), [4]),
            (.mean(.values(5)), [1]),
        ]
        var nodes = kinds.map { kind, inputs in
            GraphNode(name: kind.name, kind: kind, inputs: inputs, unit: MeasureUnit.one)
        }
        let outputs = (0..<nodes.count + 2).map {
            GraphOutput(
                description: StreamDescription(name: "\($0)"), valueIndex: $0,
                limits: $0 % 2 == 0 ? .poisson : .poissonAndCalibration)
        }
        let alarm = GraphAlarm(above: 30, clear: 20, hold: .seconds(2), silent: .seconds(4))
        nodes.append(GraphNode(name: "alarm", kind: .alarm(alarm), inputs: [4]))
        let anomaly = GraphAnomaly(over: .seconds(5), baseline: .seconds(60), probability: 1e-3, sigma: 3)
        nodes.append(GraphNode(name: "anomaly", kind: .anomaly(anomaly, GraphAlarm()), inputs: [0]))
        return Graph(
            name: "all", inputs: [.seconds, GraphInput(name: "x", unit: .one)], nodes: nodes, outputs: outputs)
    }
}

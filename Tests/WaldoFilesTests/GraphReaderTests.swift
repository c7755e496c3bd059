import Foundation
import Testing
import WaldoCore
import WaldoSurvey
import WaldoTestSupport
import WaldoTime

@testable import WaldoFiles

/// What valid graph files are read as.
struct GraphReaderTests {
    private func graph(_ text: String) throws -> Graph { try GraphReader.graph(from: text, file: "F") }

    private func kind(_ name: String, in graph: Graph) throws -> GraphKind {
        try #require(graph.nodes.first { $0.name == name }?.kind)
    }

    @Test func everyKindWithItsParameters() throws {
        let graph = try graph(Samples.graph)
        #expect(
            graph.nodes.map(\.kind.name).sorted() == (GraphKind.names + ["mean", "minus", "rate", "scale"]).sorted())
        #expect(graph.inputs.map(\.unit.text) == ["count", "count", "mV"])
        #expect(
            try kind("live", in: graph)
                == .deadTime(tau: 113e-6, Calibration(uncertainty: 0.1, source: "sheet", date: "2011-03")))
        #expect(
            try kind("cpm", in: graph) == .window(over: .seconds(60), per: .seconds(60), marksPartial: true))
        #expect(try kind("cps", in: graph) == .rate(per: .seconds(1)))
        #expect(try kind("net", in: graph) == .minus(.node(factor: 60)))
        guard case .minus(.constant(12, let uncertainty, let calibration)) = try kind("left", in: graph) else {
            throw Mismatch()
        }
        #expect(abs(uncertainty - 1.2) < 1e-12 && calibration.source == "blank")
        #expect(
            try kind("dose", in: graph)
                == .scale(by: 1.0 / 334, Calibration(uncertainty: 0.15, standard: "Cs-137")))
        #expect(
            try kind("smooth", in: graph) == .mean(.error(0.1, from: .seconds(5), to: .seconds(60))))
        guard case .integral(let factor) = try kind("total", in: graph) else { throw Mismatch() }
        #expect(abs(factor * 3600 - 1) < 1e-12)
        #expect(
            try kind("volts", in: graph) == .polynomial([0.5, -2, 3e-4], factor: 0.001, range: 0...5, Calibration()))
        #expect(try kind("middle", in: graph) == .median(5))
        #expect(try kind("calm", in: graph) == .ema(tau: .seconds(2)))
        #expect(try kind("dry", in: graph) == .flag(100...2000, factor: 1))
        #expect(try kind("ten", in: graph) == .mean(.values(10)))
        #expect(try kind("far", in: graph) == .thin(.distance(1.5)))
        #expect(
            try kind("high", in: graph)
                == .alarm(
                    GraphAlarm(
                        above: 0.5, clear: 0.4, hold: .seconds(5), silent: .seconds(60), halts: true,
                        acceptsPartial: true)))
        #expect(
            try kind("odd", in: graph)
                == .anomaly(
                    GraphAnomaly(
                        over: .seconds(5), baseline: .seconds(300), probability: 3.1671241833119924e-05, sigma: 4),
                    GraphAlarm()))
        #expect(
            graph.location
                == LocationRules(
                    sources: [.gpsd, .message], stale: .seconds(43_200), across: .seconds(10), later: .seconds(1)))
    }

    private struct Mismatch: Error {}

    @Test func outputsKnowUnitLimitsAndCorrection() throws {
        let outputs = try graph(Samples.graph).outputs
        #expect(outputs.map(\.description.name) == ["dose", "smooth", "total", "far"])
        #expect(outputs.map(\.description.unit) == ["uSv/h", "uSv/h", "uSv", "cm"])
        #expect(outputs.map(\.limits) == [.poissonAndCalibration, .none, .none, .none])
        #expect(outputs.map(\.description.isCompensated) == [true, true, true, false])
        #expect(outputs[1].description.quantity == "Dose Rate" && outputs[1].description.thresholds == [0, 1, 2, 3, 4])
        #expect(outputs.map(\.spacing) == [nil, nil, nil, 1.5])
    }

    /// Whatever the order in the file, a node comes after what it takes.
    @Test func nodesAreOrdered() throws {
        var lines = Samples.graph.split(separator: "\n", omittingEmptySubsequences: false)
        lines.replaceSubrange(3...22, with: Array(lines[3...22].reversed()))
        let graph = try graph(lines.joined(separator: "\n"))
        for (place, node) in graph.nodes.enumerated() {
            #expect(node.inputs.allSatisfy { $0 < graph.inputs.count + place })
        }
        #expect(graph.outputs.map(\.description) == (try self.graph(Samples.graph).outputs.map(\.description)))
    }

    @Test func aStreamAloneIsOneOfCounts() throws {
        for text in ["counts", "[counts]"] {
            let graph = try graph("name: a\nin: \(text)\nnodes: { cpm: { window: counts, over: 1 min } }\nout: cpm\n")
            #expect(graph.inputs == [GraphInput(name: "counts", unit: .count)])
            #expect(graph.outputs.map(\.description.name) == ["cpm"] && graph.nodes[0].unit == .count)
        }
    }

    @Test func aGraphMayDoWithoutNodes() throws {
        let graph = try graph("name: a\nin: { pm: { stream: \"PM 2.5\", unit: ug/m3 }, x: 1 }\nout: [pm, x]\n")
        #expect(graph.inputs.map(\.streams.names) == [["PM 2.5"], ["x"]])
        #expect(graph.inputs.map(\.stream) == [nil, nil])
        #expect(graph.outputs.map(\.description.unit) == ["ug/m3", ""])
    }

    @Test func anInputMayHaveSeveralNamesOfItsStream() throws {
        let graph = try graph(
            "name: a\nin: { pm: { stream: [PM2.5, \"*-PM2.5\"], unit: ug/m3 }, any: { stream: '*', unit: 1 } }\n"
                + "out: [pm, any]\n")
        #expect(graph.inputs.map(\.streams) == [StreamPattern(["PM2.5", "*-PM2.5"]), StreamPattern("*")])
        let report = GraphCheck.text(graph)
        #expect(report.contains("ug/m3, the stream `PM2.5` or `*-PM2.5`\n") && report.contains("1, the stream `*`\n"))
    }

    @Test(
        arguments: [
            ("1/334", 1.0 / 334), ("0.0029940119760479", 0.0029940119760479), ("2.5e-3", 0.0025), ("1.5/3", 0.5),
        ] as [(String, Double)])
    func factors(_ text: String, _ factor: Double) throws {
        let graph = try graph("name: a\nin: { x: 1 }\nnodes: { y: { scale: x, by: \(text), unit: V } }\nout: y\n")
        #expect(graph.nodes[0].kind == .scale(by: factor, Calibration()))
    }

    @Test(
        arguments: [
            ("113 us", 113e-6), ("0.113 ms", 113e-6), ("1.8833e-6 min", 1.8833e-6 * 60),
        ] as [(String, Double)])
    func deadTimes(_ text: String, _ tau: Double) throws {
        let graph = try graph("name: a\nin: c\nnodes: { y: { dead_time: c, tau: \(text) } }\nout: y\n")
        guard case .deadTime(let read, _) = graph.nodes[0].kind else { throw Mismatch() }
        #expect(abs(read - tau) < 1e-15)
    }

    @Test func quantities() {
        #expect(Quantity("12 cpm")?.number == 12 && Quantity("12 cpm")?.unit == "cpm")
        #expect(Quantity("-0.5")?.number == -0.5 && Quantity("1e3")?.number == 1000)
        #expect(Quantity("1 eV")?.unit == "eV" && Quantity("1eV")?.unit == "eV" && Quantity("10%")?.unit == "%")
        for text in ["", "-", ".5", "1.", "1.2.3", "+1", "nan", "1_000", "1e999", "99999999999999999", "cpm", "1 2"] {
            #expect(Quantity(text) == nil, "\(text)")
        }
    }

    @Test func theReportNamesEveryNodeWithItsUnit() throws {
        let graph = try graph(Samples.graph)
        let report = GraphCheck.text(graph)
        for node in graph.nodes { #expect(report.contains("\(node.name) ") && report.contains(node.kind.name)) }
        for part in [
            "tau 113 us, non-paralyzable, uncertainty 10 %, by “sheet”, 2011-03 -> count", "-> uSv/h", "halts the arm",
            "raised above 0.5 for 5 s", "with limits of counting and calibration", "one every 1.5 m at most",
            "corrected for dead time",
        ] { #expect(report.contains(part), "\(part)") }
    }

    // MARK: shipped files

    static let shipped = ["lnd7317", "lnd7313", "pm", "polynomial", "demo"]

    static func text(ofShipped name: String) throws -> String {
        try String(contentsOf: mappingsDirectory.appending(path: "graphs/\(name).yaml"), encoding: .utf8)
    }

    @Test(arguments: shipped) func shippedGraphsAreInOrder(_ name: String) throws {
        let graph = try graph(Self.text(ofShipped: name))
        #expect(
            !graph.outputs.isEmpty
                && !graph.nodes.contains { if case .alarm(let alarm) = $0.kind { alarm.halts } else { false } })
        for input in graph.inputs { #expect(input.unit.isKnown) }
        for node in graph.nodes { #expect(node.unit?.isKnown ?? true) }
    }

    /// 334 cpm of an LND 7317 are 1 uSv/h: at 334 true counts a minute the tube gives 334 / (1 + 334/60 x 113e-6).
    @Test(arguments: ["lnd7317", "lnd7313"]) func aTubeAtOneMicrosievert(_ name: String) throws {
        let stream = StreamDescription(
            name: "counts", unit: "count", exposure: .seconds(1), interval: .milliseconds(500))
        let graph = try graph(Self.text(ofShipped: name))
        #expect(graph.problem(with: [stream]) == nil)
        var engine = GraphEngine(graph.fitted(to: [stream]))
        var results = Results()
        let rate = 334.0 / 60 / (1 + 334.0 / 60 * 113e-6)
        for place in 0..<240 {
            let end = Instant(microseconds: 1_000_000 + Int64(place) * 500_000)
            engine.process(StreamValue(rate, from: end - .seconds(1), to: end), input: 0, &results)
        }
        #expect(abs((results.last[0]?.value ?? 0) - 334) < 1e-9 && results.last[0]?.flags == [])
        #expect(abs((results.last[1]?.value ?? 0) - 1) < 1e-12 && results.last[1]?.flags == [])
        #expect(abs((results.last[2]?.value ?? 0) - 120.0 / 3600) < 1e-12 && results.last[2]?.flags == [])
        #expect(results.alarms.map(\.cause) == [.above])
        // About 10 % of error: 334 counts in a minute have 5.5 %, so that the mean is shorter.
        let dose = try #require(results.last[1])
        #expect((dose.high! - dose.low!) / 2 <= 0.1 && dose.to - dose.from < .seconds(25))
    }

    private struct Results: GraphSink {
        var last: [Int: GraphValue] = [:]
        var alarms: [AlarmChange] = []
        mutating func output(_ output: Int, _ value: GraphValue) { last[output] = value }
        mutating func alarm(_ change: AlarmChange) { alarms.append(change) }
    }
}

import Testing
import WaldoCore
import WaldoSurvey
import WaldoTime

@testable import WaldoFiles

/// Every shipped sensor through every shipped graph that takes its streams: each output has numbers, and above the
/// level of an alarm it is raised.
struct ShippedMeetingTests {
    /// What a sensor sends at the n-th time, above the level of every alarm.
    private static let examples: [String: @Sendable (Int) -> [[UInt8]]] = [
        "demo": { [demoMessages[$0]] },
        "iac-gamma": { _ in [Array(SensorSamples.gamma[0].dropLast(2)) + [0, 120]] },
        "bgeigie": { [bGeigie($0)] }, "bgeigie-nano-1.0": { [bGeigie($0)] },
        "simple-controls": { _ in [[0x0a, 1, 0], [0x0b, 0x01, 0xff]] },
        "airbeam": { _ in
            ["70;B:1;B-F;T;F;f;F;15;45;75;100;135", "40;B:1;B-RH;H;RH;p;%;0;25;50;75;100"].map { Array($0.utf8) }
                + [Array(SensorSamples.airBeamLines[2].replacing("4.5;", with: "80;").utf8)]
        },
        "airbeam-sd": { [Array("\($0),s,01/10/2023,12:\(clock($0)),50.05,19.92,81,27,300,49,70,80,90\n".utf8)] },
        "airbeam-mini-sd": { [Array("s,01/10/2023,12:\(clock($0)),70,80\n".utf8)] },
        "radiacode-track": { number in
            [Array("0\t2024-01-01 12:\(clock(number))\t50.05\t19.92\t7.24\t6.08\t4.47\t \n".utf8)]
        },
        "atom-fast": { [Array("\(1_752_939_428 + $0);0.04;45.3;37.2;16.2;0.3;4.1;5.5;1.7;2;11.5\r\n".utf8)] },
    ]

    private static let count = 200
    private static let demoMessages = DemoBytes.messages(count + 1)

    /// `mm:ss` of a second.
    @Sendable private static func clock(_ second: Int) -> String {
        func two(_ number: Int) -> String { (number < 10 ? "0" : "") + "\(number)" }
        return "\(two(second / 60)):\(two(second % 60))"
    }

    /// A line of a walk, with 600 counts in five seconds.
    @Sendable private static func bGeigie(_ number: Int) -> [UInt8] {
        let text =
            "BNRDD,2735,2024-03-01T00:\(clock(number * 5))Z,7200,600,\(number * 600),A,4722.5000,N,"
            + "00832.4000,E,412.50,A,8,90"
        let check = String(text.utf8.reduce(0) { $0 ^ $1 }, radix: 16, uppercase: true)
        return Array("$\(text)*\(check.utf8.count == 1 ? "0" : "")\(check)\r\n".utf8)
    }

    private static let pairs = examples.keys.sorted().flatMap { sensor in
        GraphReaderTests.shipped.map { (sensor, $0) }
    }

    private func graph(_ name: String) throws -> Graph {
        try GraphReader.graph(from: GraphReaderTests.text(ofShipped: name), file: name)
    }

    /// The survey of a sensor by a graph; nil: the graph does not take its streams.
    private func survey(_ name: String, _ graph: Graph) throws -> CollectedSurvey? {
        let sensor = try shippedSensor(name), streams = sensor.descriptions
        guard streams.isEmpty || graph.problem(with: streams) == nil else { return nil }
        var survey = SteppedSurvey(sensor, graph: graph)
        let interval = Double((sensor.interval ?? .seconds(1)).microseconds) / 1e6
        let example = try #require(Self.examples[name])
        for number in 1...Self.count {
            for bytes in example(number) { survey.step(.bytes(channel: 0, bytes), Double(number) * interval) }
        }
        survey.step(.end, Double(Self.count) * interval + 1)
        return survey.found.matches.isEmpty ? survey.found : nil
    }

    @Test func everySensorHasAnExample() {
        #expect(Set(Self.examples.keys) == Set(Library(directory: nil).sensors().map(\.name)))
    }

    @Test(arguments: pairs) func eachOutputHasNumbersAndEachAlarmIsRaised(_ name: String, _ graphName: String) throws {
        let graph = try graph(graphName)
        guard let found = try survey(name, graph) else { return }
        #expect(found.rejects.isEmpty)
        for output in graph.outputs {
            let samples = found.samples(of: output.description.name)
            #expect(samples.contains { $0.value != nil && $0.flags.isDisjoint(with: .worthless) }, "\(output)")
        }
        for node in graph.nodes {
            guard case .alarm(let alarm) = node.kind, alarm.above != nil else { continue }
            #expect(found.alarms.contains { $0.node == node.name && $0.cause == .above }, "\(node.name)")
        }
    }

    /// A graph that a sensor's file names fits it, and each sensor has a graph.
    @Test func sensorsAndGraphsMeet() throws {
        var met: [String: Set<String>] = [:]
        for (sensor, name) in Self.pairs {
            if try survey(sensor, graph(name)) != nil { met[sensor, default: []].insert(name) }
        }
        let tubes: Set = ["lnd7317", "lnd7313", "demo"]
        #expect(
            met == [
                "airbeam": ["pm"], "airbeam-sd": ["pm"], "bgeigie": tubes,
                "bgeigie-nano-1.0": tubes, "demo": tubes, "iac-gamma": tubes,
                "simple-controls": ["polynomial"],
            ])
        for sensor in Self.examples.keys {
            guard let graph = try shippedSensor(sensor).graph else { continue }
            #expect(met[sensor]?.contains(graph) == true, "\(sensor)")
        }
    }
}

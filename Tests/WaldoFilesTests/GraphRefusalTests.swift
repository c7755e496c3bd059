import Testing
import WaldoCore
import WaldoSurvey
import WaldoTestSupport
import WaldoTime

@testable import WaldoFiles

/// What graph files are refused for, and that nothing else happens to them.
struct GraphRefusalTests {
    @Test(arguments: Fault.ofGraphs) func graphIsRefused(_ fault: Fault) throws {
        try #require(fault.text != fault.base)
        let error = #expect(throws: FileError.self) { try GraphReader.graph(from: fault.text, file: "F") }
        let text = try #require(error).description
        #expect(text.hasPrefix("F:\(fault.place): "), "\(text)")
        #expect(text.contains(fault.says), "\(text)")
        #expect(!text.contains("\n"))
    }

    private static let tokens = [
        "{", "}", "[", "]", ":", ": ", ",", "&a ", "*a", "'", "\"", "\n", "\t", "\u{0}", "null", "-1", "0", "1e999",
        "1/0",
        "99999999999999999999", "mean: ", "window: ", "dead_time: ", "counts", "cpm", "dose", " s", " %", "uSv/h",
        "m^9^9", "T9/T9", "1e15 TSv9", "over: [1 ms, 24 h], ", "until: { error: 0.0001 % }, ", "[0, 0]", "bins: 9999, ",
        "of: ", "in: counts\n", "out: counts\n", "per: 1 h, ", "halt: true, ", "silent: 0.1 s, ",
        "stream: [PM2.5, \"*-PM2.5\"], ", "\"**a*\"",
    ]

    /// Swaps, cuts and adds pieces of valid files: the result is a graph whose engine runs, or an error with a place.
    @Test(arguments: [UInt64](1...4)) func mutatedFiles(_ seed: UInt64) throws {
        var generator = SeededGenerator(seed)
        let sources = try GraphReaderTests.shipped.map(GraphReaderTests.text(ofShipped:)) + [Samples.graph]
        var (values, errors) = (0, 0)
        for _ in HostileTime.rounds(1_500, cases: 4) {
            var bytes = Array(sources.randomElement(using: &generator)!.utf8)
            for _ in 0..<Int.random(in: 1...3, using: &generator) {
                let place = Int.random(in: 0..<bytes.count, using: &generator)
                let end = min(bytes.count, place + Int.random(in: 0...12, using: &generator))
                let token = Self.tokens.randomElement(using: &generator)!.utf8
                switch Int.random(in: 0..<4, using: &generator) {
                case 0: bytes.replaceSubrange(place..<end, with: [])
                case 1: bytes.replaceSubrange(place..<end, with: [UInt8.random(in: 0...255, using: &generator)])
                case 2: bytes.replaceSubrange(place..<end, with: token)
                default: bytes.insert(contentsOf: bytes[place..<end] + token, at: place)
                }
                if bytes.isEmpty { bytes = [0] }
            }
            do throws(FileError) {
                let graph = try GraphReader.graph(from: try FileText.decode(bytes, "F"), file: "F")
                #expect(GraphCheck.text(graph).contains("graph"))
                run(graph)
                values += 1
            } catch {
                #expect((error.line ?? 1) >= 1 && (error.column ?? 1) >= 1)
                #expect(!error.sentence.isEmpty && !error.description.contains("\n"), "\(error)")
                errors += 1
            }
        }
        #expect(values > 50 && errors > 500)
    }

    private func run(_ graph: Graph) {
        var engine = GraphEngine(graph)
        var nothing = Nothing()
        for second in 0..<20 {
            for input in graph.inputs.indices {
                let end = Instant(microseconds: Int64(second + 1) * 1_000_000)
                engine.process(StreamValue(Double(second), from: end - .seconds(1), to: end), input: input, &nothing)
            }
        }
        #expect(nothing.areFinite)
    }

    private struct Nothing: GraphSink {
        var areFinite = true
        mutating func output(_ output: Int, _ value: GraphValue) {
            for number in [value.value, value.low, value.high] where number?.isFinite == false { areFinite = false }
        }
        mutating func alarm(_ change: AlarmChange) {}
    }
}

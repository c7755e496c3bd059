import CMallocCounter
import Testing
import WaldoCore
import WaldoSurvey
import WaldoTestSupport
import WaldoTime

@testable import WaldoFiles

/// Once warm, a graph allocates nothing for a value.
///
/// Only an optimised build keeps generic values off the heap: `swift test -c release`.
@Suite(.serialized, .enabled(if: isOptimised)) struct GraphAllocationTests {
    private static let text = """
        name: A node of each kind
        in: { counts: count, back: count, light: mV }
        nodes:
          live: { dead_time: counts, tau: 113 us }
          cpm: { window: live, over: 60 s, per: 1 min }
          cps: { rate: back }
          net: { minus: [cpm, cps] }
          left: { minus: [net, 0.2 cps], uncertainty: 10 % }
          dose: { scale: left, by: 1/334, from: cpm, unit: uSv/h }
          bin: { rate: live, per: 1 min }
          now: { scale: bin, by: 1/334, unit: uSv/h }
          smooth: { mean: now, until: { error: 10 % }, over: [5 s, 60 s] }
          total: { integral: now, unit: uSv }
          sigma: { poisson: counts, of: dose, include: calibration }
          volts: { polynomial: light, coefficients: [0.5, -2, 3e-4], from: V, unit: cm }
          middle: { median: volts, bins: 5 }
          calm: { ema: middle, tau: 2 s }
          dry: { flag: calm, where: light, range: [100, 2 V] }
          ten: { mean: dry, bins: 10 }
          few: { thin: ten, every: 3 s }
          minute: { mean: dry, over: 60 s }
          high: { alarm: smooth, above: 0.2, for: 2 s, silent: 1 s }
          odd: { anomaly: counts, over: 5 s, baseline: 300 s, sigma: 3 }
          place: { locate: [message] }
        out: [dose, smooth, total, few, minute]

        """

    private struct Tally: GraphSink {
        var outputs = 0
        var alarms = 0
        mutating func output(_ output: Int, _ value: GraphValue) { outputs += 1 }
        mutating func alarm(_ change: AlarmChange) { alarms += 1 }
    }

    @Test func tenThousandSecondsAllocateNothing() throws {
        let streams = ["counts", "back"].map {
            StreamDescription(name: $0, unit: "count", exposure: .seconds(1), interval: .milliseconds(500))
        }
        let graph = try GraphReader.graph(from: Self.text, file: "F").fitted(to: streams)
        var engine = GraphEngine(graph)
        var tally = Tally()
        func run(_ halfSeconds: Range<Int64>) {
            for place in halfSeconds {
                let end = Instant(microseconds: place * 500_000 + 1_000_000)
                if place % 97 == 0 { engine.interrupt(from: end - .seconds(2), to: end) }
                if place % 31 < 3 { continue }
                let counts = Double((place * 7) % 13) + (place % 500 < 20 ? 90 : 0) + (place % 900 == 0 ? 9_000 : 0)
                engine.process(StreamValue(counts, from: end - .seconds(1), to: end), input: 0, &tally)
                engine.process(StreamValue(1, from: end - .seconds(1), to: end), input: 1, &tally)
                engine.process(StreamValue(Double(place % 5_000), from: end, to: end), input: 2, &tally)
                if let deadline = engine.deadline { engine.advance(to: min(deadline, end), &tally) }
            }
        }
        run(0..<2_000)
        let before = tally
        malloc_counter_start()
        run(2_000..<22_000)
        #expect(malloc_counter_stop() == 0)
        #expect(tally.outputs > before.outputs + 40_000)
        #expect(tally.alarms > before.alarms + 100)
    }
}

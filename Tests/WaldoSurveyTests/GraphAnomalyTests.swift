import Testing
import WaldoCore
import WaldoTime

@testable import WaldoSurvey

/// The conditional binomial test, against exact sums of fractions in Python.
struct GraphAnomalyTests {
    @Test(
        arguments: [
            (5.0, 25.0, 1.0 / 6, 0.4062657619711648), (12, 72, 5.0 / 305, 2.32443565310202e-09),
            (8, 68, 5.0 / 305, 1.606272033456143e-05), (9, 69, 5.0 / 305, 1.9947906229575013e-06),
            (10, 70, 5.0 / 305, 2.2669016740072371e-07), (1, 1, 0.5, 0.5), (0, 5, 1.0 / 3, 1), (5, 5, 0.5, 1.0 / 32),
        ] as [(Double, Double, Double, Double)])
    func tails(_ least: Double, _ count: Double, _ p: Double, _ probability: Double) {
        #expect(isNear(BinomialTest.tail(atLeast: least, of: count, p), probability, within: 1e-11))
    }

    /// scipy.stats.binom.sf, which rounds at about 1e-10.
    @Test func tailsOfManyCounts() {
        #expect(isNear(BinomialTest.tail(atLeast: 10_000, of: 600_000, 1.0 / 61), 0.04858571095184469, within: 1e-8))
        #expect(isNear(BinomialTest.tail(atLeast: 10_400, of: 600_000, 1.0 / 61), 6.840056555993359e-09, within: 1e-7))
        #expect(BinomialTest.tail(atLeast: 1e6, of: 1e6, 0.5) == 0)
        #expect(BinomialTest.tail(atLeast: 0, of: 1e6, 1e-9) <= 1)
    }

    /// At 0.2 counts a second 60 counts in 300 s: 10 counts in 5 s are beyond 5 sigma (2.87e-7), 9 are not.
    @Test func theBoundIsFound() {
        let bound = GraphAnomaly.oneSided[4]
        func isSignificant(_ counts: Double) -> Bool {
            BinomialTest.isSignificant(counts, in: 5, against: 60, in: 300, probability: bound, sigma: 5)
        }
        #expect(isSignificant(10) && !isSignificant(9))
    }

    /// Above a million counts: N p = 1e6, sqrt(N p q) = 953.5, five of them 4767.
    @Test func manyCountsAreTakenAsNormallyDistributed() {
        func isSignificant(_ counts: Double) -> Bool {
            BinomialTest.isSignificant(counts, in: 10, against: 11e6 - counts, in: 100, probability: 1, sigma: 5)
        }
        #expect(isSignificant(1_004_768) && !isSignificant(1_004_766))
    }

    private func run(_ over: TimeSpan?, _ alarm: GraphAlarm = GraphAlarm()) -> GraphRun {
        let settings = GraphAnomaly(
            over: over, baseline: .seconds(100), probability: GraphAnomaly.oneSided[4], sigma: 5)
        let node = GraphNode(name: "strange", kind: .anomaly(settings, alarm), inputs: [0])
        return GraphRun(Graph(name: "", inputs: [.seconds], nodes: [node], outputs: []))
    }

    @Test func aSourceIsNoticedAndItsEndToo() {
        for over in [nil, TimeSpan.seconds(5)] {
            var run = run(over)
            run.take((0..<200).map { Double($0 % 2) })
            #expect(run.alarms.isEmpty)
            run.take([12, 12, 0, 0, 0, 0, 0, 0, 1], from: 200)
            #expect(run.alarms.map(\.cause) == [.anomaly, nil])
            // By scipy.stats.binom.sf: 14 counts in 5 s against 50 in 100 s have 1.5e-6, 26 have 6e-16, 12 have 2e-4.
            #expect(
                run.alarms.map(\.at)
                    == (over == nil ? [.seconds(201), .seconds(203)] : [.seconds(202), .seconds(206)]))
            #expect(run.alarms[0].node == "strange")
        }
    }

    @Test func beforeTheBaselineIsFullNothingIsRaised() {
        var patient = run(nil)
        patient.take(Array(repeating: 1, count: 50) + [50])
        #expect(patient.alarms.isEmpty)
        var hasty = run(nil, GraphAlarm(acceptsPartial: true))
        hasty.take(Array(repeating: 1, count: 50) + [50])
        #expect(hasty.alarms.map(\.cause) == [.anomaly])
    }

    @Test func steadyCountsRaiseNothing() {
        var run = run(.seconds(5))
        run.take((0..<3_000).map { Double([3, 1, 4, 1, 5, 9, 2, 6][$0 % 8]) })
        #expect(run.alarms.isEmpty)
    }
}

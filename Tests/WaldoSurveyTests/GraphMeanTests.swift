import Testing
import WaldoCore
import WaldoTime

@testable import WaldoSurvey

/// Means, medians, moving means, thinned values.
struct GraphMeanTests {
    private let number = GraphInput(name: "x", unit: .one, interval: .seconds(1))

    private func run(_ kind: GraphKind, _ values: [Double]) -> GraphRun {
        var run = GraphRun([GraphNode(kind, of: 0)], input: number)
        for (place, value) in values.enumerated() { run.take(value, Double(place), Double(place)) }
        return run
    }

    @Test func meansOverTimeAndOverBins() {
        #expect(run(.mean(.values(3)), [3, 6, 9, 12]).outputs[0].map(\.value) == [3, 4.5, 6, 9])
        #expect(run(.mean(.values(3)), [3, 6, 9, 12]).outputs[0].map(\.flags) == [.partial, .partial, [], []])
        #expect(run(.mean(.time(.seconds(2))), [3, 6, 9, 12]).outputs[0].map(\.value) == [3, 4.5, 7.5, 10.5])
        #expect(run(.mean(.time(.seconds(2))), [3, 6, 9, 12]).outputs[0].map(\.flags) == [.partial, .partial, [], []])
    }

    /// 10 a second for 1 s and 40 a second for 2 s are 30 a second.
    @Test func binsAreWeightedByTheirExposure() {
        var run = GraphRun([
            GraphNode(.rate(per: .seconds(1)), of: 0), GraphNode(.mean(.time(.seconds(10))), of: 1),
        ])
        run.take(10, 0, 1)
        run.take(80, 1, 3)
        #expect(isNear(run.last?.value, 30))
        // It rests on all 90 counts in 3 s.
        #expect(isNear(run.last?.low, 27) && isNear(run.last?.high, 100.0 / 3))
    }

    /// 4 counts a bin: 25 bins, 100 counts, have a standard error of sqrt(100.25) = 10.01 %, 26 less than 10 %.
    @Test func theMeanGrowsUntilItsErrorIsSmallEnough() {
        let kind = GraphKind.mean(.error(0.1, from: .seconds(5), to: .seconds(60)))
        var run = GraphRun([GraphNode(.rate(per: .seconds(1)), of: 0), GraphNode(kind, of: 1)])
        run.take(Array(repeating: 4, count: 40))
        #expect(run.outputs[0][24].flags == .partial && run.outputs[0][25].flags == [])
        #expect(run.last?.value == 4 && run.last?.from == .seconds(14))
        // Near a source 5 s are enough, and no less.
        run.take(Array(repeating: 400, count: 5), from: 40)
        #expect(run.last?.value == 400 && run.last?.from == .seconds(40) && run.last?.flags == [])
        run.take(400, 45, 46)
        #expect(run.last?.from == .seconds(41))
    }

    @Test func inTheBackgroundTheMeanEndsAtItsLongestTime() {
        let kind = GraphKind.mean(.error(0.01, from: .seconds(5), to: .seconds(10)))
        var run = GraphRun([GraphNode(.rate(per: .seconds(1)), of: 0), GraphNode(kind, of: 1)])
        run.take(Array(repeating: 1, count: 20))
        #expect(run.outputs[0].map { $0.flags.contains(.partial) } == (0..<20).map { $0 < 9 })
        #expect(run.last?.from == .seconds(10))
    }

    /// Successive values of a window share their counts: the error of their mean is that of one of them.
    @Test func sharedCountsDoNotShrinkTheError() {
        let window = GraphNode(.window(over: .seconds(10), per: nil, marksPartial: true), of: 0)
        for kind in [GraphKind.mean(.values(5)), .ema(tau: .seconds(3))] {
            var run = GraphRun([window, GraphNode(kind, of: 1)])
            run.take(Array(repeating: 9, count: 40))
            #expect(isNear(run.last.map { ($0.high! - $0.low!) / 2 }, 90.25.squareRoot(), within: 1e-4), "\(kind)")
        }
    }

    @Test func medians() {
        let odd = run(.median(3), [5, 1, 9, 7, 8, 100]).outputs[0]
        #expect(odd.map(\.value) == [5, 3, 5, 7, 8, 8])
        #expect(odd.map(\.flags) == [.partial, .partial, [], [], [], []])
        #expect(run(.median(4), [1, 2, 10, 20, 2, 2]).outputs[0].map(\.value) == [1, 1.5, 2, 6, 6, 6])
    }

    /// tau = 3 s, one value a second: the weight is 1/4. After 9 s without one it is 9/12.
    @Test func theWeightOfAMovingMeanFollowsTheTime() {
        var run = run(.ema(tau: .seconds(3)), [8, 16, 8])
        #expect(run.outputs[0].map(\.value) == [8, 10, 9.5])
        run.take(1.5, 11, 11)
        #expect(run.last?.value == 3.5)
    }

    /// Two bins of 9 counts, the second with the weight 1/4: 9 +- sqrt(9 (9/16 + 1/16)), and the term of few counts.
    @Test func theErrorOfAMovingMeanIsThatOfItsWeights() {
        var run = GraphRun([GraphNode(.ema(tau: .seconds(3)), of: 0)])
        run.take([9, 9])
        // Effective gain 5/8, effective counts 14.4: 5/8 (14.9 +- sqrt(14.65)).
        #expect(isNear(run.last?.high, 0.625 * (14.9 + 14.65.squareRoot())))
        #expect(isNear(run.last?.low, 0.625 * (14.9 - 14.65.squareRoot())))
    }

    @Test func anInterruptedMeanHasAGap() {
        for kind in [GraphKind.mean(.time(.seconds(5))), .mean(.values(2)), .median(2), .ema(tau: .seconds(1))] {
            var run = run(kind, [1, 1, 1, 1, 1, 1])
            run.interrupt(5, 8)
            run.take(1, 9, 9)
            #expect(run.last?.flags == .gap, "\(kind)")
            for time in 10..<20 { run.take(1, Double(time), Double(time)) }
            #expect(run.last?.flags == [], "\(kind)")
        }
    }

    @Test func thinnedValuesKeepAGrid() {
        var run = GraphRun([GraphNode(.thin(.time(.seconds(1))), of: 0)], input: number)
        for time in [0, 0.5, 0.98, 1.02, 1.5, 1.99, 2.01, 7, 7.5, 8] { run.take(time, time, time) }
        #expect(run.outputs[0].map(\.value) == [0, 1.02, 2.01, 7, 8])
    }
}

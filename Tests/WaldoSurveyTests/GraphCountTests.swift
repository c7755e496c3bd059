import Testing
import WaldoCore
import WaldoTime

@testable import WaldoSurvey

/// Rates, dead time, backgrounds and the errors of counting.
struct GraphCountTests {
    private static func deadTime(_ microseconds: Double, uncertainty: Double? = nil) -> GraphNode {
        GraphNode(.deadTime(tau: microseconds / 1e6, Calibration(uncertainty: uncertainty)), of: 0)
    }

    @Test func aRateIsCountsOverExposure() {
        var run = GraphRun([GraphNode(.rate(per: .seconds(60)), of: 0)])
        run.take(5, 0, 0.5)
        #expect(run.last?.value == 600)
        run.take(5, 1, 1)
        #expect(run.last?.value == nil && run.last?.flags == .invalid)
    }

    /// n + 1/2 +- sqrt(n + 1/4): 0 counts have the limits 0 and 1, 2 counts 1 and 4, 6 counts 4 and 9.
    @Test(arguments: [(0.0, 0.0, 1.0), (2, 1, 4), (6, 4, 9), (12, 9, 16), (90, 81, 100)] as [(Double, Double, Double)])
    func limitsOfRawCounts(_ counts: Double, _ low: Double, _ high: Double) {
        var run = GraphRun(.identity(for: [StreamDescription(name: "counts", unit: "count")]))
        run.take(counts, 0, 1)
        #expect(run.last?.value == counts && run.last?.low == low && run.last?.high == high)
    }

    /// The limits of the raw counts, scaled: 6 counts in half a second at 1/334 per cpm.
    @Test func limitsAreScaledAsTheValueIs() {
        var run = GraphRun([
            GraphNode(.rate(per: .seconds(60)), of: 0), GraphNode(.scale(by: 1.0 / 334, Calibration()), of: 1),
        ])
        run.take(6, 0, 0.5)
        #expect(isNear(run.last?.value, 720.0 / 334))
        #expect(isNear(run.last?.low, 480.0 / 334) && isNear(run.last?.high, 1080.0 / 334))
    }

    /// 60 bins without a pulse: 0 to 1 count in a minute.
    @Test func aMinuteWithoutAPulseHasOneCountAsItsLimit() {
        var run = GraphRun([GraphNode(.window(over: .seconds(60), per: .seconds(60), marksPartial: true), of: 0)])
        run.take(Array(repeating: 0, count: 60))
        #expect(run.last?.value == 0 && run.last?.low == 0 && isNear(run.last?.high, 1))
    }

    /// 1000 counts in 1 s at 113 us: 1000 / (1 - 0.113) = 1127.395715896280; the derivative is 1 / 0.887^2.
    @Test func deadTimeIsCorrected() {
        var run = GraphRun([Self.deadTime(113)])
        run.take(1000, 0, 1)
        #expect(isNear(run.last?.value, 1127.395715896280))
        let gain = 1 / (0.887 * 0.887)
        #expect(isNear(run.last?.high, 1127.395715896280 + gain * (0.5 + 1000.25.squareRoot())))
        #expect(isNear(run.last?.low, 1127.395715896280 + gain * (0.5 - 1000.25.squareRoot())))
    }

    /// 0.3 / 113 us = 2654.87 counts a second.
    @Test func saturationHasNoNumber() {
        var run = GraphRun([Self.deadTime(113)])
        run.take([2654, 2655])
        #expect(isNear(run.outputs[0][0].value, 2654 / (1 - 2654 * 113e-6)) && run.outputs[0][0].flags == [])
        let saturated = run.outputs[0][1]
        #expect(saturated.value == nil && saturated.low == nil && saturated.flags == .saturated)
    }

    /// Only over 0.3 a rate is saturated. 3 counts in 1130 us are exactly 0.3 at 113 us, and so are their multiples; in
    /// binary 1692 of the first 20,000 are a little more.
    @Test func exactlyThreeTenthsDeadIsNotSaturated() {
        var run = GraphRun([Self.deadTime(113)])
        var time: Int64 = 0
        func take(_ counts: Double, over length: Int64) {
            let end = time + length
            run.take(StreamValue(counts, from: Instant(microseconds: time), to: Instant(microseconds: end)))
            time = end
        }
        for multiple in stride(from: 1, to: 20_000, by: 1) {
            let counts = Double(3 * multiple), length = Int64(1130 * multiple)
            take(counts, over: length)
            #expect(isNear(run.last?.value, counts / 0.7) && run.last?.flags == [])
            take(counts + 1, over: length)
            #expect(run.last?.value == nil && run.last?.flags == .saturated)
        }
    }

    @Test func whatContainsASaturatedBinHasNoNumber() {
        let sums: [GraphKind] = [
            .window(over: .seconds(3), per: .seconds(1), marksPartial: true), .mean(.time(.seconds(3))),
            .mean(.values(3)), .median(3), .mean(.error(0.5, from: .seconds(3), to: .seconds(4))),
        ]
        for kind in sums {
            var run = GraphRun([Self.deadTime(113), GraphNode(kind, of: 1)])
            run.take([10, 3000, 10, 10, 10])
            let flags = run.outputs[0].map { $0.flags.contains(.saturated) }
            #expect(flags == [false, true, true, true, false], "\(kind)")
            #expect(run.outputs[0].map { $0.value == nil } == flags)
        }
    }

    /// Gross 100 in 1 s, background 64 in 1 s, both with sigma sqrt(n + 1/4): sqrt(100.25 + 64.25).
    @Test func errorsOfMeasuredValuesAddInQuadrature() {
        let inputs = [GraphInput.seconds, GraphInput(name: "background", unit: .count)]
        var run = GraphRun(
            Graph(
                name: "", inputs: inputs, nodes: [GraphNode(.minus(.node(factor: 1)), of: 0, 1)],
                outputs: [GraphOutput(description: StreamDescription(name: "net"), valueIndex: 2, limits: .poisson)]))
        run.take(100, 0, 1)
        #expect(run.last?.value == nil && run.last?.flags == .partial)
        run.take(64, 0, 1, input: 1)
        run.take(100, 1, 2)
        let net = run.last
        #expect(net?.value == 36 && net?.flags == [])
        #expect(isNear(net.map { ($0.high! - $0.low!) / 2 }, 164.5.squareRoot()))
        #expect(isNear(net.map { ($0.high! + $0.low!) / 2 }, 36))
    }

    /// Units are converted: 120 cpm less 1 cps is 60 cpm.
    @Test func aBackgroundIsConverted() {
        let inputs = [GraphInput(name: "a", unit: MeasureUnit("cpm")), GraphInput(name: "b", unit: MeasureUnit("cps"))]
        var run = GraphRun(
            Graph(
                name: "", inputs: inputs, nodes: [GraphNode(.minus(.node(factor: 60)), of: 0, 1)],
                outputs: [GraphOutput(description: StreamDescription(name: "net"), valueIndex: 2)]))
        run.take(1, 0, 0, input: 1)
        run.take(120, 1, 1)
        #expect(run.last?.value == 60 && run.last?.flags == [])
    }

    /// A declared background of 20 +- 2 counts: the threshold is 1.645 sqrt(20 + 4) = 8.0589.
    @Test func aNetValueBelowTheDecisionThresholdIsFlagged() {
        var run = GraphRun([GraphNode(.minus(.constant(20, uncertainty: 2, Calibration())), of: 0)])
        run.take([28, 29])
        #expect(run.outputs[0].map(\.value) == [8, 9])
        #expect(run.outputs[0].map(\.flags) == [.belowThreshold, []])
        // 28 counts, the background's error of 2 beside: sqrt(28.25 + 4).
        #expect(isNear(run.outputs[0][0].high, 8.5 + 32.25.squareRoot()))
    }

    /// A background of 400 counts in 100 s against 1 s: 1.645 sqrt(4 + 4/100) = 3.3064.
    @Test func aMeasuredBackgroundHasAThresholdToo() {
        let inputs = [GraphInput.seconds, GraphInput(name: "background", unit: .count)]
        let nodes = [
            GraphNode(.rate(per: .seconds(1)), of: 0), GraphNode(.rate(per: .seconds(1)), of: 1),
            GraphNode(.minus(.node(factor: 1)), of: 2, 3),
        ]
        var run = GraphRun(
            Graph(
                name: "", inputs: inputs, nodes: nodes,
                outputs: [GraphOutput(description: StreamDescription(name: "net"), valueIndex: 4, limits: .poisson)]))
        run.take(400, 0, 100, input: 1)
        run.take(7, 100, 101)
        run.take(8, 101, 102)
        #expect(run.outputs[0].map(\.value) == [3, 4])
        #expect(run.outputs[0].map(\.flags) == [.belowThreshold, []])
    }

    /// 10 % of the calibration and 90 counts: sqrt(90.25 + 9^2), only where it is asked for.
    @Test func calibrationIsIncludedOnlyIfTheGraphSaysSo() {
        let node = GraphNode(.scale(by: 2, Calibration(uncertainty: 0.1)), of: 0)
        var without = GraphRun([node])
        without.take(90, 0, 1)
        #expect(isNear(without.last?.low, 162) && isNear(without.last?.high, 200))
        var with = GraphRun([node], limits: .poissonAndCalibration)
        with.take(90, 0, 1)
        #expect(isNear(with.last?.high, 181 + 2 * 171.25.squareRoot()))
    }

    /// tau of 113 us +- 10 % at 1127.4 counts a second: 1127.4^2 x 11.3e-6 = 14.36.
    @Test func theUncertaintyOfADeadTimeIsSystematic() {
        var run = GraphRun([Self.deadTime(113, uncertainty: 0.1)], limits: .poissonAndCalibration)
        run.take(1000, 0, 1)
        let counting = 1000.25.squareRoot() / (0.887 * 0.887)
        let systematic = 1127.395715896280 * 1127.395715896280 * 11.3e-6
        let half = run.last.map { ($0.high! - $0.low!) / 2 }
        #expect(isNear(half, (counting * counting + systematic * systematic).squareRoot()))
    }

    /// 0.5 - 2 x + 3 x^2 at x = 2 V: 8.5; the slope is -2 + 12 = 10.
    @Test func aPolynomialConvertsAndKnowsItsRange() {
        let input = GraphInput(name: "u", unit: MeasureUnit("mV"))
        let node = GraphNode(.polynomial([0.5, -2, 3], factor: 0.001, range: 0...2, Calibration()), of: 0)
        var run = GraphRun([node], input: input)
        run.take(2000, 0, 0)
        #expect(isNear(run.last?.value, 8.5) && run.last?.flags == [])
        run.take(2001, 1, 1)
        #expect(run.last?.flags == .invalid && run.last?.low == nil)
    }

    @Test func noNumberIsNotANumber() {
        var run = GraphRun([GraphNode(.scale(by: 2, Calibration()), of: 0)])
        for value in [Double.nan, .infinity, -1] {
            run.take(value, 0, 1)
            #expect(run.last?.value == nil && run.last?.flags == .invalid)
        }
    }

    @Test func aFlagMarksByRangeOrByAnotherValue() {
        let inputs = [GraphInput(name: "pm", unit: .one), GraphInput(name: "humidity", unit: .one)]
        let nodes = [GraphNode(.flag(0...85, factor: 1), of: 0, 1), GraphNode(.flag(0...10, factor: 1), of: 0)]
        let outputs = [2, 3].map { GraphOutput(description: StreamDescription(name: "\($0)"), valueIndex: $0) }
        var run = GraphRun(Graph(name: "", inputs: inputs, nodes: nodes, outputs: outputs))
        run.take(5, 0, 0)
        run.take(90, 1, 1, input: 1)
        run.take(10, 2, 2)
        run.take(85, 3, 3, input: 1)
        run.take(10.5, 4, 4)
        #expect(run.outputs[0].map(\.flags) == [[], .marked, []])
        #expect(run.outputs[1].map(\.flags) == [[], [], .marked])
    }
}

import Testing
import WaldoCore
import WaldoTime

@testable import WaldoSurvey

/// Doses.
struct GraphIntegralTests {
    /// Counts to uSv/h at 1/334 per cpm, then to uSv.
    private static let dose = [
        GraphNode(.rate(per: .seconds(60)), of: 0), GraphNode(.scale(by: 1.0 / 334, Calibration()), of: 1),
        GraphNode(.integral(factor: 1.0 / 3600), of: 2),
    ]

    /// 334 cpm for an hour are 1 uSv: 20,040 counts.
    @Test func anHourAtOneIsOne() {
        var run = GraphRun(Self.dose)
        run.take(Array(repeating: 334.0 / 60, count: 3600))
        #expect(isNear(run.last?.value, 1, within: 1e-12))
        #expect(run.last?.from == .seconds(3599) && run.last?.to == .seconds(3600) && run.last?.flags == [])
        #expect(isNear(run.last.map { ($0.high! - $0.low!) / 2 }, 20040.25.squareRoot() / 20040, within: 1e-9))
        #expect(run.exposure(ofOutput: 0)?.measured == .seconds(3600))
        #expect(run.exposure(ofOutput: 0)?.unmeasured == .zero)
    }

    @Test func unmeasuredTimeAddsNothingAndIsShown() {
        var run = GraphRun(Self.dose)
        run.advance(0)
        run.take([6, 6])
        #expect(run.last?.flags == [])
        run.interrupt(2, 10)
        run.take([6], from: 10)
        #expect(isNear(run.last?.value, 18.0 / 20040))
        #expect(run.last?.flags == .gap && run.last?.from == .seconds(10) && run.last?.to == .seconds(11))
        #expect(run.exposure(ofOutput: 0)?.measured == .seconds(3))
        #expect(run.exposure(ofOutput: 0)?.unmeasured == .seconds(8))
        run.advance(15)
        #expect(run.exposure(ofOutput: 0)?.unmeasured == .seconds(12))
    }

    @Test func theTimeBeforeTheFirstBinIsNotMeasured() {
        var run = GraphRun(Self.dose)
        run.advance(0)
        run.take([6], from: 60)
        #expect(run.last?.flags == .gap && run.exposure(ofOutput: 0)?.unmeasured == .seconds(60))
    }

    @Test func overlappingBinsAddOnce() {
        let input = GraphInput(name: "counts", unit: .count, exposure: .seconds(1), interval: .milliseconds(500))
        var run = GraphRun(Self.dose, input: input)
        for place in 0..<20 { run.take(6, Double(place) / 2, Double(place) / 2 + 1) }
        #expect(isNear(run.last?.value, 60.0 / 20040) && run.last?.flags == [])
    }

    @Test func aDoseWithSaturationIsUnknown() {
        let nodes = [
            GraphNode(.deadTime(tau: 113e-6, Calibration()), of: 0), GraphNode(.rate(per: .seconds(60)), of: 1),
            GraphNode(.integral(factor: 1), of: 2),
        ]
        var run = GraphRun(nodes)
        run.take([10, 3000, 10])
        #expect(run.outputs[0].map { $0.value == nil } == [false, true, true])
        #expect(run.last?.flags == .saturated)
        #expect(run.exposure(ofOutput: 0)?.measured == .seconds(3))
    }
}

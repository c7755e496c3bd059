import Testing
import WaldoCore
import WaldoTestSupport
import WaldoTime

@testable import WaldoSurvey

/// The result of a point of a raster: of all exposures within it, and of no other.
@Suite struct SpotTests {
    /// Counts of a second, corrected for dead time, as a dose rate with the mean of as short a time as gives 10 %.
    private static let graph = Graph(
        name: "test", inputs: [.seconds],
        nodes: [
            GraphNode(.rate(per: .seconds(60)), of: 0, unit: "cpm"),
            GraphNode(.scale(by: 1 / 334.0, Calibration()), of: 1, unit: "uSv/h"),
            GraphNode(.mean(.error(0.1, from: .seconds(5), to: .seconds(60))), of: 2, unit: "uSv/h"),
            GraphNode(.integral(factor: 1 / 3_600), of: 2, unit: "uSv"),
            GraphNode(.window(over: .seconds(60), per: .seconds(60), marksPartial: true), of: 0, unit: "cpm"),
        ],
        outputs: [
            GraphOutput(description: StreamDescription(name: "dose"), valueIndex: 3, limits: .poisson),
            GraphOutput(description: StreamDescription(name: "total"), valueIndex: 4),
            GraphOutput(description: StreamDescription(name: "cpm"), valueIndex: 5, limits: .poisson),
            GraphOutput(description: StreamDescription(name: "bin"), valueIndex: 2),
        ])

    private func spot(_ counts: [Double], from start: Double = 100) -> Spot {
        var spot = Spot(.point, Self.graph, at: .seconds(100))
        for (place, count) in counts.enumerated() {
            let from = start + Double(place)
            spot.process(StreamValue(count, from: .seconds(from), to: .seconds(from + 1)), input: 0)
        }
        return spot
    }

    @Test func ratesAndMeansHaveAResultAndNothingElse() {
        #expect(Self.graph.spotOutputs == [0, 2])
        #expect(!Graph.identity(for: [StreamDescription(name: "counts", unit: "count")]).hasSpotOutputs)
    }

    @Test func theResultIsOfAllThatWasMeasured() throws {
        let spot = spot([3, 5, 4, 8])
        #expect(spot.counts == 20 && spot.measured == .seconds(4))
        let dose = try #require(spot.result(of: 0, .ended)), cpm = try #require(spot.result(of: 2, .ended))
        #expect(isNear(cpm.value, 300) && isNear(dose.value, 300 / 334))
        // n + 1/2 +- sqrt(n + 1/4) of 20 counts in 4 s.
        #expect(isNear(cpm.low, (20.5 - 20.25.squareRoot()) * 15) && isNear(cpm.high, (20.5 + 20.25.squareRoot()) * 15))
        #expect(dose.from == .seconds(100) && dose.to == .seconds(104) && dose.flags == [])
    }

    @Test func whatBeganBeforeDoesNotCount() throws {
        let spot = spot([1_000, 3, 5], from: 99.5)
        #expect(spot.counts == 8 && spot.measured == .seconds(2))
        #expect(isNear(try #require(spot.result(of: 2, .ended)).value, 240))
    }

    /// A route departs with a message: the next exposure began when that one was measured, a little before.
    @Test func aRouteTakesAnExposureThatBeganALittleBefore() {
        for (late, counts) in [(0.3, 8.0), (0.7, 5)] {
            var route = Spot(.route, Self.graph, at: .seconds(100))
            for (place, count) in [3.0, 5].enumerated() {
                let from = 100 - late + Double(place)
                route.process(StreamValue(count, from: .seconds(from), to: .seconds(from + 1)), input: 0)
            }
            #expect(route.counts == counts)
        }
    }

    /// The rate of n counts that end with the n-th is (n - 1) / T.
    @Test func theBiasOfAnEndByCountsIsRemoved() throws {
        let spot = spot([3, 5, 4, 8])
        let cpm = try #require(spot.result(of: 2, .counted))
        #expect(isNear(cpm.value, 19 * 15) && isNear(cpm.sigma, 20.25.squareRoot() * 15 * 19 / 20))
        #expect(spot.result(of: 2, .dropped) == nil)
    }

    @Test func withoutCountsThereIsNoResult() {
        #expect(spot([]).result(of: 0, .ended) == nil)
        #expect(spot([0, 0]).result(of: 2, .ended)?.value == 0)
    }
}

extension GraphValue {
    fileprivate var sigma: Double? { low.flatMap { low in high.map { ($0 - low) / 2 } } }
}

import Testing
import WaldoTestSupport
import WaldoTime

@testable import WaldoCore

/// A route: when the hand departs, what is measured on the way, and what an interruption makes of it.
@Suite struct RouteMachineTests {
    private static let zx = Channel(1), zy = Channel(2)
    private static let plan = RasterPlan(
        route: [zx, zy], points: [[10, 0], [30, 0], [30, 20]], of: PosedArms.stepper)

    /// The arm is busy for 52 ms and 31 ms a unit: 672 ms for each of the two runs.
    @Test func itDepartsWithAnExposureAndEndsWhenAllOfTheWayIsMeasured() {
        var route = RasterHarness(Self.plan)
        route.step(.proceed)
        route.run(for: .milliseconds(990))
        #expect(route.takeLog() == ["zx 10"] && route.machine.phase == .measuring)
        route.run(for: .milliseconds(10))
        #expect(route.takeLog() == ["departed", "zx 30"])
        route.run(for: .milliseconds(1_340))
        #expect(route.takeLog() == ["zy 20"])
        route.run(for: .milliseconds(650))
        #expect(route.machine.phase == .measuring)
        route.run(for: .milliseconds(10))
        #expect(route.takeLog() == ["arrived"] && route.machine.phase == .ended(isComplete: true))
        #expect(route.machine.routeDuration.map { $0 >= .milliseconds(1_344) && $0 <= .milliseconds(1_370) } == true)
    }

    @Test func anInterruptedRouteIsDrivenToItsEndAndHasNoMeasurement() {
        var route = RasterHarness(Self.plan)
        route.step(.proceed)
        route.run(for: .milliseconds(1_300))
        _ = route.takeLog()
        route.step(.pause(.halt))
        #expect(route.takeLog() == ["dropped", "zx 30", "zy 0"])
        route.run(for: .seconds(100))
        #expect(route.takeLog() == [] && route.machine.phase == .paused(.halt))
        route.step(.proceed)
        route.run(for: .seconds(2))
        #expect(route.takeLog() == ["zy 20"] && route.machine.phase == .ended(isComplete: true))
        #expect(route.machine.routeDuration == nil)
    }

    /// A point that is left out would have the hand go through what the route avoids.
    @Test func noPointIsLeftOut() {
        var route = RasterHarness(Self.plan)
        route.step(.proceed)
        route.step(.skip)
        route.run(for: .seconds(10))
        #expect(route.takeLog() == ["zx 10", "departed", "zx 30", "zy 20", "arrived"] && route.machine.skipped == 0)
    }

    @Test func aSilentSensorPausesBeforeAnythingMovesOnTheWay() {
        var route = RasterHarness(Self.plan)
        route.isHeard = false
        route.step(.proceed)
        route.run(for: .seconds(60))
        #expect(route.takeLog() == ["zx 10", "zx 10", "zy 0"] && route.machine.phase == .paused(.sensor))
    }
}

import Testing
import WaldoTestSupport
import WaldoTime

@testable import WaldoCore

/// The points of a raster, and what they take.
@Suite struct RasterPlanTests {
    private static let zx = Channel(1), zy = Channel(2), slider = Channel(0)

    private func plan(_ axes: [RasterAxis], _ dwell: RasterDwell = .time(.seconds(5))) -> RasterPlan {
        RasterPlan(axes, dwell: dwell, of: PosedArms.stepper)
    }

    @Test func everyOtherRowGoesBack() {
        let plan = plan([
            RasterAxis(Self.zx, numbers: [-20, 0, 20]), RasterAxis(Self.zy, numbers: [0, 10]),
            RasterAxis(Self.slider, numbers: [0, 4]),
        ])
        #expect(
            plan.points == [
                [-20, 0, 0], [0, 0, 0], [20, 0, 0], [20, 10, 0], [0, 10, 0], [-20, 10, 0],
                [-20, 10, 4], [0, 10, 4], [20, 10, 4], [20, 0, 4], [0, 0, 4], [-20, 0, 4],
            ])
        // From 0, 0 to the first point, and eleven single steps.
        #expect(plan.start == [0, 0, 0] && plan.moves == 12)
    }

    /// 11 x 11 points 20 units apart: 120 moves of 52 ms + 20 x 31 ms, and two of 100 units to the first point.
    @Test func theTimeIsThatOfTheMovesAndOfTheDwell() {
        let numbers = (-5...5).map { Int32($0 * 20) }
        let plan = plan([RasterAxis(Self.zx, numbers: numbers), RasterAxis(Self.zy, numbers: numbers)])
        #expect(plan.points.count == 121 && plan.moves == 122)
        let moving = TimeSpan.milliseconds(120 * (52 + 620) + 2 * (52 + 3_100))
        #expect(plan.time.shortest == moving + .seconds(605) && plan.time.longest == plan.time.shortest)

        let error = self.plan([RasterAxis(Self.zx, numbers: numbers)], .error(0.2, longest: .seconds(60)))
        #expect(error.time.longest - error.time.shortest == .seconds(660))
        #expect(error.dwell.counts == 25)
    }

    @Test func oneRowOfOnePointIsARaster() {
        let plan = plan([RasterAxis(Self.zx, numbers: [0])])
        #expect(plan.points == [[0]] && plan.moves == 0 && plan.time.shortest == .seconds(5))
    }
}

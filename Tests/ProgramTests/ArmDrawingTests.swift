import Testing
import WaldoCore
import WaldoFiles
import WaldoLoop
import WaldoSimulator
import WaldoTestSupport
import WaldoTesting
import WaldoTime

@testable import WaldoApp

/// What screens draw of a simulated arm.
@Suite(.onLoop) struct ArmDrawingTests {
    /// The sketch takes 5 ms for each byte, and then 50 ms to begin the move: screens look on meanwhile.
    @Test @LoopActor func itChangesWhileTheFirmwareStillReads() throws {
        let robot = try Library(directory: nil).loadArm("robot")
        var arm = SimulatedArm(robot, at: .clockStart)
        arm.receive(Frame("R40>".utf8)!, at: .clockStart)
        let drawing = ArmDrawing(robot) { time in
            var arm = arm
            arm.advance(to: time)
            return arm
        }
        for milliseconds in stride(from: Int64(1), to: 1_290, by: 1) {
            let shown = drawing.shown(at: .clockStart + .milliseconds(milliseconds))
            #expect(shown?.isMoving == true, "\(milliseconds)")
        }
        let rest = try #require(drawing.shown(at: .clockStart + .seconds(2)))
        let zx = try #require(robot.channel(named: "zx"))
        #expect(!rest.isMoving && rest.numbers?[zx] == 40)
    }

    /// Without a pose the numbers of its positions show what a simulated arm does; of a real one nothing is known.
    @Test @LoopActor func anArmWithoutAPoseHasNumbersAlone() throws {
        var hm10 = try Library(directory: nil).loadArm("hm10")
        hm10.pose = nil
        let arm = SimulatedArm(hm10, at: .clockStart)
        let shown = try #require(ArmDrawing(hm10) { _ in arm }.shown(at: .clockStart))
        #expect(shown.commanded.isEmpty && shown.simulated.isEmpty && shown.numbers?.list.count == hm10.channels.count)
        #expect(ArmDrawing(hm10) { _ in nil }.shown(at: .clockStart) == nil)
    }
}

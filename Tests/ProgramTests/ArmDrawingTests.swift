import Testing
import WaldoCore
import WaldoFiles
import WaldoLoop
import WaldoSimulator
import WaldoTestSupport
import WaldoTime

@testable import WaldoApp

/// What screens draw of a simulated arm.
@Suite(.onLoop) struct ArmDrawingTests {
    /// The sketch takes 5 ms for each byte, and then 50 ms to begin the move: screens look on meanwhile.
    @Test @LoopActor func itChangesWhileTheFirmwareStillReads() throws {
        let robot = try Library(directory: nil).loadArm("robot")
        var arm = SimulatedArm(robot, at: .clockStart)
        arm.receive(Frame("R40>".utf8)!, at: .clockStart)
        let drawing = try #require(
            ArmDrawing(robot) { time in
                var arm = arm
                arm.advance(to: time)
                return arm
            })
        for milliseconds in stride(from: Int64(1), to: 1_290, by: 1) {
            #expect(drawing.shown(at: .clockStart + .milliseconds(milliseconds)).isMoving, "\(milliseconds)")
        }
        #expect(!drawing.shown(at: .clockStart + .seconds(2)).isMoving)
    }
}

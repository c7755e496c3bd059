import Testing
import WaldoCore
import WaldoLoop
import WaldoTestSupport
import WaldoTesting
import WaldoTime

@testable import WaldoTeleop

/// The way to the process's suspension, on a clock that the test moves.
@Suite(.onLoop)
struct SuspensionTests {
    /// A drive with its slider held, whose link has not yet taken the last frame.
    @LoopActor private func slow() -> HandDrive {
        let hand = HandDrive()
        hand.input(.axis(Code.rz, 255))
        hand.link.hasLeft = false
        return hand
    }

    @LoopActor @Test func itSleepsOnceTheHaltHasLeft() {
        let hand = slow()
        var sleeps = 0
        let suspension = Suspension(hand.drive, isContinued: { false }, sleep: { sleeps += 1 })
        suspension.check()
        #expect(sleeps == 0)
        hand.link.hasLeft = true
        suspension.check()
        #expect(sleeps == 0 && hand.link.frames.count == 2)
        hand.advance(.milliseconds(160))
        suspension.check()
        suspension.check()
        #expect(sleeps == 1)
        #expect(hand.link.frames == ["F>", "S>", "S>", "S>"])
        hand.drive.close()
    }

    /// A control that comes to rest meanwhile stays dead: the last frame before the suspension is a zero.
    @LoopActor @Test func nothingMovesWhileTheHaltIsOnItsWay() {
        let hand = slow()
        var sleeps = 0
        let suspension = Suspension(hand.drive, isContinued: { false }, sleep: { sleeps += 1 })
        func wait(_ span: TimeSpan) {
            for _ in 0..<span / .milliseconds(5) where sleeps == 0 {
                hand.advance(.milliseconds(5))
                suspension.check()
            }
        }
        hand.input(.axis(Code.rz, 0))
        wait(.milliseconds(300))
        hand.input(.axis(Code.rz, 255))
        wait(.milliseconds(100))
        hand.link.hasLeft = true
        wait(.milliseconds(100))
        #expect(sleeps == 1)
        #expect(hand.link.frames.first == "F>")
        #expect(hand.link.frames.dropFirst().allSatisfy { $0 == "S>" })
        hand.drive.close()
    }

    @LoopActor @Test func aLinkThatHangsKeepsNobodyAwake() {
        let hand = slow()
        var sleeps = 0
        let suspension = Suspension(hand.drive, isContinued: { false }, sleep: { sleeps += 1 })
        hand.advance(Shutdown.patience - .microseconds(1))
        suspension.check()
        #expect(sleeps == 0)
        hand.advance(.microseconds(1))
        suspension.check()
        #expect(sleeps == 1)
        hand.drive.close()
    }

    /// The kernel discards a SIGCONT that is pending when the process stops, and the process would not wake.
    @LoopActor @Test func whoIsContinuedAlreadyDoesNotSleep() {
        let hand = HandDrive()
        var sleeps = 0
        let suspension = Suspension(hand.drive, isContinued: { true }, sleep: { sleeps += 1 })
        hand.advance(.milliseconds(300))
        suspension.check()
        #expect(sleeps == 0)
        hand.drive.close()
    }

    @LoopActor @Test func whoIsCalledOffDoesNotSleep() {
        let hand = HandDrive()
        var sleeps = 0
        let suspension = Suspension(hand.drive, isContinued: { false }, sleep: { sleeps += 1 })
        suspension.cancel()
        hand.advance(.seconds(1))
        suspension.check()
        #expect(sleeps == 0)
        hand.drive.close()
    }
}

import Testing
import WaldoCore
import WaldoTestSupport
import WaldoTime

/// Boards that act on silence: what keeps them from it, and what is known of the arm once they have.
@Suite struct KeepAliveTests {
    /// The follower on a board that does this after a second, and hears something every 400 ms.
    private func arm(_ action: BoardSilence.Action, keepAlive: TimeSpan? = .milliseconds(400)) -> Arm {
        var arm = Arm.follower
        arm.silence = BoardSilence(after: .seconds(1), action)
        arm.keepAlive = keepAlive
        return arm
    }

    /// A harness whose joystick has moved `zx` and was let go: `zx` stands at the number of the last frame.
    private func moved(_ arm: Arm) -> (harness: DriveHarness, last: String) {
        var harness = DriveHarness(arm, .pad())
        harness.start(.padAtRest)
        harness.input(.axis(Code.rx, 32_767))
        harness.advance(.milliseconds(200))
        harness.input(.axis(Code.rx, 0))
        harness.advance(.milliseconds(100))
        let last = harness.takeTexts().last ?? ""
        _ = harness.takeNotices()
        return (harness, last)
    }

    @Test func theLastFrameIsRepeatedAtRest() throws {
        var (harness, last) = moved(arm(.home))
        #expect(last.hasPrefix("zx x") && last != "zx x0;")
        harness.advance(.seconds(2))
        #expect(harness.sent.map(\.text) == Array(repeating: last, count: 5))
        let gaps = zip(harness.sent, harness.sent.dropFirst()).map { $1.at - $0.at }
        #expect(gaps.allSatisfy { $0 == .milliseconds(400) })
    }

    @Test func nothingIsRepeatedWithoutTheKey() {
        var (harness, _) = moved(arm(.stop, keepAlive: nil))
        harness.advance(.seconds(5))
        #expect(harness.sent.isEmpty && harness.deadline == nil)
    }

    @Test func aLinkThatHasCarriedNothingRepeatsNothing() {
        var onlyPositions = Arm.servo
        onlyPositions.silence = BoardSilence(after: .seconds(1), .home)
        onlyPositions.keepAlive = .milliseconds(400)
        var harness = DriveHarness(onlyPositions, .pad())
        harness.start(.padAtRest)
        harness.advance(.seconds(5))
        #expect(harness.sent.isEmpty)
    }

    /// A stop halts the slider; the board goes on hearing, though everything is at rest and gated.
    @Test(arguments: [DriveEvent.operator(.stop), .inputLost, .shutdown])
    func itIsRepeatedWhileStoppedHaltedOrEnding(event: DriveEvent) throws {
        var (harness, _) = moved(arm(.home))
        harness.step(event)
        harness.advance(.seconds(3))
        let late = harness.sent.filter { harness.now - $0.at < .seconds(2) }
        #expect(late.count == 5)
        #expect(Set(late.map(\.text)).count == 1)
        #expect(harness.stateMachine.hasSentZeros)
    }

    @Test func aHeldVelocityIsNotRepeatedByAStalledLink() {
        var harness = DriveHarness(arm(.stop), .pad())
        harness.start(.padAtRest)
        harness.input(.axis(Code.rz, 255))
        harness.advance(.milliseconds(200))
        harness.step(.link(.stalled))
        harness.advance(.milliseconds(100))
        _ = harness.takeTexts()
        harness.advance(.seconds(3))
        #expect(harness.sent.isEmpty)
    }

    /// The board has gone home meanwhile. To repeat the old frame would move the arm, and so would the next touch.
    @Test func afterASilenceTheArmIsAssumedAtItsStart() throws {
        var (harness, last) = moved(arm(.home))
        harness.step(.link(.stalled))
        harness.advance(.seconds(2))
        harness.step(.link(.flowing))
        harness.advance(.seconds(3))
        #expect(!harness.sent.map(\.text).contains(last))
        let zx = try #require(harness.stateMachine.arm.channel(named: "zx"))
        #expect(harness.stateMachine.number(zx, at: harness.now) == 0 && harness.stateMachine.isAssumed(zx))
        _ = harness.takeTexts()
        harness.input(.axis(Code.rx, 32_767))
        harness.advance(.milliseconds(60))
        let first = try #require(harness.takeTexts().first { $0.hasPrefix("zx") })
        let number = try #require(Int(first.dropFirst(4).dropLast()))
        #expect((1...10).contains(number), "\(first)")
    }

    @Test func onANewLinkTheArmIsAssumedAtItsStart() throws {
        var (harness, last) = moved(arm(.home))
        harness.step(.link(.down))
        harness.advance(.milliseconds(100))
        harness.step(.link(.up(takenOver: false)))
        harness.advance(.seconds(3))
        let texts = harness.takeTexts()
        #expect(!texts.contains(last) && texts.allSatisfy { $0 == "slider s0;" } && texts.count > 5)
        let zx = try #require(harness.stateMachine.arm.channel(named: "zx"))
        #expect(harness.stateMachine.number(zx, at: harness.now) == 0)
    }

    /// A board that restarts as its port is opened is at its start, whatever was confirmed before.
    @Test func aBoardThatStartsAgainIsAssumedAtItsStart() throws {
        var restarting = Arm.follower
        restarting.link = .serial(SerialProfile(path: "/dev/ttyUSB0", baud: 9_600, reset: .seconds(2)))
        var (harness, last) = moved(restarting)
        harness.step(.link(.down))
        harness.step(.link(.opened(takenOver: true)))
        harness.step(.link(.flowing))
        harness.advance(.seconds(1))
        let zx = try #require(harness.stateMachine.arm.channel(named: "zx"))
        #expect(last != "zx x0;" && harness.stateMachine.number(zx, at: harness.now) == 0)
        #expect(harness.stateMachine.isAssumed(zx))
        #expect(harness.takeTexts() == ["slider s0;", "slider s0;"])
    }

    /// Motors without power keep their place at best.
    @Test func aLimpArmIsWhereItWasUnlessItMoved() throws {
        var (harness, last) = moved(arm(.limp))
        harness.step(.link(.down))
        harness.step(.link(.up(takenOver: false)))
        harness.advance(.seconds(1))
        let zx = try #require(harness.stateMachine.arm.channel(named: "zx"))
        #expect(last == "zx x\(harness.stateMachine.number(zx, at: harness.now));")
        #expect(harness.stateMachine.isAssumed(zx))
    }
}

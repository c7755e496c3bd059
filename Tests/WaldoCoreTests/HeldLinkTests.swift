import Testing
import WaldoCore
import WaldoTestSupport
import WaldoTime

/// A link that takes only zeros, because the frames in flight are not confirmed.
@Suite struct HeldLinkTests {
    /// A harness whose slider is held down, on a link in the state `held`.
    func held(_ arm: Arm = .robot) -> DriveHarness {
        var harness = DriveHarness(arm, .pad())
        harness.start(.padAtRest)
        harness.input(.axis(Code.rz, 255))
        harness.step(.link(.windowFull))
        _ = harness.takeTexts()
        return harness
    }

    @Test func motionWaitsAndOnlyTheOperatorsPresentPositionLeavesAfterwards() {
        var harness = held(.rover)
        for value in [40, 80, 120, 160] as [Int32] {
            harness.input(.axis(Code.rz, value))
            harness.advance(.milliseconds(700))
        }
        #expect(harness.sent.isEmpty)
        #expect(harness.deadline == nil)
        harness.step(.link(.flowing))
        #expect(harness.takeTexts() == ["slider s59;"])
        harness.advance(.milliseconds(100))
        #expect(harness.takeTexts() == ["slider s59;"])
    }

    @Test func aReleaseSaysItsZerosAtOnceAndNothingFollowsThem() {
        var harness = held()
        harness.advance(.seconds(3))
        let released = harness.now
        harness.input(.axis(Code.rz, 0))
        harness.advance(.seconds(1))
        #expect(harness.sent.map { ($0.at - released).microseconds } == [0, 80_000, 160_000])
        harness.step(.link(.flowing))
        harness.advance(.seconds(1))
        #expect(harness.takeTexts() == ["slider S>", "slider S>", "slider S>"])
    }

    @Test func aTouchOfAHeldLinkThatEndedIsForgotten() {
        var harness = held()
        harness.input(.axis(Code.rz, 0))
        harness.advance(.seconds(1))
        _ = harness.takeTexts()
        for _ in 0..<20 {
            harness.input(.axis(Code.z, 255))
            harness.advance(.milliseconds(200))
            harness.input(.axis(Code.z, 0))
            harness.advance(.milliseconds(200))
        }
        harness.step(.link(.flowing))
        harness.advance(.seconds(1))
        #expect(harness.takeTexts().isEmpty)
    }

    @Test(arguments: [DriveEvent.operator(.stop), .inputLost, .shutdown])
    func aHaltIsSentAtOnce(loss: DriveEvent) {
        var harness = held()
        harness.step(loss)
        harness.advance(.seconds(1))
        #expect(harness.takeTexts() == ["slider S>", "slider S>", "slider S>"])
        #expect(harness.stateMachine.hasSentZeros)
    }

    /// That the transport can take more says nothing about what has been confirmed.
    @Test(arguments: [[LinkEvent.ready], [.busy, .ready], [.refused, .ready]])
    func aReadyCarrierDoesNotEndIt(events: [LinkEvent]) {
        var harness = held()
        for event in events { harness.step(.link(event)) }
        harness.advance(.seconds(1))
        #expect(harness.sent.isEmpty)
        harness.step(.link(.flowing))
        #expect(harness.takeTexts() == ["slider F>"])
    }

    @Test func aStopThatTheCarrierDidNotTakeLeavesBeforeTheMotion() {
        var harness = held()
        harness.step(.link(.busy))
        harness.step(.operator(.stop))
        harness.step(.link(.flowing))
        #expect(harness.takeTexts().isEmpty)
        harness.step(.link(.ready))
        #expect(harness.takeTexts() == ["slider S>"])
    }

    @Test func aNewLinkIsNotHeld() {
        var harness = held()
        harness.step(.link(.down))
        harness.step(.link(.up(takenOver: false)))
        harness.input(.axis(Code.rz, 0))
        harness.advance(.seconds(1))
        harness.input(.axis(Code.rz, 255))
        #expect(harness.takeTexts() == ["slider S>", "slider S>", "slider S>", "slider F>"])
    }

    @Test func aReleasedPositionIsKeptUntilItFlows() {
        var harness = DriveHarness(.robot, .pad())
        harness.start(.padAtRest)
        harness.step(.link(.windowFull))
        harness.input(.axis(Code.rx, 32767))
        harness.advance(.milliseconds(740))
        harness.input(.axis(Code.rx, 0))
        harness.advance(.seconds(2))
        #expect(harness.sent.isEmpty)
        harness.step(.link(.flowing))
        #expect(harness.takeTexts() == ["zx R37>"])
    }

    /// One frame carries two velocities: the zero of one must not repeat the other's stale motion.
    @Test func aZeroThatIsWrittenAllTheSameCarriesNoMotionOfAnotherChannel() {
        var harness = DriveHarness(.combined, .pad())
        harness.start(.padAtRest)
        harness.input(.axis(Code.rz, 255), .axis(Code.ry, -32768))
        harness.advance(.milliseconds(100))
        harness.step(.link(.windowFull))
        _ = harness.takeTexts()
        harness.input(.axis(Code.rz, 0))
        harness.advance(.seconds(1))
        #expect(harness.sent.count == 3)
        #expect(harness.sent.allSatisfy { $0.command.frame.bytes[1...5] == [0, 0, 0, 0, 0] })
        harness.step(.link(.flowing))
        #expect(harness.sent.last?.command.frame.bytes[1...5] == [0, 0, 0, 0xe8, 0x03])
    }

    /// Whatever the operator does, and whatever halts: no motion is sent while the link is held.
    @Test(arguments: Arm.samples)
    func nothingThatMovesLeavesWhileItIsHeld(arm: Arm) {
        for seed in 0..<60 as Range<UInt64> {
            var random = SeededGenerator(seed)
            var harness = DriveHarness(arm, .pad())
            harness.start(.padAtRest)
            harness.input(.axis(Code.rz, 255), .axis(Code.rx, 32767), .axis(Code.ry, -32768))
            harness.advance(.milliseconds(Int64.random(in: 0...2_000, using: &random)))
            harness.step(.link(.windowFull))
            _ = harness.takeTexts()
            for _ in 0..<60 { operate(&harness, &random) }
            for sent in harness.sent {
                let profile = arm.profiles[sent.command.channel]
                #expect(profile.mode == .velocity && sent.command.value == profile.range.zero, "\(seed) \(sent.text)")
                if arm.frame != nil {
                    let bytes = sent.command.frame.bytes
                    #expect(bytes[1] == 0 && bytes[4...5] == [0, 0], "\(seed) \(bytes)")
                }
            }
        }
    }

    private func operate(_ harness: inout DriveHarness, _ random: inout SeededGenerator) {
        switch Int.random(in: 0..<12, using: &random) {
        case 0: harness.step(.operator(.stop))
        case 1: harness.step(.operator(.resume))
        case 2: harness.step(.halt(.suspended))
        case 3: harness.step(.link(.ready))
        case 4: harness.step(.link(.refused))
        case 5: harness.step(.link(.busy))
        case 6, 7: harness.input(.axis(Code.rz, Bool.random(using: &random) ? 255 : 0))
        case 8: harness.input(.axis(Code.ry, [-32768, 0, 20000].randomElement(using: &random)!))
        case 9: harness.input(.axis(Code.z, 0), .axis(Code.rz, 0), .axis(Code.rx, 0), .axis(Code.ry, 0))
        default: harness.advance(.milliseconds(Int64.random(in: 1...400, using: &random)))
        }
    }
}

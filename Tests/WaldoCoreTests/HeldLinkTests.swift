import Testing
import WaldoCore
import WaldoTestSupport

/// A link that takes only zeros, because the frames in flight are not confirmed.
@Suite struct HeldLinkTests {
    /// A bench whose slider is held down, on a link in the state `held`.
    func held(_ arm: Arm = .robot) -> StateMachineBench {
        var bench = StateMachineBench(arm, .pad())
        bench.start(.padAtRest)
        bench.input(.axis(Code.rz, 255))
        bench.step(.link(.held))
        _ = bench.takeTexts()
        return bench
    }

    @Test func motionWaitsAndOnlyTheOperatorsPresentPositionLeavesAfterwards() {
        var bench = held(.rover)
        for value in [40, 80, 120, 160] as [Int32] {
            bench.input(.axis(Code.rz, value))
            bench.advance(.milliseconds(700))
        }
        #expect(bench.sent.isEmpty)
        #expect(bench.deadline == nil)
        bench.step(.link(.flowing))
        #expect(bench.takeTexts() == ["slider s59;"])
        bench.advance(.milliseconds(100))
        #expect(bench.takeTexts() == ["slider s59;"])
    }

    @Test func aReleaseSaysItsZerosAtOnceAndNothingFollowsThem() {
        var bench = held()
        bench.advance(.seconds(3))
        let released = bench.now
        bench.input(.axis(Code.rz, 0))
        bench.advance(.seconds(1))
        #expect(bench.sent.map { $0.at - released } == [0, 80_000, 160_000])
        bench.step(.link(.flowing))
        bench.advance(.seconds(1))
        #expect(bench.takeTexts() == ["slider S>", "slider S>", "slider S>"])
    }

    @Test func aTouchOfAHeldLinkThatEndedIsForgotten() {
        var bench = held()
        bench.input(.axis(Code.rz, 0))
        bench.advance(.seconds(1))
        _ = bench.takeTexts()
        for _ in 0..<20 {
            bench.input(.axis(Code.z, 255))
            bench.advance(.milliseconds(200))
            bench.input(.axis(Code.z, 0))
            bench.advance(.milliseconds(200))
        }
        bench.step(.link(.flowing))
        bench.advance(.seconds(1))
        #expect(bench.takeTexts().isEmpty)
    }

    @Test(arguments: [DriveEvent.operator(.stop), .inputLost, .shutdown])
    func aHaltIsSaidAtOnce(loss: DriveEvent) {
        var bench = held()
        bench.step(loss)
        bench.advance(.seconds(1))
        #expect(bench.takeTexts() == ["slider S>", "slider S>", "slider S>"])
        #expect(bench.stateMachine.hasSentZeros)
    }

    /// That the transport can take more says nothing about what has been confirmed.
    @Test(arguments: [[LinkEvent.ready], [.busy, .ready], [.refused, .ready]])
    func aReadyCarrierDoesNotEndIt(events: [LinkEvent]) {
        var bench = held()
        for event in events { bench.step(.link(event)) }
        bench.advance(.seconds(1))
        #expect(bench.sent.isEmpty)
        bench.step(.link(.flowing))
        #expect(bench.takeTexts() == ["slider F>"])
    }

    @Test func aStopThatTheCarrierDidNotTakeLeavesBeforeTheMotion() {
        var bench = held()
        bench.step(.link(.busy))
        bench.step(.operator(.stop))
        bench.step(.link(.flowing))
        #expect(bench.takeTexts().isEmpty)
        bench.step(.link(.ready))
        #expect(bench.takeTexts() == ["slider S>"])
    }

    @Test func aNewLinkIsNotHeld() {
        var bench = held()
        bench.step(.link(.down))
        bench.step(.link(.up(takenOver: false)))
        bench.input(.axis(Code.rz, 0))
        bench.advance(.seconds(1))
        bench.input(.axis(Code.rz, 255))
        #expect(bench.takeTexts() == ["slider S>", "slider S>", "slider S>", "slider F>"])
    }

    @Test func aReleasedPositionIsKeptUntilItFlows() {
        var bench = StateMachineBench(.robot, .pad())
        bench.start(.padAtRest)
        bench.step(.link(.held))
        bench.input(.axis(Code.rx, 32767))
        bench.advance(.milliseconds(740))
        bench.input(.axis(Code.rx, 0))
        bench.advance(.seconds(2))
        #expect(bench.sent.isEmpty)
        bench.step(.link(.flowing))
        #expect(bench.takeTexts() == ["zx R37>"])
    }

    /// One frame carries two velocities: the zero of one must not repeat the other's stale motion.
    @Test func aZeroThatIsWrittenAllTheSameCarriesNoMotionOfAnotherChannel() {
        var bench = StateMachineBench(.combined, .pad())
        bench.start(.padAtRest)
        bench.input(.axis(Code.rz, 255), .axis(Code.ry, -32768))
        bench.advance(.milliseconds(100))
        bench.step(.link(.held))
        _ = bench.takeTexts()
        bench.input(.axis(Code.rz, 0))
        bench.advance(.seconds(1))
        #expect(bench.sent.count == 3)
        #expect(bench.sent.allSatisfy { $0.command.frame.bytes[1...5] == [0, 0, 0, 0, 0] })
        bench.step(.link(.flowing))
        #expect(bench.sent.last?.command.frame.bytes[1...5] == [0, 0, 0, 0xe8, 0x03])
    }

    /// Whatever the operator does, and whatever halts: no motion is sent while the link is held.
    @Test(arguments: Arm.samples)
    func nothingThatMovesLeavesWhileItIsHeld(arm: Arm) {
        for seed in 0..<60 as Range<UInt64> {
            var random = SeededGenerator(seed)
            var bench = StateMachineBench(arm, .pad())
            bench.start(.padAtRest)
            bench.input(.axis(Code.rz, 255), .axis(Code.rx, 32767), .axis(Code.ry, -32768))
            bench.advance(.milliseconds(Int64.random(in: 0...2_000, using: &random)))
            bench.step(.link(.held))
            _ = bench.takeTexts()
            for _ in 0..<60 { operate(&bench, &random) }
            for sent in bench.sent {
                let profile = arm.channels[sent.command.channel]!
                #expect(profile.mode == .velocity && sent.command.value == profile.range.zero, "\(seed) \(sent.text)")
                if arm.frame != nil {
                    let bytes = sent.command.frame.bytes
                    #expect(bytes[1] == 0 && bytes[4...5] == [0, 0], "\(seed) \(bytes)")
                }
            }
        }
    }

    private func operate(_ bench: inout StateMachineBench, _ random: inout SeededGenerator) {
        switch Int.random(in: 0..<12, using: &random) {
        case 0: bench.step(.operator(.stop))
        case 1: bench.step(.operator(.resume))
        case 2: bench.step(.operator(.halt(.suspended)))
        case 3: bench.step(.link(.ready))
        case 4: bench.step(.link(.refused))
        case 5: bench.step(.link(.busy))
        case 6, 7: bench.input(.axis(Code.rz, Bool.random(using: &random) ? 255 : 0))
        case 8: bench.input(.axis(Code.ry, [-32768, 0, 20000].randomElement(using: &random)!))
        case 9: bench.input(.axis(Code.z, 0), .axis(Code.rz, 0), .axis(Code.rx, 0), .axis(Code.ry, 0))
        default: bench.advance(.milliseconds(Int64.random(in: 1...400, using: &random)))
        }
    }
}

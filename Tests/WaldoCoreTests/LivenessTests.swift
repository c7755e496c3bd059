import Testing
import WaldoCore
import WaldoTestSupport
import WaldoTime

/// After any history: once everything is released the arm has been sent zero, and then a held control moves it again.
@Suite struct LivenessTests {
    @Test(arguments: Arm.samples)
    func afterAnythingTheArmRestsThenMoves(arm: Arm) {
        for seed in 0..<40 as Range<UInt64> {
            var random = SeededGenerator(seed)
            var arm = arm
            arm.pacing.interval = .milliseconds(Int64.random(in: 10...400, using: &random))
            var harness = DriveHarness(arm, .pad())
            harness.linkIsSlow = Bool.random(using: &random)
            harness.start(.padAtRest)
            for _ in 0..<60 { happen(&harness, &random) }
            harness.step(.link(.up(takenOver: false)))
            harness.step(.inputResynced(.padAtRest))
            harness.step(.inputAdded(.padAtRest))
            harness.step(.operator(.resume))
            settle(&harness)
            #expect(harness.stateMachine.hasSentZeros, "\(seed)")
            #expect(harness.deadline == nil, "\(seed)")
            for channel in arm.channels where arm.profiles[channel].mode == .velocity {
                #expect(
                    harness.sent.last { $0.command.channel == channel }?.command.value ?? 0 == 0 || arm.frame != nil)
            }
            _ = harness.takeTexts()
            let slider = arm.profiles.slider
            harness.input(.axis(Code.rz, 255))
            settle(&harness)
            #expect(harness.stateMachine.number(.slider, at: harness.now) == slider.range.high, "\(seed)")
            let last = harness.sent.last { $0.command.channel == .slider }
            #expect(last?.command.value == slider.range.high, "\(seed)")
        }
    }

    func settle(_ harness: inout DriveHarness) {
        for _ in 0..<100 {
            harness.step(.link(.ready))
            harness.advance(.milliseconds(100))
        }
    }

    func happen(_ harness: inout DriveHarness, _ random: inout SeededGenerator) {
        switch Int.random(in: 0..<16, using: &random) {
        case 0: harness.step(.operator(.stop))
        case 1: harness.step(.operator(.resume))
        case 2: harness.step(.link(.down))
        case 3: harness.step(.link(.up(takenOver: Bool.random(using: &random))))
        case 4: harness.step(.halt(.suspended))
        case 5: harness.step(.link(.refused))
        case 6, 7: harness.step(.link(.ready))
        case 8: harness.input(.axis(Code.rz, Bool.random(using: &random) ? 255 : 0))
        case 9: harness.input(.axis(Code.rx, [-32768, 0, 20000, 32767].randomElement(using: &random)!))
        case 10: harness.input(.axis(Code.z, 0), .axis(Code.rz, 0), .axis(Code.rx, 0))
        case 11: harness.input(.key(Code.select, down: Bool.random(using: &random)))
        case 12: harness.step(.link(.windowFull))
        case 13: harness.step(.link(.flowing))
        default: harness.advance(.milliseconds(Int64.random(in: 1...400, using: &random)))
        }
    }
}

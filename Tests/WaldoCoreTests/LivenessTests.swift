import Testing
import WaldoCore
import WaldoTestSupport

/// After any history: once everything is released the arm has been sent zero, and then a held control moves it again.
@Suite struct LivenessTests {
    @Test(arguments: Arm.samples)
    func afterAnythingTheArmRestsThenMoves(arm: Arm) {
        for seed in 0..<40 as Range<UInt64> {
            var random = SeededGenerator(seed)
            var arm = arm
            arm.pacing.interval = .milliseconds(Int64.random(in: 10...400, using: &random))
            var bench = StateMachineBench(arm, .pad())
            bench.linkIsSlow = Bool.random(using: &random)
            bench.start(.padAtRest)
            for _ in 0..<60 { happen(&bench, &random) }
            bench.step(.link(.up(takenOver: false)))
            bench.step(.inputResynced(.padAtRest))
            bench.step(.inputAdded(.padAtRest))
            bench.step(.operator(.resume))
            settle(&bench)
            #expect(bench.stateMachine.hasSentZeros, "\(seed)")
            #expect(bench.deadline == nil, "\(seed)")
            for channel in Channel.allCases where arm.channels[channel]?.mode == .velocity {
                #expect(bench.sent.last { $0.command.channel == channel }?.command.value ?? 0 == 0 || arm.frame != nil)
            }
            _ = bench.takeTexts()
            guard let slider = arm.channels.slider else { continue }
            bench.input(.axis(Code.rz, 255))
            settle(&bench)
            #expect(bench.stateMachine.number(.slider, at: bench.now) == slider.range.high, "\(seed)")
            let last = bench.sent.last { $0.command.channel == .slider }
            #expect(last?.command.value == slider.range.high, "\(seed)")
        }
    }

    func settle(_ bench: inout StateMachineBench) {
        for _ in 0..<100 {
            bench.step(.link(.ready))
            bench.advance(.milliseconds(100))
        }
    }

    func happen(_ bench: inout StateMachineBench, _ random: inout SeededGenerator) {
        switch Int.random(in: 0..<16, using: &random) {
        case 0: bench.step(.operator(.stop))
        case 1: bench.step(.operator(.resume))
        case 2: bench.step(.link(.down))
        case 3: bench.step(.link(.up(takenOver: Bool.random(using: &random))))
        case 4: bench.step(.operator(.halt(.suspended)))
        case 5: bench.step(.link(.refused))
        case 6, 7: bench.step(.link(.ready))
        case 8: bench.input(.axis(Code.rz, Bool.random(using: &random) ? 255 : 0))
        case 9: bench.input(.axis(Code.rx, [-32768, 0, 20000, 32767].randomElement(using: &random)!))
        case 10: bench.input(.axis(Code.z, 0), .axis(Code.rz, 0), .axis(Code.rx, 0))
        case 11: bench.input(.key(Code.select, down: Bool.random(using: &random)))
        case 12: bench.step(.link(.held))
        case 13: bench.step(.link(.flowing))
        default: bench.advance(.milliseconds(Int64.random(in: 1...400, using: &random)))
        }
    }
}

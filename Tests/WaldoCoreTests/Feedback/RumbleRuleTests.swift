import Testing
import WaldoCore
import WaldoTestSupport
import WaldoTime

/// What a hand at the pad feels of a drive.
@Suite struct RumbleRuleTests {
    /// A rumble and its time.
    struct Felt: Equatable {
        var rumble: Rumble, at: Instant
    }

    /// A pad at rest with its gates open.
    func harness() -> DriveHarness {
        var harness = DriveHarness(.robot, .pad())
        harness.start(.padAtRest)
        return harness
    }

    /// What is felt of all steps of a harness.
    func felt(_ harness: DriveHarness) -> [Felt] {
        var stateMachine = DriveStateMachine(arm: harness.stateMachine.arm, mapping: harness.stateMachine.mapping)
        var rule = RumbleRule(), felt: [Felt] = []
        for (event, at) in harness.steps {
            let step = stateMachine.step(event, at: at)
            let isOpen = stateMachine.mapping.allControls.contains { stateMachine.gateState($0) == .open }
            let due = rule.rumble(
                after: step.notices, reason: stateMachine.lastHalt, isStopped: stateMachine.isStopped, isOpen: isOpen,
                at: at)
            if let due { felt.append(Felt(rumble: due, at: at)) }
        }
        return felt
    }

    @Test(arguments: [
        DriveEvent.link(.down), .link(.stalled), .halt(.late), .halt(.fault),
        .halt(.panelLost),
    ])
    func aHaltIsFeltOnceWhenItHappens(loss: DriveEvent) {
        var harness = harness()
        harness.input(.axis(Code.rz, 255))
        harness.advance(.seconds(1))
        let lost = harness.now
        harness.step(loss)
        harness.advance(.seconds(5))
        #expect(felt(harness) == [Felt(rumble: .halt, at: lost)])
    }

    @Test func anEmergencyStopAndItsResumeAreFeltAsOthers() {
        var harness = harness()
        let stopped = harness.now
        harness.step(.operator(.stop))
        harness.advance(.seconds(2))
        let resumed = harness.now
        harness.step(.operator(.resume))
        harness.advance(.seconds(2))
        #expect(felt(harness) == [Felt(rumble: .stop, at: stopped), Felt(rumble: .resume, at: resumed)])
    }

    @Test func nothingIsFeltBeforeAGateWasOpen() {
        var harness = DriveHarness(.robot, .pad())
        harness.step(.inputAdded(.padAtRest))
        harness.advance(.seconds(1))
        let events: [DriveEvent] = [
            .link(.up(takenOver: true)), .operator(.stop), .link(.down), .link(.up(takenOver: true)),
        ]
        for event in events {
            harness.step(event)
            harness.advance(.milliseconds(50))
        }
        harness.step(.operator(.resume))
        #expect(felt(harness).isEmpty)
        harness.advance(.seconds(1))
        harness.step(.halt(.late))
        #expect(felt(harness).map(\.rumble) == [.halt])
    }

    /// A lost link that comes back halts twice, and an operator who holds the stop key halts again and again.
    @Test func ofAStormOfHaltsTheFirstOneIsFelt() {
        var harness = harness()
        for _ in 0..<50 {
            harness.step(.link(.stalled))
            harness.step(.link(.down))
            harness.step(.link(.up(takenOver: false)))
            harness.step(.halt(.late))
            harness.advance(.milliseconds(20))
        }
        #expect(felt(harness).map(\.rumble) == [.halt])
        harness.advance(.seconds(1))
        for _ in 0..<50 { harness.step(.operator(.stop)) }
        #expect(felt(harness).map(\.rumble) == [.halt, .stop])
    }

    /// Also where the gates open between the halts.
    @Test func nothingFollowsSoonerThanTheIntervalButAStop() {
        var harness = harness()
        for _ in 0..<20 {
            harness.step(.halt(.late))
            harness.advance(.milliseconds(300))
        }
        let halts = felt(harness)
        #expect(halts.count == 7, "\(halts)")
        for (one, next) in zip(halts, halts.dropFirst()) { #expect(next.at - one.at >= RumbleRule.interval) }
        harness.advance(.seconds(1))
        harness.step(.halt(.late))
        harness.advance(.milliseconds(10))
        harness.step(.operator(.stop))
        #expect(felt(harness).suffix(2).map(\.rumble) == [.halt, .stop])
    }

    /// Neither is its sleep.
    @Test(arguments: [DriveEvent.shutdown, .halt(.suspended)])
    func theEndOfTheDriveIsNotFelt(end: DriveEvent) {
        var harness = harness()
        harness.input(.axis(Code.rz, 255))
        harness.step(end)
        harness.advance(.milliseconds(200))
        #expect(felt(harness).isEmpty)
    }

    @Test func aRefusedResumeIsNotFelt() {
        var harness = harness()
        harness.step(.operator(.stop))
        harness.advance(.seconds(1))
        harness.input(.axis(Code.rz, 255))
        harness.step(.operator(.resume))
        harness.advance(.seconds(1))
        #expect(felt(harness).map(\.rumble) == [.stop])
    }

    /// No motor runs on without the program, and none is still at it when the next rumble may come.
    @Test func everyPatternEndsByItselfAndIsLikeNoOther() {
        for rumble in Rumble.allCases {
            let pattern = rumble.pattern
            #expect(pattern.pulses >= 1 && pattern.length > .zero && pattern.duration < RumbleRule.interval)
            #expect(max(pattern.strong, pattern.weak) <= 1 && max(pattern.strong, pattern.weak) > 0)
        }
        let shapes = Rumble.allCases.map { [$0.pattern.pulses, $0.pattern.strong > 0 ? 1 : 0] }
        #expect(Set(shapes).count == Rumble.allCases.count)
        #expect(Rumble.allCases.first == .stop)
    }
}

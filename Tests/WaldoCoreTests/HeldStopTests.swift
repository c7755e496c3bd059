import Testing
import WaldoTestSupport
import WaldoTime

@testable import WaldoCore

/// A stop that is held is a stop: nothing resumes before it is let go.
struct HeldStopTests {
    private func stopped(by event: DriveEvent) -> DriveHarness {
        var harness = DriveHarness(.robot, .pad())
        harness.start(.padAtRest)
        harness.step(event)
        #expect(harness.stateMachine.isStopped)
        _ = harness.takeNotices()
        return harness
    }

    private static let stopKey = Mapping.pad().keys.stop[0], resumeKey = Mapping.pad().keys.resume[0]

    private static let resumes: [DriveEvent] = [.operator(.resume), .input(.key(resumeKey, down: true))]

    /// Every stop whose release is known, by what presses and what releases it.
    private static let stops: [(press: DriveEvent, release: DriveEvent, held: HeldStop)] =
        [(.input(.key(stopKey, down: true)), .input(.key(stopKey, down: false)), .key(stopKey))]
        + StopSource.allCases.map { (.operator(.stopHeld($0)), .operator(.stopReleased($0)), .source($0)) }

    @Test(arguments: 0..<stops.count, resumes)
    func aStopThatIsHeldRefusesEveryResume(index: Int, resume: DriveEvent) {
        let stop = Self.stops[index]
        var harness = stopped(by: stop.press)
        harness.advance(.seconds(60))
        harness.step(resume)
        #expect(harness.stateMachine.isStopped && harness.takeNotices().contains(.resumeRefused))
        #expect(harness.stateMachine.heldStop(at: harness.now) == stop.held)
        harness.step(stop.release)
        harness.advance(.seconds(1))
        #expect(harness.stateMachine.heldStop(at: harness.now) == nil && harness.stateMachine.isStopped)
        harness.step(resume)
        #expect(!harness.stateMachine.isStopped)
    }

    /// Another stop may be held already: the one that was pressed now counts.
    @Test(arguments: 0..<stops.count) func aStopNamesItsCause(index: Int) {
        let stop = Self.stops[index]
        for other in Self.stops where other.held != stop.held {
            var machine = stopped(by: other.press).stateMachine
            let step = machine.step(stop.press, at: machine.time + .milliseconds(50))
            var causes: [StopCause] = []
            machine.eachNotice(step.notices, of: stop.press) { if case .stop(let cause) = $0 { causes.append(cause) } }
            #expect(causes == [.pressed(stop.held)], "\(other.held)")
        }
        #expect(stopped(by: .operator(.stop)).stateMachine.stopCause(.operator(.stop)) == .order)
        #expect(stopped(by: stop.press).stateMachine.stopCause(.link(.up(takenOver: false))) == .arm)
    }

    /// The trigger is pulled, Start tapped: no frame of motion leaves with the stop still pressed.
    @Test func nothingMovesWithTheStopStillPressed() {
        var harness = stopped(by: Self.stops[0].press)
        _ = harness.takeTexts()
        harness.step(Self.resumes[1])
        harness.step(.input(.key(Self.resumeKey, down: false)))
        harness.advance(.milliseconds(300))
        harness.input(.axis(Code.rz, 255))
        harness.advance(.seconds(1))
        #expect(harness.sent.allSatisfy { !$0.text.hasPrefix("slider F") }, "\(harness.sent.map(\.text))")
    }

    @Test func ofTwoThatAreHeldTheLastOneCounts() {
        var harness = stopped(by: .operator(.stopHeld(.page)))
        harness.step(Self.stops[0].press)
        harness.step(.operator(.stopReleased(.page)))
        harness.step(.operator(.resume))
        #expect(harness.stateMachine.isStopped)
        harness.step(Self.stops[0].release)
        harness.step(.operator(.resume))
        #expect(!harness.stateMachine.isStopped)
    }

    /// What is lost holds nothing any more, and the latch stays.
    @Test func aLostInputDoesNotHoldAStop() {
        var harness = stopped(by: Self.stops[0].press)
        harness.step(.inputLost)
        #expect(harness.stateMachine.heldStop(at: harness.now) == nil && harness.stateMachine.isStopped)
        harness.step(.inputAdded(.padAtRest))
        harness.step(.operator(.resume))
        #expect(!harness.stateMachine.isStopped)
    }

    @Test func aStopThatIsDownWhenItsInputIsPluggedInStops() {
        var harness = DriveHarness(.robot, .pad())
        harness.step(.link(.up(takenOver: false)))
        var state = InputState.padAtRest
        state.keysDown = [Self.stopKey]
        harness.step(.inputAdded(state))
        #expect(harness.stateMachine.isStopped && harness.stateMachine.heldStop(at: harness.now) == .key(Self.stopKey))
        harness.step(.operator(.resume))
        #expect(harness.stateMachine.isStopped)
    }

    /// A terminal that reports no releases: key repeat may go on until 0.6 s after the last press.
    @Test func aKeyWhoseReleaseIsGuessedHoldsUntilKeyRepeatWouldHaveCome() {
        var harness = stopped(by: .operator(.stopHeld(.repeatedKey)))
        harness.advance(.milliseconds(180))
        harness.step(.operator(.stopReleased(.repeatedKey)))
        #expect(harness.deadline == harness.now + .milliseconds(420))
        harness.advance(.milliseconds(419))
        harness.step(.operator(.resume))
        #expect(harness.stateMachine.isStopped)
        harness.advance(.milliseconds(1))
        harness.step(.operator(.resume))
        #expect(!harness.stateMachine.isStopped)
    }

    @Test func whatWasNotHeldIsNotLetGo() {
        var harness = stopped(by: .operator(.stop))
        harness.step(.operator(.stopReleased(.repeatedKey)))
        harness.step(.operator(.resume))
        #expect(!harness.stateMachine.isStopped)
    }

    /// Recordings of format 1 are proved by the rules under which they were made.
    @Test func theFirstRulesResumeUnderAHeldStop() {
        var machine = DriveStateMachine(arm: .robot, mapping: .pad(), rules: .first)
        let events: [DriveEvent] = [
            .link(.up(takenOver: false)), .inputAdded(.padAtRest), Self.stops[0].press, .operator(.resume),
        ]
        for event in events { _ = machine.step(event, at: 1_000_000) }
        #expect(!machine.isStopped)
    }
}

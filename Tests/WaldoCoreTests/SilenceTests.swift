import Testing
import WaldoTestSupport
import WaldoTime

@testable import WaldoCore

/// An input that has gone silent is not one that is held still.
struct SilenceTests {
    // MARK: the rule

    private static func seconds(_ seconds: Double) -> Instant { .distantPast + .milliseconds(Int64(seconds * 1000)) }

    @Test func silenceIsFoundAfterItsPatienceAndTheReturnAtOnce() {
        var rule = SilenceRule(patience: .milliseconds(500))
        #expect(rule.check(hasReports: true, at: Self.seconds(1)) == nil)
        #expect(rule.check(hasReports: true, at: Self.seconds(1.1)) == nil)
        #expect(rule.check(hasReports: false, at: Self.seconds(1.5)) == nil)
        #expect(rule.check(hasReports: false, at: Self.seconds(1.6)) == .silent && rule.isSilent)
        #expect(rule.check(hasReports: false, at: Self.seconds(9)) == nil)
        #expect(rule.check(hasReports: true, at: Self.seconds(9.1)) == .heard && !rule.isSilent)
    }

    /// The kernel keeps the last reports for a reader: they may be from before the stick was pushed.
    @Test func aFirstLookSaysNothing() {
        var rule = SilenceRule(patience: .milliseconds(500))
        #expect(rule.check(hasReports: false, at: Self.seconds(1)) == nil)
        #expect(rule.check(hasReports: false, at: Self.seconds(1.4)) == nil)
        rule.rest()
        #expect(rule.check(hasReports: false, at: Self.seconds(60)) == nil)
        #expect(rule.check(hasReports: false, at: Self.seconds(60.5)) == .silent)
    }

    @Test func aSilentInputIsLookedAtUntilItIsHeard() {
        var rule = SilenceRule(patience: .milliseconds(500))
        #expect(!rule.needsCheck(isHeld: false) && rule.needsCheck(isHeld: true))
        _ = rule.check(hasReports: false, at: Self.seconds(1))
        _ = rule.check(hasReports: false, at: Self.seconds(2))
        #expect(rule.needsCheck(isHeld: false))
    }

    // MARK: the state machine

    private func moving(silence: TimeSpan? = nil) -> DriveHarness {
        var mapping = Mapping.pad()
        mapping.silence = silence
        var harness = DriveHarness(.robot, mapping)
        harness.start(.padAtRest)
        harness.advance(.milliseconds(300))
        harness.input(.axis(Code.rz, 255))
        harness.advance(.milliseconds(100))
        #expect(harness.stateMachine.isHeldByInput)
        _ = harness.takeTexts()
        return harness
    }

    private func move(_ harness: inout DriveHarness) -> Bool {
        harness.input(.axis(Code.rz, 0))
        harness.advance(.milliseconds(300))
        harness.input(.axis(Code.rz, 255))
        harness.advance(.milliseconds(300))
        return harness.stateMachine.isHeldByInput
    }

    @Test func silenceHaltsAndNothingMovesUntilTheInputIsHeardAndAtRest() {
        var harness = moving()
        harness.step(.inputSilent)
        harness.advance(.milliseconds(500))
        #expect(harness.stateMachine.lastHalt == .silent && harness.stateMachine.hasSentZeros)
        #expect(harness.sent.map(\.text).contains("slider S>"), "\(harness.sent.map(\.text))")
        // What the kernel may still deliver of it moves nothing.
        #expect(!move(&harness))
        harness.step(.inputHeard)
        harness.advance(.seconds(1))
        // The stick is still where it was: it has to come back first.
        #expect(!harness.stateMachine.isHeldByInput)
        #expect(move(&harness))
    }

    /// A control that was at rest opens at the halt; it must not move by what the pad states at its return.
    @Test func theReturnShutsTheGates() {
        var harness = moving()
        harness.step(.inputSilent)
        harness.advance(.seconds(1))
        harness.input(.axis(Code.x, 255))
        harness.step(.inputHeard)
        harness.advance(.seconds(1))
        #expect(!harness.stateMachine.isHeldByInput)
    }

    @Test func aLossEndsTheSilence() {
        var harness = moving()
        harness.step(.inputSilent)
        harness.step(.inputLost)
        harness.step(.inputAdded(.padAtRest))
        harness.advance(.milliseconds(300))
        #expect(move(&harness))
    }

    // MARK: `silence` of a mapping

    @Test func anUnchangedDeflectionHaltsAfterTheMappingsLimit() {
        var harness = moving(silence: .seconds(2))
        harness.advance(.milliseconds(1800))
        #expect(harness.stateMachine.lastHalt != .silent)
        harness.advance(.milliseconds(200))
        #expect(harness.stateMachine.lastHalt == .silent && !harness.stateMachine.isHeldByInput)
        #expect(move(&harness))
    }

    /// Any change of the input shows that it is there.
    @Test func aChangeBeginsTheLimitAnew() {
        var harness = moving(silence: .seconds(2))
        for value in [250, 255, 250, 255] as [Int32] {
            harness.advance(.milliseconds(1500))
            harness.input(.axis(Code.rz, value))
        }
        #expect(harness.stateMachine.lastHalt != .silent && harness.stateMachine.isHeldByInput)
    }

    /// A finger drives, and the pad holds the enable key: its silence would leave the enable key down.
    @Test func theEnableKeyIsHeldWhileAFingerDrives() {
        var harness = DriveHarness(.robot, .pad(enable: [Code.tl]))
        harness.start(.padAtRest)
        harness.input(.key(Code.tl, down: true))
        harness.advance(.milliseconds(300))
        harness.step(.finger(.there))
        #expect(!harness.stateMachine.isHeldByInput)
        harness.step(.finger(.slider(1_000)))
        harness.advance(.milliseconds(100))
        #expect(harness.stateMachine.isTouched(.slider) && harness.stateMachine.isHeldByInput)
    }

    @Test func whatAResyncStatesIsAChange() {
        var mapping = Mapping.pad()
        mapping.silence = .seconds(20)
        var harness = DriveHarness(.robot, mapping)
        harness.start(.padAtRest)
        harness.advance(.seconds(30))
        var pushed = InputState.padAtRest
        for index in pushed.axes.indices where pushed.axes[index].code == Code.rz { pushed.axes[index].value = 255 }
        harness.step(.inputResynced(pushed))
        harness.advance(.milliseconds(500))
        #expect(harness.stateMachine.isHeldByInput && harness.stateMachine.lastHalt != .silent)
    }

    @Test func withoutALimitADeflectionMayLast() {
        var harness = moving()
        harness.advance(.seconds(600))
        #expect(harness.stateMachine.lastHalt != .silent && harness.stateMachine.isHeldByInput)
    }
}

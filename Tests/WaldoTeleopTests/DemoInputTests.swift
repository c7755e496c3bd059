import Testing
import WaldoCore
import WaldoLoop
import WaldoTestSupport
import WaldoTesting
import WaldoTime

@testable import WaldoTeleop

/// The built-in operator ends the emergency stop of its own script, and nobody else's.
@Suite(.onLoop) struct DemoInputTests {
    private static let pressed = InputEvent.key(DemoOperator.startButton, down: true)

    @LoopActor private final class Pad: DemoInputDelegate {
        private(set) var events: [InputEvent] = []
        private(set) var hasEnded = false

        func input(_ event: InputEvent, at time: Instant) { events.append(event) }
        func demoHasEnded() { hasEnded = true }
    }

    /// Whether a script presses what resumes.
    /// - Parameter steps: what the drive has done by then.
    @LoopActor private func pressed(after steps: [(DriveEvent, Notices)]) async throws -> Bool {
        let pad = Pad()
        let script = DemoOperator(
            axes: [],
            [
                (.zero, [Self.pressed]),
                (.milliseconds(1), [.key(DemoOperator.startButton, down: false)]),
            ], .milliseconds(2))
        let demo = DemoInput(script, delegate: pad)
        for (event, notices) in steps { demo.follow(event, notices) }
        try await waitUntil("the end") { pad.hasEnded ? true : nil }
        #expect(pad.events.contains(.key(DemoOperator.startButton, down: false)))
        return pad.events.contains(Self.pressed)
    }

    @LoopActor @Test func theStopOfTheScriptIsEnded() async throws {
        #expect(DemoOperator.usual.script.contains { $0.events.contains(Self.pressed) })
        #expect(try await pressed(after: [(.input(.key(0x131, down: true)), [.stop, .halt])]))
    }

    @LoopActor @Test(arguments: [OperatorAction.stop, .stopHeld(.terminal), .stopHeld(.page)])
    func thatOfAHandStays(_ stop: OperatorAction) async throws {
        let byHand: (DriveEvent, Notices) = (.operator(stop), [.stop, .halt])
        #expect(try await !pressed(after: [byHand]))
        // The script's own stop in the middle of it changes nothing.
        #expect(try await !pressed(after: [byHand, (.input(.key(0x131, down: true)), [.stop, .halt])]))
        #expect(try await pressed(after: [byHand, (.operator(.resume), [.resume])]))
    }
}

import WaldoTestSupport
import WaldoTime

@testable import WaldoCore

extension DriveHarness {
    /// A state machine that a recording drives, with its gates open.
    static func played(_ arm: Arm = .robot) -> DriveHarness {
        var harness = DriveHarness(arm, .pad(), isPlayed: true)
        harness.step(.link(.up(takenOver: false)))
        harness.step(.inputAdded(InputState()))
        harness.advance(.milliseconds(300))
        return harness
    }
}

import WaldoCore
import WaldoFiles

extension DriveStateMachine {
    /// What has to be released: axes and keys by their evdev names, or a finger.
    func namesHeld(_ control: Control) -> String {
        heldSources(control).map { source in
            switch source {
            case .axis(let code), .offCentre(let code, _): EvdevNames.axis(code)
            case .key(let code): EvdevNames.key(code)
            case .finger: "finger"
            }
        }.joined(separator: " ")
    }
}

import WaldoCore
import WaldoLoop
import WaldoTeleop
import WaldoTerminal

/// Makes the terminal discard keys that were typed before a stop, whatever caused the stop.
@LoopActor
final class TypedKeysDropper: DriveObserver {
    private let terminal: Terminal

    init(_ terminal: Terminal) { self.terminal = terminal }

    func drive(_ drive: Drive, handled event: DriveEvent, step: Step) {
        if step.notices.contains(.stop) { terminal.forgetTyped() }
    }
}

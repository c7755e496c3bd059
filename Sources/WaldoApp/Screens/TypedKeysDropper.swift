internal import WaldoCore
internal import WaldoLoop
internal import WaldoTeleop
internal import WaldoTerminal

/// Has the terminal drop what was typed before a stop, from wherever the stop came.
@LoopActor
final class TypedKeysDropper: DriveObserver {
    private let terminal: Terminal

    init(_ terminal: Terminal) { self.terminal = terminal }

    func drive(_ drive: Drive, handled event: DriveEvent, step: Step) {
        if step.notices.contains(.stop) { terminal.forgetTyped() }
    }
}

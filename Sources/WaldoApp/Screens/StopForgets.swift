internal import WaldoCore
internal import WaldoLoop
internal import WaldoTeleop
internal import WaldoTerminal

/// Has the terminal drop what was typed before a stop, from wherever the stop came.
@LoopActor
final class StopForgets: DriveScreen {
    private let terminal: Terminal

    init(_ terminal: Terminal) { self.terminal = terminal }

    func drive(_ drive: Drive, handled event: DriveEvent, step: Step) {
        if step.notices.contains(.stop) { terminal.forgetTyped() }
    }

    func drive(_ drive: Drive, sent command: Command, outcome: WriteOutcome) {}
    func drive(_ drive: Drive, sentToSensor bytes: Frame, outcome: WriteOutcome) {}
    func link(_ state: LinkShown) {}
    func input(_ state: InputShown) {}
    func note(_ text: String) {}
    func notified(_ notification: Notification) {}
    func end(status: Int32) {}
}

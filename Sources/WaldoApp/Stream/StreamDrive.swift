internal import WaldoCore
internal import WaldoLoop
internal import WaldoTeleop
internal import WaldoTime

/// Passes on to a survey's stream what the drive does, for those who watch the fleet: link, mode, stop. One way only.
@LoopActor
final class StreamDrive: DriveScreen {
    private let stream: SurveyStream, mode: String
    private var link = "none", stop = "none"

    init(_ stream: SurveyStream, _ transport: DriveTransport) {
        self.stream = stream
        mode = transport.isShield ? "live" : transport.isSimulation ? "simulate" : "override"
    }

    func drive(_ drive: Drive, handled event: DriveEvent, step: Step) {
        let machine = drive.stateMachine
        var next = "running"
        if machine.isStopped {
            next = "stopped"
        } else if step.notices.contains(.halt) || stop == "halted" && !machine.isMoving {
            // A halt is over with the next motion.
            next = "halted"
        }
        guard next != stop else { return }
        stop = next
        say()
    }

    func link(_ state: LinkShown) {
        let next = state.phase == .connected ? "up" : state.phase == .override ? "none" : "down"
        guard next != link else { return }
        link = next
        say()
    }

    private func say() { stream.say(link: link, mode: mode, stop: stop) }

    func drive(_ drive: Drive, sent command: Command, outcome: WriteOutcome) {}
    func input(_ state: InputShown) {}
    func note(_ text: String) {}
    func notified(_ notification: Notification) {}
    func end(status: Int32) {}
}

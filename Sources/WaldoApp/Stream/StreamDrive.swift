internal import WaldoCore
internal import WaldoLoop
internal import WaldoTeleop

/// Passes on to a survey's stream what the drive does, for those who watch the fleet: link, mode, stop. One way only.
@LoopActor
final class StreamDrive: DriveScreen {
    private let stream: SurveyStream, mode: String
    private var link = "none", stop = "none"

    init(_ stream: SurveyStream, _ transport: Transport) {
        self.stream = stream
        mode =
            switch transport {
            case .shield: "live"
            case .simulated: "simulate"
            case .override: "override"
            }
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

    func report(_ report: DriveReport, _ status: DriveStatus) {
        guard case .link(let state) = report else { return }
        let next = state.phase == .connected ? "up" : state.phase == .absent ? "none" : "down"
        guard next != link else { return }
        link = next
        say()
    }

    private func say() { stream.say(link: link, mode: mode, stop: stop) }
}

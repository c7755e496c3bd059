import WaldoCore
import WaldoLoop
import WaldoTeleop

/// All screens and recordings of a drive, in order, and the state that they show.
@LoopActor
final class DriveScreens: DriveObserver {
    /// The state of the drive, which they show.
    @exclusivity(unchecked) private(set) var status: DriveStatus
    /// Never passed `inout`: the runtime's exclusivity check at each step would cost more than the access itself.
    @exclusivity(unchecked) private var all: [any DriveScreen] = []
    private weak var drive: Drive?
    /// Whether the step's command moves the arm.
    @exclusivity(unchecked) private var isMotion = false

    nonisolated init(_ status: DriveStatus) { self.status = status }

    func add(_ screen: any DriveScreen) {
        all.append(screen)
        screen.show(status)
        if let drive { screen.begin(drive) }
    }

    func report(_ report: DriveReport) {
        status.apply(report)
        let shown: DriveReport =
            switch report {
            // A missing answer changes the link's state as well.
            case .link, .noticed(.answer, _): .link(status.link)
            default: report
            }
        for screen in all { screen.report(shown, status) }
    }

    func begin(_ drive: Drive) {
        self.drive = drive
        for screen in all { screen.begin(drive) }
    }

    func drive(_ drive: Drive, handled event: DriveEvent, step: Step) {
        for screen in all { screen.drive(drive, handled: event, step: step) }
        if !step.notices.isEmpty {
            drive.stateMachine.eachNotice(step.notices, of: event) { report(.noticed($0, at: drive.time)) }
        }
        isMotion = step.command != nil && !step.isZero
    }

    func drive(_ drive: Drive, sent command: Command, outcome: WriteOutcome) {
        for screen in all { screen.drive(drive, sent: command, outcome: outcome) }
        if isMotion, outcome.isSent, status.halt == .halted { report(.noticed(.motion, at: drive.time)) }
    }

    func drive(_ drive: Drive, sentBytes bytes: Frame, outcome: WriteOutcome) {
        for screen in all { screen.drive(drive, sentBytes: bytes, outcome: outcome) }
    }
}

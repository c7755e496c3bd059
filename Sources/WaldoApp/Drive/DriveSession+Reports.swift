import Glibc
import WaldoCore
import WaldoFiles
import WaldoLoop
import WaldoTeleop
import WaldoTime

/// What the link reports.
extension DriveSession: DriveLinkDelegate {
    func link(didReport report: DriveLinkReport) {
        switch report {
        case .changed(let event, let status, let time): linkChanged(event, status, at: time)
        case .notified(let notification): notified(notification)
        case .heard(let adapter, let shields): panel?.heard(adapter, shields)
        case .failed(let failure): run?.end(failure)
        }
    }

    /// Halts at a fault that the arm reports, and acts on what else it says. Screens and the survey come after that.
    private func notified(_ notification: Notification) {
        let read = reports?.read(notification.bytes) ?? []
        for report in read { act(on: report) }
        screens.report(.notified(notification))
        survey?.notified(notification)
        for report in read {
            switch report {
            case .position(let numbers):
                screens.report(.positions(numbers))
                nameBeyond(numbers)
            case .fault(let text): screens.report(.note("the arm reports a fault: \(text)"))
            case .answer: break
            }
        }
    }

    private func act(on report: ReportReader.Report) {
        switch report {
        case .position(let numbers):
            heard(numbers)
            if drive?.stateMachine.adopts(numbers) == true { drive?.handle(.reported(numbers)) }
        case .answer(let answers):
            guard let awaited = drive?.stateMachine.awaitedAnswer, answers.contains(awaited) else { return }
            drive?.handle(.answered)
        case .fault: drive?.handle(.halt(.fault))
        }
    }

    /// A loss and a stall halt before screens show them.
    private func linkChanged(_ event: LinkEvent?, _ status: LinkStatus?, at time: Instant) {
        let haltsFirst = event == .down || event == .stalled
        if haltsFirst, let event { handle(event, at: time) }
        if let status {
            screens.report(.link(status))
            survey?.link(status, at: time)
        }
        if !haltsFirst, let event { handle(event, at: time) }
    }

    private func handle(_ event: LinkEvent, at time: Instant) {
        // A line that the lost link has cut off does not go on with the next one.
        if event == .down, reports != nil { reports = ReportReader(plan.arm) }
        let wasStopped = drive?.stateMachine.isStopped == true
        drive?.handle(.link(event), at: time)
        if case .up = event, !plan.destination.movesArm { beginWithoutArm(wasStopped: wasStopped) }
        switch event {
        case .up, .flowing:
            beginNotes.isAwaited = drive?.stateMachine.isBeginning == true
        case .down:
            beginNotes.loseLink()
            reportsDue?.disarm()
        default: break
        }
        if !beginNotes.isAwaited { activeOperator?.link(event) }
    }
}

/// What the operator does and reports.
extension DriveSession: OperatorDelegate {
    func handle(_ event: DriveEvent, at time: Instant) { drive?.handle(event, at: time) }

    var isInputHeld: Bool { drive?.stateMachine.isHeldByInput == true }

    func report(_ report: DriveReport) {
        if case .spot(let change, let time) = report { survey?.survey.spot(change, at: time) }
        screens.report(report)
    }

    func end(_ ending: OperatorEnding) {
        switch ending {
        case .complete where plan.parks && drive != nil && run?.isEnding == false:
            drive?.handle(.operator(.parkAtEnd))
        case .complete, .ordered: run?.end(status: .success)
        case .interrupted: run?.end(status: .signal(SIGINT))
        case .failed(let failure): run?.end(failure)
        }
    }
}

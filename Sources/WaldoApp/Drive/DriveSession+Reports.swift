internal import Glibc
internal import WaldoCore
internal import WaldoFiles
internal import WaldoLoop
internal import WaldoTeleop
internal import WaldoTime

/// What the link reports.
extension DriveSession: DriveLinkDelegate {
    func link(didReport report: DriveLinkReport) {
        switch report {
        case .event(let event, let time): linkChanged(event, at: time)
        case .status(let status, let time):
            screens.report(.link(status))
            survey?.link(status, at: time)
        case .notified(let notification): notified(notification)
        case .heard(let adapter, let shields): panel?.heard(adapter, shields)
        case .failed(let failure): run?.end(failure)
        }
    }

    /// Shows what the shield sent, and halts at a fault that the arm reports.
    private func notified(_ notification: Notification) {
        screens.report(.notified(notification))
        survey?.notified(notification)
        for report in reports?.read(notification.bytes) ?? [] {
            switch report {
            case .position(let numbers): reported(numbers)
            case .answer(let answers):
                if let awaited = drive?.stateMachine.awaitedAnswer, answers.contains(awaited) {
                    drive?.handle(.answered)
                }
            case .fault(let text):
                drive?.handle(.operator(.halt(.fault)))
                screens.report(.note("the arm reports a fault: \(text)"))
            }
        }
    }

    /// The arm reports its position: shows it, and starts from there.
    private func reported(_ numbers: PerChannel<Int32?>) {
        if drive?.stateMachine.adopts(numbers) == true { drive?.handle(.reported(numbers)) }
        screens.report(.positions(numbers))
        nameBeyond(numbers)
    }

    private func linkChanged(_ event: LinkEvent, at time: Instant) {
        // A line that the lost link has cut off does not go on with the next one.
        if event == .down, reports != nil { reports = ReportReader(plan.arm) }
        let wasStopped = drive?.stateMachine.isStopped == true
        drive?.handle(.link(event), at: time)
        if case .up = event, plan.transport.kind != .shield { beginWithoutArm(wasStopped: wasStopped) }
        switch event {
        case .up, .flowing:
            awaitsBegin = drive?.stateMachine.isBeginning == true
            if awaitsBegin { expectAnswers() }
        case .down:
            (awaitsBegin, hasNamedBeyond, hasNamedStep, answerDue) = (false, false, false, nil)
            hasNamedAnswer = false
        default: break
        }
        if !awaitsBegin { activeOperator?.link(event) }
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
        case .complete: run?.end(status: .success)
        case .interrupted: run?.end(status: .signal(SIGINT))
        case .failed(let failure): run?.end(failure)
        }
    }
}

internal import WaldoCore
internal import WaldoFiles
internal import WaldoLoop
internal import WaldoTeleop
internal import WaldoTime

/// From the link to the arm's first motion: its first steps, and its report of where it is.
extension DriveSession: DriveObserver {
    /// How long an arm may take to answer before its silence is named.
    private static let patience: TimeSpan = .seconds(2)

    /// An operator that plays begins when the arm is ready.
    func drive(_ drive: Drive, handled event: DriveEvent, step: Step) {
        if plan.destination == .override, drive.stateMachine.awaitedAnswer != nil {
            Loop.soon(of: self) { $0.drive?.handle(.answered) }
        }
        nameUnanswered(drive)
        showMissingAnswer(drive)
        guard awaitsBegin, !drive.stateMachine.isBeginning else { return }
        awaitsBegin = false
        Loop.soon(of: self) { $0.activeOperator?.link(.flowing) }
    }

    /// Nothing real can be moved by the first steps, and under override nothing reports a position. A stop from before
    /// the link stays.
    func beginWithoutArm(wasStopped: Bool) {
        guard let drive else { return }
        if plan.arm.steps.beginMoves, !wasStopped { drive.handle(.operator(.resume)) }
        if plan.destination == .override, plan.arm.reports.ask != nil {
            drive.handle(.reported(plan.arm.startValues.map { Optional($0) }))
        }
    }

    /// Waits for the arm's answers.
    func expectAnswers() {
        answerDue = LoopTimer(of: self) { $0.nameUnreported(at: $1) }
        answerDue?.arm(at: Monotonic.now() + Self.patience)
    }

    /// Names the positions that the arm has not reported in time, once a link. An emergency stop holds the question
    /// back.
    private func nameUnreported(at now: Instant) {
        guard awaitsBegin, let machine = drive?.stateMachine else { return }
        guard !machine.isStopped, let note = positionNotes.unreported(machine.unreported) else {
            answerDue?.arm(at: now + Self.patience)
            return
        }
        screens.report(.note(note))
    }

    /// Names the step of `begin` that the arm did not answer, once a link.
    private func nameUnanswered(_ drive: Drive) {
        guard !hasNamedStep, let step = drive.stateMachine.unansweredStep else { return }
        hasNamedStep = true
        screens.report(
            .note(
                "the arm has not answered as step \(step + 1) of `begin` expects: nothing moves on this link; look at "
                    + "its power, its cable and the step"))
    }

    /// Shows the link as stalled while the arm's answer to a motion is missing.
    private func showMissingAnswer(_ drive: Drive) {
        guard drive.stateMachine.missesAnswer != (answeringLink != nil) else { return }
        let now = screens.status.link
        if let link = answeringLink {
            answeringLink = nil
            if now.phase == .stalled { screens.report(.link(link)) }
        } else if now.phase.isUp {
            answeringLink = now
            let detail = "the arm has not answered a motion: look at its power and its cable"
            screens.report(.link(LinkStatus(.stalled, name: now.name, address: now.address, detail: detail)))
        }
    }

    /// Names the positions beyond their range that keep everything from moving, each once a link.
    func nameBeyond(_ numbers: PerChannel<Int32?>) {
        guard let channels = drive?.stateMachine.awaitedBeyond(numbers) else { return }
        for channel in channels {
            if let note = positionNotes.beyond(channel, numbers[channel]) { screens.report(.note(note)) }
        }
    }
}

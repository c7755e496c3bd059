import WaldoCore
import WaldoFiles
import WaldoLoop
import WaldoTeleop
import WaldoTime

/// From the link to the arm's first motion: its first steps, and its report of where it is.
extension DriveSession: DriveObserver {
    /// How long an arm may take to answer before its silence is named.
    private static let patience: TimeSpan = .seconds(2)

    /// An operator that plays begins when the arm is ready.
    func drive(_ drive: Drive, handled event: DriveEvent, step: Step) {
        if plan.destination == .override, drive.stateMachine.awaitedAnswer != nil {
            Loop.soon(of: self) { $0.drive?.handle(.answered) }
        }
        if let note = beginNotes.unanswered(drive.stateMachine.unansweredStep) { screens.report(.note(note)) }
        guard beginNotes.isAwaited, !drive.stateMachine.isBeginning else { return }
        beginNotes.isAwaited = false
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
    func expectAnswers() { answerDue?.arm(at: Monotonic.now() + Self.patience) }

    /// Names the positions that the arm has not reported in time, once a link. An emergency stop holds the question
    /// back.
    func nameUnreported(at now: Instant) {
        guard beginNotes.isAwaited, let machine = drive?.stateMachine else { return }
        guard !machine.isStopped, let note = beginNotes.positions.unreported(machine.unreported) else {
            answerDue?.arm(at: now + Self.patience)
            return
        }
        screens.report(.note(note))
    }

    /// Names the positions beyond their range that keep everything from moving, each once a link.
    func nameBeyond(_ numbers: PerChannel<Int32?>) {
        guard let channels = drive?.stateMachine.awaitedBeyond(numbers) else { return }
        for channel in channels {
            if let note = beginNotes.positions.beyond(channel, numbers[channel]) { screens.report(.note(note)) }
        }
    }
}

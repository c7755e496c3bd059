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
        if !plan.destination.hasArm, drive.stateMachine.awaitedAnswer != nil {
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
        if !plan.destination.hasArm, plan.arm.reports.ask != nil {
            drive.handle(.reported(plan.arm.startValues.map { Optional($0) }))
        }
    }

    /// From the question for its positions on the arm has time to report each of them.
    func drive(_ drive: Drive, sentBytes bytes: Frame, outcome: WriteOutcome) {
        guard plan.destination.hasArm, outcome.isSent, let ask = plan.arm.reports.ask, bytes == ask.bytes,
            !beginNotes.positions.areOwed
        else { return }
        beginNotes.positions.ask()
        // One answer may be lost: the next question comes first.
        reportsDue?.arm(at: drive.now + ask.interval + Self.patience)
    }

    /// The arm has reported positions.
    func heard(_ numbers: PerChannel<Int32?>) {
        beginNotes.positions.heard(numbers)
        if !beginNotes.positions.areOwed { reportsDue?.disarm() }
    }

    /// Motion waits for an arm that has not reported its positions in time, which is named.
    func missReports() {
        guard let drive else { return }
        let wasBeginning = drive.stateMachine.isBeginning
        drive.handle(.unreported)
        if !wasBeginning, drive.stateMachine.isBeginning { beginNotes.beginAgain() }
        if let note = beginNotes.positions.unreported() { screens.report(.note(note)) }
    }

    /// Names the positions beyond their range that keep everything from moving, each once a link.
    func nameBeyond(_ numbers: PerChannel<Int32?>) {
        guard let channels = drive?.stateMachine.awaitedBeyond(numbers) else { return }
        for channel in channels {
            if let note = beginNotes.positions.beyond(channel, numbers[channel]) { screens.report(.note(note)) }
        }
    }
}

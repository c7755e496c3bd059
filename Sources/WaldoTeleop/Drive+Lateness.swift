import WaldoCore
import WaldoTime

/// What a drive makes of a process or a machine that was held up.
extension Drive {
    /// Whether a deadline was missed by more than `DriveStateMachine.maxLateness`, the event is older than that, or the
    /// process or the machine was suspended. A process that was stopped in an idle turn has nothing overdue: epoll may
    /// have reported an input before the stop, and what has queued up since is read now. A drive that has handled an
    /// event recently was not stopped for long, and does not ask `isContinued`, which is a system call.
    func hasSlept(_ time: Instant, _ now: Instant) -> Bool {
        let suspended = suspended(), wasSuspendedFor = suspended - lastSuspended
        let wasIdle = if let lastHandled { now - lastHandled > DriveStateMachine.maxLateness } else { true }
        (lastSuspended, lastHandled) = (suspended, now)
        if wasSuspendedFor > DriveStateMachine.maxLateness || wasIdle && isContinued() { return true }
        if let deadline, now - deadline > DriveStateMachine.maxLateness { return true }
        return now - max(time, stateMachine.time) > DriveStateMachine.maxLateness
    }

    /// Whether the next deadline is that of the board's answer.
    var awaitsAnswer: Bool { answerTimer != nil && deadline != nil && deadline == stateMachine.answerDue }

    /// The time of a step. A process that was held up may not have read the board's answer yet: until the answer's own
    /// timer has fired, no step is as late as that.
    func beforeAnswer(_ event: DriveEvent, _ time: Instant) -> Instant {
        guard answerTimer != nil, let answerDue = stateMachine.answerDue, answerDue <= time,
            event != .deadline || due != answerDue
        else { return time }
        let first = min((event == .deadline ? due : deadline) ?? answerDue, answerDue)
        return time - first > DriveStateMachine.maxLateness ? time : answerDue - .microseconds(1)
    }
}

import WaldoCore
import WaldoTeleop
import WaldoTime

/// What a raster does, for screens.
extension RasterOperator {
    func progress(at time: Instant) -> ReplayProgress? {
        let total = machine.plan.longest(exposure: machine.exposure), left = min(total, machine.timeLeft)
        var isPaused = false
        if case .paused = machine.phase { isPaused = true }
        return ReplayProgress(elapsed: total - left, total: total, rate: nil, isPaused: isPaused, text: progressText)
    }

    /// Its state now.
    var status: RasterStatus {
        let phase: RasterStatus.Phase =
            switch machine.phase {
            case .waiting: .waiting
            case .moving: .moving
            case .measuring: .measuring
            case .paused: .paused
            case .ended: .ended
            }
        let plan = machine.plan
        return RasterStatus(
            phase: phase, text: text, point: min(machine.point + 1, plan.points.count), points: plan.points.count,
            skipped: machine.skipped, left: machine.timeLeft)
    }

    /// At which point it is, and what it does there.
    var progressText: String {
        if case .ended = machine.phase { return text }
        return "\(pointText): \(text)"
    }

    private var pointText: String {
        let count = machine.plan.points.count
        return "point \(min(machine.point + 1, count)) of \(count)"
    }

    /// What it does, in words.
    private var text: String {
        switch machine.phase {
        case .waiting: return "waiting for the link" + (watch.isWatched ? "" : " and for a page that drives")
        case .moving: return "moving there"
        case .measuring: return route == nil ? "measuring" : "waiting for the sensor"
        case .ended(let isComplete):
            return isComplete ? "complete: \(machine.plan.points.count) points" : "ended at \(pointText)"
        case .paused(let reason):
            let why =
                switch reason {
                case .wanted: "paused"
                case .link: "the link was lost"
                case .input: "the input was lost"
                case .halt: "the arm was halted: \(haltText)"
                case .sensor: "the sensor is silent"
                case .store: "nothing more is stored"
                }
            return why + goingOn
        }
    }

    /// What has halted the arm; a stop by what was pressed.
    func text(of reason: HaltReason, after event: DriveEvent, _ step: Step, _ machine: DriveStateMachine) -> String {
        var text = reason.text
        machine.eachNotice(step.notices, of: event) {
            if case .stop(let cause) = $0 { text += " by " + ControlNames(machine.mapping).stop(cause) }
        }
        return text
    }

    /// How the operator lets it go on. On a page that is Resume while a stop holds.
    private var goingOn: String {
        let button = drive?.stateMachine.isStopped == true ? "Resume" : "Go on"
        return switch (plan.takesTerminal, plan.panel != nil) {
        case (true, true): ", press Enter or \(button) to continue"
        case (true, false): ", Enter goes on"
        case (false, true): ", press \(button) to continue"
        case (false, false): ""
        }
    }
}

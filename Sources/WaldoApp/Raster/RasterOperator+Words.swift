import WaldoCore
import WaldoTime

/// What a raster does, for screens.
extension RasterOperator {
    func progress(at time: Instant) -> ReplayProgress? {
        let total = machine.plan.longest(exposure: machine.exposure), left = min(total, machine.timeLeft)
        var isPaused = false
        if case .paused = machine.phase { isPaused = true }
        return ReplayProgress(elapsed: total - left, total: total, rate: nil, isPaused: isPaused, text: text)
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

    /// What it does, in words.
    var text: String {
        let progress = "point \(min(machine.point + 1, machine.plan.points.count)) of \(machine.plan.points.count)"
        switch machine.phase {
        case .waiting:
            return "\(progress): waiting for the link" + (watch.isWatched ? "" : " and for a page that drives")
        case .moving: return "\(progress): moving there"
        case .measuring: return "\(progress): \(route == nil ? "measuring" : "waiting for the sensor")"
        case .ended(let isComplete):
            return isComplete ? "complete: \(machine.plan.points.count) points" : "\(progress): ended"
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
            return "\(progress): \(why)" + goingOn
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

    /// How the operator lets it go on.
    private var goingOn: String {
        switch (plan.takesTerminal, plan.panel != nil) {
        case (true, true): ", Enter or Resume goes on"
        case (true, false): ", Enter goes on"
        case (false, true): ", Resume goes on"
        case (false, false): ""
        }
    }
}

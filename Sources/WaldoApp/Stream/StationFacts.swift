internal import WaldoCore

/// What those who watch the fleet learn of a drive.
struct StationFacts: Equatable {
    /// How it is driven: "live", "simulate" or "override".
    let mode: String
    /// Its link: "none", "up" or "down".
    private(set) var link = "none"
    /// Whether it may move: "none" before the first event, "running", "halted" or "stopped".
    private(set) var stop = "none"

    init(_ transport: Transport) {
        mode =
            switch transport {
            case .shield: "live"
            case .simulated: "simulate"
            case .override: "override"
            }
    }

    /// The state machine has taken a step.
    /// - Parameter isStopped: whether the emergency stop is latched since then.
    mutating func apply(_ step: Step, isStopped: Bool) {
        let moves = step.command != nil && !step.isZero
        if isStopped {
            stop = "stopped"
        } else if step.notices.contains(.halt) {
            stop = "halted"
        } else if stop != "halted" || moves {
            // A halt is over with the next motion.
            stop = "running"
        }
    }

    /// Something has happened around the state machine.
    mutating func apply(_ report: DriveReport) {
        guard case .link(let state) = report else { return }
        link = state.phase == .connected ? "up" : state.phase == .absent ? "none" : "down"
    }

    /// As `waldo-relay` takes them.
    var json: [UInt8] {
        var json = JSONObject()
        json.add("link", link)
        json.add("mode", mode)
        json.add("stop", stop)
        return json.finish()
    }
}

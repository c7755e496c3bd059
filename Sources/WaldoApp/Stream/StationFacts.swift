internal import WaldoCore

/// What those who watch the fleet learn of a drive.
struct StationFacts: Equatable {
    /// How it is driven: "live", "simulate" or "override".
    let mode: String
    /// Its link: "none", "up" or "down".
    let link: String
    /// Whether it may move: "running", "halted" or "stopped".
    let stop: String

    init(_ status: DriveStatus) {
        mode =
            switch status.transport {
            case .shield: "live"
            case .simulated: "simulate"
            case .override: "override"
            }
        link =
            switch status.link.phase {
            case .connected: "up"
            case .absent: "none"
            case .waiting, .scanning, .connecting, .stalled, .lost: "down"
            }
        stop =
            switch status.halt {
            case .none: "running"
            case .halted: "halted"
            case .stopped: "stopped"
            }
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

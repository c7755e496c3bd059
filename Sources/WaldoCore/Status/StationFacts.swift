/// What those who watch the fleet learn of a drive; it is published by these words.
public struct StationFacts: Equatable, Sendable {
    /// The link to the arm.
    public enum Link: String, Sendable { case up, down, none }
    /// How the arm is driven.
    public enum Mode: String, Sendable { case live, override, simulate, none }
    /// Whether the arm may move.
    public enum Stop: String, Sendable { case running, halted, stopped, none }

    /// The link, how the arm is driven, and whether it may move.
    public var link = Link.none, mode = Mode.none, stop = Stop.none

    /// Nothing is driven.
    public init() {}

    /// The facts of a drive.
    public init(_ status: DriveStatus) {
        mode =
            switch status.transport {
            case .shield, .serial: .live
            case .simulated: .simulate
            case .override: .override
            }
        link =
            switch status.link.phase {
            case .connected: .up
            case .absent: .none
            case .waiting, .noPort, .scanning, .connecting, .stalled, .lost: .down
            }
        stop =
            switch status.halt {
            case .none: .running
            case .halted: .halted
            case .stopped: .stopped
            }
    }

    /// Adds them to an object.
    public func add(to json: inout JSONObject) {
        json.add("link", link.rawValue)
        json.add("mode", mode.rawValue)
        json.add("stop", stop.rawValue)
    }

    /// As `waldo-relay` reads them.
    public var json: [UInt8] {
        var json = JSONObject()
        add(to: &json)
        return json.finish()
    }
}

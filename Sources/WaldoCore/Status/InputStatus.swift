/// The state of what holds the controls.
public struct InputStatus: Equatable, Sendable {
    /// The device's own name; nil: the input is lost or silent, or has not appeared yet.
    public var name: String?
    /// The name of the mapping in force; empty: there was no input yet.
    public var mapping = ""
    /// What is printed on its buttons; nil: nothing is known of it.
    public var pad: PadButtons?
    /// The state of its battery; nil: it has none, or none is known.
    public var battery: Battery?
    /// Why the drive waits for an input: "No gamepad is connected"; empty: unknown.
    public var waitingFor = ""

    /// No input yet.
    public init() {}

    /// Updates the state with a report.
    mutating func apply(_ report: InputReport) {
        switch report.phase {
        case .added: (name, mapping, pad) = (report.name, report.mapping, report.pad)
        case .lost: (name, battery) = (nil, nil)
        case .silent: name = nil
        case .heard: name = report.name
        case .waiting: waitingFor = report.detail
        case .resynced, .ignored, .offered, .noted, .paused, .playing: break
        }
    }
}

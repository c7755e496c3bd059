/// A request to the state machine from an operator, a screen or a signal.
public enum OperatorAction: Equatable, Sendable {
    /// Emergency stop, a halt that latches, from a source that does not report its release.
    case stop
    /// Emergency stop from a source that holds it until it reports its release.
    case stopHeld(StopSource)
    /// A source lets go of the emergency stop, or is lost. The stop stays latched.
    case stopReleased(StopSource)
    /// End an emergency stop; refused unless the controls are at rest and nothing holds a stop.
    case resume
    /// The recentring key is pressed or released.
    case recentre(down: Bool)
    /// Precision is switched on or off, until it is switched again.
    case precise(Bool)
    /// Change to the next profile; refused unless the controls are at rest.
    case nextProfile
    /// Park the arm, and end the drive once it is there. A replay or a raster goes on instead.
    case park
    /// The same, from the drive itself, once a replay, a raster or the demo has come to its planned end.
    case parkAtEnd

    /// Whether it halts the arm on its way to where it rests; a stop does by itself.
    var interruptsParking: Bool {
        switch self {
        case .stop, .stopHeld, .stopReleased, .park, .parkAtEnd: false
        case .resume, .recentre, .precise, .nextProfile: true
        }
    }
}

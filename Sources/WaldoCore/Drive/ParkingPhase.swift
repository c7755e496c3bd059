/// How far the operator's command to park and end is.
public enum ParkingPhase: Equatable, Sendable {
    /// Nothing has been asked for.
    case idle
    /// The arm moves to where it rests.
    case moving
    /// Every position has been sent, and the arm may still be moving.
    case settling
    /// The arm is parked: the drive is to end.
    case parked
    /// The motion was halted before its end; the drive goes on.
    case halted
    /// Nothing moves: the drive is stopped or its link down, or a control is not at rest.
    case refused
    /// Nothing moves: a replay or a raster drives the arm, and goes on.
    case played
    /// Nothing moves: a position is an assumption. The drive is to end without parking.
    case unknown

    /// Whether the arm is being parked, or is parked: every control is dead.
    @inline(__always)
    public var isUnderWay: Bool {
        switch self {
        case .moving, .settling, .parked: true
        case .idle, .halted, .refused, .played, .unknown: false
        }
    }

    /// The phase's name in JSON Lines.
    public var name: StaticString {
        switch self {
        case .idle: "idle"
        case .moving: "moving"
        case .settling: "settling"
        case .parked: "parked"
        case .halted: "halted"
        case .refused: "refused"
        case .played: "played"
        case .unknown: "unknown"
        }
    }
}

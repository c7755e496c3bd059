/// A direction in which a control moves the hand.
public enum HandAxis: String, Equatable, Sendable, CaseIterable {
    /// Along an axis of the base.
    case x, y, z
    /// Away from the base's upright axis, around it to the left, and upwards.
    case reach, turn, height
    /// Along an axis of the hand.
    case forward, side, up
    /// The hand's front end upwards, and the hand about its forward axis as a right-handed screw.
    case pitch, roll

    /// Directions that exclude those of the other frames.
    public enum Frame: Equatable, Sendable { case base, cylinder, hand }

    /// The frame of an axis that moves the hand; nil: the axis turns it.
    public var frame: Frame? {
        switch self {
        case .x, .y, .z: .base
        case .reach, .turn, .height: .cylinder
        case .forward, .side, .up: .hand
        case .pitch, .roll: nil
        }
    }

    /// Its number among the three of its frame; pitch and roll follow.
    public var row: Int {
        switch self {
        case .x, .reach, .forward: 0
        case .y, .turn, .side: 1
        case .z, .height, .up: 2
        case .pitch: 3
        case .roll: 4
        }
    }

    /// Whether its rate is in degrees a second; otherwise it is in millimetres a second.
    public var isAngle: Bool { self == .turn || self == .pitch || self == .roll }
}

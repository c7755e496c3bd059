/// What a step changed that screens and logs report.
public struct Notices: OptionSet, Sendable {
    /// One bit per notice.
    public let rawValue: UInt16

    /// Creates notices from their bits.
    public init(rawValue: UInt16) { self.rawValue = rawValue }

    /// A control's gate changed its state.
    public static let gate = Notices(rawValue: 1)
    /// The velocities were set to zero; `DriveStateMachine.lastHalt` is the reason.
    public static let halt = Notices(rawValue: 2)
    /// An emergency stop was latched.
    public static let stop = Notices(rawValue: 4)
    /// An emergency stop was ended.
    public static let resume = Notices(rawValue: 8)
    /// A resume was refused: a control is not at rest, or a stop is held.
    public static let resumeRefused = Notices(rawValue: 16)
    /// A held position came to rest at another place.
    public static let position = Notices(rawValue: 32)
    /// A pending command was dropped.
    public static let dropped = Notices(rawValue: 64)
    /// Another profile is in force.
    public static let profile = Notices(rawValue: 128)
    /// A change of profile was refused: a control is not at rest.
    public static let profileRefused = Notices(rawValue: 256)
    /// Precision was switched on or off.
    public static let precision = Notices(rawValue: 512)
    /// Parking has come into another phase, or was refused: `DriveStateMachine.parkingPhase`.
    public static let parking = Notices(rawValue: 1024)
    /// The board's answer to a motion is missing, or has come after all: `DriveStateMachine.missesAnswer`.
    public static let answer = Notices(rawValue: 2048)
    /// A held position has begun to move, or none moves any more: `DriveStateMachine.isPositionMoving`.
    public static let moving = Notices(rawValue: 4096)
    /// The fence holds other channels than before, or none: `DriveStateMachine.heldFence`.
    public static let fence = Notices(rawValue: 8192)
    /// Joints of the hand are at their ends that were not, or no longer are: `DriveStateMachine.jointsAtEnd`.
    public static let joints = Notices(rawValue: 16384)
}

/// What a step of the state machine changed, for screens and logs.
public enum DriveNotice: Equatable, Sendable {
    /// An emergency stop was latched.
    case stop(StopCause)
    /// The velocities were set to zero.
    case halt(HaltReason)
    /// A pending command was dropped.
    case dropped
    /// An emergency stop was ended.
    case resume
    /// The profile of this name is in force.
    case profile(String)
    /// Precision was switched on or off: the factor in force, 1 at most.
    case precision(Double)
    /// A resume was refused: a control is not at rest or, if not nil, this stop is held.
    case resumeRefused(HeldStop?)
    /// A change of profile was refused: a control is not at rest.
    case profileRefused
    /// Parking has come into this phase, or was refused.
    case parking(ParkingPhase)
    /// A control's gate changed its state.
    case gate
    /// A held position came to rest at another place.
    case position
    /// The arm was sent a motion, the first since a halt.
    case motion
    /// The board's answer to a motion is missing, or has come after all.
    case answer(isMissing: Bool)
    /// A held position has begun to move, or none moves any more.
    case moving(Bool)
    /// The fence holds other channels than before, or none: `DriveStateMachine.heldFences`.
    case fence
    /// Joints of the hand are at their ends that were not, or no longer are: `DriveStateMachine.jointsAtEnd`.
    case joints
}

extension DriveStateMachine {
    /// Calls `body` with each notice of its last step, in the order in which logs have them.
    /// - Parameters:
    ///   - notices: those of the step.
    ///   - event: what the step has handled.
    public func eachNotice(_ notices: Notices, of event: DriveEvent, _ body: (DriveNotice) -> Void) {
        if notices.contains(.stop) { body(.stop(stopCause(event))) }
        if notices.contains(.halt), let lastHalt { body(.halt(lastHalt)) }
        if notices.contains(.dropped) { body(.dropped) }
        if notices.contains(.resume) { body(.resume) }
        if notices.contains(.profile), let profile { body(.profile(profile.name)) }
        if notices.contains(.precision) { body(.precision(precision)) }
        if notices.contains(.resumeRefused) { body(.resumeRefused(heldStop(at: time))) }
        if notices.contains(.profileRefused) { body(.profileRefused) }
        if notices.contains(.parking) { body(.parking(parkingPhase)) }
        if notices.contains(.gate) { body(.gate) }
        if notices.contains(.position) { body(.position) }
        if notices.contains(.answer) { body(.answer(isMissing: missesAnswer)) }
        if notices.contains(.moving) { body(.moving(isPositionMoving)) }
        if notices.contains(.fence) { body(.fence) }
        if notices.contains(.joints) { body(.joints) }
    }
}

extension DriveStatus {
    /// Copies what holds the arm back. Screens do so when they draw, as it allocates.
    public mutating func show(_ stateMachine: DriveStateMachine) {
        let arm = stateMachine.arm
        handShare = stateMachine.handShare
        jointsAtEnd = stateMachine.jointsAtEnd.map { arm.profiles[$0].name }
        heldFences = stateMachine.heldFences
    }

    /// What keeps the hand from what its controls ask, for people: "elbow at its end", "60 % of the asked speed".
    public var handLimits: [String] {
        var limits = jointsAtEnd.map { "\($0) at its end" }
        if let handShare, handShare < 0.995 {
            limits.append("\(Int((handShare * 100).rounded())) % of the asked speed")
        }
        return limits
    }
}

extension ArmShown {
    /// Adds what is asked of the hand, and what keeps it from that. Screens do so when they draw, as it allocates.
    public mutating func show(_ stateMachine: DriveStateMachine) {
        way = stateMachine.handWay
        // Wheels carry the fence along, and turn it by what a drawing does not know.
        guard let base = commanded.first, base == ArmPoint() else { return }
        regions = stateMachine.arm.fence?.regions ?? []
        heldRegions = stateMachine.heldFences
        let joints = stateMachine.arm.pose?.joints ?? []
        let atEnd = stateMachine.jointsAtEnd
        ended = zip(joints, commanded).compactMap { joint, point in
            guard case .position(let channel, _, _) = joint.motion else { return nil }
            return atEnd.contains(channel) ? point : nil
        }
    }
}

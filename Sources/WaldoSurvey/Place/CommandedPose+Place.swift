public import WaldoCore
public import WaldoTime

extension CommandedPose {
    /// Where the hand is at a time, as the place of what is measured there.
    public func place(at time: Instant) -> Place {
        let (point, error) = hand(at: time)
        return Place(system: .arm, x: point.x, y: point.y, z: point.z, accuracy: error, verticalAccuracy: error)
    }
}

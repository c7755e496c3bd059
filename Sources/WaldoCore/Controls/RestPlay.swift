/// How far beside their nominal rests the axes of a control may stand when the input is added, as parts of an axis's
/// travel.
struct RestPlay: Equatable, Sendable {
    /// Up to here an axis rests where it stands.
    var learned: Double
    /// Beyond, it is held or worn, and moves nothing.
    var dead: Double
    /// Until it has been as near as this.
    var live: Double
    /// How far beside its nominal rest an axis moves nothing that is not learned: it may rest anywhere in the dead
    /// zone, and must be still there although it never comes back to quite the same place.
    var still: Double
}

extension Shaping {
    /// The play of the axes of one control. Together they may be no farther off than half the dead zone to be learned:
    /// then even a stick that was held there meanwhile stays in the dead zone when it is let go.
    func play(of sources: [AxisSource], in axes: [AxisState], _ rules: DriveRules) -> RestPlay {
        let offsets = sources.compactMap { source in
            axes.first { $0.code == source.code }.flatMap { $0.offset(from: source) }
        }
        let distance = offsets.reduce(0) { $0 + $1 * $1 }.squareRoot(), half = deadZone / 2
        // Farther off, each axis is judged alone: in a square within the circle.
        let width = Double(Swift.max(1, offsets.count)).squareRoot()
        let near = distance <= half ? half : half / width
        guard rules.keepsNominalRest else { return RestPlay(learned: near, dead: near, live: near, still: 0) }
        let isInside = distance <= deadZone
        return RestPlay(
            learned: distance <= half || !isInside ? near : 0, dead: isInside ? deadZone : deadZone / width,
            live: deadZone, still: 1.25 * deadZone)
    }
}

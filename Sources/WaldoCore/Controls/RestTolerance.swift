/// How far off their nominal rests the axes of a control may be when the input is added, as fractions of an axis's
/// travel.
struct RestTolerance: Equatable, Sendable {
    /// Up to this offset, the axis's present value is learned as its rest.
    var learned: Double
    /// Beyond this offset, the axis is held or worn out, and moves nothing until it has come within `live`.
    var dead: Double
    /// How near to its rest a dead axis must come to count again.
    var live: Double
    /// The deadband of an axis whose rest is not learned: it may rest anywhere in the dead zone, and never returns to
    /// exactly the same value.
    var still: Double
}

extension Shaping {
    /// The rest tolerance of the axes of one control. To be learned, together they may be off by half the dead zone at
    /// most. Then even a stick that was held there meanwhile stays in the dead zone when it is released.
    func restTolerance(of sources: [AxisSource], in axes: [AxisState], _ rules: DriveRules) -> RestTolerance {
        let offsets = sources.compactMap { source in
            axes.first { $0.code == source.code }.flatMap { $0.offset(from: source) }
        }
        let distance = offsets.reduce(0) { $0 + $1 * $1 }.squareRoot(), half = deadZone / 2
        // Farther off, each axis is judged alone: in a square within the circle.
        let width = Double(Swift.max(1, offsets.count)).squareRoot()
        let near = distance <= half ? half : half / width
        guard rules.keepsNominalRest else { return RestTolerance(learned: near, dead: near, live: near, still: 0) }
        let isInside = distance <= deadZone
        return RestTolerance(
            learned: distance <= half || !isInside ? near : 0, dead: isInside ? deadZone : deadZone / width,
            live: deadZone, still: 1.25 * deadZone)
    }
}

extension HandPlace {
    /// A direction in which the hand moves or turns: its row of the Jacobian, in millimetres or degrees for each unit
    /// of a number, and what is asked along it.
    struct Row: Sendable {
        var numbers = SIMD8<Double>.zero
        var asked = 0.0
    }

    /// Within this distance from the base's upright axis, in millimetres, a turn about it loses its meaning and the way
    /// inwards ends.
    static let core = 10.0

    /// The direction away from the base's upright axis; on it, that of the hand.
    private var outward: SIMD3<Double> {
        let radius = (point.x * point.x + point.y * point.y).squareRoot()
        if radius > 1 { return SIMD3(point.x / radius, point.y / radius, 0) }
        let length = (forward.x * forward.x + forward.y * forward.y).squareRoot()
        return length > 1e-6 ? SIMD3(forward.x / length, forward.y / length, 0) : SIMD3(1, 0, 0)
    }

    /// One of the five rows of a velocity. Turns are weighed with `lever`, in millimetres for a degree.
    ///
    /// The hand pitches about the level axis across the way from the base. It rolls against the upright plane through
    /// the base and the hand, so that turning the base does not turn a wrist.
    func row(_ index: Int, of velocity: HandVelocity, lever: Double) -> Row {
        let asked = velocity.rates[index]
        let outward = outward, across = SIMD3(-outward.y, outward.x, 0)
        let radius = point.x * outward.x + point.y * outward.y
        switch (index, velocity.frame) {
        case (0, .base): return Row(numbers: x, asked: asked)
        case (1, .base): return Row(numbers: y, asked: asked)
        case (2, .base), (2, .cylinder): return Row(numbers: z, asked: asked)
        case (0, .cylinder):
            // No direction leads further inwards than the axis: the way there ends.
            return Row(numbers: along(outward), asked: asked * inwardPart(asked, radius))
        case (1, .cylinder):
            return Row(numbers: along(across), asked: asked * Degrees.inRadians * radius)
        case (0, .hand): return Row(numbers: along(forward), asked: asked)
        case (1, .hand): return Row(numbers: along(side), asked: asked)
        case (2, .hand): return Row(numbers: along(up), asked: asked)
        case (3, _): return Row(numbers: about(across) * -lever, asked: asked * lever)
        default:
            let turn = radius / (radius * radius + Self.core * Self.core) / Degrees.inRadians
            return Row(numbers: (about(forward) - along(across) * (turn * forward.z)) * lever, asked: asked * lever)
        }
    }

    /// Where a velocity asks the hand to go, in millimetres a second along the base's axes.
    func way(_ velocity: HandVelocity) -> SIMD3<Double> {
        let (first, second, third) = (velocity.rates[0], velocity.rates[1], velocity.rates[2])
        let upright = SIMD3<Double>(0, 0, third)
        switch velocity.frame {
        case .base: return SIMD3(first, second, third)
        case .hand: return forward * first + side * second + up * third
        case .cylinder:
            let outward = outward, radius = point.x * outward.x + point.y * outward.y
            let across = SIMD3(-outward.y, outward.x, 0) * (second * Degrees.inRadians * radius)
            return outward * (first * inwardPart(first, radius)) + across + upright
        }
    }

    private func inwardPart(_ asked: Double, _ radius: Double) -> Double {
        asked < 0 ? max(0, min(1, radius / Self.core)) : 1
    }

    private func along(_ way: SIMD3<Double>) -> SIMD8<Double> { x * way.x + y * way.y + z * way.z }

    private func about(_ axis: SIMD3<Double>) -> SIMD8<Double> {
        aboutX * axis.x + aboutY * axis.y + aboutZ * axis.z
    }
}

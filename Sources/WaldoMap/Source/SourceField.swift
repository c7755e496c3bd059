import WaldoCore

/// How well a point source at any place explains counts: the likelihood, with the best strength and background for
/// it.
struct SourceField {
    let points: [CountedPoint]
    /// The likeliest field without a source.
    let background: FieldFit
    /// Nearer than this a source is no point any more, in metres.
    private let nearest: Double

    init(_ points: [CountedPoint], nearest: Double) {
        self.points = points
        self.nearest = nearest
        background = FieldFit(background: points)
    }

    /// The likeliest field with a source at a point.
    func fit(at source: ArmPoint, from start: FieldFit? = nil) -> FieldFit {
        FieldFit(points, inverseSquares(from: source), from: start ?? background)
    }

    /// For each point the inverse of the square of its distance to a source, in 1/m^2.
    func inverseSquares(from source: ArmPoint) -> [Double] {
        let least = nearest * nearest
        return points.map { point in
            let x = point.point.x - source.x, y = point.point.y - source.y, z = point.point.z - source.z
            return 1 / max(x * x + y * y + z * z, least)
        }
    }

    /// The likeliest place near one, found by steps along the axes that grow ever shorter.
    /// - Parameters:
    ///   - step: the length of the first ones in metres.
    ///   - box: where it may be.
    func climb(from start: ArmPoint, step: Double, in box: SpaceBox) -> (point: ArmPoint, fit: FieldFit) {
        var point = start, best = fit(at: start), step = step
        let last = step / 256
        while step > last {
            var hasMoved = false
            for (x, y, z) in [(1.0, 0.0, 0.0), (0, 1, 0), (0, 0, 1)] {
                for sign in [step, -step] {
                    let next = ArmPoint(x: point.x + sign * x, y: point.y + sign * y, z: point.z + sign * z)
                    guard box.contains(next) else { continue }
                    let reached = fit(at: next, from: best)
                    if reached.logLikelihood > best.logLikelihood {
                        (point, best, hasMoved) = (next, reached, true)
                        break
                    }
                }
            }
            if !hasMoved { step /= 2 }
        }
        return (point, best)
    }
}

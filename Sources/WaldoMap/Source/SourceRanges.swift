import WaldoCore

/// What a source's strength and the background may be: all numbers that some place of the region does not exclude, with
/// the other number as it then fits best. The ends are right to a part of 2 %.
struct SourceRanges {
    private(set) var strengths: ClosedRange<Double>, backgrounds: ClosedRange<Double>
    private let field: SourceField, limit: Double

    private static let precision = 0.02

    /// Begins with the likeliest place.
    /// - Parameter limit: the logarithm of the likelihood at the region's edge.
    init(_ field: SourceField, at place: ArmPoint, _ fit: FieldFit, limit: Double) {
        (self.field, self.limit) = (field, limit)
        (strengths, backgrounds) = (fit.strength...fit.strength, fit.background...fit.background)
        add(place, fit)
    }

    /// Adds a place of the region and the fit there.
    mutating func add(_ place: ArmPoint, _ fit: FieldFit) {
        let points = field.points, squares = field.inverseSquares(from: place), limit = limit
        let least = field.background.background * Self.precision / 10
        strengths = Self.grown(strengths, fit.strength, least: fit.strength * Self.precision) { strength in
            let weights = [Double](repeating: 1, count: points.count)
            let background = Self.likeliest(points, squares.map { $0 * strength }, weights)
            return FieldFit.value(points, squares, strength, background) >= limit
        }
        backgrounds = Self.grown(backgrounds, fit.background, least: least) { background in
            let fixed = [Double](repeating: background, count: points.count)
            let strength = Self.likeliest(points, fixed, squares)
            return FieldFit.value(points, squares, strength, background) >= limit
        }
    }

    private static func grown(
        _ range: ClosedRange<Double>, _ number: Double, least: Double, isAllowed: (Double) -> Bool
    ) -> ClosedRange<Double> {
        let low = end(from: min(range.lowerBound, number), -1, least: least, isAllowed)
        return low...end(from: max(range.upperBound, number), 1, least: least, isAllowed)
    }

    /// The last allowed number from one on, 0 and more: steps that double, and then halve.
    private static func end(
        from start: Double, _ direction: Double, least: Double, _ isAllowed: (Double) -> Bool
    ) -> Double {
        var number = start, step = max(least, start * precision), isGrowing = true
        while isGrowing || step >= max(least, number * precision) {
            let next = max(0, number + direction * step)
            if next != number, isAllowed(next) { number = next } else { isGrowing = false }
            step *= isGrowing ? 2 : 0.5
        }
        return number
    }

    /// The likeliest number x of the rates `fixed + x * weights`, 0 and more. The slope of the likelihood falls with x
    /// and is convex: Newton's steps from below never go beyond its zero.
    private static func likeliest(_ points: [CountedPoint], _ fixed: [Double], _ weights: [Double]) -> Double {
        var exposure = 0.0, counts = 0.0
        for index in points.indices {
            exposure += points[index].exposure * weights[index]
            counts += points[index].counts
        }
        // Without a fixed rate this is the answer.
        guard fixed.contains(where: { $0 > 0 }) else { return counts / exposure }
        var x = 0.0
        for _ in 0..<steps {
            var slope = -exposure, bend = 0.0
            for index in points.indices where points[index].counts > 0 {
                let part = weights[index] / (fixed[index] + x * weights[index])
                slope += points[index].counts * part
                bend += points[index].counts * part * part
            }
            guard slope > exposure * 1e-6, bend > 0 else { break }
            x += slope / bend
        }
        return x
    }

    private static let steps = 60
}

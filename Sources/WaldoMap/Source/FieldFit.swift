import Glibc
import WaldoCore

/// For a source at a given place: the strength and the background that make the counts likeliest, neither of them
/// below zero. The likelihood of Poisson counts is concave in both, so that Newton's steps find its only maximum.
struct FieldFit {
    /// The rate at a distance of 1 m, and the even background, in the unit of the field.
    private(set) var strength: Double, background: Double
    /// The logarithm of the likelihood, apart from a constant of the counts.
    private(set) var logLikelihood: Double

    /// Creates the fit without a source.
    init(background points: [CountedPoint]) {
        let counts = points.reduce(0) { $0 + $1.counts }, exposure = points.reduce(0) { $0 + $1.exposure }
        strength = 0
        background = counts / exposure
        logLikelihood = points.reduce(0) { sum, point in
            let mean = point.exposure * counts / exposure
            return sum + (point.counts > 0 ? point.counts * log(mean) : 0) - mean
        }
    }

    /// Creates the fit of a source.
    /// - Parameters:
    ///   - inverseSquares: for each point the inverse of the square of its distance to the source, in 1/m^2.
    ///   - start: where the steps begin.
    init(_ points: [CountedPoint], _ inverseSquares: [Double], from start: FieldFit) {
        let mean = inverseSquares.reduce(0, +) / Double(points.count)
        // Half of what is measured as the background, the rest from the source: inside of the permitted range.
        strength = start.strength > 0 ? start.strength : start.background / 2 / mean
        background = max(start.background, start.background / 2 + .leastNormalMagnitude)
        logLikelihood = -.infinity
        for _ in 0..<Self.steps {
            guard improve(points, inverseSquares) else { return }
        }
    }

    private static let steps = 40
    /// A step that gains less than this ends the search.
    private static let gain = 1e-7

    /// Takes a step; returns whether another may gain something.
    private mutating func improve(_ points: [CountedPoint], _ squares: [Double]) -> Bool {
        var slope = (a: 0.0, b: 0.0), curve = (aa: 0.0, ab: 0.0, bb: 0.0)
        for index in points.indices {
            let exposure = points[index].exposure, square = squares[index]
            let rate = strength * square + background
            let part = points[index].counts > 0 ? points[index].counts / rate : 0
            slope.a += (part - exposure) * square
            slope.b += part - exposure
            let bend = part / rate
            curve.aa += bend * square * square
            curve.ab += bend * square
            curve.bb += bend
        }
        let before = logLikelihood.isFinite ? logLikelihood : Self.value(points, squares, strength, background)
        let (a, b) = Self.step(slope, curve, strength, background)
        var part = 1.0
        while part > 1e-6 {
            let strength = max(0, strength + part * a), background = max(0, background + part * b)
            let reached = Self.value(points, squares, strength, background)
            if reached > before {
                (self.strength, self.background, logLikelihood) = (strength, background, reached)
                return reached - before > Self.gain
            }
            part /= 4
        }
        logLikelihood = before
        return false
    }

    /// Newton's step; along one of the numbers alone where the other is at its limit and wants to go beyond it.
    private static func step(
        _ slope: (a: Double, b: Double), _ curve: (aa: Double, ab: Double, bb: Double), _ strength: Double,
        _ background: Double
    ) -> (Double, Double) {
        let determinant = curve.aa * curve.bb - curve.ab * curve.ab
        if determinant > 1e-12 * curve.aa * curve.bb {
            let a = (slope.a * curve.bb - slope.b * curve.ab) / determinant
            let b = (slope.b * curve.aa - slope.a * curve.ab) / determinant
            if strength + a >= 0, background + b >= 0 { return (a, b) }
        }
        let alone = (a: curve.aa > 0 ? slope.a / curve.aa : 0, b: curve.bb > 0 ? slope.b / curve.bb : 0)
        if strength <= 0, slope.a <= 0 { return (0, alone.b) }
        if background <= 0, slope.b <= 0 { return (alone.a, 0) }
        return alone
    }

    /// The logarithm of the likelihood of these numbers, apart from the same constant.
    static func value(
        _ points: [CountedPoint], _ squares: [Double], _ strength: Double, _ background: Double
    ) -> Double {
        var sum = 0.0
        for index in points.indices {
            let mean = points[index].exposure * (strength * squares[index] + background)
            if points[index].counts > 0 { sum += points[index].counts * log(mean) }
            sum -= mean
        }
        return sum
    }
}

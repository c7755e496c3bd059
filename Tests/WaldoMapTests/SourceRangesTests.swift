import Testing
import WaldoCore

@testable import WaldoMap

/// What strength and background may be, against all pairs of a grid.
@Suite struct SourceRangesTests {
    @Test(arguments: [
        [40.0, 0, 0, 0, 0, 0, 0, 0, 0], [40, 1, 0, 0, 0, 0, 0, 0, 0], [40, 3, 0, 1, 0, 0, 0, 0, 0],
        [90, 9, 4, 6, 5, 3, 6, 4, 5],
    ])
    func theEndsAreThoseOfTheJointRegion(counts: [Double]) {
        let points = counts.enumerated().map { number, counts in
            CountedPoint(ArmPoint(x: Double(number) * 0.5 + 0.05), counts: counts, exposure: 10)
        }
        let source = ArmPoint(z: 0.1), field = SourceField(points, nearest: 0.01), fit = field.fit(at: source)
        let limit = fit.logLikelihood - SourceSearch.regionLimit / 2
        let ranges = SourceRanges(field, at: source, fit, limit: limit)
        var strengths: [Double] = [], backgrounds: [Double] = []
        let squares = field.inverseSquares(from: source), cells = 200
        for row in 0...cells {
            for column in 0...cells {
                let strength = fit.strength * (0.3 + 1.7 * Double(row) / Double(cells))
                let background = Double(column) / Double(cells)
                guard FieldFit.value(points, squares, strength, background) >= limit else { continue }
                strengths.append(strength)
                backgrounds.append(background)
            }
        }
        for (range, numbers, cell) in [
            (ranges.strengths, strengths, fit.strength * 1.7 / Double(cells)),
            (ranges.backgrounds, backgrounds, 1 / Double(cells)),
        ] {
            let low = numbers.min() ?? .nan, high = numbers.max() ?? .nan
            #expect((range.lowerBound - low).magnitude <= cell + 0.02 * low, "\(range) \(low)")
            #expect((range.upperBound - high).magnitude <= cell + 0.02 * high, "\(range) \(high)")
        }
    }
}

public import WaldoCore
import WaldoSurvey

/// A place where a source may be, with all places around it that the counts do not exclude.
public struct SourceSolution: Equatable, Sendable {
    /// The likeliest place in metres.
    public var point: ArmPoint
    /// The rate at a distance of 1 m from it, and the background, in the unit of the field.
    public var strength: Double, background: Double
    /// What both may be in the 95 % region.
    public var strengths: ClosedRange<Double>, backgrounds: ClosedRange<Double>
    /// How much less likely than the likeliest solution it is: twice the logarithm of the likelihood ratio, 0...7.8.
    public var deviance: Double
    /// The box around its 95 % region.
    public var region: SpaceBox
    /// Whether the region goes on where it was not searched: the counts do not bound it.
    public var isOpen: Bool
    /// Places of the region, `spacing` metres apart.
    public var points: [ArmPoint]
    /// The distance of the region's places in metres.
    public var spacing: Double

    /// Whether a place belongs to its region.
    public func contains(_ point: ArmPoint) -> Bool {
        region.grown(by: spacing).contains(point)
            && points.contains {
                abs($0.x - point.x) <= spacing && abs($0.y - point.y) <= spacing && abs($0.z - point.z) <= spacing
            }
    }

    /// The region is filled from its likeliest place, with an ever finer lattice, until its shape is known.
    /// - Parameters:
    ///   - limit: the logarithm of the likelihood at its edge.
    ///   - isBelowGround: whether the box's top is the ground, where it ends.
    ///   - goesOn: called at each of the region's places; it may end the work by throwing.
    init(
        _ field: SourceField, at point: ArmPoint, _ fit: FieldFit, limit: Double, in box: SpaceBox, isBelowGround: Bool,
        goesOn: () throws -> Void
    ) rethrows {
        var spacing = box.side / 32, points: [ArmPoint] = [], isOpen = false
        var ranges = SourceRanges(field, at: point, fit, limit: limit)
        for _ in 0..<Self.refinements {
            let lattice = SourceLattice(through: point, spacing: spacing, in: box)
            (points, isOpen) = try Self.fill(lattice, field, fit, limit, isBelowGround, goesOn) { ranges.add($0, $1) }
            if points.count >= Self.enough { break }
            spacing /= 2
        }
        let around = SpaceBox(around: points)?.grown(by: spacing / 2) ?? SpaceBox(low: point, high: point)
        self.point = point
        (strength, background) = (fit.strength, fit.background)
        (strengths, backgrounds) = (ranges.strengths, ranges.backgrounds)
        deviance = 2 * max(0, limit + SourceSearch.regionLimit / 2 - fit.logLikelihood)
        region = around
        (self.isOpen, self.points, self.spacing) = (isOpen, points, spacing)
    }

    /// From so many places on the shape is known well enough; a finer lattice has at most eight times as many.
    private static let enough = 400, refinements = 10

    private static func fill(
        _ lattice: SourceLattice, _ field: SourceField, _ fit: FieldFit, _ limit: Double, _ isBelowGround: Bool,
        _ goesOn: () throws -> Void, found: (ArmPoint, FieldFit) -> Void
    ) rethrows -> ([ArmPoint], isOpen: Bool) {
        let origin = SourceLattice.Index(x: 0, y: 0, z: 0)
        var seen: Set<SourceLattice.Index> = [origin], edge = [origin], points: [ArmPoint] = [], isOpen = false
        while let index = edge.popLast() {
            try goesOn()
            let point = lattice.point(index)
            guard lattice.box.contains(point) else {
                if !isBelowGround || point.z <= lattice.box.high.z { isOpen = true }
                continue
            }
            let reached = field.fit(at: point, from: fit)
            guard reached.logLikelihood >= limit else { continue }
            found(point, reached)
            points.append(point)
            for next in index.beside where seen.insert(next).inserted { edge.append(next) }
        }
        return (points, isOpen)
    }
}

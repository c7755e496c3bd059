import WaldoCore

/// Looks for a point source: the place and strength that make counts likeliest, and all places that are not much less
/// likely.
///
/// The model is a source whose field falls with the square of the distance, and an even background. On the surface of
/// a sphere of radius L around the base, a source at s and one at L^2 s / |s|^2 with L^2 / |s|^2 of the strength give
/// the same field, and on a plane a source and its mirror image: one layer of measurements gives two answers, and
/// both are given.
public struct SourceSearch: Sendable {
    /// The rules of a search.
    public struct Rules: Equatable, Sendable {
        /// Where a source may be; nil: around the points, by half their extent more.
        public var region: SpaceBox?
        /// Nearer than this a source is no point any more, in metres.
        public var nearest: Double
        /// Whether the region's top is the ground, above which no source is.
        public var isBelowGround = false
        /// How many times the search's first lattice has a place along the longest side.
        public var divisions: Int

        /// Creates rules.
        public init(region: SpaceBox? = nil, nearest: Double = 0.01, divisions: Int = 24) {
            (self.region, self.nearest, self.divisions) = (region, nearest, divisions)
        }
    }

    /// Twice the logarithm of a ratio of likelihoods, above which 1 of 20 true places with three coordinates lies:
    /// the 95 % point of chi squared with three degrees of freedom.
    public static let regionLimit = 7.815
    /// Fewer points determine no source: it has five unknowns.
    public static let fewest = 6

    /// Searches.
    /// - Returns: nil where the points are too few, or have no counts.
    public static func search(_ points: [CountedPoint], _ rules: Rules = Rules()) -> SourceFinding? {
        search(points, rules) { _ in }
    }

    /// Searches. Of many points those far from where most was counted are merged: see `SourceFinding.searched`.
    /// - Parameter progress: told now and then which part is done, 0...1; it may end the search by throwing.
    /// - Returns: nil where the points are too few, or have no counts.
    public static func search(
        _ points: [CountedPoint], _ rules: Rules, progress: (Double) throws -> Void
    ) rethrows -> SourceFinding? {
        let points = points.filter { $0.exposure > 0 && $0.counts >= 0 }
        guard points.count >= fewest, points.contains(where: { $0.counts > 0 }),
            let around = SpaceBox(around: points.map(\.point)), around.side > 0
        else { return nil }
        let box = rules.region ?? around.grown(by: around.side / 2)
        let merged = PointMerge(points, around: around)
        let field = SourceField(merged.points, nearest: rules.nearest)
        let peaks = try peaks(of: field, in: box, rules, hot: merged.hot, progress)
        guard let best = peaks.first else { return nil }
        let evidence = 2 * (best.fit.logLikelihood - field.background.logLikelihood)
        let needed = SourceFinding.neededEvidence(points: points.count)
        var finding = SourceFinding(
            solutions: [], evidence: max(0, evidence), needed: needed, background: field.background.background,
            region: box, points: points.count, searched: merged.points.count)
        guard evidence > needed else { return finding }
        for peak in peaks where 2 * (best.fit.logLikelihood - peak.fit.logLikelihood) <= regionLimit {
            guard !finding.solutions.contains(where: { $0.contains(peak.point) }) else { continue }
            finding.solutions.append(
                try SourceSolution(
                    field, at: peak.point, peak.fit, limit: best.fit.logLikelihood - regionLimit / 2, in: box,
                    isBelowGround: rules.isBelowGround
                ) { try progress(climbed) })
        }
        return finding
    }

    private typealias Peak = (point: ArmPoint, fit: FieldFit)

    /// At most so many places of the first lattice are climbed from.
    private static let climbs = 12
    /// The parts of a search after which the first lattice is known, and all places were climbed from.
    private static let surveyed = 0.6, climbed = 0.8

    /// The likeliest places, the best first: those of a lattice that are likelier than the ones beside them, and where
    /// most was counted, each climbed from.
    private static func peaks(
        of field: SourceField, in box: SpaceBox, _ rules: Rules, hot: [ArmPoint], _ progress: (Double) throws -> Void
    ) rethrows -> [Peak] {
        let spacing = max(box.side / Double(rules.divisions), .leastNormalMagnitude)
        let middle = ArmPoint(
            x: (box.low.x + box.high.x) / 2, y: (box.low.y + box.high.y) / 2, z: (box.low.z + box.high.z) / 2)
        let lattice = SourceLattice(through: middle, spacing: spacing, in: box)
        var likelihoods: [SourceLattice.Index: Double] = [:]
        let indices = lattice.indices
        for (number, index) in indices.enumerated() {
            likelihoods[index] = field.fit(at: lattice.point(index)).logLikelihood
            if number % 32 == 0 { try progress(Double(number) / Double(indices.count) * surveyed) }
        }
        let starts = likelihoods.filter { index, value in
            index.beside.allSatisfy { (likelihoods[$0] ?? -.infinity) <= value }
        }
        let starting =
            starts.sorted { $0.value > $1.value }.prefix(climbs).map { lattice.point($0.key) }
            + hot.filter(box.contains)
        var peaks: [Peak] = []
        for (number, point) in starting.enumerated() {
            peaks.append(field.climb(from: point, step: spacing / 2, in: box))
            try progress(surveyed + Double(number) / Double(starting.count) * (climbed - surveyed))
        }
        return peaks.sorted { $0.fit.logLikelihood > $1.fit.logLikelihood }
    }
}

import WaldoCore
import WaldoFiles
package import WaldoMap
import WaldoStore
import WaldoSurvey
import WaldoTime

/// Where a point source is, by a survey's counts.
package struct SourceReport {
    /// What was found.
    package let finding: SourceFinding
    let stream: MappedStream
    /// The unit of the field, and how many of a survey's dose rates one of them is; nil: there are none.
    let unit: String
    let dose: (rate: Double, unit: String)?

    /// Searches.
    /// - Parameter region: where the source may be, in metres; nil: around the places.
    /// - Throws: `StoreError` for a store that cannot be read, `Failure` for too few places, `ExitStatus`.
    package init(_ selection: MapSelection, region: SpaceBox?) throws {
        var progress = Progress("Searching \(selection.store)")
        defer { progress.clear() }
        let stream = try MappedStream(selection, .counts) { progress.showStep($0 * Self.read) }
        self = try SourceReport(stream, selection, region: region, &progress)
    }

    /// The parts of the work after which the counts have been read, and the source was searched.
    private static let read = 0.3, searched = 0.8

    private init(
        _ stream: MappedStream, _ selection: MapSelection, region: SpaceBox?, _ progress: inout Progress
    ) throws {
        self.stream = stream
        let isCounts = stream.stream.unit == "count"
        if !isCounts { try stream.requireRate(selection.store) }
        guard stream.sharing < Self.maxSharing else {
            throw Failure(
                .file,
                """
                \(selection.store): the numbers of “\(SafeText.escaped(stream.stream.name))” share their counts, as those of a \
                moving window do, and would look like a source; \(stream.countsRemedy(selection.store))survey by a raster
                """)
        }
        unit = isCounts ? "cps" : stream.stream.unit
        let points = isCounts ? stream.counted : try stream.estimated(of: selection.store)
        var rules = SourceSearch.Rules(region: region)
        if stream.plane.system == .world {
            // Nobody walks nearer than half a metre to what they look for, and it does not hang above them.
            rules.nearest = 0.5
            rules.isBelowGround = true
            if region == nil, let around = SpaceBox(around: points.map(\.point)) {
                rules.region = around.grown(by: around.side / 2, upTo: around.high.z)
            }
        }
        guard points.contains(where: { $0.counts > 0 }) else {
            throw Failure(.file, "\(selection.store): nothing was counted at any place")
        }
        let found = try SourceSearch.search(points, rules) { part in
            progress.showStep(Self.read + part * (Self.searched - Self.read))
            try Interruption.check()
        }
        guard let finding = found else {
            throw Failure(
                .file,
                """
                \(selection.store): \(SurveyNumber.count(points.count, "place")), and a source has five unknowns; survey \
                \(SourceSearch.fewest) different places at least, and more of them around it
                """)
        }
        self.finding = finding
        var rates = selection
        rates.stream = nil
        dose =
            isCounts
            ? try Self.rates(rates) { progress.showStep(Self.searched + $0 * (1 - Self.searched)) }?.dose(for: stream)
            : nil
    }

    /// So many samples may share a moment on average.
    private static let maxSharing = 1.5

    /// The survey's rates; nil: it has none that can be mapped.
    private static func rates(
        _ selection: MapSelection, progress: (Double) -> Void
    ) throws -> MappedStream? {
        do { return try MappedStream(selection, progress: progress) } catch is Failure { return nil }
    }

    // MARK: texts

    /// The finding as lines of text.
    package var lines: [String] {
        var lines: [String] = []
        let rest =
            "evidence \(DecimalText.rounded(finding.evidence, error: 1)), \(DecimalText.rounded(finding.needed, error: 1)) needed"
        // Of many places not all are searched one by one.
        let merged =
            finding.searched == finding.points
            ? []
            : [
                """
                \(finding.points) places, searched as \(finding.searched): further from where \
                most was counted, those of one cell count together
                """
            ]
        guard let best = finding.solutions.first else {
            return [
                "no source above the background of \(rate(finding.background)) (\(rest))",
                "searched \(text(finding.region))",
            ] + merged
        }
        for (number, solution) in finding.solutions.enumerated() {
            lines.append(
                finding.solutions.count == 1
                    ? "a source at \(text(solution.point))"
                    : "answer \(number + 1): a source at \(text(solution.point))")
            let strength = rate(solution.strength, solution.strengths)
            lines.append("  strength \(strength) at 1 m, background \(rate(solution.background, solution.backgrounds))")
            lines.append(
                "  95 % region \(text(solution.region))" + (solution.isOpen ? ", and beyond what was searched" : ""))
        }
        lines.append(rest)
        lines += merged
        if finding.solutions.count > 1 {
            lines.append(
                "the counts fit each answer: survey a second layer, or exclude one with --region")
        } else if best.isOpen {
            lines.append("the counts give a direction only: survey nearer to it, or a second layer")
        }
        return lines
    }

    /// A rate, in parentheses what it may be, and of a dose rate the rate that was measured.
    private func rate(_ value: Double, _ range: ClosedRange<Double>? = nil) -> String {
        let measured = "\(DecimalText.rounded(value)) \(MarkupText.unit(unit))", factor = dose?.rate ?? 1
        let shown = dose.map { "\(DecimalText.rounded(value * $0.rate)) \(MarkupText.unit($0.unit))" } ?? measured
        let span = range.map { range in
            let error = (range.upperBound - range.lowerBound) / 2 * factor
            let ends = [range.lowerBound, range.upperBound].map { DecimalText.rounded($0 * factor, error: error) }
            return ends.joined(separator: " to ")
        }
        let notes = [span, dose == nil ? nil : measured].compactMap(\.self)
        return shown + (notes.isEmpty ? "" : " (\(notes.joined(separator: "; ")))")
    }

    private func text(_ point: ArmPoint) -> String {
        guard stream.plane.system == .world else {
            return [("x", point.x), ("y", point.y), ("z", point.z)].map {
                "\($0.0) \(DecimalText.rounded($0.1, error: 0.01)) m"
            }.joined(separator: ", ")
        }
        let place = onEarth(point)
        return "\(DecimalText.rounded(place.y, error: 1e-5)), \(DecimalText.rounded(place.x, error: 1e-5))"
            + (point.z < 0 ? ", \(DecimalText.rounded(-point.z, error: 1)) m below the survey" : "")
    }

    private func text(_ box: SpaceBox) -> String { "from \(text(box.low)) to \(text(box.high))" }

    /// Longitude and latitude. What is searched may reach beyond a pole or the antimeridian.
    func onEarth(_ point: ArmPoint) -> (x: Double, y: Double) {
        let place = stream.plane.place(PlanePoint(x: point.x, y: point.y))
        let turned = (place.x + 180).truncatingRemainder(dividingBy: 360)
        return ((turned < 0 ? turned + 360 : turned) - 180, max(-90, min(90, place.y)))
    }
}

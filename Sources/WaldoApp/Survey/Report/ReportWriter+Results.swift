import WaldoCore
import WaldoStore
import WaldoSurvey
import WaldoTime

/// What was measured.
extension ReportWriter {
    var results: [ReportDocument.Block] {
        var rows: [[String]] = [], excluded: [String] = []
        for (stream, numbers) in zip(found.streams, found.statistics) {
            let isSum = found.graph?.isSum(stream.name) == true
            func text(_ value: Double?) -> String {
                isSum ? "" : value.map { DecimalText.rounded($0, error: numbers.error) } ?? "none"
            }
            rows.append([
                stream.name, MarkupText.unit(stream.unit), "\(numbers.samples)", text(numbers.minimum),
                text(numbers.mean), text(numbers.maximum),
                isSum ? "" : numbers.error.map { "± " + DecimalText.rounded($0, error: $0) } ?? "not known",
            ])
            excluded += Self.marks(stream.name, numbers)
        }
        var blocks: [ReportDocument.Block] = [
            .table(
                header: ["Stream", "Unit", "Samples", "Min", "Mean", "Max", "Error"], numbers: [2, 3, 4, 5, 6],
                rows: rows)
        ]
        if found.statistics.contains(where: { $0.error != nil }) {
            blocks.append(
                .sentence("The error is the mean standard error of one sample, from counting statistics (one sigma)."))
        }
        return blocks + excluded.map { .sentence($0) }
    }

    private static func marks(_ name: String, _ numbers: StreamStatistics) -> [String] {
        var parts: [String] = []
        if numbers.excluded > 0 {
            parts.append("\(numbers.excluded) not valid or saturated, in none of these numbers")
        }
        if numbers.partial > 0 { parts.append("\(numbers.partial) from a window that was not full") }
        if numbers.undated > 0 { parts.append("\(numbers.undated) of a time that is not known") }
        if numbers.outliers > 0 { parts.append("\(numbers.outliers) beside a fix at a place that no speed explains") }
        if numbers.belowThreshold > 0 { parts.append("\(numbers.belowThreshold) below the decision threshold") }
        return parts.isEmpty ? [] : ["\(name): \(parts.joined(separator: "; "))."]
    }

    /// What the sums over time are called: a dose only where each is one.
    var sumsTitle: String {
        let units = found.streams.filter { found.graph?.isSum($0.name) == true }.map(\.unit)
        return units.allSatisfy { MeasureUnit($0).isDose } ? "Dose" : "Sums over time"
    }

    /// The sums over time: their last number, and how much time they stand for.
    var sums: [ReportDocument.Block] {
        guard let graph = found.graph else { return [] }
        var rows: [[String]] = []
        for (stream, numbers) in zip(found.streams, found.statistics) {
            guard graph.isSum(stream.name), let last = numbers.last, let output = graph.output(named: stream.name)
            else { continue }
            let exposure = graph.root(of: output.valueIndex).flatMap { graph.inputs[$0].exposure }
            let time = exposure.map { $0 * numbers.samples }
            rows.append([
                stream.name, last.value.map { DecimalText.rounded($0, error: last.sigma) } ?? "none",
                last.sigma.map { "± " + DecimalText.rounded($0, error: $0) } ?? "not known",
                MarkupText.unit(stream.unit),
                time.map(SurveyNumber.duration) ?? "not known",
                time.map { SurveyNumber.duration(max(.zero, measured - $0)) } ?? "not known",
            ])
        }
        guard !rows.isEmpty else { return [] }
        return [
            .table(
                header: ["Stream", "Sum", "Error", "Unit", "Measured", "Not measured"], numbers: [1, 2, 4, 5],
                rows: rows),
            .sentence("A sum is that of the measured time; nothing is added for time that was not measured."),
        ] + (found.runs.count > 1 ? [.sentence("It is that of the last session.")] : [])
    }

    var calibrations: [ReportDocument.Block] {
        guard let graph = found.graph else {
            return [.sentence("None: there is no graph, and the numbers are those of the sensor.")]
        }
        let rows = graph.nodes.compactMap { node -> [String]? in
            guard let (what, calibration) = Self.calibration(of: node, graph) else { return nil }
            let missing = "not stated"
            return [
                node.name, what, calibration.uncertainty.map { "\(DecimalText.rounded($0 * 100)) %" } ?? missing,
                calibration.standard ?? missing, calibration.source ?? missing, calibration.date ?? missing,
            ]
        }
        guard !rows.isEmpty else { return [.sentence("The graph has no calibrated numbers.")] }
        return [
            .table(
                header: ["Node", "Number", "Uncertainty", "Valid for", "Source", "Date"], numbers: [2], rows: rows)
        ]
    }

    private static func calibration(of node: GraphNode, _ graph: Graph) -> (String, Calibration)? {
        let unit = node.unit.map { MarkupText.unit($0.text) } ?? ""
        switch node.kind {
        case .deadTime(let tau, let calibration):
            return ("dead time \(DecimalText.rounded(tau * 1e6)) µs", calibration)
        case .scale(let factor, let calibration):
            let from = node.inputs.first.flatMap { graph.unit(at: $0) }.map { MarkupText.unit($0.text) } ?? "unit"
            return ("\(DecimalText.rounded(factor)) \(unit) per \(from)", calibration)
        case .minus(.constant(let number, let uncertainty, let calibration)):
            return ("minus \(DecimalText.rounded(number)) ± \(DecimalText.rounded(uncertainty)) \(unit)", calibration)
        case .polynomial(let coefficients, _, let range, let calibration):
            let numbers = coefficients.map { DecimalText.rounded($0) }.joined(separator: ", ")
            let limits = range.map {
                ", from \(DecimalText.rounded($0.lowerBound)) to \(DecimalText.rounded($0.upperBound))"
            }
            return ("polynomial \(numbers)\(limits ?? "") in \(unit)", calibration)
        default: return nil
        }
    }
}

import WaldoCore
import WaldoSurvey
import WaldoTime

/// Lists what a graph computes, for `waldo check`.
enum GraphCheck {
    static func text(_ graph: Graph) -> String {
        var lines = ["graph “\(graph.name)”"]
        let width =
            (graph.inputs.map(\.name) + graph.nodes.map(\.name) + graph.outputs.map(\.description.name))
            .map(\.count).max() ?? 0
        lines += rows(
            "in",
            graph.inputs.map { input in
                let stream = input.streams.names == [input.name] ? "" : ", the stream \(input.streams.text)"
                return (input.name, named(input.unit) + stream)
            }, width)
        lines += rows("nodes", graph.nodes.map { ($0.name, node($0, graph)) }, width)
        lines += rows("out", graph.outputs.map { ($0.description.name, output($0, graph)) }, width)
        return lines.joined(separator: "\n") + "\n"
    }

    private static func rows(_ title: String, _ rows: [(String, String)], _ width: Int) -> [String] {
        rows.enumerated().map { index, row in
            "  " + (index == 0 ? title : "").padded(to: 7) + row.0.padded(to: width + 2) + row.1
        }
    }

    private static func output(_ output: GraphOutput, _ graph: Graph) -> String {
        var text = graph.name(at: output.valueIndex)
        if let unit = graph.unit(at: output.valueIndex) { text += " in \(named(unit))" }
        switch output.limits {
        case .none: break
        case .poisson: text += ", with Poisson limits"
        case .poissonAndCalibration: text += ", with limits of counting and calibration"
        }
        if let spacing = output.spacing { text += ", one every \(spacing) m at most" }
        if output.description.isCompensated { text += ", corrected for dead time" }
        return text
    }

    private static func node(_ node: GraphNode, _ graph: Graph) -> String {
        let inputs = node.inputs.map { graph.name(at: $0) }
        var text = node.kind.name
        if let first = inputs.first { text += " of \(first)" }
        text += details(node.kind, inputs.dropFirst().first, graph, node)
        if let unit = node.unit { text += " -> \(named(unit))" }
        return text
    }

    private static func details(_ kind: GraphKind, _ other: String?, _ graph: Graph, _ node: GraphNode) -> String {
        switch kind {
        case .window(let over, let per, let marksPartial):
            return ", over \(SpanText.text(over))" + (per.map { ", per \(SpanText.text($0))" } ?? "")
                + (marksPartial ? ", partial until full" : "")
        case .rate(let per): return ", per \(SpanText.text(per))"
        case .deadTime(let tau, let calibration):
            return ", tau \(number(tau * 1e6)) us, non-paralyzable" + text(calibration)
        case .minus(.node): return " minus \(other ?? "")"
        case .minus(.constant(let value, let error, let calibration)):
            return " minus \(number(value))" + (error > 0 ? " +- \(number(error))" : "") + text(calibration)
        case .scale(let factor, let calibration): return ", times \(number(factor))" + text(calibration)
        case .polynomial(let coefficients, let factor, let range, let calibration):
            return ", coefficients " + coefficients.map(number).joined(separator: ", ")
                + (factor == 1 ? "" : ", after a factor of \(number(factor))")
                + (range.map { ", valid from \(number($0.lowerBound)) to \(number($0.upperBound))" } ?? "")
                + text(calibration)
        case .mean(.time(let over)): return ", over \(SpanText.text(over))"
        case .mean(.values(let count)): return ", of \(count) bins"
        case .mean(.error(let error, let shortest, let longest)):
            return
                ", until the error is \(number(error * 100)) %, over \(SpanText.text(shortest)) to "
                + "\(SpanText.text(longest))"
        case .median(let count): return ", of \(count) bins"
        case .ema(let tau): return ", tau \(SpanText.text(tau))"
        case .integral: return " over the measured time"
        case .poisson(let includes): return (includes ? ", with the calibration's uncertainty" : "") + ", limits"
        case .flag(let range, _):
            return ", marked where \(other ?? "it") is not \(number(range.lowerBound)) to \(number(range.upperBound))"
        case .alarm(let alarm): return text(alarm)
        case .anomaly(let anomaly, let alarm):
            return
                ", raised by a probability of \(number(anomaly.probability)) against \(SpanText.text(anomaly.baseline))"
                + (anomaly.over.map { ", over \(SpanText.text($0))" } ?? "") + text(alarm)
        case .locate(let rules):
            return " by " + rules.sources.map(\.rawValue).joined(separator: ", ")
                + ", stale after \(SpanText.text(rules.stale)), later fixes \(SpanText.text(rules.later))"
        case .thin(.time(let every)): return ", one every \(SpanText.text(every)) at most"
        case .thin(.distance(let metres)): return ", one every \(number(metres)) m at most"
        }
    }

    private static func text(_ calibration: Calibration) -> String {
        var text = ""
        if let uncertainty = calibration.uncertainty { text += ", uncertainty \(number(uncertainty * 100)) %" }
        if let standard = calibration.standard { text += ", for \(standard)" }
        if let source = calibration.source { text += ", by “\(source)”" }
        if let date = calibration.date { text += ", \(date)" }
        return text
    }

    private static func text(_ alarm: GraphAlarm) -> String {
        var text = ""
        if let above = alarm.above { text += ", raised above \(number(above))" }
        if let below = alarm.below { text += ", raised below \(number(below))" }
        if alarm.hold > .zero { text += " for \(SpanText.text(alarm.hold))" }
        if let clear = alarm.clear { text += ", clears at \(number(clear))" }
        if let silent = alarm.silent { text += ", raised by \(SpanText.text(silent)) of silence" }
        if alarm.acceptsPartial { text += ", also of partial values" }
        return text + (alarm.halts ? ", halts the arm" : "")
    }

    private static func named(_ unit: MeasureUnit) -> String {
        let text = unit.text.isEmpty ? "1" : SafeText.escaped(unit.text)
        return unit.isKnown ? text : "\(text) (a unit of its own)"
    }

    /// A number as Swift writes it, a whole one without a point.
    private static func number(_ value: Double) -> String {
        let text = "\(value)"
        return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
    }
}

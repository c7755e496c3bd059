import WaldoCore
import WaldoSurvey
import WaldoTime

/// The text of the survey's graph.
extension ViewTexts {
    /// The inputs, nodes and outputs.
    static func graph(_ graph: Graph) -> [UInt8] {
        var json = object("graph")
        json.add("name", graph.name)
        let inputs = graph.inputs.map { input in
            let stream = input.stream ?? input.streams.names.joined(separator: " or ")
            return nodeObject(input.name, "input", input.unit.text, [], stream == input.name ? "" : "from \(stream)")
        }
        let nodes = graph.nodes.map { node in
            nodeObject(node.name, node.kind.name, node.unit?.text ?? "", node.inputs, words(node.kind, of: node.unit))
        }
        json.add("places", inputs + nodes)
        json.add(
            "outputs",
            graph.outputs.map { output in
                var part = JSONObject()
                part.add("name", output.description.name)
                part.add("place", output.valueIndex)
                part.add("unit", output.description.unit)
                return part
            })
        return json.finish()
    }

    private static func nodeObject(
        _ name: String, _ kind: String, _ unit: String, _ inputs: [Int], _ text: String
    ) -> JSONObject {
        var part = JSONObject()
        part.add("name", name)
        part.add("kind", kind)
        part.add("unit", unit)
        part.add("inputs", inputs)
        part.add("text", text)
        return part
    }

    /// Over how long a node's values are formed; nil: each stands for itself.
    static func window(_ kind: GraphKind) -> String? {
        switch kind {
        case .window(let over, _, _), .mean(.time(let over)): SurveyNumber.seconds(over)
        case .mean(.error(let error, let from, let to)):
            "\(SurveyNumber.seconds(from)) to \(SurveyNumber.seconds(to)), until \(DecimalText.rounded(error * 100)) %"
        case .mean(.values(let count)), .median(let count): SurveyNumber.count(count, "value")
        case .ema(let tau): SurveyNumber.seconds(tau)
        default: nil
        }
    }

    /// A node's settings in words.
    private static func words(_ kind: GraphKind, of unit: MeasureUnit?) -> String {
        let window = window(kind).map { "over \($0)" }
        switch kind {
        case .window(_, let per?, _): return "\(window ?? ""), per \(SurveyNumber.seconds(per))"
        case .rate(let per): return "per \(SurveyNumber.seconds(per))"
        case .deadTime(let tau, _): return "\(DecimalText.rounded(tau * 1e6)) us"
        case .scale(let factor, _): return "times \(DecimalText.rounded(factor))"
        case .minus(.constant(let number, _, _)): return DecimalText.rounded(number)
        case .alarm(let alarm), .anomaly(_, let alarm):
            let unit = unit.map { " \($0.text)" } ?? ""
            return [
                alarm.above.map { "above \(DecimalText.rounded($0))\(unit)" },
                alarm.below.map { "below \(DecimalText.rounded($0))\(unit)" },
                alarm.silent.map { "silent for \(SurveyNumber.seconds($0))" }, alarm.halts ? "halts the arm" : nil,
            ].compactMap(\.self).joined(separator: ", ")
        default: return window ?? ""
        }
    }
}

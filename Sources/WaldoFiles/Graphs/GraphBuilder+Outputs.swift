import WaldoCore
import WaldoSurvey

/// `out` of a graph's file: `{ dose: smooth, total: total }`, `[dose, total]`, or with more about an output
/// `{ pm: { of: smooth, quantity: Particulate Matter, thresholds: [0, 12, 35, 55, 150] } }`.
extension GraphBuilder {
    mutating func readOutputs(_ value: YamlValue) throws(FileError) {
        if value.isMapping {
            let (section, locations) = try GraphReader.names(value, "an output")
            for (name, location) in zip(section.keys, locations) { try add(name, location, section.required(name)) }
        } else {
            for element in value.oneOrMore {
                let name = try element.text(expected: "the name of a node")
                guard !graph.outputs.contains(where: { $0.description.name == name }) else {
                    throw element.error("`\(SafeText.escaped(name))` appears more than once here; keep one of them")
                }
                try add(name, element, element)
            }
        }
        guard !graph.outputs.isEmpty else { throw value.error("`out` is empty; name the nodes that are stored") }
        guard graph.outputs.count <= GraphReader.maxNames else {
            throw value.error("`out` has \(graph.outputs.count) names; a graph has \(GraphReader.maxNames) at most")
        }
        try readLimits()
    }

    private mutating func add(_ name: String, _ key: YamlValue, _ value: YamlValue) throws(FileError) {
        var description = StreamDescription(name: name)
        var reference = value
        if value.isMapping {
            let section = try value.section(["of", "quantity", "thresholds"])
            reference = try section.required("of")
            description.quantity = try section["quantity"]?.title()
            if let value = section["thresholds"] { description.thresholds = try thresholds(value, of: reference) }
        }
        let index = try index(reference, isOutput: true)
        description.unit = unit(index).text
        description.isCompensated = isCompensated(index)
        var output = GraphOutput(description: description, valueIndex: index)
        if case .thin(.distance(let metres)) = graph.node(at: index)?.kind { output.spacing = metres }
        graph.outputs.append(output)
    }

    private mutating func thresholds(_ value: YamlValue, of reference: YamlValue) throws(FileError) -> [Double] {
        let unit = unit(try index(reference, isOutput: true))
        let list = try value.list(expected: "five levels, very low to very high")
        let levels = try list.map { (value) throws(FileError) in try value.quantity(in: unit) }
        guard levels.count == 5, zip(levels, levels.dropFirst()).allSatisfy({ $0 < $1 }) else {
            throw value.error("`\(value.name)` has to be five rising levels, very low to very high")
        }
        return levels
    }

    /// Whether the values at an index are corrected for dead time.
    private func isCompensated(_ index: Int) -> Bool {
        var index = index
        while let node = graph.node(at: index), let first = node.inputs.first {
            if case .deadTime = node.kind { return true }
            index = first
        }
        return false
    }

    /// Gives each output the limits that a `poisson` node states of it.
    private mutating func readLimits() throws(FileError) {
        for (draft, index, includesCalibration) in poissons {
            let outputs = graph.outputs.indices.filter { graph.outputs[$0].valueIndex == index }
            guard !outputs.isEmpty else {
                let names = graph.outputs.map { "`\(graph.name(at: $0.valueIndex))`" }.joined(separator: ", ")
                throw (draft.section["of"] ?? draft.operand).error(
                    "`\(draft.name)` gives limits to `\(graph.name(at: index))`, which is not put out; name one of "
                        + names)
            }
            for output in outputs {
                guard graph.outputs[output].limits == .none else {
                    throw draft.location.error(
                        "`\(graph.name(at: index))` has limits already; keep one `poisson` of it")
                }
                graph.outputs[output].limits = includesCalibration ? .poissonAndCalibration : .poisson
            }
        }
    }
}

import WaldoCore
import WaldoSurvey
import WaldoTime

/// The nodes that take counts with their exposures.
extension GraphBuilder {
    mutating func window(_ draft: GraphNodeDraft) throws(FileError) -> GraphNode {
        let index = try bins(draft)
        let over = try draft.section.required("over").span(in: .milliseconds(1)...TimeSpan.seconds(86_400))
        let per = try draft.section["per"].map { (value) throws(FileError) in try perTime(value) }
        let marksPartial: Bool = try draft.section["valid"]?.word(["full": true, "always": false]) ?? true
        return GraphNode(
            name: draft.name, kind: .window(over: over, per: per, marksPartial: marksPartial), inputs: [index],
            unit: per.map { rateUnit($0) } ?? .count)
    }

    mutating func rate(_ draft: GraphNodeDraft) throws(FileError) -> GraphNode {
        let index = try bins(draft)
        let per = try draft.section["per"].map { (value) throws(FileError) in try perTime(value) } ?? .seconds(1)
        return GraphNode(name: draft.name, kind: .rate(per: per), inputs: [index], unit: rateUnit(per))
    }

    mutating func deadTime(_ draft: GraphNodeDraft) throws(FileError) -> GraphNode {
        let index = try rawCounts(draft)
        if let model = draft.section["model"] {
            if model.text == "paralyzable" {
                throw model.error(
                    "the paralyzable model is not computed: two rates have the same reading; write `non-paralyzable`, "
                        + "and keep the rate low")
            }
            _ = try model.word(["non-paralyzable": true])
        }
        let value = try draft.section.required("tau")
        let tau = try value.quantity(in: .second)
        guard (1e-9...1).contains(tau) else { throw value.mismatch(expected: "a time from `1 ns` to `1 s`") }
        let uncertainty = try draft.section["uncertainty"].map { (value) throws(FileError) in
            if Quantity(value.text ?? "")?.unit == "%" { return try value.share() }
            let error = try value.quantity(in: .second) / tau
            guard (0...1).contains(error) else { throw value.mismatch(expected: "no more than `tau` itself") }
            return error
        }
        return GraphNode(
            name: draft.name, kind: .deadTime(tau: tau, try calibration(draft, uncertainty: uncertainty)),
            inputs: [index], unit: .count)
    }

    mutating func integral(_ draft: GraphNodeDraft) throws(FileError) -> GraphNode {
        let (index, unit) = try input(draft)
        guard !graph.overlaps(at: index) else {
            throw draft.operand.error(
                "the values of `\(graph.name(at: index))` share time, and their sum would count it more than once; "
                    + "integrate the rate of each bin (`rate`)")
        }
        let value = try draft.section.required("unit")
        let wanted = try GraphInputReader.unit(value)
        guard let factor = (unit * .second).factor(to: wanted) else {
            throw value.error(
                "`\(value.name)` is `\(wanted.text)`, and `\(graph.name(at: index))` is in `\(unit.text)`; the unit is "
                    + "that times a time")
        }
        return GraphNode(name: draft.name, kind: .integral(factor: factor), inputs: [index], unit: wanted)
    }

    mutating func poisson(_ draft: GraphNodeDraft) throws(FileError) -> GraphNode {
        let counts = try rawCounts(draft)
        let reference = try draft.section.required("of")
        let index = try index(reference, isOutput: true)
        guard graph.root(of: index) == counts else {
            throw reference.error(
                "`\(graph.name(at: index))` does not rest on `\(graph.name(at: counts))`; name what is computed of it")
        }
        guard graph.restsOnCounts(at: index) else {
            throw reference.error(
                "the error of a median is not known from counts; give the limits to a mean or a window")
        }
        let includes = try draft.section["include"]?.word(["calibration": true]) ?? false
        poissons.append((draft, index, includes))
        return GraphNode(name: draft.name, kind: .poisson(includesCalibration: includes), inputs: [index, counts])
    }

    /// The index of an input of counts, as the sensor gives them.
    mutating func rawCounts(_ draft: GraphNodeDraft) throws(FileError) -> Int {
        let (index, unit) = try input(draft)
        guard index < graph.inputs.count else {
            throw draft.operand.error(
                "`\(draft.name)` takes the counts of the sensor, and `\(graph.name(at: index))` is computed; name an "
                    + "input")
        }
        try requireCounts(draft, unit, index)
        return index
    }

    /// The index of counts whose bins do not share time.
    private mutating func bins(_ draft: GraphNodeDraft) throws(FileError) -> Int {
        let (index, unit) = try input(draft)
        try requireCounts(draft, unit, index)
        guard !graph.overlaps(at: index) else {
            throw draft.operand.error(
                "the values of `\(graph.name(at: index))` share time, and would be counted more than once; take the "
                    + "bins that it is made of")
        }
        return index
    }

    private func requireCounts(_ draft: GraphNodeDraft, _ unit: MeasureUnit, _ index: Int) throws(FileError) {
        guard unit == .count else {
            throw draft.operand.error(
                "`\(draft.name)` takes counts, and `\(graph.name(at: index))` is in `\(unit.text)`; name a stream in "
                    + "`count`")
        }
    }

    private func perTime(_ value: YamlValue) throws(FileError) -> TimeSpan {
        try value.word(["1 s": .seconds(1), "1 min": .seconds(60), "1 h": .seconds(3600)])
    }

    private func rateUnit(_ per: TimeSpan) -> MeasureUnit {
        MeasureUnit(per == .seconds(1) ? "cps" : per == .seconds(60) ? "cpm" : "count/h")
    }
}

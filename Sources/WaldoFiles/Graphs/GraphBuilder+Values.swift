import WaldoCore
import WaldoSurvey
import WaldoTime

/// The nodes that convert numbers and take means of them.
extension GraphBuilder {
    mutating func minus(_ draft: GraphNodeDraft) throws(FileError) -> GraphNode {
        let expected = "two values, `[cpm, background]` or `[cpm, 12 cpm]`"
        let list = try draft.operand.list(expected: expected)
        guard list.count == 2, list[0].text.flatMap({ Quantity($0) }) == nil else {
            throw draft.operand.mismatch(expected: expected)
        }
        let first = try index(list[0])
        let unit = unit(first)
        if list[1].text.flatMap({ Quantity($0) }) != nil {
            let value = try list[1].quantity(in: unit)
            let error = try draft.section["uncertainty"].map { (location) throws(FileError) in
                try Self.error(location, of: value, unit)
            }
            let kind = GraphKind.minus(.constant(value, uncertainty: error ?? 0, try calibration(draft)))
            return GraphNode(name: draft.name, kind: kind, inputs: [first], unit: unit)
        }
        for key in ["uncertainty", "source", "date", "standard"] {
            if let value = draft.section[key] {
                throw value.error("`\(value.name)` is for a number that is subtracted, not for a node; take it out")
            }
        }
        let second = try index(list[1])
        guard let factor = self.unit(second).factor(to: unit) else {
            throw list[1].error(
                "`\(graph.name(at: second))` is in `\(self.unit(second).text)`, and `\(graph.name(at: first))` in "
                    + "`\(unit.text)`; subtract what has the same kind of unit")
        }
        return GraphNode(
            name: draft.name, kind: .minus(.node(factor: factor)), inputs: [first, second], unit: unit)
    }

    /// A standard uncertainty in percent of a number or in its unit.
    private static func error(_ location: YamlValue, of value: Double, _ unit: MeasureUnit) throws(FileError) -> Double
    {
        let isShare = Quantity(location.text ?? "")?.unit == "%" && !unit.measuresSame(as: .one)
        let error = isShare ? try location.share() * abs(value) : try location.quantity(in: unit)
        guard error >= 0 else { throw location.mismatch(expected: "an uncertainty of 0 or more") }
        return error
    }

    mutating func scale(_ draft: GraphNodeDraft) throws(FileError) -> GraphNode {
        let index = try index(draft.operand)
        let factor = try draft.section.required("by").factor() * from(draft, index)
        let unit = try GraphInputReader.unit(draft.section.required("unit"))
        let kind = GraphKind.scale(
            by: factor, try calibration(draft, uncertainty: draft.section["uncertainty"]?.share()))
        return GraphNode(name: draft.name, kind: kind, inputs: [index], unit: unit)
    }

    mutating func polynomial(_ draft: GraphNodeDraft) throws(FileError) -> GraphNode {
        let index = try index(draft.operand)
        let value = try draft.section.required("coefficients")
        let list = try value.list(expected: "numbers from the power 0, `[0.5, -1.2, 3e-4]`")
        guard (2...9).contains(list.count) else {
            throw value.error("`\(value.name)` has \(list.count) numbers; a polynomial has 2 to 9")
        }
        let coefficients = try list.map { (value) throws(FileError) in try value.quantity(in: .one) }
        let from = try from(draft, index)
        let range = try draft.section["range"].map { (value) throws(FileError) in
            try value.range(
                in: draft.section["from"].map { $0.text.map { MeasureUnit($0) } ?? .one } ?? self.unit(index))
        }
        let unit = try GraphInputReader.unit(draft.section.required("unit"))
        let kind = GraphKind.polynomial(
            coefficients, factor: from, range: range,
            try calibration(draft, uncertainty: draft.section["uncertainty"]?.share()))
        return GraphNode(name: draft.name, kind: kind, inputs: [index], unit: unit)
    }

    /// The factor from the input's unit to the one that a calibration is made for, `from`; 1 without that key.
    private func from(_ draft: GraphNodeDraft, _ index: Int) throws(FileError) -> Double {
        guard let value = draft.section["from"] else { return 1 }
        let wanted = try GraphInputReader.unit(value)
        guard let factor = unit(index).factor(to: wanted) else {
            throw value.error(
                "`\(value.name)` is `\(wanted.text)`, and `\(graph.name(at: index))` is in `\(unit(index).text)`; the "
                    + "two have to be the same kind of unit")
        }
        return factor
    }

    mutating func mean(_ draft: GraphNodeDraft) throws(FileError) -> GraphNode {
        let (index, unit) = try input(draft)
        let span: GraphKind.Span
        let times = TimeSpan.milliseconds(1)...TimeSpan.seconds(86_400)
        if let bins = draft.section["bins"] {
            for other in [draft.section["over"], draft.section["until"]].compactMap({ $0 }) {
                throw other.error("`\(other.name)` and `bins` exclude each other; keep one")
            }
            span = .values(try bins.integer(in: 2...9999))
        } else if let until = draft.section["until"] {
            let error = try until.section(["error"]).required("error").share()
            let value = try draft.section.required("over")
            let ends = try value.list(expected: "the shortest and the longest time, `[5 s, 60 s]`")
            guard ends.count == 2 else { throw value.mismatch(expected: "two times, `[5 s, 60 s]`") }
            let (shortest, longest) = (try ends[0].span(in: times), try ends[1].span(in: times))
            guard shortest < longest else { throw ends[1].error("the longest time is not longer; write `[5 s, 60 s]`") }
            guard graph.restsOnCounts(at: index), !graph.overlaps(at: index) else {
                throw until.error(
                    "the error of `\(graph.name(at: index))` does not shrink with the time, or is not known; take the "
                        + "mean of bins of counts, or leave `until` out")
            }
            span = .error(error, from: shortest, to: longest)
        } else {
            span = .time(try draft.section.required("over").span(in: times))
        }
        return GraphNode(name: draft.name, kind: .mean(span), inputs: [index], unit: unit)
    }

    mutating func median(_ draft: GraphNodeDraft) throws(FileError) -> GraphNode {
        let (index, unit) = try input(draft)
        let count = try draft.section.required("bins").integer(in: 2...999)
        return GraphNode(name: draft.name, kind: .median(count), inputs: [index], unit: unit)
    }

    mutating func average(_ draft: GraphNodeDraft) throws(FileError) -> GraphNode {
        let (index, unit) = try input(draft)
        let tau = try draft.section.required("tau").span(in: .milliseconds(1)...TimeSpan.seconds(86_400))
        return GraphNode(name: draft.name, kind: .ema(tau: tau), inputs: [index], unit: unit)
    }

    mutating func flag(_ draft: GraphNodeDraft) throws(FileError) -> GraphNode {
        let (index, unit) = try input(draft)
        let tested = try draft.section["where"].map { (value) throws(FileError) in try self.index(value) }
        let range = try draft.section.required("range").range(in: tested.map(self.unit) ?? unit)
        return GraphNode(
            name: draft.name, kind: .flag(range, factor: 1), inputs: [index] + [tested].compactMap { $0 }, unit: unit)
    }

    mutating func thin(_ draft: GraphNodeDraft) throws(FileError) -> GraphNode {
        let (index, unit) = try input(draft)
        let value = try draft.section.required("every")
        let spacing: GraphKind.Spacing
        if let quantity = Quantity(value.text ?? ""), let metres = quantity.number(in: .metre), !quantity.unit.isEmpty {
            guard (0.001...1e6).contains(metres) else { throw value.mismatch(expected: "`1 mm` to `1000 km`") }
            spacing = .distance(metres)
        } else {
            spacing = .time(try value.span(in: .milliseconds(1)...TimeSpan.seconds(86_400)))
        }
        return GraphNode(name: draft.name, kind: .thin(spacing), inputs: [index], unit: unit)
    }
}

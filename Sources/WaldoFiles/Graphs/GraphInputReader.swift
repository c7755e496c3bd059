import WaldoCore
import WaldoSurvey

/// Reads `in` of a graph's file: `counts`, `[counts]`, `{ counts: count }`, `{ pm: { stream: PM2.5, unit: ug/m3 } }` or
/// with several names of the stream, `{ pm: { stream: [PM2.5, "*-PM2.5"], unit: ug/m3 } }`.
enum GraphInputReader {
    /// The most names of a stream.
    private static let maxNames = 16

    /// The inputs, and where each stands.
    static func inputs(
        _ value: YamlValue, _ drafts: [GraphNodeDraft]
    ) throws(FileError) -> [(input: GraphInput, location: YamlValue)] {
        var inputs: [(input: GraphInput, location: YamlValue)] = []
        if value.isMapping {
            let (section, locations) = try GraphReader.names(value, "a stream")
            for (name, location) in zip(section.keys, locations) {
                inputs.append((try input(name, section.required(name)), location))
            }
        } else {
            for location in value.oneOrMore {
                let name = try location.text(expected: "the name of a stream")
                try GraphReader.check(name, at: location)
                guard !inputs.contains(where: { $0.input.name == name }) else {
                    throw location.error("`\(name)` appears more than once here; keep one of them")
                }
                try requireCounts(name, location, drafts)
                inputs.append((GraphInput(name: name, unit: .count), location))
            }
        }
        guard !inputs.isEmpty else { throw value.error("`in` is empty; name the streams that the graph takes") }
        guard inputs.count <= GraphReader.maxNames else {
            throw value.error("`in` has \(inputs.count) names; a graph has \(GraphReader.maxNames) at most")
        }
        return inputs
    }

    private static func input(_ name: String, _ value: YamlValue) throws(FileError) -> GraphInput {
        guard value.isMapping else { return GraphInput(name: name, unit: try unit(value)) }
        let section = try value.section(["stream", "unit"])
        return GraphInput(
            name: name, streams: try section["stream"].map { (value) throws(FileError) in try streams(value) },
            unit: try unit(section.required("unit")))
    }

    /// The names of a stream, in which `*` matches any characters.
    private static func streams(_ value: YamlValue) throws(FileError) -> StreamPattern {
        var names: [String] = []
        for element in value.oneOrMore {
            let name = try element.title()
            guard !names.contains(name) else {
                throw element.error("`\(SafeText.escaped(name))` appears more than once here; keep one of them")
            }
            names.append(name)
        }
        guard (1...maxNames).contains(names.count) else {
            throw value.mismatch(expected: "one to sixteen names of a stream", fix: .value("x", "y"))
        }
        return StreamPattern(names)
    }

    /// The unit that a text states; `1` is a plain number.
    static func unit(_ value: YamlValue) throws(FileError) -> MeasureUnit {
        let text = try value.text(expected: "a unit such as `count` or `uSv/h`, or `1` for a plain number")
        guard YamlValue.isTitle(text), text.utf8.count <= 40 else {
            throw value.mismatch(expected: "a unit of 40 characters at most")
        }
        return text == "1" ? .one : MeasureUnit(text)
    }

    /// A stream without a stated unit is one of counts: only if a node says so is that sure.
    private static func requireCounts(
        _ name: String, _ location: YamlValue, _ drafts: [GraphNodeDraft]
    ) throws(FileError) {
        let countingNodes = ["window", "rate", "dead_time", "anomaly", "poisson"]
        let isCounts = drafts.contains { countingNodes.contains($0.kind) && $0.operand.text == name }
        guard isCounts else {
            throw location.error("no node states the unit of `\(name)`; write `in: { \(name): UNIT }`")
        }
    }
}

import WaldoCore
import WaldoSurvey

/// Parses and validates a graph file.
enum GraphReader {
    /// The most nodes, inputs or outputs of a graph.
    static let maxNames = 64

    static func graph(from text: String, file: String) throws(FileError) -> Graph {
        try graph(at: YamlDocument.root(of: text, file: file, as: .graph))
    }

    /// Reads the tree of a file.
    static func graph(at root: YamlValue) throws(FileError) -> Graph {
        let top = try root.section(["name", "in", "nodes", "out"])
        let name = try top.required("name").title()
        var drafts: [GraphNodeDraft] = []
        if let nodes = top["nodes"] {
            let (section, locations) = try names(nodes, "a node")
            drafts = try zip(section.keys, locations).map { (name, location) throws(FileError) in
                try GraphNodeDraft(name, location, section.required(name))
            }
        }
        let inputs = try GraphInputReader.inputs(top.required("in"), drafts)
        for draft in drafts where inputs.contains(where: { $0.input.name == draft.name }) {
            throw draft.location.error("`\(draft.name)` is an input and a node; rename one of them")
        }
        var builder = GraphBuilder(name: name, inputs: inputs.map(\.input))
        for draft in try GraphOrder.order(drafts, after: inputs.map(\.input.name)) { try builder.add(draft) }
        try builder.readOutputs(top.required("out"))
        try builder.refuseUnused(drafts, inputs.map(\.location))
        return builder.graph
    }

    /// A section whose keys are names of the file's author, and where each name stands.
    static func names(_ value: YamlValue, _ word: String) throws(FileError) -> (YamlSection, [YamlValue]) {
        var locations: [YamlValue] = []
        let section = try YamlSection(names: value, expected: "\(word) by its name, `name: ...`") {
            (location, name) throws(FileError) in
            try check(name, at: location)
            locations.append(location)
        }
        guard locations.count <= maxNames else {
            throw value.error("`\(value.name)` has \(locations.count) names; a graph has \(maxNames) at most")
        }
        return (section, locations)
    }

    /// Refuses a name that nodes and tables cannot bear.
    static func check(_ name: String, at location: YamlValue) throws(FileError) {
        let isLetter = { (byte: UInt8) in (0x61...0x7a).contains(byte | 0x20) }
        let isOther = { (byte: UInt8) in (0x30...0x39).contains(byte) || "_-.".utf8.contains(byte) }
        guard (1...32).contains(name.utf8.count), name.utf8.first.map(isLetter) ?? false,
            name.utf8.allSatisfy({ isLetter($0) || isOther($0) })
        else {
            throw location.error(
                "`\(SafeText.escaped(name))` is no name here; it begins with a letter, and has letters, digits, `_`, `-` "
                    + "and `.`, 32 characters at most")
        }
    }
}

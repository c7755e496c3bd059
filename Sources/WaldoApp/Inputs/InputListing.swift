package import WaldoCore
package import WaldoFiles
package import WaldoInput

/// What `waldo inputs` prints: a line an input, and a second one where two are alike.
package struct InputListing {
    private let nodes: [InputNode]
    private let library: Library
    private let arm: Arm?

    /// A list of these inputs.
    /// - Parameters:
    ///   - library: where their mappings are looked for.
    ///   - arm: the arm that is driven; nil: it is not known.
    package init(_ nodes: [InputNode], _ library: Library, driving arm: Arm?) {
        (self.nodes, self.library, self.arm) = (nodes, library, arm)
    }

    /// The lines.
    package var lines: [String] {
        let width = nodes.map(\.path.count).max() ?? 0
        return nodes.flatMap { node -> [String] in
            let path = node.path.padded(to: width)
            let kind = node.kind.map { $0 == .gamepad ? "gamepad " : "keyboard" } ?? "other   "
            return ["\(path)  \(kind)  \(node.name ?? "unknown")\(note(node))"] + twin(node)
        }
    }

    /// What of the operator's mappings fits one of the inputs and is not used, and why.
    package var notUsed: [String] {
        nodes.compactMap(\.description).flatMap { library.choice(for: $0, driving: arm).declined }
            .filter(\.isOperators).map { "“\($0.title)” (\($0.name)) \($0.reason)" }
    }

    private func note(_ node: InputNode) -> String {
        switch node.access {
        case .open(let description):
            let ids = "  [\(description.identity.ids)]"
            guard node.isMappable else { return ids }
            let battery = InputCatalogue.battery(at: node.path).map { "  battery: \($0.text)" } ?? ""
            let other = node.traits.otherThanPad.map { "  (\($0))" } ?? ""
            return "\(ids)\(other)  \(silence(node))mapping: \(mapping(description, at: node.path))\(battery)"
        case .denied: return "  (may not be opened)"
        case .unusable(let reason): return "  (\(reason))"
        }
    }

    /// Of a pad alone: a keyboard's keys are up when it has gone, or it is on a cable.
    private func silence(_ node: InputNode) -> String { node.kind == .gamepad ? "\(node.silence.words)  " : "" }

    private func mapping(_ input: InputDescription, at path: String) -> String {
        let choice = library.choice(for: input, driving: arm)
        if let entry = choice.entry { return SafeText.escaped(entry.name) }
        guard let declined = choice.declined.first else { return "none fits, `waldo map \(path)` makes one" }
        return "none is taken unasked, `waldo map \(path)` makes one: “\(declined.title)” \(declined.reason)"
    }

    /// How to tell an input from another of the same name and ids.
    private func twin(_ node: InputNode) -> [String] {
        guard let identity = node.description?.identity, node.isListed else { return [] }
        let alike = nodes.filter { other in
            guard let of = other.description?.identity, other.path != node.path else { return false }
            return of.name == identity.name && of.ids == identity.ids
        }
        guard !alike.isEmpty else { return [] }
        let isAlone = !alike.contains { $0.description?.identity == identity }
        let port = node.port.isEmpty ? "" : "\(node.port): "
        return [
            "    \(port)--input \(ShellWord.quoted(isAlone ? identity.text : node.path)); "
                + "`waldo inputs --watch \(node.path)` shows what it sends"
        ]
    }
}

import WaldoCore

/// Orders the nodes of a file so that each comes after what it takes; otherwise they keep the file's order.
enum GraphOrder {
    static func order(
        _ drafts: [GraphNodeDraft], after inputs: [String]
    ) throws(FileError) -> [GraphNodeDraft] {
        for draft in drafts {
            for reference in draft.references { try check(reference, of: draft, drafts, inputs) }
        }
        var ordered: [GraphNodeDraft] = []
        var done = Set(inputs)
        var waiting = drafts
        while !waiting.isEmpty {
            let next = waiting.firstIndex { $0.references.allSatisfy { done.contains($0.text ?? "") } }
            guard let next else { throw cycle(waiting, done) }
            let draft = waiting.remove(at: next)
            done.insert(draft.name)
            ordered.append(draft)
        }
        return ordered
    }

    private static func check(
        _ reference: YamlValue, of draft: GraphNodeDraft, _ drafts: [GraphNodeDraft], _ inputs: [String]
    ) throws(FileError) {
        let name = try reference.text(expected: "the name of an input or a node")
        if inputs.contains(name) { return }
        guard let other = drafts.first(where: { $0.name == name }) else {
            let names = inputs + drafts.filter { $0.hasNumbers && $0.name != draft.name }.map(\.name)
            throw reference.error(
                "`\(SafeText.escaped(name))` is neither an input nor a node"
                    + Spelling.hint(name, among: names, then: "known: " + names.joined(separator: ", ")))
        }
        guard other.hasNumbers else {
            throw reference.error(
                "`\(name)` is of kind `\(other.kind)`, which has no value; use the node that it takes")
        }
    }

    /// Every waiting node waits for another: following the first such reference of each leads around the cycle.
    private static func cycle(_ waiting: [GraphNodeDraft], _ done: Set<String>) -> FileError {
        var path: [String] = []
        var draft = waiting[0]
        while true {
            path.append(draft.name)
            guard let reference = draft.references.first(where: { !done.contains($0.text ?? "") }),
                let next = waiting.first(where: { $0.name == reference.text })
            else { return draft.location.error("`\(draft.name)` cannot be computed") }
            if let start = path.firstIndex(of: next.name) {
                let names = (path[start...] + [next.name]).map { "`\($0)`" }.joined(separator: " takes ")
                return reference.error("the nodes form a cycle, \(names); take one of them from an input")
            }
            draft = next
        }
    }
}

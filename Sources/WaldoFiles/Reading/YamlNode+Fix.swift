/// A file's tree, fixed for the search for further faults.
extension YamlNode {
    /// A value that the search puts in: it has no location in the file.
    private static func guess(_ text: String) -> YamlNode {
        guard text.hasPrefix("[") else { return YamlNode(contents: .scalar(text, isPlain: true)) }
        let parts = text.dropFirst().dropLast().split(separator: ",").map { guess(String($0.drop { $0 == " " })) }
        return YamlNode(contents: .list(parts))
    }

    /// Whether the search has put something in here or below.
    var hasGuess: Bool {
        if mark == nil { return true }
        return switch contents {
        case .mapping(let pairs): pairs.contains { $0.key.hasGuess || $0.value.hasGuess }
        case .list(let elements): elements.contains { $0.hasGuess }
        case .scalar: false
        }
    }

    /// The value at a path below this node; nil: there is none.
    func node(at path: ArraySlice<FaultCause.Step>) -> YamlNode? {
        guard let step = path.first else { return self }
        switch step {
        case .key(let index), .value(let index):
            guard let pairs, index < pairs.count else { return nil }
            return pairs[index].value.node(at: path.dropFirst())
        case .element(let index):
            guard let elements, index < elements.count else { return nil }
            return elements[index].node(at: path.dropFirst())
        }
    }

    /// This node with a fix at a path below it; nil: there is none.
    /// - Parameter isOther: whether the second of two values is put in.
    func fixed(at path: ArraySlice<FaultCause.Step>, by fix: FaultCause.Fix, isOther: Bool) -> YamlNode? {
        guard let step = path.first else { return fixed(by: fix, isOther: isOther) }
        let rest = path.dropFirst()
        switch step {
        case .key(let index), .value(let index):
            guard var pairs, index < pairs.count else { return nil }
            if rest.isEmpty, fix == .removeKey {
                pairs.remove(at: index)
            } else if case .key = step {
                guard rest.isEmpty, case .renameKey(let name) = fix else { return nil }
                pairs[index].key.contents = .scalar(name, isPlain: true)
            } else {
                guard let node = pairs[index].value.fixed(at: rest, by: fix, isOther: isOther) else { return nil }
                pairs[index].value = node
            }
            return YamlNode(contents: .mapping(pairs), mark: mark)
        case .element(let index):
            guard var elements, index < elements.count else { return nil }
            if rest.isEmpty, fix == .removeKey {
                elements.remove(at: index)
            } else {
                guard let node = elements[index].fixed(at: rest, by: fix, isOther: isOther) else { return nil }
                elements[index] = node
            }
            return YamlNode(contents: .list(elements), mark: mark)
        }
    }

    private func fixed(by fix: FaultCause.Fix, isOther: Bool) -> YamlNode? {
        switch fix {
        // Where there is no second value, the second tree is none that a reader takes.
        case .value(let one, let other): return Self.guess(isOther ? one == other ? "" : other : one)
        case .unknown: return isOther ? YamlNode(contents: .mapping([])) : Self.guess("")
        case .mapping: return YamlNode(contents: .mapping([]))
        case .addKey(let key):
            guard let pairs else { return nil }
            return YamlNode(contents: .mapping(pairs + [(Self.guess(key), Self.guess(""))]), mark: mark)
        case .removeKey, .renameKey: return nil
        }
    }
}

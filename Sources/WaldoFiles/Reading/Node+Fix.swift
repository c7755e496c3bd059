internal import Yams

/// A file's tree, fixed for the search for further faults.
extension Node {
    /// A value that the search has put in: it has no place in the file.
    private static func guess(_ text: String) -> Node {
        guard text.hasPrefix("[") else { return .scalar(Scalar(text, .implicit, .plain)) }
        let parts = text.dropFirst().dropLast().split(separator: ",").map { guess(String($0.drop { $0 == " " })) }
        return .sequence(Sequence(parts, .implicit, .flow))
    }

    /// Whether the search has put something in here or below.
    var hasGuess: Bool {
        if mark == nil { return true }
        return switch self {
        case .mapping(let pairs): pairs.contains { $0.key.hasGuess || $0.value.hasGuess }
        case .sequence(let nodes): nodes.contains { $0.hasGuess }
        case .scalar, .alias: false
        }
    }

    /// The value at a place below this node; nil: there is no such place.
    func node(at path: ArraySlice<FaultCause.Step>) -> Node? {
        guard let step = path.first else { return self }
        switch step {
        case .key(let place), .value(let place):
            guard let mapping, place < mapping.count else { return nil }
            return mapping[mapping.index(mapping.startIndex, offsetBy: place)].value.node(at: path.dropFirst())
        case .element(let place):
            guard let sequence, place < sequence.count else { return nil }
            return sequence[place].node(at: path.dropFirst())
        }
    }

    /// This node with a fix at a place below it; nil: there is no such place.
    /// - Parameter isOther: whether the second of two values is put in.
    func fixed(at path: ArraySlice<FaultCause.Step>, by fix: FaultCause.Fix, isOther: Bool) -> Node? {
        guard let step = path.first else { return fixed(by: fix, isOther: isOther) }
        let rest = path.dropFirst()
        switch step {
        case .key(let place), .value(let place):
            guard let mapping, place < mapping.count else { return nil }
            var pairs = mapping.map { ($0.key, $0.value) }
            if rest.isEmpty, fix == .removeKey {
                pairs.remove(at: place)
            } else if case .key = step {
                guard rest.isEmpty, case .renameKey(let name) = fix else { return nil }
                pairs[place].0 = .scalar(Scalar(name, .implicit, .plain, pairs[place].0.mark))
            } else {
                guard let node = pairs[place].1.fixed(at: rest, by: fix, isOther: isOther) else { return nil }
                pairs[place].1 = node
            }
            return .mapping(Mapping(pairs, .implicit, mapping.style, mapping.mark))
        case .element(let place):
            guard let sequence, place < sequence.count else { return nil }
            var nodes = Array(sequence)
            if rest.isEmpty, fix == .removeKey {
                nodes.remove(at: place)
            } else {
                guard let node = nodes[place].fixed(at: rest, by: fix, isOther: isOther) else { return nil }
                nodes[place] = node
            }
            return .sequence(Sequence(nodes, .implicit, sequence.style, sequence.mark))
        }
    }

    private func fixed(by fix: FaultCause.Fix, isOther: Bool) -> Node? {
        switch fix {
        // Where there is no second value, the second tree is none that a reader takes.
        case .value(let one, let other): return Self.guess(isOther ? one == other ? "" : other : one)
        case .unknown: return isOther ? .mapping(Mapping([], .implicit, .any)) : Self.guess("")
        case .mapping: return .mapping(Mapping([], .implicit, .any))
        case .addKey(let key):
            guard let mapping else { return nil }
            let pairs = mapping.map { ($0.key, $0.value) } + [(Self.guess(key), Self.guess(""))]
            return .mapping(Mapping(pairs, .implicit, mapping.style, mapping.mark))
        case .removeKey, .renameKey: return nil
        }
    }
}

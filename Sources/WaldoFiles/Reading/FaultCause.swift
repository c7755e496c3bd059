/// Where in a file's tree a fault stands, and what takes it out of the way of the faults behind it.
struct FaultCause: Sendable {
    /// A step from a node to one below it, by its index.
    enum Step: Hashable, Sendable {
        case key(Int), value(Int), element(Int)
    }

    /// What makes a file readable beyond the fault, for the search for further ones.
    enum Fix: Equatable, Sendable {
        /// Takes the key out: nothing reads it.
        case removeKey
        /// Gives the key the name that was meant.
        case renameKey(String)
        /// Adds a key that is missing.
        case addKey(String)
        /// Puts a value in that the reader takes here, such as `1` or `[1, 2]`; two that differ, where there are
        /// two.
        case value(String, String)
        /// Puts in a mapping without keys.
        case mapping
        /// Nothing that the reader would surely take: the value is wrong beside others.
        case unknown
    }

    var path: [Step]
    /// Whether the node was put in by the search.
    var isGuess: Bool
    var fix: Fix

    /// The way to the section in which the fault is.
    var section: [Step] {
        if case .addKey = fix { return path }
        return Array(path.dropLast())
    }

    /// Where a node is once another one was taken out: those behind it in its section move up.
    static func path(_ path: [Step], without removed: [Step]) -> [Step] {
        let depth = removed.count - 1
        guard depth >= 0, path.count > depth, path.prefix(depth) == removed.prefix(depth) else { return path }
        var path = path
        path[depth] =
            switch (path[depth], removed[depth]) {
            case (.value(let index), .value(let other)) where index > other: .value(index - 1)
            case (.value(let index), .key(let other)) where index > other: .value(index - 1)
            case (.element(let index), .element(let other)) where index > other: .element(index - 1)
            default: path[depth]
            }
        return path
    }
}

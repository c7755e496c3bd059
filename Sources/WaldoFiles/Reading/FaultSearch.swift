/// Finds every fault of a file whose reader ends at the first one: it fixes the fault in the file's tree, reads again,
/// and so on. What it puts in for a wrong value is a guess. A later fault that may follow from a guess is reported
/// only if another guess leads to it too.
struct FaultSearch {
    /// Files with more faults than this are of another kind, or need other help.
    private static let maxFaults = 100

    /// The tree with one guess for each fixed value, and with the other one.
    private var trees: [YamlValue]
    private let read: (YamlValue) throws(FileError) -> Void
    /// Whether a guess stands in the trees.
    private var hasGuesses = false
    /// The sections that a key was taken out of with its value: what else is wrong there may follow from that.
    private var lacking: Set<[FaultCause.Step]> = []

    private init(trees: [YamlValue], read: @escaping (YamlValue) throws(FileError) -> Void) {
        (self.trees, self.read) = (trees, read)
    }

    /// The faults of a file, in the order of its lines; none: it is right.
    /// - Parameter read: the file's reader.
    static func faults(
        in root: YamlValue, reading read: @escaping (YamlValue) throws(FileError) -> Void
    ) -> [FileError] {
        var search = FaultSearch(trees: [root, root], read: read)
        return search.run().sorted { ($0.line ?? 0, $0.column ?? 0) < ($1.line ?? 0, $1.column ?? 0) }
    }

    private mutating func run() -> [FileError] {
        var faults: [FileError] = []
        for _ in 0..<Self.maxFaults {
            guard let fault = Self.fault(of: trees[0], read) else { break }
            guard let cause = fault.cause else {
                if faults.isEmpty { faults.append(fault) }
                break
            }
            if !cause.isGuess, !faults.contains(fault), faults.isEmpty || isSure(fault, cause) { faults.append(fault) }
            guard fix(cause) else { break }
        }
        return faults
    }

    /// Whether a fault is one of the file, and not of what was put in or taken out.
    private func isSure(_ fault: FileError, _ cause: FaultCause) -> Bool {
        guard !lacking.contains(cause.section), !lacking.contains(cause.path) else { return false }
        guard cause.fix == .unknown else { return true }
        // Beside a guess in its own section, below the file's own, nothing is sure.
        let section = cause.path.count > 1 ? cause.section : cause.path
        guard trees[0].node.node(at: section[...])?.hasGuess != true else { return false }
        guard lacking.isEmpty else { return false }
        return !hasGuesses || Self.fault(of: trees[1], read) == fault
    }

    private static func fault(of root: YamlValue, _ read: (YamlValue) throws(FileError) -> Void) -> FileError? {
        do throws(FileError) {
            try read(root)
            return nil
        } catch { return error }
    }

    /// Takes a fault out of the way in both trees.
    /// - Returns: whether that is possible.
    private mutating func fix(_ cause: FaultCause) -> Bool {
        guard let last = cause.path.last else {
            // The file itself: only a missing key can be added.
            guard case .addKey = cause.fix else { return false }
            return edit(cause.path, cause.fix)
        }
        switch cause.fix {
        case .removeKey, .renameKey: return edit(cause.path, cause.fix)
        case .addKey, .value, .mapping:
            hasGuesses = true
            return edit(cause.path, cause.fix)
        case .unknown:
            if case .key = last {
            } else if !cause.isGuess {
                hasGuesses = true
                return edit(cause.path, .unknown)
            }
            defer { lacking.insert(cause.section) }
            return edit(cause.path, .removeKey)
        }
    }

    private mutating func edit(_ path: [FaultCause.Step], _ fix: FaultCause.Fix) -> Bool {
        for index in trees.indices {
            guard let node = trees[index].node.fixed(at: path[...], by: fix, isOther: index > 0) else { return false }
            trees[index] = YamlValue(node: node, file: trees[index].file, name: trees[index].name)
        }
        if fix == .removeKey { lacking = Set(lacking.map { FaultCause.path($0, without: path) }) }
        return true
    }
}

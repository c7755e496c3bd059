import WaldoBus
import WaldoLoop

/// What keeps discovery from being started, as the script sets it.
extension FakeBlueZ {
    /// Sets the discovery filter, unless it has what the adapter does not know.
    /// - Returns: whether it was set.
    func takes(_ filter: [String: Value], at path: String) -> Bool {
        guard !patternless.contains(path) || filter["Pattern"] == nil else { return false }
        filters[path] = filter
        report(["event": "filtered", "keys": filter.keys.sorted().joined(separator: " ")])
        return true
    }

    /// Whether BlueZ takes discovery for in progress already.
    func isInTheWay(at path: String, of caller: String) -> Bool {
        lingering.contains(path) || isStuck(path, for: caller)
    }

    /// Whether a connection to the bus can neither start nor stop discovery: the first that calls, until it ends.
    func isStuck(_ path: String, for caller: String) -> Bool {
        guard let owner = stuck[path] else { return false }
        if owner.isEmpty { stuck[path] = caller }
        return owner.isEmpty || owner == caller
    }
}

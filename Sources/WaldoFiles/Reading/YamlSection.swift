import WaldoCore

/// A mapping of keys in a file; every key is known, and no two are names of the same one.
struct YamlSection {
    let value: YamlValue
    private var entries: [(key: String, value: YamlValue)] = []

    /// - Parameter aliases: older names of keys, and their current names.
    init(_ value: YamlValue, keys: [String], aliases: [String: String] = [:]) throws(FileError) {
        try self.init(value, expected: "the keys \(Self.enumerated(keys))", aliases: aliases) {
            (location, name, key) throws(FileError) in
            guard !keys.contains(key) else { return }
            let meant = Spelling.nearest(name, among: keys), present = value.keyNames.map { aliases[$0] ?? $0 }
            throw location.error(
                "the key `\(SafeText.escaped(name))` is unknown in \(Self.called(value.name))"
                    + Spelling.hint(name, among: keys, then: "expected " + Self.enumerated(keys)),
                fix: meant.map { present.contains($0) ? .removeKey : .renameKey($0) } ?? .removeKey)
        }
    }

    /// Reads keys that the file's author names.
    /// - Parameter check: throws for a name that is not allowed.
    init(
        names value: YamlValue, expected: String, check: (YamlValue, String) throws(FileError) -> Void
    ) throws(FileError) {
        try self.init(value, expected: expected, aliases: [:]) { (location, name, _) throws(FileError) in
            try check(location, name)
        }
    }

    private init(
        _ value: YamlValue, expected: String, aliases: [String: String],
        check: (_ location: YamlValue, _ name: String, _ key: String) throws(FileError) -> Void
    ) throws(FileError) {
        self.value = value
        guard let pairs = value.node.pairs else { throw value.mismatch(expected: expected, fix: .mapping) }
        var written: [String: String] = [:]
        for (number, (key, node)) in pairs.enumerated() {
            let location = YamlValue(node: key, file: value.file, name: value.name, path: value.path + [.key(number)])
            guard let name = location.text else { throw location.mismatch(expected: "a key", fix: .removeKey) }
            let key = aliases[name] ?? name
            try check(location, name, key)
            if let other = written.updateValue(name, forKey: key) {
                throw location.error(
                    "`\(name)` and `\(other)` are names of the same key; keep `\(key)`", fix: .removeKey)
            }
            let path = value.name == "the file" ? name : "\(value.name).\(name)"
            let below = value.path + [.value(number)]
            entries.append((key, YamlValue(node: node, file: value.file, name: path, path: below)))
        }
    }

    /// The keys that are present, in the file's order.
    var keys: [String] { entries.map(\.key) }

    /// The value of a key; nil when the key is missing.
    subscript(key: String) -> YamlValue? { entries.first { $0.key == key }?.value }

    func required(_ key: String) throws(FileError) -> YamlValue {
        guard let entry = self[key] else {
            throw value.error("\(Self.called(value.name)) has no key `\(key)`; add it", fix: .addKey(key))
        }
        return entry
    }

    private static func called(_ name: String) -> String { name == "the file" ? name : "`\(name)`" }

    private static func enumerated(_ keys: [String]) -> String {
        keys.map { "`\($0)`" }.joined(separator: ", ")
    }
}

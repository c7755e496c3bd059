import WaldoCore

/// The operator's `config.yaml`: defaults of options.
public struct SettingsFile: Equatable, Sendable {
    /// Its name in the operator's directory. A mapping cannot have it.
    public static let name = "config.yaml"

    /// The file's path.
    public let path: String
    /// What it sets, with lines from 1 on; a value that is nil says that nothing is wanted.
    private(set) var entries: [SettingKey: (value: String?, line: Int)] = [:]

    /// Parses a file. One without a key, as the template is, sets nothing.
    /// - Parameter home: the operator's home directory, for `~/`; nil: it is unknown.
    /// - Throws: what is wrong, with line and column.
    init(_ text: String, path: String, home: String?) throws(FileError) {
        try self.init(at: YamlDocument.optionalRoot(of: text, file: path), path: path, home: home)
    }

    /// Reads the root of a file; nil: there is nothing in it.
    init(at root: YamlValue?, path: String, home: String?) throws(FileError) {
        self.path = path
        guard let root else { return }
        try Self.refuseOtherKinds(root)
        let section = try root.section(SettingKey.allCases.map(\.rawValue))
        for key in SettingKey.allCases {
            guard let node = section[key.rawValue] else { continue }
            let text = try node.text(expected: "a text, such as `\(key.example)`")
            do throws(SettingValue.Refusal) {
                entries[key] = (try SettingValue.read(text, for: key, home: home), node.line)
            } catch { throw node.mismatch(expected: error.expected, fix: .value("none", "none")) }
        }
    }

    /// Reads the file of an operator's directory, under the same rule of ownership as arms and mappings.
    /// - Returns: nil when there is none.
    /// - Throws: that it cannot be trusted or read, or what is wrong with it.
    static func read(in directory: String, home: String?) throws(FileError) -> SettingsFile? {
        guard let text = try OperatorFile.read(name, in: directory) else { return nil }
        return try SettingsFile(text, path: "\(directory)/\(name)", home: home)
    }

    /// Whether a path is that of such a file, by its last part.
    static func isNamed(_ path: String) -> Bool { path.split(separator: "/").last.map(String.init) == name }

    /// A mapping that was called `config` before this name had a meaning is told apart from a misspelled key.
    private static func refuseOtherKinds(_ root: YamlValue) throws(FileError) {
        guard let kind = YamlDocument.distinctSubject(of: root), kind != .settings else { return }
        throw root.error("this is \(kind.words), and \(name) holds defaults of options; give this file another name")
    }

    /// Whether two files set the same.
    public static func == (one: Self, other: Self) -> Bool {
        one.path == other.path
            && SettingKey.allCases.allSatisfy { key in
                let (mine, others) = (one.entries[key], other.entries[key])
                return mine?.value == others?.value && mine?.line == others?.line
            }
    }
}

import WaldoCore

/// The YAML document of a file, and what it describes.
enum YamlDocument {
    /// The document's root.
    /// - Parameter expected: what the file should describe, for a message.
    static func root(
        of text: String, file: String, expected: String = "an arm or a mapping"
    ) throws(FileError) -> YamlValue {
        let root = try parsed(text, file: file)
        guard let root, !root.isNothing else {
            let sentence = "the file is empty; \(expected) was expected"
            throw root?.error(sentence) ?? FileError(file: file, line: 1, column: 1, sentence)
        }
        return root
    }

    /// The document's root, of a file that describes one kind of thing.
    /// - Throws: also that the file describes another kind, by its keys.
    static func root(of text: String, file: String, as subject: Subject) throws(FileError) -> YamlValue {
        let root = try root(of: text, file: file, expected: subject.words), keys = root.keyNames
        guard let other = subjects(with: keys).first, !subjects(with: corrected(keys)).contains(subject) else {
            return root
        }
        throw root.error("this is \(other.words), and \(subject.words) was expected; name another file")
    }

    /// The document's root; nil where there is nothing but comments.
    static func optionalRoot(of text: String, file: String) throws(FileError) -> YamlValue? {
        guard let root = try parsed(text, file: file), !root.isNothing else { return nil }
        return root
    }

    private static func parsed(_ text: String, file: String) throws(FileError) -> YamlValue? {
        try YamlParser.root(of: text, file: file).map { YamlValue(node: $0, file: file, name: "the file") }
    }

    /// What a file describes.
    enum Subject: CaseIterable {
        case arm, sensor, graph, mapping, settings, fence

        /// Keys that only its files have at the top.
        fileprivate var keys: [String] {
            switch self {
            case .arm: ["link", "channels", "pacing", "frame"]
            case .sensor: ["hear", "message", "messages", "streams", "say"]
            case .graph: ["in", "nodes", "out"]
            case .mapping: ["match", "slider", "joystick", "keys", "controls", "profiles"]
            case .settings: SettingKey.allCases.map(\.rawValue)
            case .fence: ["table", "boxes", "cylinder", "reach"]
            }
        }

        /// One of its files, for a message.
        var words: String {
            switch self {
            case .arm: "an arm"
            case .sensor: "a sensor"
            case .graph: "a graph"
            case .mapping: "a mapping"
            case .settings: "a file of defaults"
            case .fence: "a fence"
            }
        }
    }

    /// What a file describes, by its top-level keys, misspelled ones included, or by its name.
    /// - Throws: that no key says what it describes.
    static func subject(of root: YamlValue, file: String) throws(FileError) -> Subject {
        if let subject = distinctSubject(of: root) ?? (SettingsFile.isNamed(file) ? .settings : nil) { return subject }
        let kinds = Subject.allCases.map { "`\($0.keys[0])` (\($0.words))" }
        let expected = kinds.dropLast().joined(separator: ", ")
        throw root.error("no key says what this file describes; expected \(expected) or \(kinds[kinds.count - 1])")
    }

    /// What a file describes, by its top-level keys; nil if none is distinctive.
    static func distinctSubject(of root: YamlValue) -> Subject? { subjects(with: corrected(root.keyNames)).first }

    /// Keys, each misspelled one as the distinctive key that it is nearest to.
    private static func corrected(_ keys: [String]) -> [String] {
        let all = Subject.allCases.flatMap(\.keys)
        return keys.compactMap { all.contains($0) ? $0 : Spelling.nearest($0, among: all) }
    }

    private static func subjects(with keys: [String]) -> [Subject] {
        Subject.allCases.filter { subject in keys.contains { subject.keys.contains($0) } }
    }
}

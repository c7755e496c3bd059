internal import WaldoCore
internal import Yams

/// Parses one YAML document into a tree whose nodes know their places; anchors, aliases and tags are refused.
enum YamlDocument {
    /// The document's root.
    static func root(of text: String, file: String) throws(FileError) -> YamlValue {
        let root = try parsed(text, file: file)
        guard let root, !root.isNothing else {
            let sentence = "the file is empty; an arm or a mapping was expected"
            throw root?.error(sentence) ?? FileError(file: file, line: 1, column: 1, sentence)
        }
        return root
    }

    /// The document's root; nil where there is nothing but comments.
    static func optionalRoot(of text: String, file: String) throws(FileError) -> YamlValue? {
        guard let root = try parsed(text, file: file), !root.isNothing else { return nil }
        return root
    }

    private static func parsed(_ text: String, file: String) throws(FileError) -> YamlValue? {
        try refuseManyAliases(text, file)
        do {
            let parser = try Parser(yaml: text, resolver: .basic, encoding: .utf8)
            guard let node = try parser.singleRoot() else { return nil }
            let root = YamlValue(node: node, file: file, name: "the file")
            // A node refers to its anchor weakly; the parser owns it.
            try withExtendedLifetime(parser) { () throws(FileError) in try root.refuseExtras() }
            return root
        } catch let error as FileError {
            throw error
        } catch let error as YamlError {
            throw fault(error, text, file)
        } catch {
            throw FileError(file: file, "not valid YAML")
        }
    }

    /// What a file describes.
    enum Subject: CaseIterable {
        case arm, sensor, graph, mapping, settings

        /// Keys that only its files have at the top.
        fileprivate var keys: [String] {
            switch self {
            case .arm: ["link", "channels", "pacing", "frame"]
            case .sensor: ["hear", "message", "messages", "streams", "say"]
            case .graph: ["in", "nodes", "out"]
            case .mapping: ["match", "slider", "joystick", "keys", "controls", "profiles"]
            case .settings: SettingKey.allCases.map(\.rawValue)
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
            }
        }
    }

    /// What a file describes, by its top-level keys, misspelled ones included; a mapping if none is distinctive, or by
    /// its name defaults.
    static func subject(of root: YamlValue, file: String) -> Subject {
        distinctSubject(of: root) ?? (SettingsFile.isNamed(file) ? .settings : .mapping)
    }

    /// What a file describes, by its top-level keys; nil if none is distinctive.
    static func distinctSubject(of root: YamlValue) -> Subject? {
        let keys = root.keyNames
        let all = Subject.allCases.flatMap(\.keys)
        let nearest = keys.compactMap { all.contains($0) ? $0 : Spelling.nearest($0, among: all) }
        return Subject.allCases.first { subject in nearest.contains { subject.keys.contains($0) } }
    }

    /// Refuses more than eight aliases before parsing: an alias is expanded to a copy of its target, and nested copies
    /// grow exponentially when they are compared. A few pass here, and `refuseExtras` reports them at their places.
    private static func refuseManyAliases(_ text: String, _ file: String) throws(FileError) {
        var (line, column, count) = (1, 0, 0)
        var before: Unicode.Scalar = "\n"
        var isAlias = false
        for scalar in text.unicodeScalars {
            if isAlias && !" \t\r\n".unicodeScalars.contains(scalar) {
                count += 1
                guard count <= 8 else {
                    throw FileError(
                        file: file, line: line, column: column, "aliases (`*name`) are not taken; write the value out")
                }
            }
            (line, column) = before == "\n" && column > 0 ? (line + 1, 1) : (line, column + 1)
            isAlias = scalar == "*" && " \t\r\n[]{},:-?".unicodeScalars.contains(before)
            before = scalar
        }
    }

    private static func fault(_ error: YamlError, _ text: String, _ file: String) -> FileError {
        switch error {
        case .scanner(let context, let problem, let mark, _), .parser(let context, let problem, let mark, _),
            .composer(let context, let problem, let mark, _):
            if problem.contains("another document") {
                return FileError(
                    file: file, line: mark.line, column: mark.column,
                    "a second document begins here; one file holds one arm, mapping, sensor or graph")
            }
            if problem.contains("alias") {
                return FileError(
                    file: file, line: mark.line, column: mark.column,
                    "aliases (`*name`) are not taken; write the value out")
            }
            let during = context.map { " (\($0.text))" } ?? ""
            return FileError(
                file: file, line: mark.line, column: mark.column, "not valid YAML: \(problem)\(during)")
        case .reader(let problem, let offset, _, _):
            let (line, column) = place(offset ?? 0, in: text)
            return FileError(file: file, line: line, column: column, "not valid YAML: \(problem)")
        case .duplicatedKeysInMapping(let keys, let context):
            return FileError(
                file: file, line: context.mark.line, column: context.mark.column,
                "the key `\(SafeText.escaped(keys.first ?? ""))` stands more than once here; keep one of them")
        case .memory: return FileError(file: file, "the file is nested too deeply")
        default: return FileError(file: file, "not valid YAML: \(SafeText.escaped(error.description))")
        }
    }

    /// Line and column (from 1) of the character at an offset.
    private static func place(_ offset: Int, in text: String) -> (line: Int, column: Int) {
        var (line, column) = (1, 1)
        for character in text.prefix(offset) {
            (line, column) = character.isNewline ? (line + 1, 1) : (line, column + 1)
        }
        return (line, column)
    }
}

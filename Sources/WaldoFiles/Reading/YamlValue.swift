internal import WaldoCore
internal import WaldoTime
internal import Yams

/// A node of a file with its place and name, and conversions to the types that files use.
///
/// Types are decided here and not by YAML's own rules, which read `no` as a boolean and `1_000` or `0o17` as numbers.
struct YamlValue {
    let node: Node
    let file: String
    /// The name that messages use: `pacing.interval`.
    let name: String
    /// The way from the file's root to the node.
    var path: [FaultCause.Step] = []

    /// Its line in the file, from 1.
    var line: Int { node.mark?.line ?? 1 }

    /// - Parameter fix: what a search for further faults does about it.
    func error(_ sentence: String, fix: FaultCause.Fix = .unknown) -> FileError {
        let mark = node.mark
        var error = FileError(file: file, line: mark?.line ?? 1, column: mark?.column ?? 1, sentence)
        error.cause = FaultCause(path: path, isGuess: mark == nil, fix: fix)
        return error
    }

    /// `` `name` is X; expected Y ``.
    /// Whether nothing stands there.
    var isNothing: Bool {
        guard let scalar = node.scalar else { return false }
        return scalar.string.isEmpty && scalar.style == .plain
    }

    /// - Parameter fix: what a search for further faults does about it.
    func mismatch(expected: String, fix: FaultCause.Fix = .unknown) -> FileError {
        error("`\(name)` is \(found); expected \(expected)", fix: fix)
    }

    /// What was found, for a message.
    var found: String {
        switch node {
        case .scalar(let scalar) where scalar.isEmpty: "empty"
        case .scalar(let scalar): "`\(SafeText.escaped(scalar.string))`"
        case .sequence: "a list"
        case .mapping: "a mapping of keys"
        case .alias: "an alias"
        }
    }

    // MARK: texts and words

    /// The text of a scalar, quoted or not; nil for lists, mappings and empty values.
    var text: String? {
        guard let scalar = node.scalar, !(scalar.isEmpty) else { return nil }
        return scalar.string
    }

    func text(expected: String) throws(FileError) -> String {
        guard let text else { throw mismatch(expected: expected, fix: .value("x", "y")) }
        return text
    }

    /// A single line of 1 to 120 characters to show to the operator.
    func title() throws(FileError) -> String {
        let text = try text(expected: "a text")
        guard Self.isTitle(text) else {
            throw mismatch(
                expected: "a text of 1 to 120 characters on one line, without control characters",
                fix: .value("x", "y"))
        }
        return text
    }

    /// Whether a text is a single line of 1 to 120 characters that a terminal can show.
    static func isTitle(_ text: String) -> Bool {
        (1...120).contains(text.unicodeScalars.count) && text.unicodeScalars.allSatisfy(SafeText.isSafe)
    }

    func word<Value>(_ words: KeyValuePairs<String, Value>) throws(FileError) -> Value {
        let expected = words.map { "`\($0.key)`" }.joined(separator: " or ")
        let names = words.map(\.key)
        let fix = FaultCause.Fix.value(names.first ?? "", names.last ?? "")
        guard let text else { throw mismatch(expected: expected, fix: fix) }
        for (word, value) in words where word == text { return value }
        throw mismatch(expected: expected + Spelling.hint(text, among: names), fix: fix)
    }

    func flag() throws(FileError) -> Bool {
        guard node.scalar?.style == .plain else {
            throw mismatch(expected: "`true` or `false`", fix: .value("true", "false"))
        }
        return try word(["true": true, "false": false])
    }

    // MARK: numbers

    /// A plain decimal number: no quotes, octal, underscores or exponent.
    var number: DecimalNumber? {
        guard let scalar = node.scalar, scalar.style == .plain else { return nil }
        return DecimalNumber(scalar.string)
    }

    func number(expected: String) throws(FileError) -> DecimalNumber {
        guard let number else { throw mismatch(expected: expected, fix: .value("1", "2")) }
        return number
    }

    func integer(in range: ClosedRange<Int>) throws(FileError) -> Int {
        let expected = "a whole number from \(range.lowerBound) to \(range.upperBound)"
        guard let value = number?.units(decimals: 0), range.contains(value) else {
            throw mismatch(expected: expected, fix: .value("\(range.lowerBound)", "\(range.upperBound)"))
        }
        return value
    }

    /// A percentage, `10 %`, as a fraction, 0...1.
    func percent(in range: ClosedRange<Int>) throws(FileError) -> Double {
        let expected = "a percentage from `\(range.lowerBound) %` to `\(range.upperBound) %`"
        guard let text, text.hasSuffix("%"), let number = DecimalNumber(TimeText.trimmed(text.dropLast())),
            (Double(range.lowerBound)...Double(range.upperBound)).contains(number.value)
        else { throw mismatch(expected: expected, fix: .value("\(range.lowerBound) %", "\(range.upperBound) %")) }
        return number.value / 100
    }

    /// A duration, `80 ms` or `0.5 s`.
    /// - Parameter word: the word that is allowed instead, for the error message.
    func duration(in range: ClosedRange<TimeSpan>, or word: String? = nil) throws(FileError) -> TimeSpan {
        let expected = "a time such as `80 ms` or `0.5 s`" + (word.map { ", or \($0)" } ?? "")
        let bounds = (TimeText.text(range.lowerBound), TimeText.text(range.upperBound))
        let fix = FaultCause.Fix.value(bounds.0, bounds.1)
        guard let duration = text.flatMap({ TimeText.parse($0[...]) }) else {
            throw mismatch(expected: expected, fix: fix)
        }
        guard range.contains(duration) else {
            throw mismatch(expected: "a time from \(bounds.0) to \(bounds.1)", fix: fix)
        }
        return duration
    }

    // MARK: lists and sections

    var isMapping: Bool { node.mapping != nil }

    /// The names of the keys, where this is a mapping.
    var keyNames: [String] { node.mapping?.keys.compactMap { $0.scalar?.string } ?? [] }

    /// The value of a key, where this is a mapping that has it.
    func value(_ key: String) -> YamlValue? {
        guard let found = node.mapping?.enumerated().first(where: { $1.key.scalar?.string == key }) else { return nil }
        return YamlValue(
            node: found.element.value, file: file, name: "\(name).\(key)", path: path + [.value(found.offset)])
    }

    /// The elements of a list; nil when it is none.
    var list: [YamlValue]? {
        guard let sequence = node.sequence else { return nil }
        return sequence.enumerated().map {
            YamlValue(node: $1, file: file, name: name, path: path + [.element($0)])
        }
    }

    /// - Parameter fix: what a search for further faults does about a value that is none.
    func list(
        expected: String, fix: FaultCause.Fix = .value("[]", "[]")
    ) throws(FileError) -> [YamlValue] {
        guard let list else { throw mismatch(expected: expected, fix: fix) }
        return list
    }

    /// The elements of a list, or a single value as a list of one.
    var oneOrMore: [YamlValue] { list ?? [self] }

    /// The keys and values of a mapping; every key must be one of these.
    /// - Parameter aliases: older names of keys, and their current names.
    func section(_ keys: [String], aliases: [String: String] = [:]) throws(FileError) -> YamlSection {
        try YamlSection(self, keys: keys, aliases: aliases)
    }

    // MARK: refused YAML features

    /// Refuses anchors, aliases and tags in this node and below it.
    /// - Parameter isKey: the node is part of a mapping's key.
    func refuseExtras(isKey: Bool = false) throws(FileError) {
        if node.anchor != nil {
            throw error("anchors (`&name`) and aliases (`*name`) are not taken; write the value out")
        }
        if let tag = explicitTag(isKey: isKey) {
            throw error("tags (`\(SafeText.escaped(tag))`) are not taken; write the value without")
        }
        switch node {
        case .sequence(let nodes):
            for node in nodes { try YamlValue(node: node, file: file, name: name).refuseExtras(isKey: isKey) }
        case .mapping(let pairs):
            for (key, value) in pairs {
                try YamlValue(node: key, file: file, name: name).refuseExtras(isKey: true)
                try YamlValue(node: value, file: file, name: name).refuseExtras(isKey: isKey)
            }
        case .alias: throw error("aliases (`*name`) are not taken; write the value out")
        case .scalar: break
        }
    }

    /// The tag that the file gives explicitly. Yams itself tags quoted texts and, while it compares them, keys as
    /// strings.
    private func explicitTag(isKey: Bool) -> String? {
        let (tag, isMarked) =
            switch node {
            case .scalar(let scalar): (scalar.tag.rawValue, isKey || scalar.style != .plain)
            case .sequence(let sequence): (sequence.tag.rawValue, isKey)
            case .mapping(let mapping): (mapping.tag.rawValue, isKey)
            case .alias(let alias): (alias.tag.rawValue, isKey)
            }
        return tag.isEmpty || (isMarked && tag.hasPrefix("tag:yaml.org,2002:")) ? nil : tag
    }
}

extension Node.Scalar {
    /// Whether the file gives no value here.
    fileprivate var isEmpty: Bool { string.isEmpty && style == .plain }
}

import WaldoCore
import WaldoTime

/// A node of a file with its location and name, and conversions to the types that files use.
///
/// Types are decided here and not by YAML's own rules, which read `no` as a boolean and `1_000` or `0o17` as numbers.
struct YamlValue {
    let node: YamlNode
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

    /// Whether nothing stands there.
    var isNothing: Bool { node.isNothing }

    /// `` `name` is X; expected Y ``.
    /// - Parameter fix: what a search for further faults does about it.
    func mismatch(expected: String, fix: FaultCause.Fix = .unknown) -> FileError {
        error("`\(name)` is \(found); expected \(expected)", fix: fix)
    }

    /// `` `name` is X `` for a text that is none of these names, the likely one first.
    /// - Parameters:
    ///   - text: what is compared with the names; it can be a part of the value.
    ///   - fix: what a search for further faults does about it.
    func mismatch(
        _ text: String, among names: [String], expected: String, fix: FaultCause.Fix = .unknown
    ) -> FileError {
        error("`\(name)` is \(found)" + Spelling.hint(text, among: names, then: "expected \(expected)"), fix: fix)
    }

    /// What was found, for a message.
    var found: String {
        switch node.contents {
        case .scalar where node.isNothing: "empty"
        case .scalar(let text, _): "`\(SafeText.escaped(text))`"
        case .list(let elements): Self.withoutComma(elements) ?? "a list"
        case .mapping: "a mapping of keys"
        }
    }

    /// A list such as `[0 180]`, which YAML reads as one text; nil: it is another text.
    private static func withoutComma(_ elements: [YamlNode]) -> String? {
        guard elements.count == 1, let text = elements[0].scalar?.text, text.contains(" "),
            text.split(separator: " ").allSatisfy({ DecimalNumber(String($0)) != nil })
        else { return nil }
        return "`[\(SafeText.escaped(text))]`, without a comma"
    }

    // MARK: texts and words

    /// The text of a scalar, quoted or not; nil for lists, mappings and empty values.
    var text: String? { isNothing ? nil : node.scalar?.text }

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
        throw mismatch(text, among: names, expected: expected, fix: fix)
    }

    func flag() throws(FileError) -> Bool {
        guard node.scalar?.isPlain == true else {
            throw mismatch(expected: "`true` or `false`", fix: .value("true", "false"))
        }
        return try word(["true": true, "false": false])
    }

    // MARK: numbers

    /// A plain decimal number: no quotes, octal, underscores or exponent.
    var number: DecimalNumber? {
        guard let scalar = node.scalar, scalar.isPlain else { return nil }
        return DecimalNumber(scalar.text)
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

    var isMapping: Bool { node.pairs != nil }

    /// The names of the keys, where this is a mapping.
    var keyNames: [String] { node.pairs?.compactMap { $0.key.scalar?.text } ?? [] }

    /// The value of a key, where this is a mapping that has it.
    func value(_ key: String) -> YamlValue? {
        guard let pairs = node.pairs, let index = pairs.firstIndex(where: { $0.key.scalar?.text == key }) else {
            return nil
        }
        return YamlValue(node: pairs[index].value, file: file, name: "\(name).\(key)", path: path + [.value(index)])
    }

    /// The elements of a list; nil when it is none.
    var list: [YamlValue]? {
        node.elements?.enumerated().map { YamlValue(node: $1, file: file, name: name, path: path + [.element($0)]) }
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
}

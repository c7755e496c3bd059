/// Text from outside, made safe to show on a terminal and in a message.
public enum SafeText {
    /// Whether a terminal only draws the character: it is no control character, and none that is invisible or changes
    /// the direction of the text.
    public static func isSafe(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .unassigned, .privateUse: false
        default: true
        }
    }

    /// What is shown in place of an unsafe character: `\u{1b}`.
    public static func escape(_ scalar: Unicode.Scalar) -> String { "\\u{\(String(scalar.value, radix: 16))}" }

    /// The text with its unsafe characters escaped.
    /// - Parameter width: of a longer text so many characters are shown, with `...` behind them.
    public static func escaped(_ text: String, upTo width: Int = 40) -> String {
        var result = ""
        for scalar in text.unicodeScalars.prefix(width) {
            if isSafe(scalar) { result.unicodeScalars.append(scalar) } else { result += escape(scalar) }
        }
        return text.unicodeScalars.count > width ? result + "..." : result
    }

    /// Whether a character may end a line or means something to a terminal: a control character, or a separator of
    /// lines or paragraphs.
    public static func breaksLine(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator: true
        default: false
        }
    }

    /// The text as one line of a file: each character that may end a line is a space.
    public static func line(_ text: String) -> String {
        var line = ""
        for scalar in text.unicodeScalars { line.unicodeScalars.append(breaksLine(scalar) ? " " : scalar) }
        return line
    }

    /// The bytes as text where there are some and all are printable ASCII; else nil.
    public static func plain(_ bytes: [UInt8]) -> String? {
        guard !bytes.isEmpty, bytes.allSatisfy({ (0x20..<0x7f).contains($0) }) else { return nil }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// The bytes of a frame as text, ends of lines as `\n` and `\r`; nil unless all else is printable ASCII.
    public static func frame(_ bytes: [UInt8]) -> String? {
        let ends: [UInt8: String] = [0x0a: "\\n", 0x0d: "\\r"]
        guard plain(bytes.filter { ends[$0] == nil }) != nil else { return nil }
        return bytes.reduce(into: "") { $0 += ends[$1] ?? String(UnicodeScalar($1)) }
    }
}

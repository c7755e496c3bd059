import Glibc

/// What a terminal can show beyond plain ASCII.
public struct TerminalStyle: Equatable, Sendable {
    /// How text is emphasised.
    public enum Emphasis: Sendable {
        /// No emphasis: the terminal knows no escape sequences (TERM=dumb).
        case none
        /// Bold and reverse video (NO_COLOR, https://no-color.org).
        case monochrome
        /// The eight basic colours as well.
        case colour
    }

    /// How text is emphasised.
    public var emphasis: Emphasis
    /// Whether the terminal accepts UTF-8.
    public var isUnicode: Bool
    /// Whether its font has the braille patterns.
    public var hasBraille: Bool

    /// Creates a style; `hasBraille` defaults to `isUnicode`.
    public init(_ emphasis: Emphasis, isUnicode: Bool = true, hasBraille: Bool? = nil) {
        self.emphasis = emphasis
        self.isUnicode = isUnicode
        self.hasBraille = hasBraille ?? isUnicode
    }

    /// The style for these environment variables: TERM, NO_COLOR, and the first of LC_ALL, LC_CTYPE and LANG that is
    /// set.
    public init(term: String?, noColour: String?, locale: String?) {
        let knowsEscapes = !["", "dumb"].contains(term ?? "")
        let wantsColour = (noColour ?? "").isEmpty
        let encoding = (locale ?? "").lowercased()
        let isUnicode = encoding.hasSuffix("utf-8") || encoding.hasSuffix("utf8")
        // The console fonts of the kernel have box drawing and block elements, but no braille.
        self.init(
            knowsEscapes ? (wantsColour ? .colour : .monochrome) : .none,
            isUnicode: isUnicode, hasBraille: isUnicode && term != "linux")
    }

    /// The style that this process's environment asks for.
    public static func ofEnvironment() -> TerminalStyle {
        func variable(_ name: String) -> String? {
            guard let value = getenv(name), value.pointee != 0 else { return nil }
            return String(cString: value)
        }
        return TerminalStyle(
            term: variable("TERM"), noColour: variable("NO_COLOR"),
            locale: variable("LC_ALL") ?? variable("LC_CTYPE") ?? variable("LANG"))
    }
}

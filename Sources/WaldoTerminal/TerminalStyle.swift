internal import Glibc

/// What may be written to a terminal besides plain ASCII.
public struct TerminalStyle: Equatable, Sendable {
    /// How lines are made to stand out.
    public enum Emphasis: Sendable {
        /// Not at all: the terminal knows no escape sequences (TERM=dumb).
        case none
        /// By bold and reverse video (NO_COLOR, https://no-color.org).
        case monochrome
        /// By the eight colours too.
        case colour
    }

    /// How lines are made to stand out.
    public var emphasis: Emphasis
    /// Whether the terminal takes UTF-8.
    public var isUnicode: Bool
    /// Whether it has signs for braille's dots.
    public var hasBraille: Bool

    /// A style of these parts; braille comes with UTF-8.
    public init(_ emphasis: Emphasis, isUnicode: Bool = true, hasBraille: Bool? = nil) {
        self.emphasis = emphasis
        self.isUnicode = isUnicode
        self.hasBraille = hasBraille ?? isUnicode
    }

    /// The style that these variables ask for: TERM, NO_COLOR, and the first set of LC_ALL, LC_CTYPE and LANG.
    public init(term: String?, noColour: String?, locale: String?) {
        let knowsEscapes = !["", "dumb"].contains(term ?? "")
        let wantsColour = (noColour ?? "").isEmpty
        let encoding = (locale ?? "").lowercased()
        let isUnicode = encoding.hasSuffix("utf-8") || encoding.hasSuffix("utf8")
        // The fonts of the kernel's console have frames and blocks, and no braille.
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

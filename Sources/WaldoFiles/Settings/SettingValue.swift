import WaldoCore

/// Checks the value of a default. One that is a path must not depend on the directory that Waldo is started in: a file
/// planted there could drive an arm.
enum SettingValue {
    /// The value as options take it: `~/` is the home directory, and a directory ends in `/`. Nil: `none`, nothing.
    /// - Parameter home: the operator's home directory; nil: it is unknown.
    /// - Throws: what was expected instead.
    static func read(_ text: String, for key: SettingKey, home: String?) throws(Refusal) -> String? {
        guard isOneLine(text, isPath: text.hasPrefix("/") || text.hasPrefix("~/")) else {
            throw Refusal(expected: "a text of 1 to 120 characters on one line, without control characters")
        }
        guard text != Settings.none else { return nil }
        switch key {
        case .arm, .sensor:
            guard Library.isPath(text) else { return text }
            return try path(text, "a name, or a path that begins with `/` or `~/`", home)
        case .record, .survey:
            let path = try path(text, "a directory whose path begins with `/` or `~/`", home)
            return path.hasSuffix("/") ? path : path + "/"
        case .panel:
            guard isAddress(text) else { throw Refusal(expected: "HOST:PORT, such as `127.0.0.1:8713`") }
            return text
        case .input:
            guard text != "demo" else {
                throw Refusal(
                    expected: "an input of the operator's: the demo moves the arm by itself, so name it by --input")
            }
            return text
        case .shield, .adapter: return text
        }
    }

    /// What is wrong with a value.
    struct Refusal: Error, Equatable {
        let expected: String
    }

    /// A path may be longer than a name.
    private static func isOneLine(_ text: String, isPath: Bool) -> Bool {
        (1...(isPath ? 4_000 : 120)).contains(text.utf8.count) && text.unicodeScalars.allSatisfy(SafeText.isSafe)
    }

    private static func path(_ text: String, _ expected: String, _ home: String?) throws(Refusal) -> String {
        guard text.hasPrefix("~/") else {
            guard text.hasPrefix("/") else { throw Refusal(expected: expected) }
            return text
        }
        guard let home, home.hasPrefix("/") else {
            throw Refusal(expected: "a path that begins with `/`, because HOME does not say what `~` is")
        }
        return home + text.dropFirst(1)
    }

    private static func isAddress(_ text: String) -> Bool {
        guard let colon = text.lastIndex(of: ":"), colon > text.startIndex else { return false }
        let port = text[text.index(after: colon)...]
        return (1...5).contains(port.utf8.count) && port.utf8.allSatisfy { (0x30...0x39).contains($0) }
            && Int(port).map { $0 <= 65_535 } ?? false
    }
}

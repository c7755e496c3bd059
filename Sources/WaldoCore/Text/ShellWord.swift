/// Words of a command line, as a POSIX shell reads them: what is printed for the operator can be pasted.
public enum ShellWord {
    private static let plain = Set("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-./:=@%+,".utf8)

    /// A word as it stands if a shell takes it literally, else in single quotes.
    public static func quoted(_ word: String) -> String {
        guard word.isEmpty || !word.utf8.allSatisfy(plain.contains) else { return word }
        return "'" + word.replacing("'", with: "'\\''") + "'"
    }

    /// Words with spaces between.
    public static func line(_ words: [String]) -> String { words.map(quoted).joined(separator: " ") }
}

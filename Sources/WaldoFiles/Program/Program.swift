internal import WaldoCore

/// The project's programs, by their names.
public enum Program: String, Sendable {
    case waldo
    case relay = "waldo-relay"

    /// Writes a sentence to standard error after the program's name, with control characters escaped.
    public func say(_ sentence: String) {
        let lines = sentence.split(separator: "\n", omittingEmptySubsequences: false)
        StandardStreams.writeError(
            rawValue + ": " + lines.map { SafeText.escaped(String($0), upTo: .max) }.joined(separator: "\n"))
    }
}

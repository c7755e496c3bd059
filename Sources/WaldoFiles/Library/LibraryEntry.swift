import WaldoCore

/// An arm or mapping in the library, or what is wrong with its file.
public struct LibraryEntry<Value: Sendable>: Sendable {
    /// Where a file comes from.
    public enum Origin: Equatable, Sendable, CustomStringConvertible {
        /// Part of the program.
        case shipped
        /// The operator's, at this path.
        case file(String)
        /// Made of a row of SDL's database that stands here.
        case row(String)
        /// Made of what the input shows.
        case input

        /// `shipped`, the path with control characters escaped, or what it is made of.
        public var description: String {
            switch self {
            case .shipped: "shipped"
            case .file(let path): SafeText.escaped(path, upTo: .max)
            case .row(let source): "made of a row in \(SafeText.escaped(source, upTo: .max))"
            case .input: "made of what the input shows"
            }
        }
    }

    /// The name that the operator uses for it.
    public let name: String
    /// Where it comes from.
    public let origin: Origin
    /// Whether it hides a shipped one of the same name.
    public let hidesShipped: Bool
    /// The file's text; empty when it cannot be read.
    public let text: String
    /// The parsed file, or why it is invalid.
    public let content: Result<Value, FileError>

    /// The file's text with the entry's name.
    public var source: SourceText {
        guard hidesShipped, case .file(let path) = origin else { return SourceText(name: name, text: text) }
        return SourceText(name: name, text: text, hidingPath: path)
    }

    /// The parsed file; nil when it is invalid.
    public var value: Value? { try? content.get() }
}

/// An arm or mapping of the library, or what is wrong with its file.
public struct LibraryEntry<Value: Sendable>: Sendable {
    /// Where a file comes from.
    public enum Origin: Equatable, Sendable, CustomStringConvertible {
        /// It is part of the program.
        case shipped
        /// It is the operator's, at this path.
        case file(String)

        /// `shipped`, or the path, fit to be shown.
        public var description: String {
            switch self {
            case .shipped: "shipped"
            case .file(let path): printable(path, upTo: .max)
            }
        }
    }

    /// The name by which it is asked for.
    public let name: String
    /// Where it comes from.
    public let origin: Origin
    /// Whether a shipped one of the same name is hidden by it.
    public let hidesShipped: Bool
    /// The file's text; empty when it cannot be read.
    public let text: String
    /// What the file says.
    public let content: Result<Value, FileError>

    /// The text under the entry's name.
    public var source: SourceText {
        guard hidesShipped, case .file(let path) = origin else { return SourceText(name: name, text: text) }
        return SourceText(name: name, text: text, hidingPath: path)
    }

    /// What the file says; nil when it is broken.
    public var value: Value? { try? content.get() }
}

/// The text of an arm or mapping file, as it was when it was read.
public struct SourceText: Equatable, Sendable {
    /// The name by which the file is asked for, or its path.
    public var name: String
    /// The whole text.
    public var text: String
    /// Where the operator's file lies, if it hides a shipped one of the same name; nil for all others.
    public var hidingPath: String?

    /// A text under a name.
    public init(name: String, text: String, hidingPath: String? = nil) {
        self.name = name
        self.text = text
        self.hidingPath = hidingPath
    }
}

/// The text of an arm or mapping file, as it was read.
public struct SourceText: Equatable, Sendable {
    /// The name that the operator used for the file, or its path.
    public var name: String
    /// The whole text.
    public var text: String
    /// The path of the operator's file, if it hides a shipped one of the same name; else nil.
    public var hidingPath: String?

    /// A text with its name.
    public init(name: String, text: String, hidingPath: String? = nil) {
        self.name = name
        self.text = text
        self.hidingPath = hidingPath
    }
}

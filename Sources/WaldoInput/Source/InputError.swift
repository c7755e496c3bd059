/// Why there is no input. Its text is one sentence: the thing, the cause and the mend.
public struct InputError: Error, Equatable, Sendable, CustomStringConvertible {
    /// What kind of failure it is.
    public enum Kind: Sendable {
        /// Nothing fits what was asked for.
        case notFound
        /// Several inputs fit.
        case ambiguous
        /// There is one, but it may not be opened.
        case notPermitted
        /// Another program holds it.
        case busy
        /// The wiring refused it: no mapping fits, or one that does not suit it.
        case refused
        /// The system failed otherwise.
        case system
    }

    /// What kind of failure it is.
    public let kind: Kind
    /// The sentence for the operator.
    public let description: String

    /// A failure of this kind, told by this sentence.
    public init(_ kind: Kind, _ description: String) {
        self.kind = kind
        self.description = description
    }
}

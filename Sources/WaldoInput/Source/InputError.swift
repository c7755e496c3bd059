public import WaldoCore

/// Why there is no input. Its text is one sentence: what is wrong, why, and what to do.
public struct InputError: ProgramError, Equatable {
    /// The kind of failure.
    public enum Kind: Sendable {
        /// No input fits the selection.
        case notFound
        /// Several inputs fit the selection.
        case ambiguous
        /// There is one, but permission to open it was denied.
        case notPermitted
        /// Another program has grabbed it.
        case busy
        /// The caller refused it: no mapping fits it, or the mapping does not suit it.
        case refused
        /// Another failure of the system.
        case system
    }

    /// The kind of failure.
    public let kind: Kind
    /// The sentence for the operator.
    public let description: String

    /// 66: there is no input.
    public var status: ExitStatus { .input }

    /// A failure of this kind, described by this sentence.
    public init(_ kind: Kind, _ description: String) {
        self.kind = kind
        self.description = description
    }
}

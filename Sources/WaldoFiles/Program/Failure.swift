internal import WaldoLoop

/// An error that ends the program: one sentence, and an exit status.
public struct Failure: Error, Equatable, Sendable, CustomStringConvertible {
    /// The exit status.
    public let status: ExitStatus
    /// The sentence: what is wrong, and what to do.
    public let description: String

    /// A failure with this exit status and sentence.
    public init(_ status: ExitStatus, _ description: String) {
        self.status = status
        self.description = description
    }

    /// A failure that nobody foresees, such as a limit of the system that is reached.
    public init(unexpected error: any Error, status: ExitStatus = .output) {
        let sentence =
            switch error {
            case let failure as SystemFailure: "the system refuses \(failure.call): \(failure.reason)"
            case let error as any CustomStringConvertible: error.description
            default: "it failed for a reason that is not known (\(type(of: error)))"
            }
        self.init(status, sentence)
    }
}

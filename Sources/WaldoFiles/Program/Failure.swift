public import WaldoCore
import WaldoLoop

/// An error that ends the program: one sentence, and an exit status.
public struct Failure: ProgramError, Equatable {
    /// The exit status.
    public let status: ExitStatus
    /// The sentence: what is wrong, and what to do.
    public let description: String

    /// A failure with this exit status and sentence.
    public init(_ status: ExitStatus, _ description: String) {
        self.status = status
        self.description = description
    }

    /// A failure with the sentence and the exit status of another error.
    public init(_ error: any ProgramError) { self.init(error.status, error.description) }

    /// A failure that nobody foresees, such as a limit of the system that is reached.
    public init(unexpected error: any Error, status: ExitStatus = .output) {
        switch error {
        case let error as any ProgramError: self.init(error)
        case let failure as SystemFailure:
            self.init(status, "the system refuses \(failure.call): \(failure.reason)")
        case let error as any CustomStringConvertible: self.init(status, error.description)
        default: self.init(status, "it failed for a reason that is not known (\(type(of: error)))")
        }
    }
}

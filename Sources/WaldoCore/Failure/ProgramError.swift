/// An error that can end a command. Its description is one sentence, which says what is wrong and what to do.
///
/// Each module's errors say by themselves which exit status is theirs, so that a command passes them on. `Program`
/// shows them.
public protocol ProgramError: Error, CustomStringConvertible {
    /// The exit status of a command that it ends.
    var status: ExitStatus { get }
    /// Whether a signal that has arrived is the cause of such an error, so that it is not reported.
    var mayBeInterruption: Bool { get }
}

extension ProgramError {
    /// False.
    public var mayBeInterruption: Bool { false }
}

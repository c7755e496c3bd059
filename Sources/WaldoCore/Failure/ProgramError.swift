/// An error that can end a command. Its description is one sentence, which says what is wrong and what to do.
///
/// Each error states its exit status, so that commands pass errors on. `Program.report` shows them.
public protocol ProgramError: Error, CustomStringConvertible {
    /// The exit status of a command that it ends.
    var status: ExitStatus { get }
    /// Whether a signal may have caused it. If one has arrived, the error is not reported.
    var mayBeInterruption: Bool { get }
}

extension ProgramError {
    /// Most errors have other causes.
    public var mayBeInterruption: Bool { false }
}

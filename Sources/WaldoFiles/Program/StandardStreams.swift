import Glibc
public import WaldoCore
import WaldoLoop
public import WaldoTime

/// Standard input, output and error of the process.
///
/// A program that takes its signals itself, as each with an event loop does, never waits for a reader: text goes to a
/// thread of each stream. Where signals have their default effect, they end a write that waits, and nothing is left
/// out.
public enum StandardStreams {
    /// How long the end of the program waits for readers of text that is left.
    public static let patience: TimeSpan = .seconds(1)
    /// The least of that which the last sentence gets.
    private static let lastPatience: TimeSpan = .milliseconds(100)

    private static let output = TextWriter(to: OwnedDescriptor(owning: STDOUT_FILENO))
    private static let errors = TextWriter(to: OwnedDescriptor(owning: STDERR_FILENO))

    /// Opens those that the process was started without. Otherwise the next file, device or connection would take
    /// their numbers, and be written to in their place. What is written to a missing standard output fails.
    public static func fill() {
        for (number, mode) in [(STDIN_FILENO, O_RDONLY), (STDOUT_FILENO, O_RDONLY), (STDERR_FILENO, O_WRONLY)] {
            // The lowest free number is taken.
            if fcntl(number, F_GETFD) < 0, errno == EBADF { _ = open("/dev/null", mode) }
        }
    }

    // MARK: writing

    /// Writes a line to standard output.
    public static func writeOutput(_ line: String) {
        if Signals.areBlocked { output.write(line + "\n") } else { print(line) }
    }

    /// Writes a line to standard error.
    public static func writeError(_ line: String) { writeError(text: line + "\n") }

    /// Writes text to standard error, of which a line may be left open.
    public static func writeError(text: String) {
        guard !Signals.areBlocked else { return errors.write(text) }
        var text = text
        text.withUTF8 { bytes in _ = Glibc.write(STDERR_FILENO, bytes.baseAddress, bytes.count) }
    }

    /// The errno of the first line that standard output did not take; nil: there is none yet. Of `print` only `finish`
    /// knows.
    public static var outputFailure: CInt? { output.failure }

    /// Has a closure called on the loop with the first failure of standard output, while the loop runs.
    public static func onOutputFailure(_ body: @escaping @LoopActor @Sendable (Failure) -> Void) {
        output.onFailure { code in Task { @LoopActor in body(failure(code)) } }
    }

    // MARK: the end

    /// Waits until standard output is written, for `patience` at most.
    /// - Returns: nil if all of it has been; else the error, or 0 where it is not known any more.
    public static func flushOutput() -> CInt? { flushOutput(until: Monotonic.now() + patience) }

    private static func flushOutput(until end: Instant) -> CInt? {
        let isWhole = output.finish(until: end)
        if let code = output.failure { return code }
        return isWhole ? PrintedOutput.flush() : ETIMEDOUT
    }

    /// Writes out what was printed, and reports if that fails: output that is lost must not look like success. It takes
    /// no longer than `patience`, except where signals have their default effect.
    /// - Parameter status: the exit status so far.
    /// - Returns: the exit status: that of failed output if the output is lost, unless a signal has ended the command.
    public static func finish(_ status: ExitStatus, of program: Program) -> ExitStatus {
        let end = Monotonic.now() + patience
        var status = status
        if let code = flushOutput(until: end), !status.isOfSignal, status != .output {
            // A reader that has enough, such as `head`, is not an error.
            if code != EPIPE { program.say(failure(code).description) }
            status = .output
        }
        errors.finish(until: max(end, Monotonic.now() + lastPatience))
        return status
    }

    /// The failure of standard output.
    /// - Parameter code: as `reason` takes it.
    public static func failure(_ code: CInt) -> Failure {
        Failure(.output, "the output cannot be written: \(reason(code))")
    }

    /// Why standard output takes no more.
    /// - Parameter code: the error, from `errno`; 0: not known any more.
    public static func reason(_ code: CInt) -> String {
        switch code {
        case 0: "it failed"
        case ENOSPC, EDQUOT: "the disk is full"
        case EBADF: "standard output is closed"
        case EFBIG: "the file has reached the greatest size that is allowed"
        case ETIMEDOUT: "its reader does not read"
        default: String(cString: strerror(code))
        }
    }
}

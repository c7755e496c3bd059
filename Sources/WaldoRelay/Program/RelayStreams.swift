internal import Glibc
internal import WaldoLoop

/// Standard input, output and error of the process.
public enum RelayStreams {
    /// Opens those that the process was started without. Otherwise the next file or connection would take their
    /// numbers, and what is printed would go into it.
    public static func fill() {
        for (number, mode) in [(STDIN_FILENO, O_RDONLY), (STDOUT_FILENO, O_RDONLY), (STDERR_FILENO, O_WRONLY)] {
            // The lowest free number is taken.
            if fcntl(number, F_GETFD) < 0, errno == EBADF { _ = open("/dev/null", mode) }
        }
    }

    /// Writes out what was printed: output that is lost must not look like success.
    /// - Parameter status: the exit status so far.
    /// - Returns: the exit status: 74 if the output is lost, unless a signal has ended the command.
    public static func finish(_ status: Int32) -> Int32 {
        guard let code = PrintedOutput.flush(), status < 128 else { return status }
        // A reader that has enough, such as `head`, is no news to anybody.
        if code != EPIPE {
            let why = code == 0 ? "it failed" : String(cString: strerror(code))
            RelayFailure(RelayFailure.output, "the output cannot be written: \(why)").report()
        }
        return RelayFailure.output
    }
}

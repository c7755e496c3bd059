internal import Glibc
internal import WaldoLoop

/// Standard input, output and error of the process.
public enum StandardStreams {
    /// Opens those that the process was started without. Otherwise the next file, device or connection would take
    /// their numbers, and be written to in their place. What is written to a missing standard output fails.
    public static func fill() {
        for (number, mode) in [(STDIN_FILENO, O_RDONLY), (STDOUT_FILENO, O_RDONLY), (STDERR_FILENO, O_WRONLY)] {
            // The lowest free number is taken.
            if fcntl(number, F_GETFD) < 0, errno == EBADF { _ = open("/dev/null", mode) }
        }
    }

    /// Writes out what was printed, and reports if that fails: output that is lost must not look like success.
    /// - Parameter status: the exit status so far.
    /// - Returns: the exit status: that of failed output if the output is lost, unless a signal has ended the command.
    public static func finish(_ status: ExitStatus, of program: Program) -> ExitStatus {
        guard let code = PrintedOutput.flush(), !status.isOfSignal else { return status }
        // A reader that has enough, such as `head`, is no news to anybody.
        if code != EPIPE { program.say(failure(code).description) }
        return .output
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
        default: String(cString: strerror(code))
        }
    }

    /// Writes a line to standard error.
    public static func writeError(_ line: String) {
        var text = line + "\n"
        text.withUTF8 { bytes in _ = Glibc.write(STDERR_FILENO, bytes.baseAddress, bytes.count) }
    }
}

internal import Glibc
internal import WaldoLoop

/// Standard input, output and error of the process.
package enum StandardStreams {
    /// Opens those that the process was started without. Otherwise the next file or device that is opened would take
    /// its number, and be written to in its place. What is written to a missing standard output fails.
    package static func fill() {
        for (number, mode) in [(STDIN_FILENO, O_RDONLY), (STDOUT_FILENO, O_RDONLY), (STDERR_FILENO, O_WRONLY)] {
            // The lowest free number is taken.
            if fcntl(number, F_GETFD) < 0, errno == EBADF { _ = open("/dev/null", mode) }
        }
    }

    /// Writes out what was printed, and reports if that fails: output that is lost must not look like success.
    /// - Parameter status: the exit status so far.
    /// - Returns: the exit status: 74 if the output is lost, unless a signal has ended the command.
    package static func finish(_ status: Int32) -> Int32 {
        guard let code = PrintedOutput.flush(), status < 128 else { return status }
        // A reader that has enough, such as `head`, is no news to anybody.
        if code != EPIPE { failure(code).report() }
        return Failure.output
    }

    /// The failure of standard output.
    /// - Parameter code: as `reason` takes it.
    static func failure(_ code: CInt) -> Failure {
        Failure(Failure.output, "the output cannot be written: \(reason(code))")
    }

    /// Why standard output takes no more.
    /// - Parameter code: the error, from `errno`; 0: not known any more.
    static func reason(_ code: CInt) -> String {
        switch code {
        case 0: "it failed"
        case ENOSPC, EDQUOT: "the disk is full"
        case EBADF: "standard output is closed"
        case EFBIG: "the file has reached the greatest size that is allowed"
        default: String(cString: strerror(code))
        }
    }
}

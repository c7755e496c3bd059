import ArgumentParser
import Glibc
import WaldoFiles

/// What is written to standard output in place of a file.
enum StandardOutput {
    /// Whether more than one of these paths means standard output.
    static func isTwice(_ paths: [String?]) -> Bool { paths.count { StandardPath.isStandardOutput($0) } > 1 }

    /// Whether a drive has no dashboard. One whose recording goes to standard output is shown on the terminal itself,
    /// or nowhere, and writes no JSON Lines.
    /// - Parameter record: where it is recorded.
    static func isPlain(_ plain: Bool, record: String?) throws -> Bool {
        guard StandardPath.isStandardOutput(record) else { return plain || isatty(STDOUT_FILENO) == 0 }
        guard !plain else {
            throw ValidationError("--plain and --record - would both be on standard output; give the recording a file")
        }
        guard isatty(STDOUT_FILENO) == 0 else {
            throw ValidationError("--record - would write into the terminal; send it to a file or another program")
        }
        return !hasTerminal
    }

    private static var hasTerminal: Bool {
        let terminal = open("/dev/tty", O_RDWR | O_NOCTTY | O_CLOEXEC)
        guard terminal >= 0 else { return false }
        close(terminal)
        return true
    }

    /// Refuses to write to a terminal what only files and programs may get unchanged: bytes that are no text, and texts
    /// of a file that may be anybody's, whose characters would control the terminal.
    static func requireNoTerminal(for option: String) throws {
        guard isatty(STDOUT_FILENO) != 0 else { return }
        throw ValidationError(
            "\(option) - would write bytes that can control the terminal; send them to a file or another program, "
                + "such as `less`")
    }
}

internal import ArgumentParser
internal import Glibc

/// What is written to standard output in place of a file.
enum StandardOutput {
    /// Refuses to write bytes that are no text to a terminal.
    static func requireNoTerminal(for option: String) throws {
        guard isatty(STDOUT_FILENO) != 0 else { return }
        throw ValidationError("\(option) - writes bytes that are no text; send them to a file or another program")
    }
}

internal import WaldoCore
internal import WaldoFiles
internal import WaldoLoop

/// An error that ends the program: one sentence, and an exit status from sysexits.h.
package struct Failure: Error, CustomStringConvertible {
    /// The command line asks for what cannot be (EX_USAGE).
    package static let usage: Int32 = 64
    /// A file is invalid (EX_DATAERR).
    package static let file: Int32 = 65
    /// There is no input (EX_NOINPUT).
    package static let input: Int32 = 66
    /// There is no adapter, bluetoothd or shield (EX_UNAVAILABLE).
    package static let link: Int32 = 69
    /// Output failed (EX_IOERR).
    package static let output: Int32 = 74

    /// The exit status.
    package let status: Int32
    /// The sentence: what is wrong, and what to do.
    package let description: String

    /// A failure with this exit status and sentence.
    package init(_ status: Int32, _ description: String) {
        self.status = status
        self.description = description
    }

    /// A failure that nobody foresees, such as a limit of the system that is reached.
    package init(unexpected error: any Error, status: Int32 = Failure.output) {
        let sentence =
            switch error {
            case let failure as SystemFailure: "the system refuses \(failure.call): \(failure.reason)"
            case let error as any CustomStringConvertible: error.description
            default: "it failed for a reason that is not known (\(type(of: error)))"
            }
        self.init(status, sentence)
    }

    /// Writes it to standard error after the program's name, with control characters escaped.
    package func report() {
        let lines = description.split(separator: "\n", omittingEmptySubsequences: false)
        Diagnostics.write("waldo: " + lines.map { SafeText.escaped(String($0), upTo: .max) }.joined(separator: "\n"))
    }
}

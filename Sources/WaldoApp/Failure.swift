internal import WaldoFiles

/// Why the program ends otherwise than well: one sentence, and an exit status of sysexits.h.
package struct Failure: Error, CustomStringConvertible {
    /// A file is wrong (EX_DATAERR).
    package static let file: Int32 = 65
    /// There is no input (EX_NOINPUT).
    package static let input: Int32 = 66
    /// There is no adapter, bluetoothd or shield (EX_UNAVAILABLE).
    package static let link: Int32 = 69
    /// The output has gone (EX_IOERR).
    package static let output: Int32 = 74

    package let status: Int32
    package let description: String

    package init(_ status: Int32, _ description: String) {
        self.status = status
        self.description = description
    }

    /// On standard error, with the program's name before it, and nothing in it that a terminal would obey.
    package func report() {
        let lines = description.split(separator: "\n", omittingEmptySubsequences: false)
        Diagnostics.write("waldo: " + lines.map { printable(String($0), upTo: .max) }.joined(separator: "\n"))
    }
}

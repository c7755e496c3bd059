internal import Glibc
internal import WaldoCore
public import WaldoStore

/// An error that ends the relay: one sentence, and an exit status from sysexits.h, as Waldo's own commands have them.
public struct RelayFailure: Error, Equatable, Sendable, CustomStringConvertible {
    /// The command line asks for what cannot be (EX_USAGE).
    public static let usage: Int32 = 64
    /// A file is invalid (EX_DATAERR).
    public static let file: Int32 = 65
    /// There is no input (EX_NOINPUT).
    public static let input: Int32 = 66
    /// A broker, database or server cannot be reached or refuses the work (EX_UNAVAILABLE).
    public static let link: Int32 = 69
    /// Output failed (EX_IOERR).
    public static let output: Int32 = 74
    /// A survey may not be published (EX_NOPERM).
    public static let forbidden: Int32 = 77

    /// The exit status.
    public let status: Int32
    /// The sentence: what is wrong, and what to do.
    public let description: String

    /// A failure with this exit status and sentence.
    public init(_ status: Int32, _ description: String) {
        self.status = status
        self.description = description
    }

    /// What a failure of a survey's file means for the program.
    public init(_ error: StoreError) {
        let status =
            switch error.kind {
            case .cannotOpen, .missing: Self.input
            case .exists: Self.usage
            case .full, .failed, .readOnly, .busy, .vanished, .heldByWriter: Self.output
            default: Self.file
            }
        self.init(status, error.description)
    }

    /// Writes it to standard error after the program's name, with control characters escaped.
    public func report() {
        let lines = description.split(separator: "\n", omittingEmptySubsequences: false)
        Self.write("waldo-relay: " + lines.map { SafeText.escaped(String($0), upTo: .max) }.joined(separator: "\n"))
    }

    /// Writes a line to standard error.
    public static func write(_ line: String) {
        var text = line + "\n"
        text.withUTF8 { bytes in _ = Glibc.write(STDERR_FILENO, bytes.baseAddress, bytes.count) }
    }
}

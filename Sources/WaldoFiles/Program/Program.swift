public import WaldoCore
import WaldoLoop

/// The project's programs, by their names.
public enum Program: String, Sendable {
    case waldo
    case relay = "waldo-relay"

    /// Writes a sentence to standard error after the program's name, with control characters escaped.
    public func say(_ sentence: String) {
        let lines = sentence.split(separator: "\n", omittingEmptySubsequences: false)
        StandardStreams.writeError(
            rawValue + ": " + lines.map { SafeText.escaped(String($0), upTo: .max) }.joined(separator: "\n"))
    }

    /// Reports why a command has failed.
    /// - Returns: the exit status; nil: the error is not one of Waldo's own.
    public func report(_ error: any Error) -> ExitStatus? {
        switch error {
        case let end as ExitStatus: return end
        case let error as any ProgramError:
            if error.mayBeInterruption, let number = Interruption.signal { return .signal(number) }
            say(error.description)
            return error.status
        default: return nil
        }
    }

    /// Shows what the parser of arguments has to say: help or the version on standard output, wrong usage on standard
    /// error.
    /// - Parameter status: the parser's exit status.
    /// - Returns: the same as the program's.
    public static func show(_ text: String, status: Int32) -> ExitStatus {
        if status == 0 {
            Signals.unblock()
            print(text)
        } else if !text.isEmpty {
            StandardStreams.writeError(withoutFarHint(text))
        }
        return ExitStatus(status)
    }

    /// Takes out the name that the parser suggests for an unknown option where only a few letters agree by chance:
    /// `--yes` for `--over`.
    static func withoutFarHint(_ text: String) -> String {
        guard let found = text.firstMatch(of: #/Unknown option '--?([^']+)'(\. Did you mean '--?([^']+)'\?)/#),
            Spelling.nearest(String(found.1), among: [String(found.3)]) == nil
        else { return text }
        return String(text[..<found.2.startIndex] + text[found.2.endIndex...])
    }
}

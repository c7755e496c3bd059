import Glibc
public import WaldoCore
import WaldoLoop

/// Why a serial port is not used. Its text is one sentence: what is wrong, why, and what to do.
public struct SerialError: ProgramError, Equatable {
    /// The kind of failure.
    public enum Kind: Sendable {
        /// There is none at the path, or none that fits the pattern.
        case notFound
        /// Several ports fit the pattern.
        case ambiguous
        /// This user may not open it.
        case notPermitted
        /// Another program has it.
        case busy
        /// It is not a serial port, or somebody's terminal.
        case noPort
        /// It cannot be set to the rate.
        case refused
        /// Another failure of the system.
        case system
    }

    /// The kind of failure.
    public let kind: Kind
    /// The sentence for the operator.
    public let description: String

    /// 69, as for a shield that cannot be used.
    public var status: ExitStatus { .link }

    /// Whether it may go away by itself, so that a drive that waits goes on waiting.
    public var mayPass: Bool {
        switch kind {
        case .notFound, .notPermitted, .busy, .system: true
        case .ambiguous, .noPort, .refused: false
        }
    }

    init(_ kind: Kind, _ description: String) {
        self.kind = kind
        self.description = description
    }

    /// A port that cannot be opened, with the error of open(2).
    init(opening path: String, _ failure: SystemFailure) {
        let shown = SafeText.escaped(path, upTo: .max)
        switch failure.code {
        case ENOENT, ENXIO, ENODEV:
            self.init(.notFound, "There is no serial port at \(shown): plug the arm in, or name another one by --port.")
        case EACCES, EPERM:
            self.init(
                .notPermitted,
                "\(shown) may not be opened: `sudo usermod -aG dialout $USER`, then log in again.")
        case EBUSY: self.init(busy: path, by: nil)
        default: self.init(.system, "\(shown) cannot be opened (\(failure.reason)): plug the arm in again.")
        }
    }

    /// A port that another program has.
    init(busy path: String, by holder: LockHolder?) {
        var who = "another program"
        if let holder { who = holder.program.map { "“\($0)” (\(holder))" } ?? "\(holder)" }
        self.init(.busy, "\(SafeText.escaped(path, upTo: .max)) is in use by \(who): end that program.")
    }
}

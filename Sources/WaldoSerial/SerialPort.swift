import CWaldoShims
import Glibc
import WaldoCore
import WaldoLoop

/// An open serial port, for this process alone.
struct SerialPort: ~Copyable {
    let descriptor: OwnedDescriptor
    /// The path that was opened.
    let path: String

    /// Opens the port.
    /// - Throws: `SerialError`.
    init(_ path: String, baud: Int) throws(SerialError) {
        try Self.refuseTerminal(path)
        var outcome = WALDO_SERIAL_OPENED
        let number = waldo_serial_open(path, UInt32(baud), &outcome)
        guard number >= 0 else {
            let failure = SystemFailure("open"), shown = SafeText.escaped(path, upTo: .max)
            switch outcome {
            case WALDO_SERIAL_NO_PORT:
                throw SerialError(.noPort, "\(shown) is not a serial port: name another by --port.")
            case WALDO_SERIAL_LOCKED: throw SerialError(busy: path, by: ProcessTable.holder(of: path))
            case WALDO_SERIAL_REFUSES:
                throw SerialError(
                    .refused,
                    "\(shown) cannot be set to \(baud) baud (\(failure.reason)): state another rate as `baud`.")
            default: throw SerialError(opening: path, failure)
            }
        }
        descriptor = OwnedDescriptor(owning: number)
        self.path = path
    }

    deinit { waldo_serial_release(descriptor.number) }

    /// The bytes that the driver says it has not sent: a hint.
    var unsent: Int { Int(waldo_serial_unsent(descriptor.number)) }

    /// Refuses the terminal of a session, such as a console or a terminal window: what is written there is shown, and
    /// what is typed there would be lost.
    private static func refuseTerminal(_ path: String) throws(SerialError) {
        var status = stat()
        guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFCHR,
            let owner = ProcessTable.session(onTerminal: status.st_rdev)
        else { return }
        throw SerialError(
            .noPort,
            "\(SafeText.escaped(path, upTo: .max)) is the terminal of \(owner): name the arm's port by --port.")
    }
}

import Glibc
import WaldoLoop
import WaldoTestSupport

/// A board at the other end of a serial port, a pseudo-terminal: the test reads what it was sent.
final class Board {
    private let pty: Pty
    /// All that was read so far.
    private(set) var received: [UInt8] = []

    init() throws { pty = try Pty() }

    /// The path of the port.
    var path: String { pty.path }

    /// Pulls the plug.
    func unplug() { pty.hangUp() }

    /// Sends bytes.
    func say(_ bytes: [UInt8]) { _ = write(pty.master, bytes, bytes.count) }

    /// Reads what has arrived.
    /// - Parameter most: so many bytes at most.
    @discardableResult
    func read(_ most: Int = .max) -> [UInt8] {
        var buffer = [UInt8](repeating: 0, count: 4096), taken: [UInt8] = []
        while taken.count < most {
            let count = Glibc.read(pty.master, &buffer, min(buffer.count, most - taken.count))
            guard count > 0 else { break }
            taken += buffer[..<count]
        }
        received += taken
        return taken
    }

    /// The text received so far.
    var text: String {
        read()
        return String(decoding: received, as: UTF8.self)
    }
}

import Glibc
import WaldoLoop

/// A board at the other end of a serial port, a pseudo-terminal: the test reads what it was sent.
public final class Board {
    private static let filler: [UInt8] = [UInt8(ascii: ".")]

    private let pty: Pty
    /// Writes to the port beside the program, so that less of what that writes fits.
    private var beside: CInt
    /// How many bytes of filler are to be read before anything else.
    private var fillerLeft = 0
    /// All that was read so far, without the filler.
    public private(set) var received: [UInt8] = []

    /// Makes the board and its port.
    /// - Throws: `SystemFailure` if the system has no pseudo-terminal left.
    public init() throws {
        pty = try Pty()
        beside = open(pty.path, O_RDWR | O_NOCTTY | O_NONBLOCK | O_CLOEXEC)
        guard beside >= 0 else { throw SystemFailure("open") }
    }

    deinit { unplug() }

    /// The path of the port.
    public var path: String { pty.path }

    /// Pulls the plug.
    public func unplug() {
        if beside >= 0 { close(beside) }
        beside = -1
        pty.hangUp()
    }

    /// Sends bytes.
    public func say(_ bytes: [UInt8]) { _ = write(pty.master, bytes, bytes.count) }

    /// Reads what has arrived.
    /// - Parameter most: so many bytes at most.
    public func read(_ most: Int = .max) {
        var buffer = [UInt8](repeating: 0, count: 4096), total = 0
        while total < most {
            let count = Glibc.read(pty.master, &buffer, min(buffer.count, most - total))
            guard count > 0 else { break }
            total += count
            let skipped = min(fillerLeft, count)
            fillerLeft -= skipped
            received += buffer[skipped..<count]
        }
    }

    /// The text received so far.
    public var text: String {
        read()
        return String(decoding: received, as: UTF8.self)
    }

    // MARK: a port that takes little

    /// Fills the port, so that it takes so many bytes and no more until the board reads. Nothing may be written
    /// meanwhile, and the port must be open: it is raw from then on.
    /// - Throws: `DidNotHappen` if that cannot be had.
    public func leaveRoom(_ bytes: Int) async throws {
        // The kernel's buffers begin where the last byte was. After a port was full, its room is always the same, but
        // one whose worker is kept waiting seems smaller.
        var room = -1, before = -2, fills = 0
        while room != before {
            fills += 1
            guard fills <= 6 else { throw DidNotHappen("the port's room differs: \(before) and \(room) bytes") }
            (before, room) = (room, try await fill(.max))
            try await waitUntil("an empty port") {
                read()
                return fillerLeft == 0 ? () : nil
            }
        }
        let filled = try await fill(room - bytes)
        guard filled == room - bytes else { throw DidNotHappen("the port takes \(filled) bytes, not \(room - bytes)") }
    }

    /// Writes filler, and returns how much of it the port has taken.
    private func fill(_ most: Int) async throws -> Int {
        var count = 0, refusals = 0
        // A full port has room again where the kernel's worker has only then passed on what it took.
        while count < most, refusals < 10 {
            if write(beside, Self.filler, 1) == 1 {
                (count, refusals) = (count + 1, 0)
            } else {
                refusals += 1
                try await Task.sleep(for: .milliseconds(5))
            }
        }
        fillerLeft += count
        return count
    }
}

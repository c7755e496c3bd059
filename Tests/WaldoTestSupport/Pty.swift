import Glibc
import WaldoLoop

/// The master side of a pseudo-terminal, which is what a terminal emulator holds.
public final class Pty {
    /// The master's descriptor.
    public let master: CInt
    /// The path of the slave's device, which the program opens.
    public let path: String
    private var received: [UInt8] = []

    /// TIOCSPTLCK and TIOCGPTN of asm-generic/ioctls.h, macros that Swift cannot import.
    private static let setLock: UInt = 0x4004_5431, getNumber: UInt = 0x8004_5430

    /// Keeps the slave open, as a shell does: without it the master would hang up between two owners.
    private let shell: CInt

    /// Opens a terminal of this size.
    /// - Throws: `SystemFailure` if the system has none left.
    public init(columns: UInt16 = 80, rows: UInt16 = 24) throws {
        // posix_openpt and related functions need _XOPEN_SOURCE, which Swift's importer does not define.
        master = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_NONBLOCK | O_CLOEXEC)
        var locked: CInt = 0
        var number: CInt = -1
        guard master >= 0, ioctl(master, Self.setLock, &locked) == 0, ioctl(master, Self.getNumber, &number) == 0
        else { throw SystemFailure("ioctl") }
        path = "/dev/pts/\(number)"
        shell = open(path, O_RDWR | O_NOCTTY | O_CLOEXEC)
        guard shell >= 0 else { throw SystemFailure("open") }
        resize(columns: columns, rows: rows)
    }

    deinit { hangUp() }

    private var isUp = true

    /// Closes the window.
    public func hangUp() {
        guard isUp else { return }
        isUp = false
        close(shell)
        close(master)
    }

    /// Resizes the window.
    public func resize(columns: UInt16, rows: UInt16) {
        var size: (UInt16, UInt16, UInt16, UInt16) = (rows, columns, 0, 0)
        _ = ioctl(master, UInt(TIOCSWINSZ), &size)
    }

    /// Stops what programs write to it, as Ctrl-S does at a shell, or starts it again (Ctrl-Q).
    public func stopsOutput(_ isStopped: Bool) { tcflow(shell, isStopped ? TCOOFF : TCOON) }

    /// Types text, or sends a terminal's answer.
    /// - Throws: `SystemFailure` if the terminal does not take all of it.
    public func type(_ text: String) throws {
        let bytes = Array(text.utf8)
        guard write(master, bytes, bytes.count) == bytes.count else { throw SystemFailure("write") }
    }

    /// Everything that the program has written so far, without the CR that the driver puts before each LF (ONLCR).
    public var text: String {
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while case let count = read(master, &buffer, buffer.count), count > 0 {
            received += buffer[..<count]
        }
        return String(decoding: received, as: UTF8.self).replacing("\r\r\n", with: "\r\n")
    }

    /// Waits until the program has written this text.
    /// - Throws: `DidNotHappen` if it does not appear in time.
    public func waitFor(_ part: String) async throws {
        try await waitUntil("\(part.debugDescription) on the terminal", instead: { text.debugDescription }) {
            text.contains(part) ? () : nil
        }
    }

    /// Discards everything written so far.
    public func forget() {
        _ = text
        received = []
    }

    /// The terminal modes in force, as bytes for comparison.
    public var modes: [UInt8] {
        var modes = termios()
        guard tcgetattr(shell, &modes) == 0 else { return [] }
        return withUnsafeBytes(of: modes) { Array($0) }
    }

    /// The local modes in force (c_lflag).
    public var localModes: CInt {
        var modes = termios()
        return tcgetattr(shell, &modes) == 0 ? CInt(bitPattern: modes.c_lflag) : -1
    }

    /// Whether the shell's own descriptor blocks, as it must.
    public var shellBlocks: Bool { fcntl(shell, F_GETFL) & O_NONBLOCK == 0 }
}

import Glibc
import Synchronization
import WaldoLoop
import WaldoTime

/// A terminal's modes while Waldo owns it, and their restoration, which any thread may request at any time.
///
/// The terminal has its own open file description: O_NONBLOCK belongs to the description, and a shell must not inherit
/// it.
final class TerminalMode: Sendable {
    private struct State: ~Copyable {
        /// The modes to restore; nil: they are in force.
        var saved: termios?
        /// Held while Waldo's modes are in force.
        var lock: TerminalLock?
        /// The escape sequences that undo those sent so far.
        var undo: [UInt8] = []
        /// Lines and the last state, written when the terminal is restored, by whichever thread restores it.
        var messages: [String] = [], leftOut = 0
        var remains = ""

        var farewell: [UInt8] {
            let first = leftOut > 0 ? ["(\(leftOut) lines left out)"] : []
            let lines = first + messages + (remains.isEmpty ? [] : [remains])
            return Array(lines.map { $0 + "\r\n" }.joined().utf8)
        }
    }

    /// Most lines kept for the end, the newest ones.
    private static let sentLines = 200

    /// How long the terminal may take no output while it is being restored, and how long all of that may take. What
    /// it has not taken by then is lost; its modes are restored all the same.
    private static let patience: TimeSpan = .milliseconds(100), wholePatience: TimeSpan = .milliseconds(500)

    let path: String
    let descriptor: CInt
    private let owned: OwnedDescriptor
    private let state = Mutex(State())

    /// Opens a terminal without changing its modes.
    /// - Throws: `unavailable` if it cannot be opened.
    init(path: String) throws(TerminalError) {
        let number = open(path, O_RDWR | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)
        guard number >= 0 else { throw .unavailable(path: path, code: errno) }
        self.path = path
        descriptor = number
        owned = OwnedDescriptor(owning: number)
    }

    deinit { restore() }

    /// Whether Waldo's modes are in force.
    var isOn: Bool { state.withLock { $0.saved != nil } }

    /// Switches to Waldo's modes: each key arrives at once and without echo (no canonical mode, no flow control by
    /// Ctrl-S); the keys for signals still send signals. Input typed earlier is discarded: it was not meant for an arm.
    /// A second call does nothing.
    /// - Throws: `inBackground`, `inUse` if another process holds the terminal's lock, `notReserved` if the lock
    ///   cannot be made, `unusable` if the modes cannot
    ///   be read or set.
    func enter() throws(TerminalError) {
        guard !isOn else { return }
        guard isForeground else { throw .inBackground(path: path) }
        var lock: TerminalLock?
        do throws(LockRefusal) { lock = try TerminalLock(descriptor) } catch {
            switch error {
            case .locked(let holder): throw .inUse(path: path, by: holder)
            case .failed(let failure): throw .notReserved(path: path, code: failure.code)
            }
        }
        var modes = termios()
        guard tcgetattr(descriptor, &modes) == 0 else { throw .unusable(path: path, code: errno) }
        let saved = modes
        modes.c_lflag &= ~tcflag_t(ICANON | ECHO | ECHONL | IEXTEN)
        modes.c_lflag |= tcflag_t(ISIG)
        modes.c_iflag &= ~tcflag_t(IXON)
        withUnsafeMutableBytes(of: &modes.c_cc) {
            $0[Int(VMIN)] = 1
            $0[Int(VTIME)] = 0
        }
        guard tcsetattr(descriptor, TCSANOW, &modes) == 0 else { throw .unusable(path: path, code: errno) }
        tcflush(descriptor, TCIFLUSH)
        state.withLock {
            $0.saved = saved
            $0.lock = lock.take()
        }
    }

    /// Writes as many bytes as the terminal accepts at once.
    /// - Returns: their number, or nil if Waldo's modes are not in force or the terminal is gone.
    func write(_ bytes: ArraySlice<UInt8>) -> Int? {
        state.withLock { state in
            guard state.saved != nil else { return nil }
            let count = bytes.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            guard count >= 0 || errno == EAGAIN || errno == EINTR else { return nil }
            return max(0, count)
        }
    }

    /// Registers the sequence that undoes one that is about to be written. The last one registered is sent first.
    func willUndo(_ sequence: String) {
        state.withLock { $0.undo.insert(contentsOf: sequence.utf8, at: 0) }
    }

    /// Adds a line to be written when the terminal is restored.
    func willSay(_ line: String) {
        state.withLock { state in
            state.messages.append(line)
            guard state.messages.count > Self.sentLines else { return }
            state.messages.removeFirst()
            state.leftOut += 1
        }
    }

    /// Sets the last state, which is written after those lines when the terminal is restored.
    func willRemain(_ text: String) { state.withLock { $0.remains = text } }

    /// Restores the terminal as it was found. May be called from any thread, any number of times.
    func restore() {
        state.withLock { state in
            guard var modes = state.saved else { return }
            state.saved = nil
            writeAll(state.undo + state.farewell)
            (state.undo, state.messages, state.leftOut, state.remains) = ([], [], 0, "")
            defer { state.lock = nil }
            // In the background the modes belong to the shell, and setting them would stop this process (SIGTTOU).
            guard isForeground else { return }
            // Discard keys that are still held: they must not reach the shell.
            tcflush(descriptor, TCIFLUSH)
            tcsetattr(descriptor, TCSANOW, &modes)
        }
    }

    /// Forgets the modes to restore: the terminal has hung up.
    func abandon() {
        state.withLock {
            $0.saved = nil
            $0.lock = nil
            $0.undo = []
        }
    }

    /// Sends a signal to the terminal's foreground process group, as the terminal driver does for its keys.
    func signalForeground(_ number: CInt) {
        let group = tcgetpgrp(descriptor)
        if group > 0 { kill(-group, number) } else { kill(getpid(), number) }
    }

    /// The size that the terminal reports; nil if it reports none.
    var size: TerminalSize? {
        // struct winsize: rows, columns, width and height in pixels.
        var size: (rows: UInt16, columns: UInt16, UInt16, UInt16) = (0, 0, 0, 0)
        guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.columns > 0, size.rows > 0 else { return nil }
        return TerminalSize(columns: Int(size.columns), rows: Int(size.rows))
    }

    /// Whether this process is in the terminal's foreground; true as well if the terminal does not control this
    /// process.
    private var isForeground: Bool {
        let group = tcgetpgrp(descriptor)
        return group < 0 || group == getpgrp()
    }

    private func writeAll(_ bytes: [UInt8]) {
        var rest = bytes[...], isStarted = false
        let end = Monotonic.now() + Self.wholePatience
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if count >= 0 {
                rest = rest.dropFirst(count)
                continue
            }
            if errno == EINTR { continue }
            guard errno == EAGAIN else { return }
            let left = min(Self.patience, end - Monotonic.now())
            var room = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
            if left > .zero, poll(&room, 1, CInt(left / .milliseconds(1))) > 0 { continue }
            // Somebody may have stopped the output (TCOOFF): once the modes are restored nobody would undo the rest.
            guard !isStarted, isForeground else { return }
            isStarted = true
            tcflow(descriptor, TCOON)
        }
    }
}

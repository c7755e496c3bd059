import Glibc
import Synchronization
import WaldoLoop

/// A named pipe for a program's output, which its test reads late, slowly or not at all.
public final class UnreadPipe: Sendable {
    /// Its path.
    public let path: String

    private struct State: ~Copyable {
        var outlet: CInt
        /// The descriptor from which a thread takes a byte now and then; negative: none does.
        var drip: CInt = -1
        var taken: [UInt8] = []
    }
    private let state: Mutex<State>

    /// Makes the pipe, and opens its end to read from.
    /// - Throws: `DidNotHappen` if it cannot be made.
    public init(_ path: String) throws {
        self.path = path
        guard mkfifo(path, 0o600) == 0 else { throw DidNotHappen("mkfifo \(path)") }
        state = Mutex(State(outlet: open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)))
    }

    deinit { shut() }

    /// Fills it, so that not one byte more has room.
    /// - Throws: `DidNotHappen` if it cannot be opened.
    public func fill() throws {
        let inlet = open(path, O_WRONLY | O_NONBLOCK | O_CLOEXEC)
        guard inlet >= 0 else { throw DidNotHappen("\(path) has no reader") }
        defer { close(inlet) }
        let lines = [UInt8](repeating: UInt8(ascii: "\n"), count: 4_096)
        for count in [4_096, 1] { while write(inlet, lines, count) > 0 {} }
    }

    /// Everything that has been read of it so far, after reading what there is.
    public func take() -> String {
        state.withLock { state in
            var bytes = [UInt8](repeating: 0, count: 65_536)
            while case let count = read(state.outlet, &bytes, bytes.count), count > 0 {
                state.taken += bytes[..<count]
            }
            return String(decoding: state.taken, as: UTF8.self)
        }
    }

    /// Reads a byte each 10 ms from now on, until `shut`.
    /// - Throws: `SystemFailure` if there is no thread for it.
    public func drip() throws {
        let source = state.withLock { state in
            state.drip = fcntl(state.outlet, F_DUPFD_CLOEXEC, 3)
            return state.drip
        }
        try BackgroundThread.start(name: "drip") { [weak self] in
            while self?.takeDrop() == true { usleep(10_000) }
            close(source)
        }
    }

    /// - Returns: whether another is to follow.
    private func takeDrop() -> Bool {
        state.withLock { state in
            guard state.drip >= 0 else { return false }
            var byte: UInt8 = 0
            if read(state.drip, &byte, 1) == 1 { state.taken.append(byte) }
            return true
        }
    }

    /// Closes the end to read from: whoever writes then is told that nobody reads.
    public func shut() {
        state.withLock { state in
            state.drip = -1
            if state.outlet >= 0 { close(state.outlet) }
            state.outlet = -1
        }
    }
}

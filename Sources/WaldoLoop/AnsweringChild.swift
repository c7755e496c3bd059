import Glibc
public import WaldoTime

/// A child process that serves requests over pipes, one at a time. `ask` blocks, and kills the child when it is late.
///
/// A request is a line on its standard input with a number of bytes, and then the bytes. An answer is a line of two
/// numbers on its output, a status and a number of bytes, and then the bytes. What it writes to standard error is
/// dropped. One thread at a time uses it.
public final class AnsweringChild {
    /// An answer.
    public struct Answer: Equatable, Sendable {
        /// 0: it has done what it was asked for; else what an exit status means.
        public var status: CInt
        /// What was asked for, or why it was not done.
        public var bytes: [UInt8]

        /// Creates an answer of a child.
        public init(status: CInt, bytes: [UInt8]) { (self.status, self.bytes) = (status, bytes) }
    }

    /// Why there is no answer. The child is gone then.
    public enum Refusal: Error, Equatable {
        /// It did not answer in time.
        case late
        /// It has ended: its exit status, or 128 + n after signal n.
        case ended(CInt)
        /// The answer is longer than was allowed, or is none.
        case wrong
    }

    /// The longest line before an answer.
    private static let longestHead = 32

    private let pid: pid_t
    private var ends: [CInt]
    private var rest: [UInt8] = []

    /// Starts a program.
    /// - Parameters:
    ///   - words: its path and its arguments.
    ///   - environment: lines `NAME=VALUE`; nil: this process's environment.
    /// - Throws: `SystemFailure` if it cannot be started.
    public init(_ words: [String], environment: [String]? = nil) throws(SystemFailure) {
        let started = try SpawnedProgram(words, environment: environment)
        (pid, ends) = (started.pid, started.ends)
        for end in ends { _ = fcntl(end, F_SETFL, O_NONBLOCK) }
    }

    deinit { _ = end() }

    /// Asks it, and waits for the answer.
    /// - Parameters:
    ///   - request: the bytes of the request.
    ///   - patience: how long it may take.
    ///   - limit: the most bytes of an answer.
    /// - Throws: `Refusal`.
    public func ask(_ request: [UInt8], within patience: TimeSpan, limit: Int) throws(Refusal) -> Answer {
        let deadline = Monotonic.now() + patience
        var request = (Array("\(request.count)\n".utf8) + request)[...]
        while true {
            if let answer = try nextAnswer(limit: limit) { return answer }
            let now = Monotonic.now()
            guard now < deadline else {
                _ = end()
                throw .late
            }
            try wait(at: now, until: deadline, &request)
        }
    }

    /// Waits until it can be written to or read from, and does so.
    private func wait(at now: Instant, until deadline: Instant, _ request: inout ArraySlice<UInt8>) throws(Refusal) {
        guard ends.count == 3 else { throw .ended(0) }
        var entries = [
            pollfd(fd: request.isEmpty ? -1 : ends[0], events: Int16(POLLOUT), revents: 0),
            pollfd(fd: ends[1], events: Int16(POLLIN), revents: 0),
            pollfd(fd: ends[2], events: Int16(POLLIN), revents: 0),
        ]
        let milliseconds = ((deadline - now).microseconds + 999) / 1_000
        guard poll(&entries, nfds_t(entries.count), CInt(clamping: milliseconds)) > 0 else { return }
        if entries[0].revents != 0 {
            let count = request.withUnsafeBytes { write(ends[0], $0.baseAddress, $0.count) }
            // EPIPE: the child has ended; its output says so.
            if count > 0 { request.removeFirst(count) } else if errno != EAGAIN { request.removeAll() }
        }
        if entries[2].revents != 0, read(ends[2]) == nil {
            close(ends[2])
            ends[2] = -1
        }
        guard entries[1].revents != 0 else { return }
        guard let bytes = read(ends[1]) else { throw .ended(end()) }
        rest += bytes
    }

    /// What a pipe has; nil: its other end is closed.
    private func read(_ end: CInt) -> ArraySlice<UInt8>? {
        var chunk = [UInt8](repeating: 0, count: 1 << 16)
        let count = Glibc.read(end, &chunk, chunk.count)
        if count < 0, errno == EAGAIN || errno == EINTR { return [] }
        return count > 0 ? chunk[..<count] : nil
    }

    /// The answer, once all of it is there.
    private func nextAnswer(limit: Int) throws(Refusal) -> Answer? {
        guard let newline = rest.prefix(Self.longestHead).firstIndex(of: UInt8(ascii: "\n")) else {
            guard rest.count < Self.longestHead else { throw wrong() }
            return nil
        }
        let numbers = rest[..<newline].split(separator: UInt8(ascii: " ")).map {
            Int(String(decoding: $0, as: UTF8.self))
        }
        guard numbers.count == 2, let status = numbers[0], let count = numbers[1], (0...255).contains(status),
            (0...limit).contains(count), rest.count - newline - 1 <= count
        else { throw wrong() }
        guard rest.count - newline - 1 == count else { return nil }
        defer { rest = [] }
        return Answer(status: CInt(status), bytes: Array(rest[(newline + 1)...]))
    }

    private func wrong() -> Refusal {
        _ = end()
        return .wrong
    }

    /// Kills it, with what it may have started, and reaps it.
    /// - Returns: its exit status, or 128 + n after signal n.
    private func end() -> CInt {
        guard !ends.isEmpty else { return 0 }
        for end in ends where end >= 0 { close(end) }
        ends = []
        var raw: CInt = 0
        // One that has ended by itself says why.
        for _ in 0..<20 {
            if waitpid(pid, &raw, WNOHANG) == pid { return Self.status(raw) }
            usleep(1_000)
        }
        kill(-pid, SIGKILL)
        while waitpid(pid, &raw, 0) < 0, errno == EINTR {}
        return Self.status(raw)
    }

    private static func status(_ raw: CInt) -> CInt { raw & 0x7f == 0 ? (raw >> 8) & 0xff : 128 + (raw & 0x7f) }
}

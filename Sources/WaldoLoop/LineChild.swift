import Glibc
public import WaldoTime

/// A child process on the loop: lines go to its standard input without waiting, and lines of its output come back.
///
/// What it writes is bounded: a longer line than `longest` is left out.
@LoopActor
public final class LineChild {
    /// Callbacks of a child.
    public struct Events {
        /// A line of its output, without the line feed.
        public var line: @LoopActor ([UInt8]) -> Void
        /// It has ended: its exit status, or 128 + n after signal n. Nothing follows.
        public var ended: @LoopActor (CInt) -> Void

        /// Creates the callbacks from these closures.
        public init(line: @escaping @LoopActor ([UInt8]) -> Void, ended: @escaping @LoopActor (CInt) -> Void) {
            (self.line, self.ended) = (line, ended)
        }
    }

    /// The most bytes of a line in either direction: a pipe takes so many at once or none.
    public static let longest = 4096

    private let pid: pid_t
    private let events: Events
    private var input: CInt, output: CInt
    private var watch: FileWatch?
    private var timer: LoopTimer?
    private var rest: [UInt8] = []
    private var isTooLong = false
    private var status: CInt?

    /// Starts a program.
    /// - Parameter path: its file.
    /// - Throws: `SystemFailure` if it cannot be started.
    public init(_ path: String, _ arguments: [String], _ events: Events) throws(SystemFailure) {
        self.events = events
        let started = try SpawnedProgram([path] + arguments, joinsErrors: true)
        (pid, input, output) = (started.pid, started.ends[0], started.ends[1])
        for end in started.ends { _ = fcntl(end, F_SETFL, O_NONBLOCK) }
        watch = try FileWatch(output, for: .readable, priority: .other, of: self) { child, _ in child.read() }
        timer = LoopTimer(of: self) { owner, _ in owner.reap() }
    }

    deinit {
        if status == nil { kill(pid, SIGKILL) }
        for descriptor in [input, output] where descriptor >= 0 { close(descriptor) }
    }

    // MARK: use

    /// Hands it a line, if it can take it at once.
    /// - Returns: whether it has it.
    @discardableResult
    public func write(_ line: [UInt8]) -> Bool {
        let line = line + [10]
        guard input >= 0, line.count <= Self.longest else { return false }
        return line.withUnsafeBytes { Glibc.write(input, $0.baseAddress, $0.count) } == line.count
    }

    /// Ends its standard input: nothing more is going to be said.
    public func closeInput() {
        if input >= 0 { close(input) }
        input = -1
    }

    /// Ends its input, and waits until it has ended: by itself within a time, else by SIGTERM, else by SIGKILL. Lines
    /// that it writes meanwhile are handed on. Called once the loop has nothing else to do.
    /// - Returns: whether it ended by itself.
    public func finish(within patience: TimeSpan) -> Bool {
        closeInput()
        guard status == nil else { return true }
        if wait(until: Monotonic.now() + patience) { return true }
        kill(pid, SIGTERM)
        if !wait(until: Monotonic.now() + .seconds(2)) {
            kill(pid, SIGKILL)
            _ = wait(until: Monotonic.now() + .seconds(1))
        }
        return false
    }

    private func wait(until end: Instant) -> Bool {
        while status == nil, Monotonic.now() < end {
            var entry = pollfd(fd: watch == nil ? -1 : output, events: Int16(POLLIN), revents: 0)
            _ = poll(&entry, 1, 20)
            if entry.revents != 0 { read() }
            reap()
        }
        return status != nil
    }

    // MARK: output

    private func read() {
        var chunk = [UInt8](repeating: 0, count: 4096)
        let count = Glibc.read(output, &chunk, chunk.count)
        if count < 0, errno == EAGAIN || errno == EINTR { return }
        guard count > 0 else {
            watch?.cancel()
            watch = nil
            return reap()
        }
        for byte in chunk[..<count] {
            if byte == 10 {
                if !isTooLong { events.line(rest) }
                rest.removeAll(keepingCapacity: true)
                isTooLong = false
            } else if rest.count < Self.longest {
                rest.append(byte)
            } else {
                isTooLong = true
            }
        }
    }

    /// Takes its status, once it has ended; its output ends a little earlier.
    private func reap() {
        guard status == nil else { return }
        var raw: CInt = 0
        guard waitpid(pid, &raw, WNOHANG) == pid else {
            if watch == nil { timer?.arm(at: Monotonic.now() + .milliseconds(50)) }
            return
        }
        let status = raw & 0x7f == 0 ? (raw >> 8) & 0xff : 128 + (raw & 0x7f)
        self.status = status
        closeInput()
        timer?.cancel()
        watch?.cancel()
        watch = nil
        events.ended(status)
    }
}

internal import Glibc
public import WaldoTime

/// A child process on the loop: lines go to its standard input without waiting, and lines of its output come back.
///
/// It has a process group of its own, so that Ctrl-C at the terminal does not reach it, and none of this process's
/// signal settings. What it writes is bounded: a longer line than `longest` is left out.
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
        // A child that ends while it is written to must not end this process.
        signal(SIGPIPE, SIG_IGN)
        let started = try Self.spawn(path, arguments)
        (pid, input, output) = (started.pid, started.input, started.output)
        watch = try FileWatch(output, for: .readable, priority: .other) { [weak self] _ in self?.read() }
        timer = LoopTimer { [weak self] _ in self?.reap() }
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
            var place = pollfd(fd: watch == nil ? -1 : output, events: Int16(POLLIN), revents: 0)
            _ = poll(&place, 1, 20)
            if place.revents != 0 { read() }
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

    // MARK: starting

    private static func spawn(
        _ path: String, _ arguments: [String]
    ) throws(SystemFailure) -> (pid: pid_t, input: CInt, output: CInt) {
        var toChild: [CInt] = [-1, -1], fromChild: [CInt] = [-1, -1]
        guard pipe(&toChild) == 0 else { throw SystemFailure("pipe") }
        guard pipe(&fromChild) == 0 else {
            let failure = SystemFailure("pipe")
            for end in toChild { close(end) }
            throw failure
        }
        for end in toChild + fromChild { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        var actions = posix_spawn_file_actions_t(), attributes = posix_spawnattr_t()
        posix_spawn_file_actions_init(&actions)
        posix_spawnattr_init(&attributes)
        defer {
            posix_spawn_file_actions_destroy(&actions)
            posix_spawnattr_destroy(&attributes)
        }
        posix_spawn_file_actions_adddup2(&actions, toChild[0], 0)
        posix_spawn_file_actions_adddup2(&actions, fromChild[1], 1)
        posix_spawn_file_actions_adddup2(&actions, fromChild[1], 2)
        var none = sigset_t(), all = sigset_t()
        sigemptyset(&none)
        sigfillset(&all)
        posix_spawnattr_setsigmask(&attributes, &none)
        posix_spawnattr_setsigdefault(&attributes, &all)
        posix_spawnattr_setpgroup(&attributes, 0)
        posix_spawnattr_setflags(
            &attributes, Int16(POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))
        var pid = pid_t()
        var words = ([path] + arguments).map { strdup($0) } + [nil]
        let code = posix_spawn(&pid, path, &actions, &attributes, &words, environ)
        for word in words { free(word) }
        close(toChild[0])
        close(fromChild[1])
        guard code == 0 else {
            close(toChild[1])
            close(fromChild[0])
            throw SystemFailure("posix_spawn", code: code)
        }
        for end in [toChild[1], fromChild[0]] { _ = fcntl(end, F_SETFL, O_NONBLOCK) }
        return (pid, toChild[1], fromChild[0])
    }
}

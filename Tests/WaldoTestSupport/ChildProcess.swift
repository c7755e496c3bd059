public import Glibc
import Synchronization
public import WaldoLoop

/// A program run by a test: in its own process group, with default signal handling as under a shell, and with its
/// output drained.
///
/// Closing or releasing it kills the whole group and reaps the program.
public final class ChildProcess: Sendable {
    /// How a child ended.
    public enum Exit: Equatable, Sendable {
        /// It exited with this status.
        case status(CInt)
        /// It was killed by this signal.
        case signal(CInt)
    }

    /// The child's process id, which is also its group's.
    public let pid: pid_t

    private let output: LineBuffer
    private let errors: LineBuffer
    private let input: Mutex<CInt>
    private let reaped = Mutex(false)

    /// Starts a program.
    /// - Parameters:
    ///   - program: its path; a name without `/` is searched in PATH.
    ///   - arguments: its arguments.
    ///   - environment: additions to this process's environment; nil removes a variable.
    ///   - directory: its working directory; nil: this process's.
    /// - Throws: `SystemFailure` if it cannot be spawned.
    public init(
        _ program: String, _ arguments: [String] = [], environment: [String: String?] = [:],
        in directory: String? = nil
    ) throws(SystemFailure) {
        var words = [program] + arguments
        if let directory { words = ["/usr/bin/env", "-C", directory] + words }
        let started = try SpawnedProgram(words, environment: Self.merged(environment))
        pid = started.pid
        input = Mutex(started.ends[0])
        output = LineBuffer(draining: started.ends[1])
        errors = LineBuffer(draining: started.ends[2])
    }

    deinit { close() }

    /// The lines of standard output so far.
    public var lines: [String] { output.lines }

    /// The lines of standard error so far.
    public var errorLines: [String] { errors.lines }

    /// Waits for a line of standard output; each wait continues after the line that the last one returned.
    /// - Throws: `DidNotHappen` if no such line appears in time.
    @discardableResult
    public func waitForLine(
        matching matches: (String) -> Bool, within limit: Duration = .seconds(10)
    ) async throws -> String {
        try await waitUntil("a matching line", within: limit, instead: report) { output.next(matches) }
    }

    /// Waits for a line of standard output that contains a text.
    /// - Throws: `DidNotHappen` if no such line appears in time.
    @discardableResult
    public func waitForLine(containing text: String, within limit: Duration = .seconds(10)) async throws -> String {
        try await waitUntil("a line with \(text)", within: limit, instead: report) {
            output.next { $0.contains(text) }
        }
    }

    /// Waits for a line of standard error that contains a text.
    /// - Throws: `DidNotHappen` if no such line appears in time.
    @discardableResult
    public func waitForErrorLine(
        containing text: String, within limit: Duration = .seconds(10)
    ) async throws -> String {
        try await waitUntil("an error line with \(text)", within: limit, instead: report) {
            errors.next { $0.contains(text) }
        }
    }

    /// Waits for the end of the process, and until all its output has been read.
    /// - Throws: `DidNotHappen` if it does not end in time.
    public func exit(within limit: Duration = .seconds(10)) async throws -> Exit {
        try await waitUntil("the end of the process", within: limit, instead: report) {
            output.ended && errors.ended ? exitNow : nil
        }
    }

    /// Waits for the end of the process and returns its status as a shell does: 128 + n after signal n.
    /// - Throws: `DidNotHappen` if it does not end in time.
    public func exitStatus(within limit: Duration = .seconds(10)) async throws -> CInt {
        switch try await exit(within: limit) {
        case .status(let status): status
        case .signal(let number): 128 + number
        }
    }

    /// How it ended; nil while it runs. It stays a zombie until `close`, so that its id is not reused.
    public var exitNow: Exit? {
        var info = siginfo_t()
        guard waitid(P_PID, id_t(pid), &info, WEXITED | WNOHANG | WNOWAIT) == 0, info.si_signo == SIGCHLD else {
            return nil
        }
        let status = info._sifields._sigchld.si_status
        return info.si_code == CInt(CLD_EXITED) ? .status(status) : .signal(status)
    }

    /// Sends a signal to it, or to its whole group if `toGroup` is set; not after `close`.
    public func send(signal number: CInt, toGroup: Bool = false) {
        reaped.withLock { if !$0 { kill(toGroup ? -pid : pid, number) } }
    }

    /// Writes a line to its standard input.
    /// - Throws: `SystemFailure` if the write fails: EPIPE once the child has ended.
    public func write(line: String) throws(SystemFailure) {
        let bytes = Array((line + "\n").utf8)
        try write(bytes)
    }

    /// Writes bytes to its standard input.
    /// - Throws: `SystemFailure` if the write fails: EPIPE once the child has ended.
    public func write(_ bytes: [UInt8]) throws(SystemFailure) {
        let failed = input.withLock { input -> CInt? in
            var done = 0
            while done < bytes.count {
                let count = bytes.withUnsafeBytes { Glibc.write(input, $0.baseAddress! + done, $0.count - done) }
                if count < 0 { return errno }
                done += count
            }
            return nil
        }
        if let failed { throw SystemFailure("write", code: failed) }
    }

    /// Closes its standard input.
    public func closeInput() {
        input.withLock { input in
            if input >= 0 { Glibc.close(input) }
            input = -1
        }
    }

    /// Kills its group and reaps it, unless that has been done.
    public func close() {
        closeInput()
        reaped.withLock { reaped in
            guard !reaped else { return }
            reaped = true
            kill(-pid, SIGKILL)
            var status: CInt = 0
            while waitpid(pid, &status, 0) < 0 && errno == EINTR {}
        }
    }

    private func report() -> String {
        "standard output: \(lines.suffix(20))\nstandard error: \(errorLines.suffix(20))\nended: \(exitNow as Exit?, default: "no")"
    }
}

extension ChildProcess {
    private static func merged(_ additions: [String: String?]) -> [String] {
        var result: [String] = []
        var entry = environ
        while let text = entry.pointee {
            let line = String(cString: text)
            if !additions.keys.contains(where: { line.hasPrefix($0 + "=") }) { result.append(line) }
            entry += 1
        }
        for (name, value) in additions { if let value { result.append("\(name)=\(value)") } }
        return result
    }
}

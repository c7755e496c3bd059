import CWaldoShims
public import Glibc

/// A program that was started with pipes at its standard streams.
///
/// It has a process group of its own, so that Ctrl-C at the terminal does not reach it, and none of this process's
/// signal settings. Who starts it closes the pipes and reaps it.
public struct SpawnedProgram {
    /// Its process id, which is also its group's.
    public let pid: pid_t
    /// This process's ends of the pipes, which wait: of standard input, of output and, unless that is joined to the
    /// output, of standard error.
    public let ends: [CInt]

    /// Starts a program. From then on this process ignores SIGPIPE: a write to a program that has ended fails.
    /// - Parameters:
    ///   - words: its path and its arguments; a name without `/` is searched in PATH.
    ///   - environment: lines `NAME=VALUE`; nil: this process's environment.
    ///   - joinsErrors: whether standard error goes where standard output goes.
    /// - Throws: `SystemFailure` if it cannot be started.
    public init(
        _ words: [String], environment: [String]? = nil, joinsErrors: Bool = false
    ) throws(SystemFailure) {
        signal(SIGPIPE, SIG_IGN)
        var ours: [CInt] = [], theirs: [CInt] = []
        defer { for end in theirs { close(end) } }
        do throws(SystemFailure) {
            for standard in 0..<(joinsErrors ? 2 : 3) {
                // Marked close-on-exec at once: another thread may start a program, too.
                var pipe: [CInt] = [-1, -1]
                guard waldo_pipe(&pipe) == 0 else { throw SystemFailure("pipe2") }
                for end in pipe { _ = fcntl(end, F_SETFL, 0) }
                theirs.append(pipe[standard == 0 ? 0 : 1])
                ours.append(pipe[standard == 0 ? 1 : 0])
            }
            pid = try Self.start(words, environment, joinsErrors ? theirs + [theirs[1]] : theirs)
        } catch {
            for end in ours { close(end) }
            throw error
        }
        ends = ours
    }

    private static func start(
        _ words: [String], _ environment: [String]?, _ streams: [CInt]
    ) throws(SystemFailure) -> pid_t {
        var actions = posix_spawn_file_actions_t(), attributes = posix_spawnattr_t()
        posix_spawn_file_actions_init(&actions)
        posix_spawnattr_init(&attributes)
        defer {
            posix_spawn_file_actions_destroy(&actions)
            posix_spawnattr_destroy(&attributes)
        }
        for (standard, end) in streams.enumerated() { posix_spawn_file_actions_adddup2(&actions, end, CInt(standard)) }
        var none = sigset_t(), all = sigset_t()
        sigemptyset(&none)
        sigfillset(&all)
        posix_spawnattr_setsigmask(&attributes, &none)
        posix_spawnattr_setsigdefault(&attributes, &all)
        posix_spawnattr_setpgroup(&attributes, 0)
        posix_spawnattr_setflags(
            &attributes, Int16(POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))
        var pid = pid_t()
        let code = withCStrings(words) { words in
            guard let environment else { return posix_spawnp(&pid, words[0]!, &actions, &attributes, words, environ) }
            return withCStrings(environment) { posix_spawnp(&pid, words[0]!, &actions, &attributes, words, $0) }
        }
        guard code == 0 else { throw SystemFailure("posix_spawnp", code: code) }
        return pid
    }

    private static func withCStrings(
        _ strings: [String], _ body: (UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>) -> CInt
    ) -> CInt {
        var pointers = strings.map { strdup($0) } + [nil]
        defer { for pointer in pointers { free(pointer) } }
        return pointers.withUnsafeMutableBufferPointer { body($0.baseAddress!) }
    }
}

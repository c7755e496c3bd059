import Glibc
import Synchronization
import WaldoCore
import WaldoFiles
import WaldoLoop
import WaldoTime

/// Files that may come from anybody. The panel of a drive has a helper open them, with limits of its own. A command
/// that does nothing else limits itself.
package enum ForeignFiles {
    /// The command that starts this program as a helper.
    package static let command = "read-foreign-files"

    private static let program = Mutex<String?>(nil)

    /// The address space that a helper may have beside its own code.
    private static let helperMemory: UInt64 = 1 << 30
    /// The longest job.
    private static let longest = 1 << 20

    /// The program that is started as a helper; nil: jobs are done in this process, as in a test that is none.
    static var helper: String? { program.withLock { $0 } }

    /// The variables of the environment that a helper gets: where temporary files are, the clock, the user's files of
    /// settings, and where the dynamic linker finds the program's libraries. Secrets are no business of a file's.
    private static let variables = [
        "TMPDIR", "TZ", "HOME", "LANG", "XDG_CONFIG_HOME", "XDG_STATE_HOME", "LD_LIBRARY_PATH",
    ]

    /// The environment of a helper.
    static var environment: [String] {
        variables.compactMap { name in getenv(name).map { "\(name)=\(String(cString: $0))" } }
    }

    /// Has helpers do what is done with files of others from now on.
    /// - Parameter path: the file of this program.
    package static func useHelpers(of path: String) { program.withLock { $0 = path } }

    /// Limits the memory of a command that reads files and does nothing else: no file takes what other programs need.
    package static func limitMemory() { ProcessLimits.limitMemory(to: max(1 << 30, ProcessLimits.machineMemory / 2)) }

    /// Takes that limit away from a process that has read its files.
    package static func liftMemory() { ProcessLimits.liftMemory() }

    // MARK: the helper

    /// Answers jobs from standard input until it ends.
    package static func serve() {
        ProcessLimits.forbidCoreFiles()
        ProcessLimits.forbidNewPrivileges()
        ProcessLimits.endWithParent()
        ProcessLimits.limitMemory(to: helperMemory)
        ProcessLimits.yieldToOthers()
        // What is printed by accident is no answer.
        let output = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 3)
        dup2(STDERR_FILENO, STDOUT_FILENO)
        while let bytes = nextJob(), let job = try? FileJob(bytes) {
            let seconds = UInt32(clamping: job.patience.microseconds / 1_000_000 + 5)
            ProcessLimits.limitTime(to: UInt64(seconds))
            // A wait for a lock or a disk computes nothing: SIGALRM ends it.
            alarm(seconds)
            let answer = job.answer()
            alarm(0)
            write(Array("\(answer.status) \(answer.bytes.count)\n".utf8) + answer.bytes, to: output)
        }
    }

    /// The bytes of a job behind a line with their number; nil: no job follows.
    private static func nextJob() -> [UInt8]? {
        var head: [UInt8] = []
        while head.count < 20, let byte = read(1)?.first, byte != UInt8(ascii: "\n") { head.append(byte) }
        guard let count = Int(String(decoding: head, as: UTF8.self)), (1...longest).contains(count) else { return nil }
        return read(count)
    }

    private static func read(_ count: Int) -> [UInt8]? {
        var bytes = [UInt8](repeating: 0, count: count), done = 0
        while done < count {
            let more = bytes.withUnsafeMutableBytes { Glibc.read(STDIN_FILENO, $0.baseAddress! + done, count - done) }
            if more < 0, errno == EINTR { continue }
            guard more > 0 else { return nil }
            done += more
        }
        return bytes
    }

    private static func write(_ bytes: [UInt8], to output: CInt) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(output, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            // Who asked has gone.
            guard count > 0 else { exit(ExitStatus.output.number) }
            rest.removeFirst(count)
        }
    }
}

import Glibc

/// Who holds a lock, as far as this process can know.
public struct LockHolder: Equatable, Sendable, CustomStringConvertible {
    /// Its process id; 0: unknown, as of a process in a container.
    public let pid: Int32
    /// Its user; nil: unknown.
    public let user: UInt32?
    /// The name that the process gives itself, such as `waldo`, with all but plain characters replaced; nil: unknown.
    public let program: String?

    /// A holder that is known like this.
    public init(pid: Int32 = 0, user: UInt32? = nil) {
        self.pid = pid
        self.user = user
        program = pid > 0 ? Self.program(of: pid) : nil
    }

    /// Whether it may be a Waldo: any user can take a lock by any program.
    public var mayBeWaldo: Bool { program?.hasPrefix("waldo") ?? true }

    /// Such as `process 4711`, with its user if that is another than this process's.
    public var description: String {
        let user = user.flatMap { $0 == geteuid() && pid > 0 ? nil : " of user \(SystemUser.text($0))" } ?? ""
        return pid > 0 ? "process \(pid)\(user)" : user.isEmpty ? "an unknown process" : "a process\(user)"
    }

    private static func program(of pid: Int32) -> String? {
        let line = KernelFile.lines(of: "/proc/\(pid)/comm").first ?? ""
        let plain = line.utf8.map { 0x20...0x7e ~= $0 ? $0 : UInt8(ascii: "?") }
        return plain.isEmpty ? nil : String(decoding: plain, as: UTF8.self)
    }
}

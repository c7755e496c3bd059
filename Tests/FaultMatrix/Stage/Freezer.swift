import Glibc
import WaldoTestSupport

/// A control group of its own, in which a process can be frozen: it gets no signal and notices nothing.
final class Freezer {
    private let folder: String

    /// Puts a process into a new group.
    /// - Throws: `DidNotHappen` where the test may not create one: this needs cgroup v2 and root.
    init(_ pid: pid_t) throws {
        let mounts = ["/sys/fs/cgroup", "/sys/fs/cgroup/unified"]
        guard let mount = mounts.first(where: { access($0 + "/cgroup.controllers", F_OK) == 0 }) else {
            throw DidNotHappen("there is no cgroup v2 at \(mounts)")
        }
        folder = "\(mount)/waldo-test-\(pid)"
        guard mkdir(folder, 0o700) == 0 else {
            throw DidNotHappen("\(folder) cannot be made (\(String(cString: strerror(errno)))): run as root")
        }
        try write("\(pid)", to: "cgroup.procs")
    }

    /// The group can be removed once its process has ended.
    deinit {
        try? thaw()
        for _ in 0..<200 where rmdir(folder) != 0 && errno == EBUSY { usleep(5_000) }
    }

    func freeze() async throws {
        try write("1", to: "cgroup.freeze")
        try await waitUntil("the frost") { try readFile(folder + "/cgroup.events").contains("frozen 1") ? () : nil }
    }

    func thaw() throws { try write("0", to: "cgroup.freeze") }

    private func write(_ text: String, to name: String) throws {
        let file = open("\(folder)/\(name)", O_WRONLY | O_CLOEXEC)
        defer { close(file) }
        guard file >= 0, Glibc.write(file, text, text.utf8.count) == text.utf8.count else {
            throw DidNotHappen("\(folder)/\(name) does not take \(text)")
        }
    }
}

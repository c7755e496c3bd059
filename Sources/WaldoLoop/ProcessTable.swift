package import Glibc

/// The processes of this machine and their open files, as /proc shows them to this user (proc(5)).
package enum ProcessTable {
    /// The first process with an open file for which the condition holds; an unknown one if none is seen.
    /// - Parameter condition: told the process's id and the number of the open file.
    static func firstProcess(where condition: (Int32, String) -> Bool) -> LockHolder {
        for pid in entries("/proc").compactMap({ Int32($0) }) {
            for file in entries("/proc/\(pid)/fd") where condition(pid, file) {
                var status = stat()
                return LockHolder(pid: pid, user: stat("/proc/\(pid)", &status) == 0 ? status.st_uid : nil)
            }
        }
        return LockHolder()
    }

    /// A process that has a file open; nil: none is seen.
    package static func holder(of path: String) -> LockHolder? {
        guard let real = realpath(path, nil) else { return nil }
        defer { free(real) }
        let resolved = String(cString: real)
        let holder = firstProcess { pid, file in
            pid != getpid() && target(of: "/proc/\(pid)/fd/\(file)") == resolved
        }
        return holder.pid > 0 ? holder : nil
    }

    /// Whether a program of this name runs, for any user.
    package static func isRunning(_ program: String) -> Bool {
        // The kernel keeps the first fifteen bytes of a name.
        let name = String(decoding: program.utf8.prefix(15), as: UTF8.self)
        return entries("/proc").contains { Int32($0) != nil && KernelFile.lines(of: "/proc/\($0)/comm").first == name }
    }

    /// A process of the session whose terminal a device is; nil: it is nobody's.
    package static func session(onTerminal device: dev_t) -> LockHolder? {
        // The kernel's own form of a device's number (proc(5), `tty_nr`).
        let low = minor(device) & 0xff, high = minor(device) & ~0xff
        let number = Int32(truncatingIfNeeded: low | major(device) << 8 | high << 12)
        for pid in entries("/proc").compactMap({ Int32($0) }) {
            // Behind the name, which may have any character: state, parent, group, session, terminal.
            guard let line = KernelFile.lines(of: "/proc/\(pid)/stat").first,
                let words = line.lastIndex(of: ")").map({ line[$0...].split(separator: " ") }), words.count > 5,
                Int32(words[5]) == number
            else { continue }
            return LockHolder(pid: pid)
        }
        return nil
    }

    private static func major(_ device: dev_t) -> UInt { UInt(device) >> 8 & 0xfff | UInt(device) >> 32 & ~0xfff }

    private static func minor(_ device: dev_t) -> UInt { UInt(device) & 0xff | UInt(device) >> 12 & ~0xff }

    /// What a link leads to, such as an open file; nil: it cannot be read.
    static func target(of link: String) -> String? {
        var target = [CChar](repeating: 0, count: 64)
        let length = readlink(link, &target, target.count)
        return length < 0 ? nil : String(decoding: target.prefix(length).map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    private static func entries(_ path: String) -> [String] {
        guard let folder = opendir(path) else { return [] }
        defer { closedir(folder) }
        var names: [String] = []
        while let entry = readdir(folder) {
            names.append(
                withUnsafeBytes(of: entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) })
        }
        return names
    }
}

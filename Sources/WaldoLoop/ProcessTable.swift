internal import Glibc

/// The processes of this machine and their open files, as /proc shows them to this user (proc(5)).
enum ProcessTable {
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

import Glibc

/// A process and its descendants, as `/proc` shows them.
enum ProcessTree {
    /// A process that lives now.
    struct Process {
        let id: Int32, parent: Int32
        let threads: [Int32]
    }

    /// The process and its descendants that live now.
    static func processes(of root: Int32) -> [Process] {
        var known = [(id: root, parent: Int32(0))], found: [Process] = []
        while found.count < known.count {
            let (id, parent) = known[found.count], threads = threads(of: id)
            found.append(Process(id: id, parent: parent, threads: threads))
            for thread in threads {
                let children = ProcFile("/proc/\(id)/task/\(thread)/children")?.text() ?? ""
                known += children.split(separator: " ").compactMap { Int32($0) }.map { ($0, id) }
            }
        }
        return found
    }

    /// kthreadd, the parent of the kernel's threads.
    static let kernel: Int32 = 2

    /// The kernel's workers that belong to no processor. They carry what is typed into a terminal, and wait for a
    /// processor as any process does (Linux, `Documentation/core-api/workqueue.rst`, `drivers/tty/tty_buffer.c`).
    static func kernelWorkers() -> [Int32] {
        numbers(in: "/proc").filter { ProcFile("/proc/\($0)/comm")?.text().hasPrefix("kworker/u") == true }
    }

    /// The calling thread's id, which Glibc's module does not give: the last part of a link.
    static func currentThread() -> Int32 {
        var path = [CChar](repeating: 0, count: 64)
        let length = readlink("/proc/thread-self", &path, path.count)
        let text = String(decoding: path[..<max(0, length)].map { UInt8(bitPattern: $0) }, as: UTF8.self)
        return text.split(separator: "/").last.flatMap { Int32($0) } ?? 0
    }

    /// The ids of a process' threads; none if it has ended.
    static func threads(of process: Int32) -> [Int32] { numbers(in: "/proc/\(process)/task") }

    /// The entries of a folder that are numbers; none if it is not there.
    private static func numbers(in path: String) -> [Int32] {
        guard let folder = opendir(path) else { return [] }
        defer { closedir(folder) }
        var ids: [Int32] = []
        while let entry = readdir(folder) {
            // Directory entries are NUL-terminated, and "." and ".." are no numbers.
            let id = withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: 256) { Int32(String(cString: $0)) }
            }
            if let id { ids.append(id) }
        }
        return ids
    }
}

/// An open file of `/proc`, whose content is made anew with each reading.
final class ProcFile {
    private let descriptor: CInt

    /// Opens a file; nil if it is not there.
    init?(_ path: String) {
        descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
    }

    deinit { close(descriptor) }

    /// Its whole numbers up to a count, separated by spaces; nil if it can no longer be read.
    func numbers(_ count: Int) -> [Int64]? {
        withUnsafeTemporaryAllocation(byteCount: 128, alignment: 1) { bytes in
            let length = pread(descriptor, bytes.baseAddress, bytes.count, 0)
            guard length > 0 else { return nil }
            var numbers: [Int64] = [], number: Int64 = 0
            for byte in bytes[..<length] where numbers.count < count {
                switch byte {
                case UInt8(ascii: "0")...UInt8(ascii: "9"): number = number * 10 + Int64(byte - UInt8(ascii: "0"))
                default:
                    numbers.append(number)
                    number = 0
                }
            }
            return numbers.count == count ? numbers : nil
        }
    }

    /// Its first 16 KiB as text.
    func text() -> String {
        withUnsafeTemporaryAllocation(byteCount: 16_384, alignment: 1) { bytes in
            let length = pread(descriptor, bytes.baseAddress, bytes.count, 0)
            return String(decoding: bytes[..<max(0, length)], as: UTF8.self)
        }
    }
}

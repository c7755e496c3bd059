import Glibc
import WaldoLoop

/// Which file a path names: its device and number there.
package struct FileIdentity: Hashable, Sendable {
    package let device: UInt64, number: UInt64

    package init(_ path: String) throws(StoreError) {
        var status = stat()
        guard stat(path, &status) == 0 else {
            throw StoreError(.cannotOpen, path, UnreadableFile.sentence(errno))
        }
        guard status.st_mode & S_IFMT == S_IFREG else {
            throw StoreError(.notGeoPackage, path, "this is not a regular file; name a file of `waldo survey --to`")
        }
        self.init(status)
    }

    /// The file that a descriptor has open.
    init(_ descriptor: CInt) {
        var status = stat()
        fstat(descriptor, &status)
        self.init(status)
    }

    private init(_ status: stat) {
        device = UInt64(status.st_dev)
        number = UInt64(status.st_ino)
    }

    /// The first bytes of a file, so many at most; none if it cannot be read.
    static func beginning(of path: String, _ limit: Int = 16) -> [UInt8] {
        guard let file = try? FileIdentity(path) else { return [] }
        var bytes = [UInt8](repeating: 0, count: limit), count = 0
        _ = OpenFiles.ask(path, file) { descriptor in
            count = pread(descriptor, &bytes, bytes.count, 0)
            return count > 0
        }
        return Array(bytes.prefix(max(0, count)))
    }

    // MARK: the files beside it

    /// Whether there is anything at a path.
    static func exists(_ path: String) -> Bool {
        var status = stat()
        return lstat(path, &status) == 0
    }

    /// Whether a log with commits lies beside a file.
    static func hasLog(_ path: String) -> Bool {
        var status = stat()
        return stat(path + "-wal", &status) == 0 && status.st_size > 0
    }

    /// More bytes than any survey has.
    private static let largest: Int64 = 1 << 46

    /// The bytes that are stored of a file and of the log beside it; 0: there is none. Where the path is a link, the
    /// log lies beside the file. Holes of a file count for nothing: the sender chooses their size.
    static func size(_ path: String) -> Int64 {
        let resolved = realpath(path, nil)
        defer { free(resolved) }
        let file = resolved.map { String(cString: $0) } ?? path
        return stored(file, countsUnstated: true) + stored(file + "-wal", countsUnstated: false)
    }

    /// - Parameter countsUnstated: a file of no blocks has its whole size, as on file systems that count none.
    private static func stored(_ path: String, countsUnstated: Bool) -> Int64 {
        var status = stat()
        guard stat(path, &status) == 0 else { return 0 }
        let (size, blocks) = (Int64(status.st_size), Int64(status.st_blocks))
        let stored = blocks == 0 && countsUnstated ? size : min(size, blocks.multipliedReportingOverflow(by: 512).0)
        return min(max(0, stored), largest)
    }

    /// The folder of a file.
    static func folder(of path: String) -> String { path.lastIndex(of: "/").map { String(path[...$0]) } ?? "./" }
}

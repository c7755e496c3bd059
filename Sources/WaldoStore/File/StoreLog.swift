import Glibc

/// The log (`-wal`) that lies beside a store which nobody has open, and which SQLite plays into it
/// (sqlite.org/fileformat.html, 4).
///
/// A store that is marked as whole needs no log (`StoreFile.beginLog`): beside it a process that was killed leaves at
/// most one with that mark. Any other log can replace the store.
enum StoreLog {
    /// The sums of its bytes count as numbers in one byte order or the other.
    private static let magics: [[UInt8]] = [[0x37, 0x7f, 0x06, 0x82], [0x37, 0x7f, 0x06, 0x83]]
    private static let header = 32, frameHeader = 24
    private static let maxFrames = 16

    /// Whether a log is another file's, or another program's.
    static func isOthers(beside path: String) -> Bool {
        guard let alone = try? Connection(path, for: .reading, patience: 0, isWithoutLog: true) else { return false }
        defer { alone.close() }
        guard (try? alone.number("SELECT whole FROM waldo_schema")) == 1,
            let root = try? alone.number("SELECT rootpage FROM sqlite_schema WHERE name = 'waldo_schema'"),
            let pageSize = try? alone.number("PRAGMA page_size"), let file = try? FileIdentity(path)
        else { return false }
        var page = [UInt8](repeating: 0, count: Int(pageSize))
        let isRead = OpenFiles.ask(path, file) {
            pread($0, &page, page.count, off_t((root - 1) * pageSize)) == page.count
        }
        let log = FileIdentity.beginning(of: path + "-wal", header + maxFrames * (frameHeader + page.count) + 1)
        return isRead && !holdsOnlyMarks(log, number: Int(root), page: page)
    }

    /// Whether each frame of a log is the page with the mark, and differs from the one in the file by the mark at most:
    /// by one byte.
    /// - Parameter number: the page's.
    static func holdsOnlyMarks(_ log: [UInt8], number: Int, page: [UInt8]) -> Bool {
        // SQLite takes nothing from a log that does not begin as one.
        guard log.count >= header, magics.contains(Array(log.prefix(4))) else { return true }
        let length = frameHeader + page.count
        func field(_ offset: Int) -> Int { log[offset..<(offset + 4)].reduce(0) { $0 << 8 | Int($1) } }
        guard field(8) == page.count else { return false }
        var start = header
        // What follows with other salts is left of an earlier log.
        while start + length <= log.count, log[(start + 8)..<(start + 16)] == log[16..<24] {
            let changed = zip(log[(start + frameHeader)..<(start + length)], page).count { $0 != $1 }
            guard field(start) == number, changed <= 1 else { return false }
            start += length
        }
        let limit = header + maxFrames * length
        return start < limit || log.count <= limit
    }
}

import Glibc

/// The journal (`-journal`) that lies beside a file, which SQLite plays into the file when it opens it
/// (sqlite.org/fileformat.html, 3).
///
/// Waldo writes by a log (`-wal`), so that a process of its own that was killed leaves a journal only where the file
/// begins or ends to have one. That changes a few bytes of page 1. Any other journal can replace the whole file.
enum StoreJournal {
    private static let magic: [UInt8] = [0xd9, 0xd5, 0x05, 0xf9, 0x20, 0xa1, 0x63, 0xd7]
    private static let largestPage = 65_536
    /// Where page 1 says how the file is written and read, how often it has changed, and by which SQLite.
    private static let changed: [Range<Int>] = [18..<20, 24..<28, 92..<100]

    /// Whether a journal is of the only kind that Waldo leaves, or one that SQLite ignores.
    static func isHarmless(beside store: String) -> Bool {
        guard let file = try? FileIdentity(store) else { return false }
        let journal = FileIdentity.beginning(of: store + "-journal", 2 * largestPage + 9)
        var page = [UInt8](repeating: 0, count: largestPage), size: Int64 = 0
        _ = OpenFiles.ask(store, file) { descriptor in
            page.removeLast(largestPage - max(0, pread(descriptor, &page, largestPage, 0)))
            size = Int64(lseek(descriptor, 0, SEEK_END))
            return true
        }
        return isHarmless(journal, beginning: page, size: size)
    }

    /// - Parameters:
    ///   - beginning: the file's first bytes, at least a page of them.
    ///   - size: the file's bytes.
    static func isHarmless(_ journal: [UInt8], beginning: [UInt8], size: Int64) -> Bool {
        guard journal.starts(with: magic) else { return true }
        guard journal.count >= 28 else { return false }
        func number(_ offset: Int) -> Int { journal[offset..<(offset + 4)].reduce(0) { $0 << 8 | Int($1) } }
        let (records, pages, sector, pageSize) = (number(8), number(16), number(20), number(24))
        guard (28...largestPage).contains(sector), (512...largestPage).contains(pageSize),
            beginning.count >= pageSize, Int64(pages * pageSize) == size,
            journal.count <= sector + pageSize + 8
        else { return false }
        // Until a journal is complete the file is as it was, unless another part follows.
        guard records > 0 else { return !journal.dropFirst(sector).starts(with: magic) }
        guard records == 1, journal.count == sector + pageSize + 8, number(sector) == 1 else { return false }
        return (0..<pageSize).allSatisfy { offset in
            journal[sector + 4 + offset] == beginning[offset] || changed.contains { $0.contains(offset) }
        }
    }
}

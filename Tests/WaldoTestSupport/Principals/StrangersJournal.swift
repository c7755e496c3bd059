import FoundationEssentials

/// A journal of SQLite's that an attacker has written (sqlite.org/fileformat.html, 3).
public struct StrangersJournal {
    private static let magic: [UInt8] = [0xd9, 0xd5, 0x05, 0xf9, 0x20, 0xa1, 0x63, 0xd7]
    private static let sector = 512, nonce = 7

    /// What the file is to become, page by page.
    private let pages: [[UInt8]]
    private let pageSize: Int
    private let path: String

    /// - Parameters:
    ///   - database: the file that it lies beside.
    ///   - other: the file that it takes the pages from.
    /// - Throws: that one of them cannot be read.
    public init(beside database: String, from other: String? = nil) throws {
        let bytes = [UInt8](try Data(contentsOf: URL(filePath: other ?? database)))
        let pageSize = Int(bytes[16]) << 8 | Int(bytes[17])
        pages = stride(from: 0, to: bytes.count, by: pageSize).map { Array(bytes[$0...].prefix(pageSize)) }
        self.pageSize = pageSize
        path = database + "-journal"
    }

    /// Writes it.
    /// - Parameters:
    ///   - stated: how many pages the database had, as it states.
    ///   - numbers: the pages that it holds.
    ///   - change: changes an image of a page before it is written.
    ///   - end: what follows.
    /// - Throws: that it cannot be written.
    public func write(
        pages stated: Int? = nil, holding numbers: some Sequence<Int> = [], end: [UInt8] = [],
        change: (inout [UInt8]) -> Void = { _ in }
    ) throws {
        var records: [UInt8] = [], count = 0
        for number in numbers {
            var image = pages[number - 1]
            change(&image)
            let sum = stride(from: pageSize - 200, to: 0, by: -200).reduce(Self.nonce) { $0 + Int(image[$1]) }
            records += Self.bigEndian(number) + image + Self.bigEndian(sum)
            count += 1
        }
        var head = Self.magic
        for number in [count, Self.nonce, stated ?? pages.count, Self.sector, pageSize] {
            head += Self.bigEndian(number)
        }
        head += [UInt8](repeating: 0, count: Self.sector - head.count)
        try Data(head + records + end).write(to: URL(filePath: path))
    }

    /// Writes one that replaces the database by the other one.
    /// - Throws: that it cannot be written.
    public func writeAll() throws { try write(holding: 1...pages.count) }

    /// Writes one without pages, which says that its change was one of several databases.
    /// - Throws: that it cannot be written.
    public func write(naming victim: String) throws {
        let name = Array(victim.utf8)
        // The page of the locks is never in a journal: it begins the record.
        let end = Self.bigEndian(0x4000_0000 / pageSize + 1) + name
        let sum = name.reduce(0) { $0 + Int(Int8(bitPattern: $1)) }
        try write(end: end + Self.bigEndian(name.count) + Self.bigEndian(sum) + Self.magic)
    }

    private static func bigEndian(_ number: Int) -> [UInt8] {
        (0..<4).map { UInt8(truncatingIfNeeded: number >> (24 - 8 * $0)) }
    }
}

internal import Foundation

/// Journals of SQLite's that an attacker has written (sqlite.org/fileformat.html, 3): one says that its change was one
/// of several databases, another that the database was of any size.
public enum SuperJournal {
    private static let magic: [UInt8] = [0xd9, 0xd5, 0x05, 0xf9, 0x20, 0xa1, 0x63, 0xd7]
    private static let sector = 512

    /// Writes one without pages beside a database.
    /// - Throws: that the database cannot be read or the journal written.
    public static func write(beside path: String, naming other: String) throws {
        let database = [UInt8](try Data(contentsOf: URL(filePath: path)))
        let pageSize = Int(database[16]) << 8 | Int(database[17]), name = Array(other.utf8)
        var journal = magic
        for number in [0, 0x1234, database.count / pageSize, sector, pageSize] { journal += bigEndian(number) }
        journal += [UInt8](repeating: 0, count: sector - journal.count)
        // The page of the locks is never in a journal: it begins the record.
        journal += bigEndian(0x4000_0000 / pageSize + 1) + name
        journal += bigEndian(name.count) + bigEndian(name.reduce(0) { $0 + Int(Int8(bitPattern: $1)) }) + magic
        try Data(journal).write(to: URL(filePath: path + "-journal"))
    }

    /// Writes one without pages beside a database, which says that the database had so many.
    /// - Throws: that the database cannot be read or the journal written.
    public static func write(beside path: String, pages: Int) throws {
        let database = [UInt8](try Data(contentsOf: URL(filePath: path)))
        var journal = magic
        for number in [0, 1, pages, sector, Int(database[16]) << 8 | Int(database[17])] { journal += bigEndian(number) }
        journal += [UInt8](repeating: 0, count: 3 * sector - journal.count)
        try Data(journal).write(to: URL(filePath: path + "-journal"))
    }

    private static func bigEndian(_ number: Int) -> [UInt8] {
        (0..<4).map { UInt8(truncatingIfNeeded: number >> (24 - 8 * $0)) }
    }
}

import Foundation
import WaldoTestSupport

@testable import WaldoStore

/// A database of few pages with rows without end (sqlite.org/fileformat.html, 1.6): two interior pages, each with all
/// its cells pointing to the next page, and a leaf.
enum PageBomb {
    private static let pageSize = 4096, cells = 400, depth = 3

    static func write(into folder: TemporaryFolder) throws -> String {
        let path = folder.path + "/bomb.db"
        let connection = try Connection(path, for: .writing, patience: 1)
        try connection.execute("PRAGMA page_size = \(pageSize); CREATE TABLE t (a); CREATE TABLE u (a)")
        // Pages for the interior ones: each table has a root of its own.
        for number in 0..<depth { try connection.execute("CREATE TABLE u\(number) (a)") }
        let root = try connection.number("SELECT rootpage FROM sqlite_schema WHERE name = 't'") ?? 0
        let leaf = try connection.number("SELECT rootpage FROM sqlite_schema WHERE name = 'u'") ?? 0
        var pages = [Int(root)]
        for number in 0..<depth {
            pages.append(
                Int(try connection.number("SELECT rootpage FROM sqlite_schema WHERE name = 'u\(number)'") ?? 0))
        }
        try connection.execute(
            "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 100) INSERT INTO u SELECT 'x' FROM n"
        )
        connection.close()
        var bytes = [UInt8](try Data(contentsOf: URL(filePath: path)))
        for (place, page) in pages.enumerated() {
            let next = place + 1 < pages.count ? pages[place + 1] : Int(leaf)
            bytes.replaceSubrange(((page - 1) * pageSize)..<(page * pageSize), with: interior(pointingTo: next))
        }
        try Data(bytes).write(to: URL(filePath: path))
        return path
    }

    /// A page of cells of five bytes: the number of a page, and a key.
    private static func interior(pointingTo page: Int) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: pageSize)
        func put(_ number: Int, _ count: Int, at place: Int) {
            for byte in 0..<count { bytes[place + byte] = UInt8(number >> (8 * (count - 1 - byte)) & 0xff) }
        }
        bytes[0] = 5
        put(cells, 2, at: 3)
        put(pageSize - cells * 5, 2, at: 5)
        put(page, 4, at: 8)
        for cell in 0..<cells {
            let place = pageSize - (cell + 1) * 5
            put(place, 2, at: 12 + 2 * cell)
            put(page, 4, at: place)
            bytes[place + 4] = 1
        }
        return bytes
    }
}

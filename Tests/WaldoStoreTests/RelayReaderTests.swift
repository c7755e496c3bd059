import Glibc
import Testing
import WaldoCore
import WaldoTestSupport
import WaldoTime

@testable import WaldoStore

/// Rows on their way elsewhere.
@Suite struct RelayReaderTests {
    private func store() throws -> (HandDrivenStore, RelayReader) {
        let store = try HandDrivenStore(in: TemporaryFolder())
        for (event, at) in Fixtures.events { store.writer.record(event, at: at) }
        Fixtures.give(to: &store.writer)
        try store.commit()
        return (store, try RelayReader(path: store.path))
    }

    private func all(_ reader: RelayReader, _ stream: RelayStream, rows: Int) throws -> (lines: [UInt8], count: Int) {
        var after = stream.start, lines: [UInt8] = [], count = 0
        while let page = try reader.page(of: stream, after: after, rows: rows, bytes: 1 << 20, greatest: 1 << 20) {
            #expect(page.count <= rows && page.last > after)
            (lines, count, after) = (lines + page.rows, count + page.count, page.last)
        }
        return (lines, count)
    }

    @Test func theColumnsAreThoseOfTheTables() throws {
        let (store, reader) = try store()
        defer { _ = store }
        for table in StoreTable.appended + StoreTable.meta {
            let row = try reader.reader.connection.prepare("SELECT name, type FROM pragma_table_info('\(table.name)')")
            var declared: [String] = []
            while try row.step() { declared.append("\(row.text(0)) \(row.text(1))") }
            let names: [StoreColumn.Kind: String] = [
                .integer: "INTEGER", .double: "DOUBLE", .text: "TEXT", .bytes: "BLOB", .boolean: "BOOLEAN",
                .dateTime: "DATETIME",
            ]
            #expect(table.columns.map { "\($0.name) \(names[$0.kind] ?? "")" } == declared, "\(table.name)")
        }
        #expect(StoreTable.appended.count == 9 && StoreTable.meta.count == 11)
    }

    @Test(arguments: [1, 2, 100])
    func pagesOfEachStreamAreItsRowsAndKeepToTheRules(rows: Int) throws {
        let (store, reader) = try store()
        defer { _ = store }
        let survey = try #require(try reader.surveys().first)
        var counts: [String: Int] = [:]
        for extent in try reader.streams(of: survey.id) {
            #expect(!extent.isClosed)
            let stream = extent.stream, rules = try #require(CopyRules(stream.table.rawValue))
            let (lines, count) = try all(reader, stream, rows: rows)
            counts[stream.name] = count
            #expect(try reader.count(of: stream, after: stream.start) == count)
            #expect(lines.isEmpty || lines.last == 10)
            for line in lines.split(separator: 10) {
                var id: Int64 = 0
                #expect(line.withUnsafeBytes { rules.fault($0, id: &id) } == nil, "\(stream.name)")
                #expect(stream.ids.contains(id))
            }
        }
        #expect(counts["reading-1"] == 3 && counts["fix-1"] == 2 && counts["clock-1"] == 2)
        #expect(counts["sample-1-0"] == 3 && counts["sample-1-1"] == 1 && counts["reject-1"] == 2)
    }

    @Test func aRowIsWrittenAsPostgreSQLReadsIt() throws {
        let (store, reader) = try store()
        defer { _ = store }
        let fix = try #require(RelayStream(.fix, of: 1)), line = try all(reader, fix, rows: 1).lines
        #expect(
            String(decoding: line.split(separator: 10)[1], as: UTF8.self)
                == "1099511627782\t1\t6\t1000600\tarm\t1000550\t0.5\t-0.25\t\\N\t-1\t\\N\t\\N\tf\t\\N\t\\N")
        let reading = try #require(RelayStream(.reading, of: 1)), bytes = try all(reader, reading, rows: 9).lines
        #expect(String(decoding: bytes, as: UTF8.self).hasPrefix("1099511627778\t1\t2\t1000200\t0\t\\\\x010203\n"))
    }

    @Test func metaHasTheSurveysRowsAndNoOthers() throws {
        let (store, reader) = try store()
        defer { _ = store }
        let meta = try reader.meta(of: 1)
        let counts = meta.map { $0.split(separator: 10).count }
        #expect(counts.prefix(8) == [1, 1, 1, 2, 2, 0, 1, 2])
        #expect(String(decoding: meta[4], as: UTF8.self) == "1\t1\tyard\n2\t1\t2026\n")
        #expect(try reader.meta(of: 2).allSatisfy(\.isEmpty))
    }

    @Test func aCommitOfTheWriterIsNoticed() throws {
        let (store, reader) = try store()
        let before = try reader.version()
        #expect(try reader.version() == before)
        store.writer.record(.linkUp, at: 4_000_000)
        try store.commit()
        #expect(try reader.version() != before)
        try store.finish()
        #expect(try reader.streams(of: 1).allSatisfy(\.isClosed))
        #expect(reader.isThere)
        rename(store.path, store.path + ".away")
        #expect(!reader.isThere)
        unlink(store.path + ".away")
    }

    @Test func aRowThatCannotTravelIsLeftOutAndNamed() throws {
        let (store, _) = try store()
        store.writer.record(.bytes(channel: 0, [UInt8](repeating: 1, count: 3000)), at: 4_000_000)
        store.writer.record(.bytes(channel: 0, [2]), at: 4_000_000)
        try store.finish()
        let reader = try RelayReader(path: store.path), stream = try #require(RelayStream(.reading, of: 1))
        let page = try #require(
            try reader.page(of: stream, after: stream.start, rows: 100, bytes: 1 << 20, greatest: 1000))
        #expect(page.count == 4 && page.rejects.count == 1)
        guard case .tooLong = page.rejects.first?.reason else { return #expect(Bool(false)) }
        // A long row goes alone.
        let first = try #require(
            try reader.page(of: stream, after: stream.start, rows: 100, bytes: 500, greatest: 10_000))
        #expect(first.count == 3)
        let second = try #require(
            try reader.page(of: stream, after: first.last, rows: 100, bytes: 500, greatest: 10_000))
        #expect(second.count == 1 && second.rows.count > 6000)
    }

    @Test(arguments: [
        0.0, -0.0, 1, -75, 0.1, 1e300, .leastNonzeroMagnitude, -1.5e-7, .infinity, -.infinity, 123456789.125, 0x1p50,
        1e22,
    ])
    func aNumberIsTheSameAfterItsJourney(number: Double) {
        var line: [UInt8] = []
        CopyLine.write(number, to: &line)
        line.withUnsafeBytes { field in
            #expect(CopyText.isDouble(field), "\(String(decoding: field, as: UTF8.self))")
            #expect(CopyText.double(field)?.bitPattern == number.bitPattern)
        }
    }

    @Test(arguments: ["", "a", "tab\tback\\slash\nline\rend", "\u{e4}\u{1f600}", "\\N", "\\."])
    func aTextIsTheSameAfterItsJourney(text: String) {
        var line: [UInt8] = []
        #expect(Array(text.utf8).withUnsafeBytes { CopyLine.write(text: $0, to: &line) })
        line.withUnsafeBytes { field in
            #expect(CopyText.isText(field) && !CopyText.isNull(field) && CopyText.text(field) == text)
        }
    }

    @Test(arguments: [
        "NaN", "", "-", ".5", "5.", "1e", "1e5000", "1e-5000", "0x10", "+1", "1 ", "inf", "1e+", "--1", "1.2.3",
    ])
    func whatIsNoNumberIsRefused(text: String) {
        #expect(!Array(text.utf8).withUnsafeBytes { CopyText.isDouble($0) })
    }

    @Test func whatIsNoTextIsRefused() {
        var line: [UInt8] = []
        #expect(![65, 0].withUnsafeBytes { CopyLine.write(text: $0, to: &line) })
        #expect(![0xc3 as UInt8].withUnsafeBytes { CopyLine.write(text: $0, to: &line) })
        for bytes: [UInt8] in [[0], [0xc3], [92], [92, 120], [10], [13]] {
            #expect(!bytes.withUnsafeBytes { CopyText.isText($0) }, "\(bytes)")
        }
    }

    @Test func noBytesBreakTheRules() throws {
        var random = SeededGenerator(7)
        let rules = try #require(CopyRules("sample"))
        let right =
            "4398046511104\t1\t1024\t0\t0.5\t0.25\t1.25\t\\N\t1000000\t2000000\t\\N\t\\N\t9\t\\N\t\\N\t\\N\t\\N\t\\N\t\\N"
        var id: Int64 = 0
        #expect(Array(right.utf8).withUnsafeBytes { rules.fault($0, id: &id) } == nil)
        for _ in 0..<20_000 {
            var line = Array(right.utf8)
            for _ in 0..<Int.random(in: 1...4, using: &random) {
                let place = Int.random(in: 0..<line.count, using: &random)
                switch Int.random(in: 0..<3, using: &random) {
                case 0: line[place] = UInt8.random(in: 0...255, using: &random)
                case 1: line.remove(at: place)
                default: line.insert([9, 92, 48, 57, 45, 46, 101].randomElement(using: &random)!, at: place)
                }
            }
            _ = line.withUnsafeBytes { rules.fault($0, id: &id) }
        }
    }
}

import Glibc
import Testing
import WaldoCore
import WaldoStore
import WaldoSurvey
import WaldoTestSupport
import WaldoTime

@testable import WaldoRelay

/// Rows on their way elsewhere.
@Suite struct RelayReaderTests {
    private func all(_ reader: RelayReader, _ stream: RelayStream, rows: Int) throws -> (lines: [UInt8], count: Int) {
        var after = stream.start, lines: [UInt8] = [], count = 0
        while let page = try reader.page(of: stream, after: after, rows: rows, bytes: 1 << 20, greatest: 1 << 20) {
            #expect(page.count <= rows && page.last > after)
            (lines, count, after) = (lines + page.rows, count + page.count, page.last)
        }
        return (lines, count)
    }

    /// A survey that is being written.
    private func writer(_ folder: TemporaryFolder) throws -> StoreWriter {
        try StoreWriter.create(
            path: folder.path + "/s.gpkg",
            description: SampleSurvey.description("6f2b7a52-3c0e-4b7e-9a51-0d3f6a1c2e44"))
    }

    @Test func theColumnsAreThoseOfTheTables() throws {
        let sample = try SampleSurvey(samples: 1), reader = try RelayReader(path: sample.path)
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
        let sample = try SampleSurvey(samples: 30), reader = try RelayReader(path: sample.path)
        let survey = try #require(try reader.surveys().first)
        var counts: [String: Int] = [:]
        for extent in try reader.streams(of: survey.id) {
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
        #expect(counts["reading-1"] == 4 && counts["fix-1"] == 1 && counts["clock-1"] == 1 && counts["event-1"] == 3)
        #expect(counts["sample-1-0"] == 30 && counts["sample-1-1"] == 1 && counts["reject-1"] == 1)
    }

    @Test func aRowIsWrittenAsPostgreSQLReadsIt() throws {
        let sample = try SampleSurvey(samples: 1), reader = try RelayReader(path: sample.path)
        let fix = try #require(RelayStream(.fix, of: 1)), line = try all(reader, fix, rows: 1).lines
        #expect(
            String(decoding: line, as: UTF8.self)
                == "1099511627780\t1\t4\t1000400\tgpsd\t1000250\t145.0125\t-37.5\t31.25\t4326\t\\N\t\\N\t"
                + "t\t\\N\t0.9\n")
        let reading = try #require(RelayStream(.reading, of: 1)), bytes = try all(reader, reading, rows: 9).lines
        #expect(
            String(decoding: bytes, as: UTF8.self) == "1099511627778\t1\t2\t1000200\t1\t\\\\x\n"
                + "1099511627781\t1\t5\t2000000\t0\t\\\\x0000090a5cff\n")
        let samples = try #require(RelayStream(.sample, of: 1, number: 1)), infinite = try all(reader, samples, rows: 1)
        #expect(String(decoding: infinite.lines, as: UTF8.self).contains("\tInfinity\t"))
    }

    @Test func metaHasTheSurveysRowsAndNoOthers() throws {
        let sample = try SampleSurvey(samples: 1), reader = try RelayReader(path: sample.path)
        let meta = try reader.meta(of: 1)
        let counts = meta.map { $0.split(separator: 10).count }
        #expect(counts.prefix(8) == [1, 1, 1, 2, 2, 0, 1, 2])
        #expect(String(decoding: meta[4], as: UTF8.self) == "1\t1\tyard\n2\t1\t2026\n")
        #expect(try reader.meta(of: 2).allSatisfy(\.isEmpty))
    }

    @Test func withoutACommitTheVersionStays() throws {
        let sample = try SampleSurvey(samples: 1), reader = try RelayReader(path: sample.path)
        let version = try reader.version()
        _ = try reader.meta(of: 1)
        #expect(try reader.version() == version)
    }

    @Test func aCommitOfTheWriterIsNoticed() async throws {
        let folder = try TemporaryFolder(), writer = try writer(folder)
        let reader = try RelayReader(path: folder.path + "/s.gpkg")
        #expect(try reader.streams(of: 1).allSatisfy { !$0.isClosed })
        let before = try reader.version()
        writer.record(.linkUp, at: 1_000_000)
        let events = try #require(RelayStream(.event, of: 1))
        try await waitUntil("a commit") { try reader.count(of: events, after: events.start) == 1 ? true : nil }
        #expect(try reader.version() != before)
        #expect(writer.finish(within: .seconds(60)))
        #expect(try reader.streams(of: 1).allSatisfy(\.isClosed))
        #expect(reader.isThere)
        rename(folder.path + "/s.gpkg", folder.path + "/away")
        #expect(!reader.isThere)
    }

    @Test func aRowThatCannotTravelIsLeftOutAndNamed() throws {
        let folder = try TemporaryFolder(), writer = try writer(folder)
        let long = [UInt8](repeating: 1, count: 3000), readings: [[UInt8]] = [[1, 2, 3], [], [255], long, [2]]
        for bytes in readings {
            writer.record(.bytes(channel: 0, bytes), at: 1_000_000)
        }
        #expect(writer.finish(within: .seconds(60)))
        let reader = try RelayReader(path: folder.path + "/s.gpkg")
        let stream = try #require(RelayStream(.reading, of: 1))
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
}

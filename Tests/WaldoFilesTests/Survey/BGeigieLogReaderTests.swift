import Foundation
import Testing
import WaldoTestSupport

@testable import WaldoFiles

@Suite struct BGeigieLogReaderTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func read(_ bytes: [UInt8]) throws -> (lines: [LoggedLine], header: BGeigieHeader) {
        let path = folder.path + "/in.log"
        try Data(bytes).write(to: URL(filePath: path))
        let reader = try BGeigieLogReader(path)
        var lines: [LoggedLine] = []
        while let line = try reader.next() { lines.append(line) }
        #expect(reader.progress == 1)
        return (lines, reader.header)
    }

    /// Real lines in real company: mixed line ends, a joined line, a trailing byte, a lost end.
    private let log = Array(
        ("# NEW LOG\n# format=1.3.4nano\n# deadtime=on\n"
            + "$BNRDD,2709,2016-09-20T04:09:07Z,49,3,3419,A,5147.8081,N,00010.4778,E,79.20,A,10,83*71\r\n"
            + "$BNRDD,2709,2016-09-20T04:09:27Z,47,5,3433,A,5148.0669,N,00010.5485,E,90.30,A,9,89*40-\r\n"
            + "$BNRDD,2709,2016-09-20T04:09:32Z,47,1,3434,A*4B\r*$BNRDD,2709,2016-09-20T04:09:37Z,50,6*46\r\n" + "\r\n"
            + "$BNRDD,1,2012-00-00T00:00:00Z,0,0,0,V*00\r\n" + "\u{0}garbage\n#no more\r\n" + "$BNRDD,202,2012-07").utf8
    )

    @Test func linesHaveNumbersAndTimes() throws {
        let (lines, header) = try read(log)
        #expect(lines.map(\.number) == Array(1...11))
        #expect(lines.map(\.isComment) == [true, true, true, false, false, false, false, false, false, true, false])
        // Python: datetime(2016, 9, 20, 4, 9, 7, tzinfo=utc).timestamp() is 1474344547.
        #expect(
            lines.map { $0.utc.map { $0 / 1_000_000 - 1_474_344_547 } }
                == [nil, nil, nil, 0, 20, 30, nil, nil, nil, nil, nil])
        #expect(header == BGeigieHeader(format: "1.3.4nano", isDeadTimeCorrected: true))
        #expect(lines.allSatisfy { !$0.isFurther })
    }

    /// Noise, times of reception and a byte order mark stand before the `$`, in which there may be more of them.
    @Test(arguments: [
        "", "*", "\u{0}\u{7f}", "\u{feff}", "2016-09-20 04:10:00,5 ", "2016-09-20T04:10:00Z,", "$", "12$34,5 ",
        "1,2,2016-09-20T04:10:00Z,", "$BNRDD,2709,2016-09-20T04:09:02Z,49,3",
    ])
    func whatStandsBeforeAMessageDoesNotHideItsTime(_ noise: String) throws {
        let message = "$BNRDD,2709,2016-09-20T04:09:07Z,49,3,3419,A,5147.8081,N,00010.4778,E,79.20,A,10,83*71\r\n"
        let (lines, _) = try read(Array((noise + message).utf8))
        #expect(lines.map(\.utc) == [1_474_344_547_000_000])
        let facts = try BGeigieLogFacts(folder.path + "/in.log")
        #expect(facts?.device == "2709" && facts?.sensor == "bgeigie")
    }

    @Test func anotherHeaderBeginsAnew() throws {
        let (_, header) = try read(log + Array("\n# NEW LOG\r\n# format=1.0.0nano\r\n".utf8))
        #expect(header == BGeigieHeader(format: "1.0.0nano"))
    }

    @Test(arguments: [
        ("1.0.0nano", BGeigieHeader.Order.dilutionFirst), ("1.0.2nano", .dilutionFirst), ("1.0.3nano", .either),
        ("1.0.4nano", .satellitesFirst), ("1.1.0nano", .satellitesFirst), ("1.3.4nano", .satellitesFirst),
        ("0.9.9nano", .dilutionFirst), ("2.0.0-zen/drives", .satellitesFirst), ("nano", .satellitesFirst),
        ("waldo-1", .satellitesFirst),
    ]) func theNanosOrderOfFields(_ format: String, _ order: BGeigieHeader.Order) {
        #expect(BGeigieHeader(format: format).order == order)
    }

    private func roundTrip(_ bytes: [UInt8]) throws -> [UInt8] {
        let path = folder.path + "/out.log"
        let export = try RawLogExport(path, of: SurveyFileSamples.survey)
        for line in try read(bytes).lines { try export.export(line.bytes) }
        #expect(export.bytes == bytes.count)
        try export.finish()
        defer { try? FileManager.default.removeItem(atPath: path) }
        return try SurveyFileSamples.bytes(path)
    }

    @Test func everyByteComesBack() throws {
        #expect(try roundTrip(log) == log)
        #expect(try roundTrip([]) == [])
        #expect(try roundTrip([0x0a]) == [0x0a])
    }

    @Test func aLineWithoutEndComesInPieces() throws {
        let long = [UInt8](repeating: UInt8(ascii: "$"), count: 10_000) + [0x0a] + Array("x\n".utf8)
        let (lines, _) = try read(long)
        #expect(lines.map(\.bytes.count) == [4096, 4096, 1809, 2])
        #expect(lines.map(\.number) == [1, 1, 1, 2] && lines.map(\.isFurther) == [false, true, true, false])
        #expect(try roundTrip(long) == long)
    }

    @Test(arguments: [UInt64](1...4)) func fuzz(_ seed: UInt64) throws {
        var generator = SeededGenerator(seed)
        for _ in 0..<150 {
            var bytes = log + Array(SensorSamples.impossiblePlaces.shuffled(using: &generator).joined().utf8)
            for _ in 0..<Int.random(in: 0...6, using: &generator) {
                let place = Int.random(in: 0...bytes.count, using: &generator)
                let end = min(bytes.count, place + Int.random(in: 0...40, using: &generator))
                switch Int.random(in: 0..<4, using: &generator) {
                case 0: bytes.removeSubrange(place..<end)
                case 1: bytes.insert(contentsOf: bytes[place..<end], at: place)
                case 2: bytes.insert([0x0a, 0x0d, 0, 0xff, 0x2c, 0x24].randomElement(using: &generator)!, at: place)
                default:
                    bytes += (0..<Int.random(in: 0...9_000, using: &generator)).map { _ in
                        UInt8(truncatingIfNeeded: generator.next())
                    }
                }
            }
            let lines = try read(bytes).lines
            #expect(Array(lines.map(\.bytes).joined()) == bytes)
            for (one, next) in zip(lines, lines.dropFirst()) {
                #expect(next.number == one.number + (next.isFurther ? 0 : 1))
            }
            for line in lines where !line.isFurther {
                #expect(line.utc == nil || line.bytes.contains(UInt8(ascii: "$")))
            }
        }
    }

    @Test func aDirectoryIsRefused() {
        #expect(throws: FileError.self) { try BGeigieLogReader(folder.path) }
        #expect(throws: FileError.self) { try BGeigieLogReader(folder.path + "/none") }
    }
}

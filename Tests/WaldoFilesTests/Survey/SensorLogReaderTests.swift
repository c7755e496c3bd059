import Foundation
import Testing
import WaldoCore
import WaldoSurvey
import WaldoTestSupport

@testable import WaldoFiles

/// The lines of sensors' files, and the times that they state.
@Suite struct SensorLogReaderTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func read(_ bytes: [UInt8], of sensor: Sensor, zone: LocalZone? = nil) throws -> [LoggedLine] {
        let path = folder.path + "/in.log"
        try Data(bytes).write(to: URL(filePath: path))
        let reader = try SensorLogReader(path, of: sensor, zone: zone)
        var lines: [LoggedLine] = []
        while let line = try reader.next() { lines.append(line) }
        #expect(reader.progress == 1)
        return lines
    }

    private func read(_ bytes: [UInt8]) throws -> [LoggedLine] { try read(bytes, of: shippedSensor("bgeigie")) }

    /// Real lines in real company: mixed line ends, a joined line, a trailing byte, a lost end.
    private let log = Array(
        ("# NEW LOG\n# format=1.3.4nano\n# deadtime=on\n"
            + "$BNRDD,2709,2016-09-20T04:09:07Z,49,3,3419,A,5147.8081,N,00010.4778,E,79.20,A,10,83*71\r\n"
            + "$BNRDD,2709,2016-09-20T04:09:27Z,47,5,3433,A,5148.0669,N,00010.5485,E,90.30,A,9,89*40-\r\n"
            + "$BNRDD,2709,2016-09-20T04:09:32Z,47,1,3434,A*4B\r*$BNRDD,2709,2016-09-20T04:09:37Z,50,6*46\r\n" + "\r\n"
            + "$BNRDD,1,2012-00-00T00:00:00Z,0,0,0,V*00\r\n" + "\u{0}garbage\n#no more\r\n" + "$BNRDD,202,2012-07").utf8
    )

    @Test func linesHaveNumbersAndTimes() throws {
        let lines = try read(log)
        // The carriage return in the sixth line ends one, so that what is joined has its own time.
        #expect(lines.map(\.number) == Array(1...12))
        #expect(
            lines.map(\.isComment)
                == [true, true, true, false, false, false, false, true, false, false, true, false])
        // Python: datetime(2016, 9, 20, 4, 9, 7, tzinfo=utc).timestamp() is 1474344547.
        #expect(
            lines.map { $0.utc.map { $0 / 1_000_000 - 1_474_344_547 } }
                == [nil, nil, nil, 0, 20, 25, 30, nil, nil, nil, nil, nil])
        #expect(lines.allSatisfy { !$0.isFurther })
    }

    /// Noise, times of reception and a byte order mark stand before the `$`, in which there may be more of them.
    @Test(arguments: [
        "", "*", "\u{0}\u{7f}", "\u{feff}", "2016-09-20 04:10:00,5 ", "2016-09-20T04:10:00Z,", "$", "12$34,5 ",
        "1,2,2016-09-20T04:10:00Z,", "$BNRDD,2709,2016-09-20T04:09:02Z,49,3",
    ])
    func whatStandsBeforeAMessageDoesNotHideItsTime(_ noise: String) throws {
        let message = "$BNRDD,2709,2016-09-20T04:09:07Z,49,3,3419,A,5147.8081,N,00010.4778,E,79.20,A,10,83*71\r\n"
        #expect(try read(Array((noise + message).utf8)).map(\.utc) == [1_474_344_547_000_000])
        let facts = try BGeigieLogFacts(folder.path + "/in.log", as: shippedSensor("bgeigie"))
        #expect(facts?.device == "2709" && facts?.sensor == "bgeigie")
    }

    /// A comment is one to its end, whatever is in it.
    @Test func aMessageInACommentStatesNoTime() throws {
        let lines = try read(Array("# $BNRDD,2709,2016-09-20T04:09:07Z,49\n".utf8))
        #expect(lines.map(\.utc) == [nil] && lines.map(\.isComment) == [true])
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
        for line in try read(bytes) { try export.export(line.bytes) }
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
        let lines = try read(long)
        #expect(lines.map(\.bytes.count) == [4096, 4096, 1809, 2])
        #expect(lines.map(\.number) == [1, 1, 1, 2] && lines.map(\.isFurther) == [false, true, true, false])
        #expect(try roundTrip(long) == long)
        // A carriage return and its line feed stay together.
        let cut = [UInt8](repeating: UInt8(ascii: "x"), count: 4095) + Array("\r\ny\r\n".utf8)
        #expect(try read(cut).map(\.bytes.count) == [4095, 2, 3])
        #expect(try read(cut).map(\.number) == [1, 1, 2])
    }

    @Test func aCarriageReturnAloneEndsALine() throws {
        let text = String(decoding: log, as: UTF8.self).replacing("\r\n", with: "\n").replacing("\n", with: "\r")
        let lines = try read(Array(text.utf8))
        #expect(lines.map(\.number) == Array(1...12) && lines.allSatisfy { !$0.isFurther })
        let others = try read(log)
        #expect(lines.map(\.utc) == others.map(\.utc))
        // Longer than the reader's buffer.
        let line = "$BNRDD,2709,2016-09-20T04:09:07Z,49,3,3419,A,5147.8081,N,00010.4778,E,79.20,A,10,83*71\r"
        let many = try read(Array(String(repeating: line, count: 5_000).utf8))
        #expect(many.count == 5_000 && many.allSatisfy { $0.utc == 1_474_344_547_000_000 })
    }

    /// Blocks shorter and longer than the longest piece, between lines and within one.
    @Test(arguments: [16, 512, 4096, 4097, 40_000]) func whatFollowsABlockOfNULsIsALine(_ count: Int) throws {
        let line = Array(
            "$BNRDD,2709,2016-09-20T04:09:07Z,49,3,3419,A,5147.8081,N,00010.4778,E,79.20,A,10,83*71\r\n".utf8)
        let block = [UInt8](repeating: 0, count: count)
        for before in [line, Array(line.prefix(50)), []] {
            let bytes = before + block + line + line
            let lines = try read(bytes)
            #expect(Array(lines.map(\.bytes).joined()) == bytes)
            // A few bytes of a block that the longest piece has cut are noise before the line.
            let dated = lines.filter { $0.utc != nil && Array($0.bytes.suffix(line.count)) == line }
            #expect(dated.count == (before == line ? 3 : 2) && dated.allSatisfy { !$0.isFurther })
            #expect(dated.last?.number == (before == line ? 3 : 2))
            // The block itself is nothing that was measured.
            #expect(lines.filter { $0.bytes.allSatisfy { $0 == 0 } }.allSatisfy { $0.isComment || $0.isFurther })
        }
    }

    // MARK: any sensor's times

    private func sensor(_ field: String, columns: Int = 3, split: String = ",", more: String = "") throws -> Sensor {
        try SensorReader.sensor(
            from: """
                name: Dated
                hear: file
                every: 10 s
                time: stamp
                message:
                  ends: "\\n"
                  split: "\(split)"
                  columns: \(columns)
                  fields:
                    counts: { number: \(columns - 1), unit: count }
                    stamp: \(field)
                \(more)
                streams: { counts: {} }

                """, file: "F")
    }

    // Python: datetime(2025, 7, 25, 11, 0, 5, tzinfo=utc).timestamp() is 1753441205.
    @Test(
        arguments: [
            ("{ iso8601: 0 }", "2025-07-25T11:00:05Z,x,1", 0),
            ("{ iso8601: 0 }", "2025-07-25T13:00:05.25+02:00,x,1", 250_000),
            ("{ iso8601: 0, zone: \"+02:00\" }", "2025-07-25T13:00:05,x,1", 0),
            ("{ unix: 1 }", "x,1753441205,1", 0), ("{ unix: 1 }", "x,1753441205.5,1", 500_000),
            ("{ unix ms: 1 }", "x,1753441205001,1", 1_000),
            ("{ date: dd/MM/yyyy, time: \"HH:mm:ss\", at: [0, 1] }", "25/07/2025,11:00:05,1", 0),
            ("{ date: d.M.yy, time: \"H:mm:ss\", at: [1, 0] }", "11:00:05.125,25.7.25,1", 125_000),
            ("{ date: \"yyyy-MM-dd HH:mm:ss\", at: 0, zone: \"-03:30\" }", "2025-07-25 07:30:05,x,1", 0),
            ("{ date: yyyyMMddTHHmmss, at: 0 }", "20250725T110005,x,1", 0),
            ("{ date: \"MM/dd/yyyy HH:mm\", at: 0 }", "07/25/2025 11:00,x,1", -5_000_000),
            ("{ number: 0, offset: 1753441200 }", "5,x,1", 0),
            ("{ number: 0, scale: 60, offset: 1753441145 }", "1,x,1", 0),
        ] as [(String, String, Int64)]) func aFileStatesItsTimes(field: String, line: String, off: Int64) throws
    {
        let lines = try read(Array((line + "\r\n").utf8), of: sensor(field))
        #expect(lines.map(\.utc) == [1_753_441_205_000_000 + off])
    }

    @Test(
        arguments: [
            ("{ iso8601: 0 }", ["2025-02-29T00:00:00Z", "2025-07-25", "", "2012-00-00T00:00:00Z"]),
            ("{ unix: 0 }", ["-1", "x", "1e300", "7258118400", "1e999"]), ("{ unix ms: 0 }", ["7258118400000"]),
            (
                "{ date: \"dd/MM/yyyy HH:mm:ss\", at: 0 }",
                [
                    "29/02/2025 00:00:00", "01/13/2025 00:00:00", "1/1/2025 00:00:00",
                    "01/01/2025 24:00:00", "01/01/2025 00:00:61", "01/01/2025 00:00:00x", "01/01/1969 00:00:00",
                ]
            ),
        ] as [(String, [String])]) func whatIsNoTimeStatesNone(field: String, texts: [String]) throws
    {
        for text in texts {
            #expect(try read(Array("\(text),x,1\n".utf8), of: sensor(field)).map(\.utc) == [nil], "\(text)")
        }
    }

    /// Receivers roll over after 1,024 weeks, or show the year in two digits.
    @Test(arguments: [
        ("06/01/80", 315_964_800), ("22/08/99", 935_280_000), ("31/12/00", 978_220_800), ("07/04/19", 1_554_595_200),
        ("20/11/38", 2_173_824_000), ("31/12/79", 3_471_206_400),
    ]) func aYearOfTwoDigits(date: String, seconds: Int64) throws {
        let field = "{ date: dd/MM/yy, time: \"HH:mm:ss\", at: [0, 1] }"
        #expect(try read(Array("\(date),00:00:00,1\n".utf8), of: sensor(field)).map(\.utc) == [seconds * 1_000_000])
    }

    @Test func aTimeMeansSomethingWhereItsConditionHolds() throws {
        let sensor = try SensorReader.sensor(
            from: """
                name: Conditional
                hear: file
                message:
                  begins: "M,"
                  ends: "\\n"
                  split: ","
                  columns: 4
                  fields:
                    fix: { is: A, at: 1 }
                    stamp: { unix: 2, if: fix, range: [1000000000, 2000000000] }
                    counts: { number: 3, unit: count }
                  time: stamp
                streams: { counts: {} }

                """, file: "F")
        let text = "M,A,1753441205,1\nM,V,1753441206,1\nM,A,1,1\nM,A\nN,A,1753441207,1\n"
        #expect(try read(Array(text.utf8), of: sensor).map(\.utc) == [1_753_441_205_000_000, nil, nil, nil, nil])
    }

    /// Headings and blank lines measure nothing, and what a heading says is no time.
    @Test func headingsAreNoMeasurements() throws {
        let sensor = try SensorReader.sensor(
            from: """
                name: Headed
                hear: file
                messages:
                  heading: { begins: "2025", ends: "\\n" }
                  row:
                    ends: "\\n"
                    split: ","
                    columns: 2
                    fields: { stamp: { iso8601: 0 }, counts: { number: 1, unit: count } }
                    time: stamp
                streams: { counts: {} }

                """, file: "F")
        let lines = try read(Array("2025-07-25T11:00:05Z,1\n\n \t\n2026-07-25T11:00:05Z,1\n".utf8), of: sensor)
        #expect(lines.map(\.isComment) == [true, true, true, false])
        #expect(lines.map { $0.utc != nil } == [false, false, false, true])
    }

    @Test func localTimesAreConverted() throws {
        let local = try sensor("{ date: dd/MM/yyyy, time: \"HH:mm:ss\", at: [0, 1], zone: local }")
        let other = try sensor("{ unix: 0 }")
        #expect(local.hasLocalTimes && !other.hasLocalTimes)
        let bytes = Array("25/07/2025,13:00:05,1\n".utf8)
        #expect(try read(bytes, of: local, zone: LocalZone("+02:00")).map(\.utc) == [1_753_441_205_000_000])
        // Without a zone they are as written.
        #expect(try read(bytes, of: local).map(\.utc) == [1_753_448_405_000_000])
        let reader = try SensorLogReader(folder.path + "/in.log", of: local)
        #expect(try reader.next() != nil)
        #expect(reader.hasLocalTimes)
    }

    // MARK: anything

    @Test(arguments: [UInt64](1...4)) func fuzz(_ seed: UInt64) throws {
        var generator = SeededGenerator(seed)
        for _ in HostileTime.rounds(150, cases: 4) {
            var bytes = log + Array(SensorSamples.impossiblePlaces.shuffled(using: &generator).joined().utf8)
            for _ in 0..<Int.random(in: 0...6, using: &generator) {
                let place = Int.random(in: 0...bytes.count, using: &generator)
                let end = min(bytes.count, place + Int.random(in: 0...40, using: &generator))
                switch Int.random(in: 0..<5, using: &generator) {
                case 0: bytes.removeSubrange(place..<end)
                case 1: bytes.insert(contentsOf: bytes[place..<end], at: place)
                case 2: bytes.insert([0x0a, 0x0d, 0, 0xff, 0x2c, 0x24].randomElement(using: &generator)!, at: place)
                case 3:
                    let count = Int.random(in: 1...9_000, using: &generator)
                    bytes.insert(contentsOf: [UInt8](repeating: 0, count: count), at: place)
                default:
                    bytes += (0..<Int.random(in: 0...9_000, using: &generator)).map { _ in
                        UInt8(truncatingIfNeeded: generator.next())
                    }
                }
            }
            let lines = try read(bytes)
            #expect(Array(lines.map(\.bytes).joined()) == bytes)
            // A line's number is that of its end, as a text editor counts.
            var number = 1
            for line in lines {
                #expect(line.number == number)
                if line.bytes.last == 0x0a || line.bytes.last == 0x0d { number += 1 }
            }
            for line in lines {
                #expect(line.utc == nil || line.bytes.contains(UInt8(ascii: "$")) && !line.isFurther)
            }
        }
    }

    /// Clocks that stop, leap, run back by an hour and roll over: each line states its own time, whatever others do.
    @Test(arguments: [UInt64](1...6)) func everyWayToWriteATimeOnEveryClock(_ seed: UInt64) throws {
        var generator = SeededGenerator(seed)
        let hour: Int64 = 3_600_000_000, rollover: Int64 = 1_024 * 7 * 24 * hour
        let zones: [(text: String, offset: Int64)] = [("utc", 0), ("\"+05:30\"", 19_800), ("\"-03:00\"", -10_800)]
        for _ in 0..<60 {
            let (zone, offset) = zones.randomElement(using: &generator)!
            let iso = "{ iso8601: 0, zone: \(zone) }", unix = "{ unix: 0 }", milliseconds = "{ unix ms: 0 }"
            let two = "{ date: dd/MM/yyyy, time: \"HH:mm:ss\", at: [0, 1], zone: \(zone) }"
            let one = "{ date: \"yyyy-MM-dd HH:mm:ss\", at: 0, zone: \(zone) }"
            let field = [iso, unix, milliseconds, two, one].randomElement(using: &generator)!
            // 1980, 2000 and 2019, where receivers begin anew; 2025, and 2080.
            let starts: [Int64] = [315_964_800, 935_280_000, 1_554_595_200, 1_753_441_205, 3_471_292_800]
            var time = starts.randomElement(using: &generator)! * 1_000_000, times: [Int64] = [], text = ""
            for _ in 0..<40 {
                switch Int.random(in: 0..<12, using: &generator) {
                case 0: break
                case 1: time -= hour
                case 2: time += rollover
                case 3: time = max(hour * 24, time - rollover)
                case 4: time += Int64.random(in: 0...400, using: &generator) * 24 * hour
                default: time += 5_000_000
                }
                time = min(max(time, 24 * hour), CalendarTime.span.upperBound - 24 * hour)
                times.append(time)
                let shown = DateText.text(time + offset * 1_000_000, decimals: 0).dropLast()
                let (date, clock) = (shown.prefix(10).split(separator: "-"), shown.suffix(8))
                let columns =
                    switch field {
                    case unix: "\(time / 1_000_000),x"
                    case milliseconds: "\(time / 1_000),x"
                    case iso: "\(shown),x"
                    case two: "\(date[2])/\(date[1])/\(date[0]),\(clock)"
                    default: "\(shown.replacing("T", with: " ")),x"
                    }
                text += columns + [",1\n", ",1\r\n", ",1\r", ",1\n\n"].randomElement(using: &generator)!
            }
            let lines = try read(Array(text.utf8), of: sensor(field))
            #expect(lines.compactMap(\.utc) == times, "\(field)")
        }
    }

    @Test func aDirectoryIsRefused() throws {
        let sensor = try shippedSensor("bgeigie")
        #expect(throws: FileError.self) { try SensorLogReader(folder.path, of: sensor) }
        #expect(throws: FileError.self) { try SensorLogReader(folder.path + "/none", of: sensor) }
    }
}

import Foundation
import Testing
import WaldoTestSupport
import WaldoTesting

/// A bGeigie log that is imported and exported has its rows again, and a second pass has those of the first.
@Suite(.onLoop, .serialized) struct LogRoundTripTests {
    private let files: SurveyFiles

    init() throws { files = try SurveyFiles() }

    /// Imports a log into a store of its own, and exports it.
    private func pass(_ from: String, _ to: String) async throws {
        let found = try await files.survey("import", from, "--to", to + ".gpkg")
        try #require(found.status == 0 && found.errors == [], "\(found)")
        let exported = try await files.survey("export", to + ".gpkg", "--bgeigie", to)
        try #require(exported.status == 0, "\(exported)")
    }

    /// The fields of the rows of a log by their times.
    private func rows(_ file: String) throws -> [(time: String, fields: [String])] {
        String(decoding: try files.contents(file), as: UTF8.self).split(whereSeparator: \.isNewline)
            .filter { $0.hasPrefix("$BNRDD,") }
            .map { $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init) }
            .map { ($0[2], $0) }
    }

    /// What a row states of its counts and its fix: all but the counts a minute, their total and the checksum.
    private func measured(_ fields: [String]) -> String {
        ([fields[1], fields[4]] + fields[6...13] + [String(fields[14].prefix { $0 != "*" })]).joined(separator: ",")
    }

    @Test(arguments: RoundTripLog.whole) func everyRowComesBackAndTwoPassesAreOne(_ log: RoundTripLog) async throws {
        try files.folder.write(log.text, to: "a.LOG")
        try await pass("a.LOG", "b.LOG")
        try await pass("b.LOG", "c.LOG")
        let original = try rows("a.LOG").filter { $0.fields[6] == "A" }, first = try rows("b.LOG")
        #expect(first.map(\.time) == original.map(\.time))
        for (found, expected) in zip(first, original) {
            #expect(measured(found.fields) == measured(expected.fields), "\(found.time)")
        }
        #expect(try files.contents("c.LOG") == files.contents("b.LOG"))
    }

    /// A row without a fix of its own has the place between its neighbours', or none and is left out. The counts a
    /// minute of the rows after it rest on what is there: once nothing is left out, nothing changes any more.
    @Test func rowsWithoutAFixAreStableAfterThem() async throws {
        let log = RoundTripLog.withoutFixes
        try files.folder.write(log.text, to: "a.LOG")
        for (from, to) in [("a.LOG", "b.LOG"), ("b.LOG", "c.LOG"), ("c.LOG", "d.LOG")] { try await pass(from, to) }
        let original = try rows("a.LOG"), first = try rows("b.LOG"), second = try rows("c.LOG")
        let known = Dictionary(uniqueKeysWithValues: first.map { ($0.time, $0.fields) })
        for row in original where row.fields[12] == "A" {
            #expect(known[row.time].map(measured) == measured(row.fields), "\(row.time)")
        }
        // A single one lies between two fixes ten seconds apart; of five, only the outer ones are near enough to one.
        #expect(known[RoundTripLog.time(second: 50)]?[7] == "5000.0100")
        #expect(known[RoundTripLog.time(second: 110)] == nil)
        #expect(
            second.map { [$0.time, measured($0.fields), $0.fields[5]] }
                == first.map { [$0.time, measured($0.fields), $0.fields[5]] })
        #expect(try files.contents("d.LOG") == files.contents("c.LOG"))
    }

    /// A receiver that is elsewhere for one line, and a clock that loses its date for another.
    @Test func whatCannotBeTrueHasNoRow() async throws {
        var lines = RoundTripLog("", count: 60, every: [5], speed: 1.3).lines
        lines[30].latitude += 5
        lines[40].hasDate = false
        let log = RoundTripLog("odd", lines)
        try files.folder.write(log.text, to: "a.LOG")
        _ = try await files.survey("import", "a.LOG", "--to", "a.gpkg")
        let exported = try await files.survey("export", "a.gpkg", "--bgeigie", "b.LOG")
        #expect(
            exported.lines == [
                "b.LOG: 58 rows; left out: 1 beside a fix at a place that no speed explains, 1 without a time"
            ], "\(exported)")
        let original = try rows("a.LOG").enumerated().filter { ![30, 40].contains($0.offset) }.map(\.element)
        for (found, expected) in zip(try rows("b.LOG"), original) {
            #expect(measured(found.fields) == measured(expected.fields) && found.time == expected.time)
        }
    }

    @Test func aWindowOfTheLogLosesNoRowAtItsBeginning() async throws {
        try files.folder.write(RoundTripLog.whole[0].text, to: "a.LOG")
        _ = try await files.survey("import", "a.LOG", "--to", "a.gpkg")
        let found = try await files.survey(
            "export", "a.gpkg", "--bgeigie", "w.LOG", "--from", "2025-07-25T11:01:00Z", "--until",
            "2025-07-25T11:02:00Z")
        // Twelve middles in a minute; the rates of the first rows have theirs before it.
        #expect(found.lines.first == "w.LOG: 12 rows", "\(found)")
    }

    /// Without the lines there is no fix any more: the places of the samples around a row's end have to do.
    @Test func aSurveyWhoseLinesArePrunedKeepsItsRows() async throws {
        let log = RoundTripLog.whole[1]
        try files.folder.write(log.text, to: "a.LOG")
        _ = try await files.survey("import", "a.LOG", "--to", "a.gpkg")
        _ = try await files.survey("prune", "a.gpkg", "--survey", "1", "--yes")
        let found = try await files.survey("export", "a.gpkg", "--bgeigie", "p.LOG", "--max-accuracy", "none")
        #expect(found.status == 0, "\(found)")
        let original = try rows("a.LOG"), kept = try rows("p.LOG")
        #expect(kept.map(\.time) == original.map(\.time))
        // The car drives straight on: all but the ends lie between two middles.
        for (row, expected) in zip(kept, original).dropFirst().dropLast() {
            #expect(abs((Double(row.fields[7]) ?? 0) - (Double(expected.fields[7]) ?? 0)) <= 0.0002, "\(row.time)")
        }
    }

    @Test func anAirCastingTableComesBack() async throws {
        try files.folder.write(RoundTripLog.whole[0].text, to: "a.LOG")
        _ = try await files.survey(
            "import", "a.LOG", "--to", "a.gpkg", "--title", "A \"walk\",\nand back\u{2028}\u{1b}[31m")
        for (from, to) in [("a", "b"), ("b", "c")] {
            let exported = try await files.survey("export", from + ".gpkg", "--aircasting", from + ".csv")
            try #require(exported.status == 0, "\(exported)")
            let found = try await files.survey("import", from + ".csv", "--to", to + ".gpkg")
            try #require(found.status == 0 && found.lines.first?.contains(" 0 rejected") == true, "\(found)")
        }
        _ = try await files.survey("export", "c.gpkg", "--aircasting", "c.csv")
        #expect(try files.contents("b.csv") == files.contents("a.csv"))
        #expect(try files.contents("c.csv") == files.contents("a.csv"))
    }
}

/// A log as a bGeigie Nano writes it.
struct RoundTripLog: CustomTestStringConvertible, Sendable {
    /// A line: seconds after the first one's time, degrees and minutes as the log has them, and what is valid.
    struct Line: Sendable {
        var second: Int, latitude: Double, longitude: Double
        var counts = 3, isCounted = true, hasFix = true, hasDate = true
    }

    let testDescription: String
    let lines: [Line]

    /// Logs whose valid rows all have a fix.
    static let whole: [RoundTripLog] = [
        RoundTripLog("walk", count: 60, every: [5], speed: 1.3),
        // 100 km/h.
        RoundTripLog("car", count: 80, every: [5], speed: 27.8),
        RoundTripLog("south and west", count: 40, every: [5], speed: 12, latitude: -33.9, longitude: -70.6),
        RoundTripLog("uneven", count: 60, every: [4, 5, 6, 5, 3, 7], speed: 14),
        RoundTripLog("each ten seconds", count: 40, every: [10], speed: 14),
        RoundTripLog("each minute", count: 30, every: [60], speed: 1.3),
        stop, gap, warmingUp,
    ]

    private static let stop = RoundTripLog(
        "stop",
        (0..<60).map { place in
            Line(
                second: place * 5, latitude: 50 + Double(min(place, 20) + max(0, place - 40)) * 0.00125, longitude: 4.62
            )
        })

    /// Ten minutes without a line, then a day and a half.
    private static let gap = RoundTripLog(
        "gap",
        (0..<60).map { place in
            let pause = place < 20 ? 0 : place < 40 ? 600 : 130_000
            return Line(second: place * 5 + pause, latitude: 50 + Double(place) * 0.0003, longitude: 4.62)
        })

    /// The counts of the first minute are not valid yet.
    private static let warmingUp: RoundTripLog = {
        var lines = RoundTripLog("", count: 60, every: [5], speed: 14).lines
        for place in 0..<12 { lines[place].isCounted = false }
        return RoundTripLog("warming up", lines)
    }()

    /// A walk north, 1.85 m in five seconds, with lines without a fix: the first two, one, five, and the last.
    static let withoutFixes = RoundTripLog(
        "without fixes",
        (0..<60).map { place in
            Line(
                second: place * 5, latitude: 50 + Double(place) * 0.001 / 60, longitude: 4.62, counts: 2 + place % 3,
                hasFix: ![0, 1, 10, 20, 21, 22, 23, 24, 59].contains(place))
        })

    init(_ name: String, _ lines: [Line]) { (testDescription, self.lines) = (name, lines) }

    /// Lines along a straight way at a speed in m/s.
    init(_ name: String, count: Int, every: [Int], speed: Double, latitude: Double = 50, longitude: Double = 4.620_777)
    {
        var second = 0, lines: [Line] = [], generator = SeededGenerator(UInt64(count))
        for place in 0..<count {
            let way = Double(second) * speed / 111_195
            lines.append(
                Line(
                    second: second, latitude: latitude + way, longitude: longitude + way / 3,
                    counts: Int.random(in: 0...9, using: &generator)))
            second += every[place % every.count]
        }
        self.init(name, lines)
    }

    /// `2025-07-25T11:00:50Z`.
    static func time(second: Int) -> String {
        // 2025-07-25T11:00:00Z.
        Date(timeIntervalSince1970: 1_753_441_200 + Double(second)).formatted(.iso8601)
    }

    var text: String {
        var text = "# NEW LOG\n# format=1.3.5nano\n", total = 0
        for (place, line) in lines.enumerated() {
            total += line.counts
            func angle(_ degrees: Double, _ width: Int) -> String {
                let units = Int((degrees.magnitude * 600_000).rounded())
                return String(format: "%0\(width)d%02d.%04d", units / 600_000, units % 600_000 / 10_000, units % 10_000)
            }
            let fields =
                "BNRDD,2735,\(line.hasDate ? Self.time(second: line.second) : "2012-00-00T00:00:00Z"),35,\(line.counts),\(total),\(line.isCounted ? "A" : "V"),"
                + "\(angle(line.hasFix ? line.latitude : 0, 2)),\(line.latitude < 0 ? "S" : "N"),"
                + "\(angle(line.hasFix ? line.longitude : 0, 3)),\(line.longitude < 0 ? "W" : "E"),"
                + "\(30 + place % 7).50,\(line.hasFix ? "A" : "V"),\(8 + place % 3),\(90 + place % 20)"
            text += checkedSentence(fields) + "\r\n"
        }
        return text
    }
}

import Foundation
import Glibc
import Testing
import WaldoTestSupport

/// Debian's own gpsd places a survey, by the positions of a receiver that is walked about.
@Suite(.serialized, .enabled(if: GPSFake.isInstalled, "gpsd and gpsd-clients are not installed"))
struct GPSDWalkTests {
    /// A sample in a store. One that is not between two places has the nearest one.
    private struct Row {
        let time: String, latitude: Double, longitude: Double, isBetween: Bool
        /// Until gpsd has heard which satellites are used it states no accuracy.
        let accuracy: Double?
    }

    private let files: SurveyFiles

    init() throws { files = try SurveyFiles() }

    @Test func aWalkIsPlaced() async throws {
        let port = try freePort()
        let gpsd = try await GPSFake(try walk(0..<3_000), port: port)
        defer { gpsd.close() }
        let survey = try start(port)
        defer { survey.close() }
        for _ in 0..<2 { try await survey.waitForLine { Self.isPlacedDose($0) } }
        for _ in 0..<3 { try await survey.waitForLine { Self.isPlacedDose($0) && $0.contains("\"accuracy\":") } }
        try await end(survey)
        #expect(Self.notes(survey).isEmpty)
        let rows = try await rowsOfDose()
        let accuracies = rows.compactMap(\.accuracy)
        #expect(accuracies.count >= 3 && accuracies.allSatisfy { 1...20 ~= $0 }, "\(accuracies)")
        expectWalk(rows, within: 0..<3_000)
        try await expectAgreement(rows.count)
    }

    /// A gpsd that dies leaves a gap of places: reported once at its begin and once at its end, and not the end of
    /// the survey.
    @Test func aGPSDThatIsKilledAndStartedAgainIsAGap() async throws {
        let port = try freePort()
        let first = try await GPSFake(try walk(0..<1_500), port: port)
        defer { first.close() }
        let survey = try start(port)
        defer { survey.close() }
        for _ in 0..<2 { try await survey.waitForLine { Self.isPlacedDose($0) } }
        try await first.kill()
        try await survey.waitForLine(containing: "gives no places")
        // The readings of the gap are kept too; their samples wait for the next place.
        for _ in 0..<3 { try await survey.waitForLine(containing: "\"event\":\"reading\"") }
        // So far on as one walks and is not yet an outlier.
        let second = try await GPSFake(try walk(300..<3_000), port: port)
        defer { second.close() }
        try await survey.waitForLine(containing: "reports positions now", within: .seconds(20))
        for _ in 0..<5 { try await survey.waitForLine { Self.isPlacedDose($0) } }
        try await end(survey)
        let address = "gpsd at 127.0.0.1:\(port)", notes = Self.notes(survey)
        try #require(notes.count == 2, "\(notes)")
        #expect(notes[0].contains("\(address) gives no places: "))
        #expect(notes[1].contains("\(address) reports positions now"))
        let rows = try await rowsOfDose(), accuracies = rows.compactMap(\.accuracy)
        expectWalk(rows, within: 0..<3_000)
        // Between the last place of the one and the first of the other nobody knows where the way went: a second more
        // from the nearest is 1.5 m more, and squares add.
        let (best, worst) = (try #require(accuracies.min()), try #require(accuracies.max()))
        #expect(worst * worst > best * best + 1.5 * 1.5, "\(rows)")
        try await expectAgreement(rows.count)
    }

    // MARK: the survey

    private func freePort() throws -> UInt16 { try ScriptedServer().port }

    private func walk(_ seconds: Range<Int>) throws -> String {
        try files.folder.write(Walk(seconds: seconds).log, to: "walk-\(seconds.lowerBound).nmea")
    }

    private func start(_ port: UInt16) throws -> ChildProcess {
        try ChildProcess(
            try BuiltProgram.path("waldo"),
            [
                "survey", "--sensor", "demo", "--locate", "gpsd=127.0.0.1:\(port)", "--plain", "--to",
                files.path("s.gpkg"),
            ])
    }

    private func end(_ survey: ChildProcess) async throws {
        survey.send(signal: SIGTERM)
        #expect(try await survey.exitStatus(within: .seconds(20)) == 128 + SIGTERM, "\(survey.errorLines)")
        #expect(survey.errorLines.isEmpty)
    }

    private static func isPlacedDose(_ line: String) -> Bool {
        line.contains("\"event\":\"sample\"") && line.contains("\"stream\":\"dose\"") && line.contains("\"latitude\":")
    }

    private static func notes(_ survey: ChildProcess) -> [String] {
        survey.lines.filter { $0.contains("\"event\":\"note\"") }
    }

    // MARK: the store

    /// The samples of the dose rate, in the order of time.
    private func rowsOfDose() async throws -> [Row] {
        #expect(try await files.survey("export", "s.gpkg", "--csv", "s.csv").status == 0)
        let lines = try files.folder.read("s.csv").split(whereSeparator: \.isNewline).map {
            $0.split(separator: ",", omittingEmptySubsequences: false)
        }
        func column(_ name: Substring) throws -> Int { try #require(lines[0].firstIndex(of: name)) }
        let (stream, time, flags) = (try column("stream"), try column("time"), try column("flags"))
        let (latitude, longitude) = (try column("latitude"), try column("longitude")), accuracy = try column("accuracy")
        return try lines.dropFirst().filter { $0[stream] == "dose" }.map { line in
            Row(
                time: String(line[time]), latitude: try #require(Double(line[latitude])),
                longitude: try #require(Double(line[longitude])), isBetween: !line[flags].contains("nearest-place"),
                accuracy: Double(line[accuracy]))
        }.sorted { $0.time < $1.time }
    }

    /// Each place is on the walk, and further on than the one before it.
    private func expectWalk(_ rows: [Row], within seconds: Range<Int>) {
        // gpsd rounds to nine decimals: the box is wider by a step.
        let begin = Walk.place(seconds.lowerBound - 1), end = Walk.place(seconds.upperBound)
        for row in rows {
            #expect(begin.latitude...end.latitude ~= row.latitude && begin.longitude...end.longitude ~= row.longitude)
            // A millionth of a degree is 7 cm.
            #expect(Walk.distance(latitude: row.latitude, longitude: row.longitude) < 1e-6)
        }
        let between = rows.filter(\.isBetween)
        #expect(between.count >= 3)
        for (row, next) in zip(between, between.dropFirst()) {
            #expect(row.latitude < next.latitude && row.longitude < next.longitude, "\(row), \(next)")
        }
    }

    /// The commands that read the store agree with it and with each other.
    private func expectAgreement(_ samples: Int) async throws {
        #expect(try await files.survey("check", "s.gpkg").status == 0)
        let verified = try await files.survey("process", "s.gpkg", "--verify")
        #expect(verified.status == 0 && verified.lines.count == 1, "\(verified)")
        let shown = try await files.survey("show", "s.gpkg").lines
        let dose = try #require(shown.first { $0.contains("  dose ") })
        #expect(dose.contains(" \(samples) samples ") && dose.hasSuffix("  \(samples) placed"), "\(dose)")
        let session = try #require(shown.first { $0.contains("session 1: ") })
        let fixes = try #require(session.firstMatch(of: #/ (\d+) fixes/#).flatMap { Int($0.1) })
        #expect(fixes >= 8, "\(session)")
    }
}

import Foundation
import Testing
import WaldoTestSupport
import WaldoTesting

/// Places that nobody could have been at, as users meet them: in a log, its exports and its map.
@Suite(.onLoop, .serialized) struct OutlierPlaceProgramTests {
    private let files: SurveyFiles

    init() throws { files = try SurveyFiles() }

    /// A walk in Belgium, a line each five seconds; the fixes of some are at 0, 0 and valid.
    private func writeWalk(lines: Int, wrong: ClosedRange<Int>) throws {
        var text = "# NEW LOG\n# format=1.3.5nano\n"
        for number in 0..<lines {
            let place =
                wrong.contains(number)
                ? "0000.0000,N,00000.0000,E"
                : String(format: "50%07.4f,N,00437.2466,E", 51.1031 + Double(number) * 0.001)
            let time = String(format: "%02d:%02d:%02d", 11 + number / 720, number / 12 % 60, number % 12 * 5)
            let fields = "BNRDD,1234,2025-07-25T\(time)Z,35,3,\(3 * number),A,\(place),30.00,A,8,110"
            text += checkedSentence(fields) + "\n"
        }
        try files.folder.write(text, to: "walk.LOG")
    }

    /// The shipped sensor as it was before its file stated which coordinates mean no place.
    private func writeOldSensor() throws {
        let shipped = try readFile(SourceModule.projectFolder + "/Mappings/sensors/bgeigie.yaml")
        try files.folder.write(shipped.replacing("      none: [0, 0]\n", with: ""), to: "old.yaml")
    }

    /// The rows of the counts as the CSV has them.
    private func counts(_ store: String) async throws -> [(
        value: Double, latitude: Double?, accuracy: Double?, flags: String
    )] {
        let name = "\(UUID().uuidString).csv"
        #expect(try await files.survey("export", store, "--csv", name).status == 0)
        let lines = try files.folder.read(name).split(whereSeparator: \.isNewline).map {
            $0.split(separator: ",", omittingEmptySubsequences: false)
        }
        func column(_ name: Substring) throws -> Int { try #require(lines[0].firstIndex(of: name)) }
        let (stream, value, latitude) = (try column("stream"), try column("value"), try column("latitude"))
        let (accuracy, flags) = (try column("accuracy"), try column("flags"))
        return lines.dropFirst().filter { $0[stream] == "counts" }.map {
            (Double($0[value]) ?? .nan, Double($0[latitude]), Double($0[accuracy]), String($0[flags]))
        }
    }

    @Test(arguments: [30...30, 0...2, 59...60])
    func aLogHasNoSampleWhereNobodyWas(_ wrong: ClosedRange<Int>) async throws {
        try writeWalk(lines: 61, wrong: wrong)
        try writeOldSensor()
        let imported = try await files.survey(
            "import", "walk.LOG", "--sensor", "./old.yaml", "--method", "foot", "--to", "s.gpkg")
        #expect(imported.status == 0 && imported.errors.isEmpty, "\(imported)")
        #expect(try await files.survey("show", "s.gpkg").lines.contains { $0.hasSuffix("method    foot") })
        let rows = try await counts("s.gpkg")
        #expect(rows.count == 61 && rows.map(\.value).reduce(0, +) == 183)
        #expect(rows.compactMap(\.latitude).allSatisfy { (50.84...50.87).contains($0) })
        #expect(rows.count { $0.flags.contains("outlier-place") } >= wrong.count)
        #expect(try await files.survey("process", "s.gpkg", "--verify").status == 0)
        #expect(try await files.survey("check", "s.gpkg").status == 0)
        let exported = try await files.survey("export", "s.gpkg", "--bgeigie", "x.log", "--max-accuracy", "none")
        #expect(exported.status == 0)
        #expect(
            exported.lines.first?.contains("beside a fix at a place that no speed explains") == true, "\(exported)")
        // Each row has a fix of its own: those of the others stay.
        let log = try files.folder.read("x.log")
        #expect(!log.contains(",0000.0000,N,"))
        #expect(log.split(separator: "\r\n").count { $0.hasPrefix("$BNRDD,") } == 61 - wrong.count)
        let map = try await files.survey("map", "s.gpkg", "--svg", "m.svg", "--stream", "counts")
        #expect(map.status == 0, "\(map)")
    }

    /// The shipped file says what 0, 0 means: there is nothing to judge.
    @Test func coordinatesThatMeanNoPlaceAreNone() async throws {
        try writeWalk(lines: 61, wrong: 30...30)
        let imported = try await files.survey("import", "walk.LOG", "--to", "s.gpkg")
        #expect(imported.lines.first?.contains("61 measurements, 1 of them without a place") == true, "\(imported)")
        let rows = try await counts("s.gpkg")
        #expect(rows.count == 61 && rows.allSatisfy { $0.latitude.map { (50.84...50.87).contains($0) } == true })
        #expect(!rows.contains { $0.flags.contains("outlier-place") })
    }

    /// A bus is too fast for a walker, and not for a car.
    @Test func aSurveyIsJudgedAgainByAnotherMethod() async throws {
        try writeWalk(lines: 40, wrong: 100...100)
        // 30 m/s from the twentieth line on.
        let lines = try files.folder.read("walk.LOG").split(separator: "\n").enumerated().map { number, line in
            guard number >= 22 else { return String(line) }
            let minutes = 51.1231 + Double(number - 22) * 0.081
            var fields = line.split(separator: "*")[0].dropFirst().split(separator: ",").map(String.init)
            fields[7] = String(format: "50%07.4f", minutes)
            let text = fields.joined(separator: ",")
            return checkedSentence(text)
        }
        try files.folder.write(lines.joined(separator: "\n") + "\n", to: "bus.LOG")
        _ = try await files.survey("import", "bus.LOG", "--to", "s.gpkg", "--method", "foot")
        #expect(try await counts("s.gpkg").count { $0.flags.contains("outlier-place") } > 10)
        #expect(try await files.survey("process", "s.gpkg", "--method", "car").status == 0)
        #expect(try await counts("s.gpkg").allSatisfy { !$0.flags.contains("outlier-place") && $0.latitude != nil })
        #expect(try await files.survey("process", "s.gpkg", "--verify").status == 0)
        let refused = try await files.survey("process", "s.gpkg", "--verify", "--method", "car")
        #expect(refused.status == 64 && refused.errors.joined().contains("leave --method out"))
        #expect(try await files.survey("import", "bus.LOG", "--to", "t.gpkg", "--method", "sledge").status == 64)
    }

    /// From Brussels to Athens in three hours, and one sample far away that a run of an earlier version would have.
    /// Degrees and minutes, as NMEA writes them.
    private static func coordinate(_ degrees: Double, _ form: String) -> String {
        let whole = Int(degrees)
        return String(format: form, whole, (degrees - Double(whole)) * 60)
    }

    @Test func aMapOfAContinentIsDrawn() async throws {
        var text = "# NEW LOG\n# format=1.3.5nano\n"
        for number in 0...20 {
            let part = Double(number) / 20
            let minutes = number * 9
            let time = String(format: "%02d:%02d:00", 8 + minutes / 60, minutes % 60)
            let north = Self.coordinate(50.85 - 12.87 * part, "%02d%07.4f,N")
            let east = Self.coordinate(4.35 + 19.38 * part, "%03d%07.4f,E")
            let fields = "BNRDD,1234,2025-07-25T\(time)Z,35,3,3,A,\(north),\(east),9000.00,A,8,110"
            text += checkedSentence(fields) + "\n"
        }
        try files.folder.write(text, to: "flight.LOG")
        #expect(try await files.survey("import", "flight.LOG", "--to", "f.gpkg").status == 0)
        let map = try await files.survey(
            "map", "f.gpkg", "--stream", "counts", "--svg", "f.svg", "--png", "f.png", "--grid", "f.tif")
        #expect(map.status == 0 && map.lines.contains("f.svg: 21 places of “counts”"), "\(map)")
        let picture = try files.folder.read("f.svg")
        #expect(picture.contains(">40°</text>") && picture.contains(">10°</text>"))
    }
}

import Foundation
import Testing
import WaldoCore
import WaldoSurvey
import WaldoTestSupport
import WaldoTime

@testable import WaldoFiles

@Suite struct BGeigieExportTests {
    private let exported: BGeigieExported

    init() throws { exported = try BGeigieExported() }

    // The checksums are Python's: functools.reduce(lambda a, c: a ^ ord(c), line, 0).
    @Test func aRowIsOneOfTheNano() {
        func line(_ row: BGeigieRow) -> String {
            var bytes: [UInt8] = []
            row.write(device: Array("0042".utf8), to: &bytes)
            return String(decoding: bytes, as: UTF8.self)
        }
        var row = BGeigieRow(
            end: .clockStart, utc: SurveyFileSamples.start + 3_000_000, perMinute: 132, perBin: 11, total: 11,
            isValid: false,
            place: Place(x: 136 + 9.7691 / 60, y: -34 - 28.9629 / 60, z: 572.2, accuracy: 6))
        #expect(
            line(row)
                == "$BNRDD,0042,2026-11-21T07:15:05Z,132,11,11,V,3428.9629,S,13609.7691,E,572.20,A,8,100*4C\r\n")
        row = BGeigieRow(
            end: .clockStart, utc: SurveyFileSamples.start + 57_900_000, perMinute: 132, perBin: 11, total: 132,
            isValid: true, place: Place(x: -136 - 9.7691 / 60, y: 34 + 28.9629 / 60, z: 572.2), satellites: 9,
            hdop: 0.91)
        #expect(
            line(row)
                == "$BNRDD,0042,2026-11-21T07:16:00Z,132,11,132,A,3428.9629,N,13609.7691,W,572.20,A,9,91*5A\r\n")
        row.place = nil
        (row.satellites, row.hdop) = (nil, nil)
        #expect(line(row).contains(",A,0000.0000,N,00000.0000,E,0.00,V,0,0*"))
    }

    @Test(arguments: [
        (59.999_999_9 / 60, "0100.0000,N,"), (-59.999_999_9 / 60, "0100.0000,S,"), (-0.000_000_01, "0000.0000,N,"),
        (89.5, "8930.0000,N,"), (-90, "9000.0000,S,"),
    ]) func minutesAreCarried(_ angle: Double, _ expected: String) {
        var line: [UInt8] = []
        BGeigieRow.angle(angle, degrees: 2, "N", "S", &line)
        #expect(String(decoding: line, as: UTF8.self) == expected)
    }

    @Test func theHeaderIsWhatTheStrictestReaderDemands() throws {
        let (lines, _) = try exported.export(SurveyFileSamples.all(20))
        #expect(Array(lines.prefix(3)) == ["# NEW LOG", "# format=waldo-1", "# deadtime=on"])
        #expect(lines.dropFirst(3).allSatisfy { $0.hasPrefix("$BNRDD,5002,") })
        for line in lines.dropFirst(3) {
            #expect(line.split(separator: ",", omittingEmptySubsequences: false).count == 15)
            #expect(XorChecksum.isRight(Array(line.utf8)[...]))
        }
        var uncorrected = SurveyFileSamples.survey
        uncorrected.correctsDeadTime = false
        #expect(try exported.export([], of: uncorrected).lines[2] == "# deadtime=off")
        // Counts alone are raw, whatever the graph has corrected.
        var raw = SurveyFileSamples.survey
        raw.streams = [raw.streams[0]]
        #expect(try exported.export([], of: raw).lines[2] == "# deadtime=off")
    }

    @Test func aRowIsThatOfTheEndOfItsFiveSeconds() throws {
        let (lines, leftOut) = try exported.export(SurveyFileSamples.all(14), satellites: 9, hdop: 0.91)
        // The first eleven minutes are not full, and their rates those of less time.
        #expect(leftOut == BGeigieRules.LeftOut() && lines.count == 3 + 14)
        #expect(
            lines[3].hasPrefix(
                "$BNRDD,5002,2026-11-21T07:15:07Z,132,11,11,A,3428.9629,N,13609.7689,E,572.25,A,9,91*"))
        #expect(
            lines[14].hasPrefix(
                "$BNRDD,5002,2026-11-21T07:16:02Z,132,11,132,A,3428.9629,N,13609.8349,E,572.25,A,9,91*"))
    }

    /// Counts without a date may end where those of the next line do, at a time that has one.
    @Test func countsWithoutADateAreLeftOutWhateverTheDateOfTheirEnd() throws {
        var samples = SurveyFileSamples.all(14)
        for place in samples.indices where samples[place].stream == 0 && (4...6).contains(samples[place].sequence) {
            samples[place].flags.insert(.undated)
        }
        let (lines, leftOut) = try exported.export(samples)
        #expect(leftOut == BGeigieRules.LeftOut(noTime: 3) && lines.count == 3 + 11)
        #expect(Set(lines.dropFirst(3).map { $0.prefix(34) }).count == 11)
        var survey = SurveyFileSamples.survey
        survey.streams = [StreamDescription(name: "rate", unit: "cpm")]
        let rates = (0..<4).map { number in
            SurveyFileSamples.sample(
                0, number, 30, flags: number == 2 ? .undated : [], place: SurveyFileSamples.place(number))
        }
        #expect(try exported.export(rates, of: survey).leftOut == BGeigieRules.LeftOut(noTime: 1))
    }

    @Test func theRateMayComeBeforeOrAfterTheCounts() throws {
        let samples = SurveyFileSamples.all(40)
        let expected = try exported.export(samples).lines
        let byTime = samples.enumerated().sorted {
            ($0.element.utc ?? 0, $0.offset) < ($1.element.utc ?? 0, $1.offset)
        }
        #expect(try exported.export(byTime.map(\.element)).lines == expected)
        #expect(expected.count == 3 + 40)
    }

    /// The middle of a rate's window is half a minute before its end, and may lie outside of what is exported.
    @Test func aRateOutsideOfTheWindowIsStillThatOfItsRow() throws {
        let samples = SurveyFileSamples.all(20), moment = SurveyFileSamples.moments(of: samples)
        let export = try BGeigieExport(exported.folder.path + "/w.log", of: SurveyFileSamples.survey)
        for sample in samples {
            try export.export(sample, isWanted: sample.stream == 0 && sample.sequence > 9, at: moment)
        }
        try export.endRun(at: moment)
        try export.finish()
        #expect(export.rows == 10 && export.leftOut.total == 0)
    }

    /// A log has an HDOP alone to say how good a place is: whoever reads it takes the rows that were taken here.
    @Test(
        arguments: [
            (9.99, nil, 10, "A,8,166*"), (5, 2.0, 10, "A,9,166*"), (6.6, 1.1, 10, "A,9,110*"),
            (0.01, nil, 10, "A,8,1*"),
            (5.39, nil, 5.4, "A,8,90*"), (5, 2.0, nil, "A,9,200*"),
        ] as [(Double, Double?, Double?, String)])
    func theDilutionNeverDeniesTheAccuracy(
        _ accuracy: Double, _ hdop: Double?, _ limit: Double?, _ expected: String
    ) throws {
        var survey = SurveyFileSamples.survey, place = SurveyFileSamples.place(0)
        survey.streams = [StreamDescription(name: "rate", unit: "cpm")]
        place.accuracy = accuracy
        let (lines, _) = try exported.export(
            [SurveyFileSamples.sample(0, 0, 30, place: place)], of: survey, rules: BGeigieRules(maxAccuracy: limit),
            satellites: hdop.map { _ in 9 }, hdop: hdop)
        #expect(lines.last?.contains(expected) == true, "\(lines)")
    }

    @Test func aMissingRateIsNoUncorrectedOne() throws {
        let counts = SurveyFileSamples.all(30).filter { $0.stream == 0 }
        let (lines, leftOut) = try exported.export(counts)
        #expect(lines.count == 3 && leftOut.invalid == 30)
    }

    @Test func oddNumbersNeverTrap() throws {
        var generator = SeededGenerator(21)
        let numbers: [Double] = [.nan, .infinity, -.infinity, -1, 0, 1e300, -1e300, 1e-300, 180, 90, -180.000_1]
        func odd() -> Double { numbers.randomElement(using: &generator)! }
        var rows = 0
        for _ in 0..<300 {
            let samples = (0..<20).map { index in
                var place = SurveyFileSamples.place(index)
                (place.x, place.z, place.accuracy) = (odd(), odd(), odd())
                var sample = SurveyFileSamples.sample(index % 3, index, odd(), place: place)
                sample.utc = [nil, 0, .max, .min, SurveyFileSamples.start].randomElement(using: &generator)!
                return sample
            }
            let (lines, _) = try exported.export(
                samples, rules: BGeigieRules(maxAccuracy: nil, onlyValid: false),
                satellites: [-1, .max].randomElement(using: &generator)!, hdop: odd())
            rows += lines.count - 3
            for line in lines.dropFirst(3) { #expect(XorChecksum.isRight(Array(line.utf8)[...])) }
            let others = try TemporaryFolder(), survey = SurveyFileSamples.survey
            let table = try SurveyCSVExport(others.path + "/x.csv", of: survey)
            let airCasting = try AirCastingExport(others.path + "/a.csv", of: survey)
            let geojson = try GeoJSONExport(others.path + "/x.geojson", of: survey)
            let mcap = try SurveyMCAPExport(others.path + "/x.mcap", of: survey)
            for sample in samples {
                try table.export(sample)
                try airCasting.export(sample)
                try geojson.export(sample)
                try mcap.export(sample)
            }
            try table.finish()
            try airCasting.finish()
            try geojson.finish()
            try mcap.finish()
            let text = try SurveyFileSamples.bytes(others.path + "/x.geojson")
            #expect((try? JSONSerialization.jsonObject(with: Data(text))) != nil)
        }
        #expect(rows > 300)
    }

    @Test func aSurveyThatIsNotForUploadIsRefused() throws {
        var survey = SurveyFileSamples.survey
        survey.forbidsUpload = true
        let path = exported.folder.path + "/no.log"
        func refusal(_ format: String) -> SurveyExportError { .forbidden(title: survey.title, format: format) }
        #expect(throws: refusal("bGeigie logs")) { try BGeigieExport(path, of: survey) }
        #expect(throws: refusal("bGeigie logs")) { try RawLogExport(path, of: survey) }
        #expect(throws: refusal("AirCasting tables")) { try AirCastingExport(path, of: survey) }
        survey.forbidsUpload = false
        survey.streams = [StreamDescription(name: "PM2.5", unit: "ug/m3")]
        #expect(throws: SurveyExportError.noCounts(title: survey.title)) { try BGeigieExport(path, of: survey) }
    }

    /// A log's times are UTC, and of these nobody knows whether they are; other formats leave the zone out.
    @Test func localTimesInAnUnknownZoneAreNotCalledUTC() throws {
        var survey = SurveyFileSamples.survey
        survey.hasUnknownZone = true
        #expect(throws: SurveyExportError.unknownZone(title: survey.title)) {
            try BGeigieExport(exported.folder.path + "/zone.log", of: survey)
        }
        let path = exported.folder.path + "/zone"
        let table = try SurveyCSVExport(path + ".csv", of: survey), gpx = try GPXExport(path + ".gpx", of: survey)
        let geoJSON = try GeoJSONExport(path + ".json", of: survey)
        try geoJSON.begin(run: "1")
        for sample in SurveyFileSamples.all(3) {
            try table.export(sample)
            try gpx.export(sample)
            try geoJSON.export(sample)
        }
        try table.finish()
        try gpx.finish()
        try geoJSON.finish()
        for ending in [".csv", ".gpx", ".json"] {
            let text = String(decoding: try SurveyFileSamples.bytes(path + ending), as: UTF8.self)
            #expect(text.contains("2026-11-21T07:15:04.500000") && !text.contains("00Z"), "\(ending)")
        }
    }

    @Test func theDevicesNumberFitsIntoAField() {
        #expect(BGeigieExport.identifier("5002") == Array("5002".utf8))
        #expect(BGeigieExport.identifier("a,b*c$\r\n") == Array("abc".utf8))
        #expect(BGeigieExport.identifier("é") == Array("0000".utf8))
    }
}

import Foundation
import Testing
import WaldoCore
import WaldoSurvey
import WaldoTestSupport
import WaldoTime

@testable import WaldoFiles

/// The flat table, and AirCasting's.
@Suite struct SurveyTableTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private let samples: [Sample] = [
        SurveyFileSamples.sample(0, 0, 11, flags: [.partial, .gap], place: SurveyFileSamples.place(0)),
        SurveyFileSamples.sample(1, 0, 0.125, place: SurveyFileSamples.place(0)),
        SurveyFileSamples.sample(1, 1, nil, flags: .saturated, place: Place(system: .arm, x: 0.1, y: -0.2, z: 0.3)),
        SurveyFileSamples.sample(0, 1, 12, place: nil),
    ]

    @Test func theFlatTableHasARowForEachSample() throws {
        let path = folder.path + "/x.csv"
        var survey = SurveyFileSamples.survey
        survey.streams[1].name = "=dose,1"
        let export = try SurveyCSVExport(path, of: survey)
        for sample in samples { try export.export(sample) }
        var timeless = samples[3]
        timeless.utc = nil
        try export.export(timeless)
        try export.finish()
        #expect(export.rows == 5)
        let place = "136.162815,34.482715,572.25,,,,3.5,7"
        #expect(
            try SurveyFileSamples.lines(path) == [
                "time,stream,sequence,value,low,high,unit,flags,exposure,longitude,latitude,height,x,y,z,accuracy,"
                    + "vertical_accuracy",
                "2026-11-21T07:15:04.500000Z,counts,0,11,10.5,11.5,count,partial gap,5,\(place)",
                "2026-11-21T07:15:04.500000Z,\"'=dose,1\",0,0.125,-0.375,0.625,uSv/h,,5,\(place)",
                "2026-11-21T07:15:09.500000Z,\"'=dose,1\",1,,,,uSv/h,saturated,5,,,,0.1,-0.2,0.3,,",
                "2026-11-21T07:15:09.500000Z,counts,1,12,11.5,12.5,count,,5,,,,,,,,",
                ",counts,1,12,11.5,12.5,count,,5,,,,,,,,",
            ])
    }

    @Test func airCastingHasARowForEachTimeAndPlace() throws {
        let path = folder.path + "/a.csv"
        let export = try AirCastingExport(path, of: SurveyFileSamples.survey)
        for sample in samples { try export.export(sample) }
        try export.export(SurveyFileSamples.sample(1, 2, 0.25, place: SurveyFileSamples.place(2)))
        // The same stream at the same time and place again: a row of its own, so that nothing is lost.
        try export.export(SurveyFileSamples.sample(1, 2, 0.375, place: SurveyFileSamples.place(2)))
        try export.export(SurveyFileSamples.sample(1, 3, 0.5, place: SurveyFileSamples.place(3)), isTrusted: false)
        try export.finish()
        #expect(export.rows == 3 && export.leftOut == 2 && export.untrusted == 1)
        let title = "\"Café \"\"north\"\", field\""
        #expect(
            try SurveyFileSamples.lines(path) == [
                ",,,,,Sensor_Package_Name,Sensor_Package_Name,Sensor_Package_Name",
                ",,,,,bgeigie:5002,bgeigie:5002,bgeigie:5002", ",,,,,Sensor_Name,Sensor_Name,Sensor_Name",
                ",,,,,counts,dose,rate", ",,,,,Measurement_Type,Measurement_Type,Measurement_Type",
                ",,,,,counts,Dose rate,rate", ",,,,,Measurement_Units,Measurement_Units,Measurement_Units",
                ",,,,,count,uSv/h,cpm",
                "ObjectID,Session_Name,Timestamp,Latitude,Longitude,1:Measurement_Value,2:Measurement_Value,"
                    + "3:Measurement_Value",
                "1,\(title),2026-11-21T07:15:04.500,34.482715,136.162815,11,0.125,",
                "2,\(title),2026-11-21T07:15:14.500,34.482715,136.163015,,0.25,",
                "3,\(title),2026-11-21T07:15:14.500,34.482715,136.163015,,0.375,",
            ])
    }

    @Test func airCastingComesBack() throws {
        let path = folder.path + "/b.csv"
        let export = try AirCastingExport(path, of: SurveyFileSamples.survey)
        let all = SurveyFileSamples.all(50)
        for sample in all { try export.export(sample) }
        try export.finish()
        let reader = try AirCastingReader(path)
        var names: [String] = [], found: [String] = []
        while let item = try reader.next() {
            switch item {
            case .stream(let stream, _): names.append(stream.name)
            case .row(let row):
                #expect(row.session == SurveyFileSamples.survey.title)
                for value in row.values {
                    found.append("\(names[value.stream]) \(row.utc) \(value.value) \(row.place?.x ?? 0)")
                }
            case .reject(let reject): Issue.record("\(reject)")
            }
        }
        #expect(names == ["counts", "dose", "rate"])
        let expected = all.map { sample in
            let stream = SurveyFileSamples.survey.streams[sample.stream].name
            let x = ((sample.place?.x ?? 0) * 1e9).rounded() / 1e9
            return "\(stream) \(sample.utc! / 1_000 * 1_000) \(sample.value!) \(x)"
        }
        #expect(found.sorted() == expected.sorted())
    }

    /// Waldo's own reader of a sensor's text is exact up to 15 digits.
    @Test func valuesHaveAsManyDigitsAsReadersTake() {
        #expect(AirCastingExport.rounded(0.107_784_431_137_724_55) == 0.107_784_431_137_725)
        #expect(AirCastingExport.rounded(-36.002_440_165_388_99) == -36.002_440_165_389)
        #expect(AirCastingExport.rounded(1.5e-9) == 1.5e-9 && AirCastingExport.rounded(0) == 0)
        for value in [1e300, -1e-300, .leastNonzeroMagnitude, 9_007_199_254_740_994, 1e15, 0.1, 3] {
            #expect(AirCastingExport.rounded(value) == value)
        }
        var generator = SeededGenerator(15)
        for _ in 0..<2_000 {
            let value =
                Double.random(in: -1e6...1e6, using: &generator) * pow(10, Double.random(in: -9...3, using: &generator))
            let rounded = AirCastingExport.rounded(value)
            #expect(abs(rounded - value) <= abs(value) * 1e-14 && AirCastingExport.rounded(rounded) == rounded)
        }
    }

    @Test func aTitleOfSeveralLinesIsOne() throws {
        var survey = SurveyFileSamples.survey
        survey.title = "one\r\ntwo\u{2028}\u{1b}three"
        let path = folder.path + "/t.csv"
        let export = try AirCastingExport(path, of: survey)
        try export.export(SurveyFileSamples.all(1)[0])
        try export.finish()
        #expect(try SurveyFileSamples.lines(path).last?.hasPrefix("1,one  two  three,2026-11-21T07:15:04.500,") == true)
    }

    /// The device of a table that was imported is the package that it states.
    @Test func thePackageOfAnImportedTableIsKept() throws {
        var survey = SurveyFileSamples.survey
        (survey.sensor, survey.device) = (AirCastingPart.sensorName, "AirBeam2:0018961070D6")
        let path = folder.path + "/p.csv"
        try AirCastingExport(path, of: survey).finish()
        #expect(try SurveyFileSamples.lines(path)[1].hasPrefix(",,,,,AirBeam2:0018961070D6,"))
    }
}

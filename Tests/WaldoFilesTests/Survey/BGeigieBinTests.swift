import Testing
import WaldoCore
import WaldoSurvey
import WaldoTestSupport
import WaldoTime

@testable import WaldoFiles

/// Which samples become which rows of a bGeigie's log, and which none.
@Suite struct BGeigieBinTests {
    private let exported: BGeigieExported

    init() throws { exported = try BGeigieExported() }

    @Test func withoutARateTheBinsOfAMinuteAreOne() throws {
        var survey = SurveyFileSamples.survey
        survey.streams = [survey.streams[0]]
        let samples = (0..<13).map { index in
            SurveyFileSamples.sample(0, index, Double(index), place: SurveyFileSamples.place(index))
        }
        let (lines, leftOut) = try exported.export(samples, of: survey)
        #expect(leftOut.total == 0 && lines.count == 3 + 13)
        // (0 + 1) * 6; 0 + ... + 11 = 66; 1 + ... + 12 = 78.
        #expect(lines[4].contains("Z,6,1,1,A,"))
        #expect(lines[14].contains("Z,66,11,66,A,") && lines[15].contains("Z,78,12,78,A,"))
        #expect(lines[3].contains(",A,8,58*"))
    }

    /// Counts of a second each, in this survey.
    private func seconds(_ counts: [(second: Int64, value: Double)]) -> (survey: ExportedSurvey, samples: [Sample]) {
        var survey = SurveyFileSamples.survey
        survey.streams = [
            StreamDescription(name: "counts", unit: "count", exposure: .seconds(1), interval: .seconds(1))
        ]
        let samples = counts.map { second, value in
            let end = Instant(microseconds: (second + 1) * 1_000_000)
            return Sample(
                stream: 0, sequence: second, value: value, from: end - .seconds(1), to: end,
                utc: SurveyFileSamples.start + end.microseconds - 500_000, place: SurveyFileSamples.place(0))
        }
        return (survey, samples)
    }

    @Test func shortExposuresAreJoinedAndOverlapsCountedOnce() throws {
        var survey = SurveyFileSamples.survey
        survey.streams = [StreamDescription(name: "counts", unit: "count", exposure: .seconds(1))]
        // Every half second the counts of the last second.
        let samples = (0..<240).map { index in
            let end = Instant(microseconds: Int64(index + 2) * 500_000)
            return Sample(
                stream: 0, sequence: Int64(index), value: 2, from: end - .seconds(1), to: end,
                utc: SurveyFileSamples.start + end.microseconds - 500_000, place: SurveyFileSamples.place(0))
        }
        let lines = try exported.export(samples, of: survey).lines.dropFirst(3)
        #expect(lines.count == 24)
        #expect(lines.allSatisfy { $0.contains("Z,120,10,") })
        #expect(lines.last?.contains("2026-11-21T07:17:02Z,120,10,240,A,") == true)
    }

    /// Lines of a log come every four to six seconds, each with the counts of five.
    @Test func exposuresThatOverlapALittleAreARowEach() throws {
        var survey = SurveyFileSamples.survey
        survey.streams = [
            StreamDescription(name: "counts", unit: "count", exposure: .seconds(5), interval: .seconds(5))
        ]
        let samples = [0, 4, 10, 14, 20, 23].enumerated().map { place, second in
            let end = Instant(microseconds: Int64(second) * 1_000_000)
            return Sample(
                stream: 0, sequence: Int64(place), value: 2, from: end - .seconds(5), to: end,
                utc: SurveyFileSamples.start + end.microseconds - 2_500_000, place: SurveyFileSamples.place(0))
        }
        #expect(try exported.export(samples, of: survey).lines.count == 3 + 6)
    }

    /// A survey of an earlier version has a sample for each copy of a line; a live one has samples that came late.
    @Test func aLineThatIsThereTwiceIsOneRow() throws {
        var survey = SurveyFileSamples.survey
        survey.streams = [
            StreamDescription(name: "counts", unit: "count", exposure: .seconds(5), interval: .seconds(5))
        ]
        let samples = [0, 5, 75, 80, 80, 80, 85, 90].enumerated().map { place, second in
            let end = Instant(microseconds: Int64(second) * 1_000_000)
            return Sample(
                stream: 0, sequence: Int64(place), value: 2, from: end - .seconds(5), to: end,
                utc: SurveyFileSamples.start + end.microseconds - 2_500_000, place: SurveyFileSamples.place(0))
        }
        #expect(try exported.export(samples, of: survey, isLog: true).lines.count == 3 + 6)
        #expect(try exported.export(samples, of: survey).lines.count == 3 + 8)
    }

    @Test func whatIsLeftBeforeAGapAndAtTheEndIsARowFromThreeSecondsOn() throws {
        // Seven seconds, a gap, nine seconds, a gap, and six.
        let times: [Int64] = Array(0..<7) + Array(20..<29) + Array(40..<46)
        let (survey, samples) = seconds(times.map { ($0, 2) })
        let (lines, leftOut) = try exported.export(samples, of: survey)
        #expect(
            lines.dropFirst(3).map { String($0.prefix(48).suffix(25)) } == [
                "07:15:07Z,120,10,10,A,342", "07:15:27Z,120,10,20,A,342", "07:15:31Z,120,10,30,A,342",
                "07:15:47Z,120,10,40,A,342",
            ])
        #expect(leftOut == .init(short: 2))
    }

    /// 2.5 counts in five seconds are 2 and 3 in turn: their sum is right.
    @Test func whatRoundingLeavesGoesToTheNextRow() throws {
        var survey = SurveyFileSamples.survey
        survey.streams = [StreamDescription(name: "rate", unit: "cpm")]
        let samples = (0..<4).map { SurveyFileSamples.sample(0, $0, 30, place: SurveyFileSamples.place($0)) }
        let rows = try exported.export(samples, of: survey).lines.dropFirst(3).map {
            $0.split(separator: ",")[3...5].joined(separator: " ")
        }
        #expect(rows == ["30 3 3", "30 2 5", "30 3 8", "30 2 10"])
    }

    @Test func aGapBeginsAnotherMinute() throws {
        var survey = SurveyFileSamples.survey
        survey.streams = [survey.streams[0]]
        let samples = (Array(0..<15) + Array(30..<45)).map { index in
            SurveyFileSamples.sample(0, index, index < 15 ? 1 : 3, place: SurveyFileSamples.place(index))
        }
        let (lines, leftOut) = try exported.export(samples, of: survey)
        #expect(lines.count == 3 + 30 && leftOut.total == 0)
        #expect(lines[17].contains("Z,12,1,15,A,") && lines[18].contains("Z,36,3,18,A,"))
    }

    @Test func aRateAloneGivesARowEach() throws {
        var survey = SurveyFileSamples.survey
        survey.streams = [StreamDescription(name: "cps", unit: "count/s")]
        let (lines, _) = try exported.export(
            [SurveyFileSamples.sample(0, 0, 2.2, flags: .partial, place: SurveyFileSamples.place(0))], of: survey)
        #expect(lines[3].contains("Z,132,11,11,A,"))
    }

    @Test func whatIsLeftOutIsCounted() throws {
        var survey = SurveyFileSamples.survey
        survey.streams = [StreamDescription(name: "rate", unit: "cpm")]
        func sample(_ index: Int, _ flags: SampleFlags, _ place: Place?) -> Sample {
            SurveyFileSamples.sample(0, index, 30, flags: flags, place: place)
        }
        var inaccurate = SurveyFileSamples.place(0), unknown = inaccurate
        inaccurate.accuracy = 10.01
        unknown.accuracy = nil
        var timeless = sample(9, [], SurveyFileSamples.place(9))
        timeless.utc = nil
        let samples = [
            sample(0, [], SurveyFileSamples.place(0)), sample(1, .invalid, SurveyFileSamples.place(1)),
            sample(2, .saturated, SurveyFileSamples.place(2)), sample(3, .checkFailed, SurveyFileSamples.place(3)),
            sample(4, [], nil), sample(5, [], Place(system: .arm, x: 0.1, y: 0.2, accuracy: 0.01)),
            sample(6, [], inaccurate),
            sample(7, [], unknown), sample(8, [], Place(x: .nan, y: 3, accuracy: 1)), timeless,
        ]
        let (lines, leftOut) = try exported.export(samples, of: survey)
        #expect(lines.count == 4)
        #expect(leftOut == .init(invalid: 3, noPlace: 3, inaccurate: 2, noTime: 1))
        #expect(leftOut.total == 9)
        let all = try exported.export(samples, of: survey, rules: BGeigieRules(maxAccuracy: nil, onlyValid: false))
        #expect(all.lines.count == 3 + 9 && all.leftOut == .init(noTime: 1))
        #expect(all.lines.filter { $0.contains(",30,3,") || $0.contains(",30,2,") }.count == 9)
    }

    /// And one that is exact by mistake.
    @Test func aPlaceThatNoSpeedExplainsIsNotUploaded() throws {
        var survey = SurveyFileSamples.survey
        survey.streams = [StreamDescription(name: "rate", unit: "cpm")]
        func sample(_ index: Int, _ flags: SampleFlags = [], accuracy: Double = 3) -> Sample {
            var place = SurveyFileSamples.place(index)
            place.accuracy = accuracy
            return SurveyFileSamples.sample(0, index, 30, flags: flags, place: place)
        }
        let samples = [sample(0), sample(1, .outlierPlace), sample(2, accuracy: 0)]
        let (lines, leftOut) = try exported.export(samples, of: survey)
        #expect(lines.count == 4 && leftOut == .init(outliers: 1, inaccurate: 1) && leftOut.total == 2)
        let all = try exported.export(samples, of: survey, rules: BGeigieRules(maxAccuracy: nil, onlyValid: false))
        #expect(all.lines.dropFirst(3).map { $0.contains(",572.25,A,8,") } == [true, false, true])
        // An accuracy of 0 is not known, and so is the HDOP that is made of it.
        #expect(all.lines.last?.contains(",A,8,0*") == true, "\(all.lines)")
        let export = try AirCastingExport(exported.folder.path + "/a.csv", of: survey)
        for sample in samples { try export.export(sample) }
        try export.finish()
        #expect(export.rows == 2 && export.leftOut == 0 && export.outliers == 1)
    }

    /// Counts of five seconds that end beside a wrong fix.
    @Test func aBinThatEndsBesideAnOutlierHasNoRow() throws {
        var survey = SurveyFileSamples.survey
        survey.streams = [survey.streams[0]]
        let samples = (0..<20).map { index in
            let flags: SampleFlags = index == 15 ? .outlierPlace : []
            return SurveyFileSamples.sample(0, index, 1, flags: flags, place: SurveyFileSamples.place(index))
        }
        let (lines, leftOut) = try exported.export(samples, of: survey)
        #expect(leftOut == .init(outliers: 1) && lines.count == 3 + 19)
    }
}

import Testing
import WaldoCore
import WaldoFiles
import WaldoSurvey
import WaldoTestSupport
import WaldoTime

@testable import WaldoApp
@testable import WaldoTerminal

/// What the screens show of a survey, on a clock that the test moves.
@Suite struct SurveyRendererTests {
    /// A survey's status and what screens show of it.
    private struct Shown {
        var status: SurveyStatus
        let renderer: SurveyRenderer

        func view(at time: Instant) -> SurveyView { renderer.view(of: status, at: time) }

        mutating func apply(_ report: SurveyReport) { status.apply(report) }
    }

    private func survey(_ change: (inout SurveyPlan) -> Void = { _ in }, file: String? = nil) throws -> Shown {
        var plan = try SurveyPlan(sensor: "demo", library: Library(directory: nil))
        change(&plan)
        return Shown(status: SurveyStatus(plan), renderer: SurveyRenderer(plan, start: 0, file: file))
    }

    private func message(at: Instant) -> SensorMessage {
        // number, fix, latitude, longitude, counts, temperature
        SensorMessage(format: 0, channel: 0, at: at, values: [1, 1, -37.8136, 144.9631, 7, 20.5])
    }

    private func sample(
        _ value: Double?, sigma: Double? = nil, flags: SampleFlags = []
    ) -> Sample {
        Sample(
            stream: 0, sequence: 0, value: value, low: sigma.map { (value ?? 0) - $0 },
            high: sigma.map { (value ?? 0) + $0 }, from: 0, to: 1_000_000, flags: flags)
    }

    @Test(
        arguments: [
            (0.1123, 0.0214, SampleFlags([]), "0.112 +- 0.021", "uSv/h", [], SurveyView.Stream.Validity.valid),
            (0.1123, 0.0214, .partial, "0.112 +- 0.021", "uSv/h", ["filling"], .restricted),
            (0.1123, nil, [.belowThreshold, .gap], "0.1123", "uSv/h", ["below threshold", "gap"], .restricted),
            (7, nil, [.invalid, .partial], "7", "uSv/h", ["invalid", "filling"], .invalid),
            (nil, nil, .saturated, "saturated", "", [], .invalid), (nil, nil, [], "no number", "", [], .invalid),
            (7, nil, [.noPlace, .nearestPlace, .assumedPose], "7", "uSv/h", [], .valid),
            (21.340000152587891, nil, [], "21.34", "uSv/h", [], .valid),
            (21.340000152587891, 0, [], "21.34", "uSv/h", [], .valid),
        ] as [(Double?, Double?, SampleFlags, String, String, [String], SurveyView.Stream.Validity)])
    func aStreamHasANumberItsErrorAndWords(
        value: Double?, sigma: Double?, flags: SampleFlags, number: String, unit: String, words: [String],
        validity: SurveyView.Stream.Validity
    ) throws {
        var survey = try survey()
        survey.apply(.stream(0, StreamDescription(name: "dose", unit: "uSv/h")))
        #expect(survey.view(at: 0).streams == [SurveyView.Stream("dose")])
        survey.apply(.sample(sample(value, sigma: sigma, flags: flags)))
        let expected = SurveyView.Stream("dose", number: number, unit: unit, words: words, validity: validity)
        #expect(survey.view(at: 0).streams == [expected])
    }

    @Test func theNewestValidFixOfAnotherSourceStays() throws {
        var survey = try survey()
        #expect(!survey.status.hasFixes)
        let valid = Fix(source: .gpsd, at: 1_000, place: Place(x: 4, y: 40))
        survey.apply(.fix(valid))
        survey.apply(.fix(Fix(source: .gpsd, at: 2_000, place: Place(x: 5, y: 41), isValid: false)))
        #expect(survey.status.hasFixes && survey.status.lastFix == valid)
    }

    /// The demo sensor sends each second: three seconds without a message are too many.
    @Test func theAgeTurnsIntoAWarningAfterThreeIntervals() throws {
        var survey = try survey()
        #expect(survey.view(at: 3_000_000).ageText == ("no message yet", .plain))
        #expect(survey.view(at: 3_000_001).ageText == ("no message at all", .warning))
        survey.apply(.message(message(at: 4_200_000)))
        #expect(survey.view(at: 4_200_000).ageText == ("0 s ago", .plain))
        #expect(survey.view(at: 5_199_999).ageText == ("0 s ago", .plain))
        #expect(survey.view(at: 7_200_000).ageText == ("3 s ago", .plain))
        #expect(survey.view(at: 7_200_001).ageText == ("silent for 3 s", .warning))
        survey.apply(.message(message(at: 9_000_000)))
        #expect(survey.view(at: 9_000_000).ageText == ("0 s ago", .plain))
    }

    @Test func aFastSensorIsSilentAfterASecondAndOneWithoutAnIntervalNever() throws {
        var fast = try survey { $0.sensor.interval = .milliseconds(20) }
        fast.apply(.message(message(at: 0)))
        #expect(!fast.view(at: 1_000_000).isSilent && fast.view(at: 1_000_001).isSilent)
        var unknown = try survey { $0.sensor.interval = nil }
        unknown.apply(.message(message(at: 0)))
        #expect(!unknown.view(at: 3_600_000_000).isSilent)
        // A stream that describes itself may state its interval.
        unknown.apply(.stream(0, StreamDescription(name: "PM2.5", interval: .seconds(2))))
        #expect(!unknown.view(at: 6_000_000).isSilent && unknown.view(at: 6_000_001).isSilent)
    }

    /// Nothing else moves a screen on which nothing happens.
    @Test func theNextChangeIsTheNextThatShows() throws {
        var survey = try survey { $0.sensor.interval = .milliseconds(500) }
        survey.apply(.message(message(at: 100_000)))
        var now: Instant = 100_000
        for expected: Instant in [1_100_000, 1_600_001, 2_100_000, 3_100_000] {
            let next = survey.renderer.nextChange(of: survey.status, after: now)
            #expect(next == expected)
            let before = survey.view(at: next - .microseconds(1)), after = survey.view(at: next)
            #expect(before.age != after.age || before.isSilent != after.isSilent)
            #expect((before.age, before.isSilent) == (survey.view(at: now).age, survey.view(at: now).isSilent))
            now = next
        }
    }

    @Test func theAccountCountsMessagesGapsAndRejectedBytes() throws {
        var survey = try survey()
        #expect(survey.view(at: 0).countTexts.map(\.text) == ["0 messages"])
        survey.apply(.message(message(at: 0)))
        survey.apply(.gap(Gap(from: 0, to: 5, cause: .counter, missing: 2)))
        survey.apply(.reject(Reject(at: 0, channel: 0, bytes: [1], reason: .stray)))
        #expect(survey.view(at: 0).countTexts.map(\.text) == ["1 message", "1 gap", "1 byte rejected"])
        survey.apply(.message(message(at: 0)))
        survey.apply(.gap(Gap(from: 5, to: 7, cause: .link)))
        survey.apply(.reject(Reject(at: 0, channel: 0, bytes: [2, 3], reason: .check)))
        #expect(survey.view(at: 0).countTexts.map(\.text) == ["2 messages", "2 gaps", "3 bytes rejected"])
    }

    @Test func anAlarmStandsUntilItClears() throws {
        var survey = try survey()
        survey.apply(.alarm(AlarmChange(node: "high", at: 0, cause: nil)))
        #expect(survey.view(at: 0).alarms.isEmpty)
        survey.apply(.alarm(AlarmChange(node: "high", at: 0, cause: .above, value: 0.625)))
        survey.apply(.alarm(AlarmChange(node: "lost", at: 0, cause: .silent, halts: true)))
        let both: [SurveyView.Alarm] = [.init("high: 0.625 uSv/h, above 0.5"), .init("lost: silent", halts: true)]
        #expect(survey.view(at: 0).alarms == both)
        survey.apply(.alarm(AlarmChange(node: "high", at: 0, cause: .silent)))
        #expect(survey.view(at: 0).alarmText == "high: silent for more than 10 s; lost: silent")
        survey.apply(.alarm(AlarmChange(node: "lost", at: 0, cause: nil, value: 0.1)))
        #expect(survey.view(at: 0).alarms == [.init("high: silent for more than 10 s")])
    }

    @Test func aGraphThatComputesNothingIsNamedUntilItDoes() throws {
        var survey = try survey()
        survey.apply(.match(GraphMatch.Change(at: 10_000_000, problem: "the graph computes nothing")))
        #expect(survey.view(at: 11_000_000).problem == "the graph computes nothing")
        survey.apply(.match(GraphMatch.Change(at: 12_000_000, problem: nil)))
        #expect(survey.view(at: 13_000_000).problem.isEmpty)
    }

    @Test func theStoreIsNamedByItsFileAndReportsWhatItLost() throws {
        #expect(try survey().view(at: 0).storeText == ("nowhere", .faint))
        var survey = try survey(file: "/data/surveys/walk.gpkg")
        #expect(survey.view(at: 0).storeText == ("walk.gpkg", .plain))
        survey.status.apply(.store(lostRows: 1, hasFailed: false))
        #expect(survey.view(at: 0).storeText == ("1 row lost, too slow: walk.gpkg", .bad))
        survey.status.apply(.store(lostRows: 1, hasFailed: true))
        #expect(survey.view(at: 0).storeText == ("FAILED: nothing more is stored in walk.gpkg", .bad))
    }

    @Test func theTimeLeftEndsAtNothing() throws {
        let survey = try PlayedSurvey(duration: .seconds(600))
        #expect(survey.renderer.view(of: survey.status, at: 62_500_000).elapsed == "1 min 02 s")
        #expect(survey.renderer.view(of: survey.status, at: 62_500_000).left == "8 min 57 s")
        #expect(survey.renderer.view(of: survey.status, at: 700_000_000).left == "0 s")
        #expect(try PlayedSurvey().view.left.isEmpty)
    }

    @Test func theDemoSensorsWalkIsShown() throws {
        var survey = try PlayedSurvey()
        survey.hear(seconds: 30)
        let view = survey.view
        #expect(view.streams.map(\.name) == ["cpm", "dose", "total", "temperature"])
        #expect(view.streams.map(\.unit) == ["cpm", "uSv/h", "uSv", "degC"])
        #expect(view.messages == 30 && view.gaps == 0 && view.rejectedBytes == 0 && view.link.phase == .connected)
        #expect(view.alarms.count == 1 && view.alarmText == "high: 1.814 uSv/h, above 0.5")
        // The sensor's own counter shows what was missed, and cut bytes are counted.
        survey.miss(seconds: 5)
        survey.step(.bytes(channel: 0, [1, 2, 3]))
        survey.hear(seconds: 1)
        #expect(survey.view.gaps >= 1 && survey.view.rejectedBytes == 3 && survey.view.messages == 31)
    }
}

private func == (a: InkedText, b: InkedText) -> Bool { a.text == b.text && a.ink == b.ink }

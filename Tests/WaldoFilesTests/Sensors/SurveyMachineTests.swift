import Testing
import WaldoCore
import WaldoSurvey
import WaldoTestSupport
import WaldoTime

@testable import WaldoFiles

struct SurveyMachineTests {
    private func gamma(_ counts: UInt16, latitude: Float = -37.8, longitude: Float = 144.9, fix: Bool = true) -> [UInt8]
    {
        guard fix else { return [0] + [UInt8](repeating: 0, count: 10) }
        var bytes: [UInt8] = [0x11]
        for value in [latitude.bitPattern, longitude.bitPattern] {
            bytes += [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }
        }
        return bytes + [UInt8(counts >> 8), UInt8(counts & 255)]
    }

    private func graph(_ text: String) throws -> Graph { try GraphReader.graph(from: text, file: "G") }

    private static let alarming = """
        name: Alarming
        in: { counts: count }
        nodes:
          now: { rate: counts, per: 1 s }
          high: { alarm: now, above: 100, clear: 50, silent: 5 s, halt: true }
        out: { now: now }

        """

    @Test func aSampleHasThePlaceOfTheMiddleOfItsExposure() throws {
        var survey = SteppedSurvey(try shippedSensor("iac-gamma"))
        survey.step(.clock(utc: 1_700_000_000_000_000), 0)
        survey.step(.bytes(channel: 0, gamma(10, latitude: -37.0)), 10)
        survey.step(.bytes(channel: 0, gamma(12, latitude: -37.5)), 10.5)
        survey.step(.bytes(channel: 0, gamma(14, latitude: -38.0)), 11)
        survey.wait(until: 14)
        let samples = survey.found.samples(of: "counts")
        try #require(samples.count == 3)
        // The counts of 9.5 s to 10.5 s belong to 10 s, where the first place was measured.
        #expect(samples[1].value == 12 && samples[1].middle.microseconds == 10_000_000)
        #expect(samples[1].place?.y == -37 && samples[1].flags == [])
        #expect(samples[1].utc == 1_700_000_010_000_000)
        // Before the first place there is only the nearest.
        #expect(samples[0].place?.y == -37 && samples[0].flags == .nearestPlace)
        #expect(samples.map(\.sequence) == [0, 1, 2])
    }

    @Test func aSumHasThePlaceAndTimeOfItsLastBin() throws {
        let graph = try graph(
            """
            name: Sum
            in: { counts: count }
            nodes:
              now: { rate: counts, per: 1 s }
              sum: { integral: now, unit: count }
            out: { now: now, sum: sum }

            """)
        var survey = SteppedSurvey(try shippedSensor("iac-gamma"), graph: graph)
        survey.step(.clock(utc: 1_700_000_000_000_000), 0)
        for second in 1...100 {
            survey.step(.bytes(channel: 0, gamma(10, latitude: -37 - Float(second) / 128)), Double(second))
        }
        survey.step(.end, 101)
        let now = survey.found.samples(of: "now"), sum = survey.found.samples(of: "sum")
        #expect(sum.last?.value == 1_000)
        #expect(sum.map(\.place) == now.map(\.place) && sum.map(\.utc) == now.map(\.utc))
        // The hundredth bin ends at 100 s; halfway between the two last places is -37 - 99.5 / 128.
        #expect(sum.last?.place?.y == -37.777_343_75 && sum.last?.utc == 1_700_000_099_500_000)
    }

    @Test func aLaterFixCountsForTwoSecondsAndThenTheSampleIsFinal() throws {
        let rules = LocationRules(sources: [.gpsd])
        func fix(_ latitude: Double, _ seconds: Double) -> SurveyEvent {
            .fix(
                Fix(
                    source: .gpsd, at: .clockStart + .microseconds(Int64(seconds * 1_000_000)),
                    place: Place(x: 0, y: latitude)))
        }
        for (later, expected) in [(11.9, 5.0), (12.1, 0)] {
            var survey = SteppedSurvey(try shippedSensor("simple-controls"), rules: rules)
            survey.step(fix(0, 9), 9)
            survey.step(.bytes(channel: 0, [0x0b, 0, 5]), 10)
            survey.step(fix(5 * (later - 9), later), later)
            survey.wait(until: 20)
            let sample = try #require(survey.found.samples.first)
            #expect(abs(sample.place!.y - expected) < 1e-9)
            #expect(sample.flags == (expected == 0 ? .nearestPlace : []))
        }
    }

    /// A timer that fires late, or not at all before the next event, changes nothing.
    @Test func lateDeadlinesChangeNothing() throws {
        var generator = SeededGenerator(31)
        for _ in 0..<50 {
            let survey = SteppedSurvey(try shippedSensor("iac-gamma"), graph: try graph(Self.alarming))
            let found = survey.withLateDeadlines(60, apart: 0.1...4, &generator) { time, generator in
                switch Int.random(in: 0..<9, using: &generator) {
                case 0: .linkDown
                case 1: .linkUp
                case 2: .clock(utc: Int64(time * 1e6) + 5_000_000)
                case 3: .paused
                default:
                    .bytes(
                        channel: 0,
                        gamma(
                            .random(in: 0...200, using: &generator),
                            latitude: .random(in: -60 ... -30, using: &generator),
                            fix: Bool.random(using: &generator)))
                }
            }
            #expect(found.prompt == found.late)
        }
    }

    @Test func aLostLinkIsAGapAndNotAnEnd() throws {
        var survey = SteppedSurvey(try shippedSensor("iac-gamma"))
        survey.step(.linkUp, 0)
        survey.step(.bytes(channel: 0, gamma(1)), 1)
        survey.step(.bytes(channel: 0, Array(gamma(2).prefix(5))), 1.4)
        survey.step(.linkDown, 2)
        survey.step(.linkUp, 12)
        survey.step(.bytes(channel: 0, gamma(3)), 13)
        survey.step(.end, 14)
        #expect(
            survey.found.gaps == [
                Gap(from: .clockStart + .seconds(2), to: .clockStart + .seconds(12), cause: .link)
            ])
        #expect(survey.found.rejects.map(\.reason) == [.incomplete])
        #expect(survey.found.samples.count == 2)
        let account = survey.machine.accounts[0]
        #expect(account.received == 27 && account.accepted == 22 && account.rejected(.incomplete) == 5)
    }

    @Test func whatTheSensorCountsOrItsIntervalMissesIsAGap() throws {
        var counted = SteppedSurvey(try shippedSensor("demo"))
        let messages = DemoBytes.messages(260)
        for number in [0, 1, 2, 5, 6, 254, 255, 256, 258] {
            counted.step(.bytes(channel: 0, messages[number]), Double(number))
        }
        #expect(counted.found.gaps.map(\.missing) == [2, 247, 1])
        #expect(counted.found.gaps.allSatisfy { $0.cause == .counter })
        // A sensor that was silent has counted on from where it was.
        counted.step(.bytes(channel: 0, messages[259]), 270)
        #expect(counted.found.gaps.last?.cause == .late && counted.found.gaps.last?.missing == 11)
        var timed = SteppedSurvey(try shippedSensor("iac-gamma"))
        for time in [1, 1.5, 2.1, 3.6, 4.05] { timed.step(.bytes(channel: 0, gamma(1)), time) }
        #expect(timed.found.gaps.map(\.missing) == [2])
        #expect(timed.found.gaps.first?.cause == .late)
    }

    @Test func anAlarmHaltsByItsLevelAndBySilence() throws {
        var survey = SteppedSurvey(try shippedSensor("iac-gamma"), graph: try graph(Self.alarming))
        survey.step(.bytes(channel: 0, gamma(10)), 1)
        survey.step(.bytes(channel: 0, gamma(150)), 2)
        #expect(survey.found.alarms.map(\.cause) == [.above] && survey.found.alarms[0].halts)
        survey.step(.bytes(channel: 0, gamma(10)), 3)
        #expect(survey.found.alarms.last?.cause == nil)
        // Messages without a fix carry no counts: nothing valid comes for five seconds.
        for time in 4...7 { survey.step(.bytes(channel: 0, gamma(0, fix: false)), Double(time)) }
        survey.wait(until: 9)
        #expect(survey.found.alarms.last?.cause == .silent && survey.found.alarms.last?.halts == true)
        #expect(survey.found.alarms.last?.at.microseconds == 8_000_000)
    }

    /// A pause is the operator's own: no alarm counts it as silence, also where the link is lost in it.
    @Test(arguments: [false, true]) func aPauseIsAGapAndNoSilence(_ losesLink: Bool) throws {
        var survey = SteppedSurvey(try shippedSensor("iac-gamma"), graph: try graph(Self.alarming))
        survey.step(.linkUp, 0)
        survey.step(.bytes(channel: 0, gamma(10)), 1)
        survey.step(.paused, 2)
        survey.wait(until: 60)
        #expect(survey.found.alarms.isEmpty)
        survey.step(losesLink ? .linkDown : .linkUp, 60)
        #expect(
            survey.found.gaps == [Gap(from: .clockStart + .seconds(2), to: .clockStart + .seconds(60), cause: .pause)])
        survey.wait(until: 64)
        #expect(survey.found.alarms.isEmpty)
        survey.wait(until: 66)
        #expect(survey.found.alarms.map(\.cause) == [.silent])
        #expect(survey.found.alarms.first?.at.microseconds == 65_000_000)
    }

    /// One that begins with a pause waits for nothing either.
    @Test func aPauseFromTheBeginningIsNoSilence() throws {
        var survey = SteppedSurvey(try shippedSensor("iac-gamma"), graph: try graph(Self.alarming))
        survey.step(.clock(utc: 0), 0)
        survey.step(.paused, 0)
        survey.wait(until: 60)
        survey.step(.linkUp, 60)
        survey.step(.bytes(channel: 0, gamma(10)), 64)
        survey.step(.end, 65)
        #expect(survey.found.alarms.isEmpty && survey.found.gaps.map(\.cause) == [.pause])
    }

    @Test func theTimeForWhichTheArmIsBusyIsNoSilence() throws {
        let arm = try Library(directory: nil).loadArm("robot")
        var survey = SteppedSurvey(try shippedSensor("iac-gamma"), graph: try graph(Self.alarming), arm: arm)
        survey.step(.bytes(channel: 0, gamma(10)), 1)
        // 100 units: 52 ms and 31 ms a unit, during which the sketch hears and sends nothing.
        survey.step(.command(Channel(1), 100), 5)
        survey.wait(until: 13.1)
        #expect(survey.found.alarms.isEmpty)
        survey.wait(until: 14)
        #expect(survey.found.alarms.map(\.cause) == [.silent])
        #expect(survey.found.alarms.first?.at.microseconds == 13_152_000)
    }

    /// A busy arm excuses only the sensor on its own shield, and only while the link is there.
    @Test(arguments: [false, true]) func aBusyArmIsNoExcuseForALostLinkOrALinkOfItsOwn(_ isLost: Bool) throws {
        let arm = try Library(directory: nil).loadArm("robot")
        var sensor = try shippedSensor("iac-gamma")
        if !isLost { sensor.hears.service = BluetoothUUID("ffdd") }
        var survey = SteppedSurvey(sensor, graph: try graph(Self.alarming), arm: arm)
        survey.step(.linkUp, 0)
        survey.step(.bytes(channel: 0, gamma(10)), 1)
        if isLost { survey.step(.linkDown, 2) }
        survey.step(.command(Channel(1), 100), 5)
        survey.wait(until: 9)
        #expect(survey.found.alarms.map(\.cause) == [.silent])
        #expect(survey.found.alarms.first?.at.microseconds == 6_000_000)
    }

    @Test func describedStreamsComeAsTheyAreAndGraphsTakeTheirs() throws {
        let lines = SensorSamples.airBeamLines.map { Array($0.utf8) }
        var survey = SteppedSurvey(try shippedSensor("airbeam"))
        for (place, line) in lines.enumerated() { survey.step(.bytes(channel: place % 4, line), Double(place)) }
        survey.step(.end, 10)
        #expect(survey.found.streams.map(\.name) == ["AirBeam2-F", "AirBeam2-RH", "AirBeam2-PM2.5", "AirBeam2-F"])
        #expect(survey.found.samples.map(\.value) == [1, 2, 4.5, 3])
        #expect(survey.found.samples.allSatisfy { $0.flags == .noPlace })
    }

    @Test func aStreamThatIsDescribedLaterLeavesTheWindowsOfTheOthers() throws {
        let graph = try graph(
            """
            name: Two streams
            in:
              humidity: { stream: AirBeam2-RH, unit: "%" }
              dust: { stream: AirBeam2-PM2.5, unit: mg/m3 }
            nodes:
              damp: { mean: humidity, bins: 3 }
              dusty: { mean: dust, bins: 2 }
            out: { damp: damp, dusty: dusty }

            """)
        var survey = SteppedSurvey(try shippedSensor("airbeam"), graph: graph)
        func hear(_ line: Int, _ value: String, _ seconds: Double) {
            let text = SensorSamples.airBeamLines[line].drop { $0 != ";" }
            survey.step(.bytes(channel: line, Array((value + text).utf8)), seconds)
        }
        for (second, value) in ["10", "20", "30"].enumerated() { hear(1, value, Double(second)) }
        // Dust, and then a stream that the graph does not take.
        hear(2, "4500", 3)
        hear(1, "40", 4)
        hear(0, "77", 5)
        hear(1, "50", 6)
        hear(2, "5500", 7)
        survey.step(.end, 20)
        let damp = survey.found.samples(of: "damp"), dusty = survey.found.samples(of: "dusty")
        #expect(damp.map(\.value) == [10, 15, 20, 30, 40])
        #expect(damp.map { $0.flags.contains(.partial) } == [true, true, false, false, false])
        // A new stream is converted to its input's unit from its first value on.
        #expect(dusty.map(\.value) == [4.5, 5])
    }

    /// The bytes of a notification of an AirBeam.
    private func airBeam(_ name: String, _ value: String, unit: String = "µg/m³") -> SurveyEvent {
        .bytes(
            channel: 0,
            Array("\(value);AirBeam3:1;\(name);Particulate Matter;PM;words;\(unit);0;12;35;55;150\n".utf8))
    }

    private func pm() throws -> Graph { try graph(GraphReaderTests.text(ofShipped: "pm")) }

    @Test func aGraphTakesTheFirstStreamThatMatchesAndHandsOnTheOthers() throws {
        var survey = SteppedSurvey(try shippedSensor("airbeam"), graph: try pm())
        survey.step(airBeam("AirBeam3-F", "70", unit: "F"), 1)
        survey.step(airBeam("AirBeam3-PM2.5", "9"), 2)
        survey.step(airBeam("AirBeamMini-PM2.5", "50"), 3)
        survey.step(airBeam("AirBeam3-RH", "90", unit: "%"), 4)
        survey.step(airBeam("AirBeam3-PM2.5", "11"), 5)
        survey.step(.end, 20)
        #expect(survey.found.streams.map(\.name) == ["now", "mean", "AirBeam3-F", "AirBeamMini-PM2.5"])
        let now = survey.found.samples(of: "now")
        #expect(now.map(\.value) == [9, 11] && now.map { $0.flags.contains(.marked) } == [false, true])
        #expect(survey.found.samples(of: "mean").map(\.value) == [9, 9.5])
        #expect(survey.found.samples(of: "AirBeamMini-PM2.5").map(\.value) == [50])
        #expect(survey.found.matches.isEmpty)
    }

    /// Whether a timer reports it or the next message.
    @Test(arguments: [false, true]) func aGraphThatTakesNoStreamIsReportedAfterTenSeconds(_ isPrompt: Bool) throws {
        var survey = SteppedSurvey(try shippedSensor("airbeam"), graph: try pm())
        survey.step(.linkUp, 0)
        survey.step(airBeam("AirBeam3-F", "70", unit: "F"), 2)
        if isPrompt { survey.wait(until: 13) }
        survey.step(airBeam("AirBeam3-F", "71", unit: "F"), 14)
        let change = try #require(survey.found.matches.first)
        #expect(survey.found.matches.count == 1 && change.at.microseconds == 12_000_000)
        #expect(change.problem?.contains("the sensor has `AirBeam3-F` in `F`; choose another graph by --graph") == true)
        survey.step(airBeam("AirBeam3-PM2.5", "9"), 15)
        #expect(survey.found.matches.dropFirst() == [.init(at: .clockStart + .seconds(15), problem: nil)])
        survey.step(.end, 20)
        #expect(survey.found.samples(of: "now").map(\.value) == [9])
    }

    @Test func streamsThatTheGraphDoesNotTakeAreKeptAsTheyAre() throws {
        let library = Library(directory: nil)
        var survey = SteppedSurvey(try shippedSensor("demo"), graph: try library.graph("demo").value)
        for (place, bytes) in DemoBytes.messages(5).enumerated() {
            survey.step(.bytes(channel: 0, bytes), Double(place))
        }
        survey.step(.end, 10)
        #expect(survey.found.streams.map(\.name) == ["cpm", "dose", "total", "temperature"])
        #expect(survey.found.samples(of: "temperature").map(\.value) == [21, 21, 21, 21, 21])
    }

    @Test func thePlaceOfTheHandIsThatOfTheArmsCommands() throws {
        let arm = try Library(directory: nil).loadArm("robot")
        var survey = SteppedSurvey(
            try shippedSensor("simple-controls"), rules: LocationRules(sources: [.arm]), arm: arm)
        survey.step(.command(Channel(1), 50), 1)
        survey.step(.command(Channel(2), 0), 5)
        survey.step(.bytes(channel: 0, [0x0b, 0, 5]), 10)
        survey.step(.end, 20)
        let sample = try #require(survey.found.samples.first)
        #expect(sample.place?.system == .arm && sample.flags == .assumedPose)
    }

    @Test func aStepOfTheWallClockNeverReorders() throws {
        var survey = SteppedSurvey(try shippedSensor("simple-controls"))
        survey.step(.clock(utc: 2_000_000_000), 0)
        survey.step(.bytes(channel: 0, [0x0b, 0, 1]), 1)
        survey.step(.clock(utc: 500_000_000), 2)
        survey.step(.bytes(channel: 0, [0x0b, 0, 2]), 3)
        survey.step(.end, 9)
        #expect(survey.found.samples.map(\.sequence) == [0, 1])
        #expect(survey.found.samples.map(\.utc) == [2_001_000_000, 501_000_000])
    }

    @Test func anEventThatIsEarlierThanTheOneBeforeItCountsAsThatOnes() throws {
        var survey = SteppedSurvey(try shippedSensor("simple-controls"))
        survey.step(.bytes(channel: 0, [0x0b, 0, 1]), 5)
        survey.step(.bytes(channel: 0, [0x0b, 0, 2]), 4)
        survey.step(.bytes(channel: 7, [0x0b, 0, 2]), 5)
        survey.step(.end, 6)
        #expect(survey.found.samples.map(\.middle.microseconds) == [5_000_000, 5_000_000])
    }
}

import Testing
import WaldoCore
import WaldoSurvey
import WaldoTestSupport
import WaldoTime

@testable import WaldoFiles

/// What a survey's machine makes of places that nobody could have been at: a walker in Belgium, a line each five
/// seconds.
struct OutlierPlaceTests {
    /// As the shipped bGeigie, with decimal degrees, and without coordinates that mean no place.
    private static let walker = """
        name: Walker
        hear: arm
        every: 5 s
        message:
          begins: "$W,"
          ends: "\\n"
          split: ","
          columns: 6
          fields:
            counts: { number: 1, unit: count }
            fix: { is: A, at: 2 }
            latitude: { number: 3, unit: deg, range: [-90, 90] }
            longitude: { number: 4, unit: deg, range: [-180, 180] }
            hdop: { number: 5 }
          place: { latitude: latitude, longitude: longitude, valid: fix, accuracy: 6 m x hdop, hdop: hdop }
        streams:
          counts: { over: 5 s }

        """

    private static let truth = (latitude: 50.8517, longitude: 4.6208)

    private func sensor(_ text: String = Self.walker) throws -> Sensor {
        try SensorReader.sensor(from: text, file: "S")
    }

    private func survey(isFile: Bool, graph: Graph? = nil) throws -> SteppedSurvey {
        let rules = LocationRules(fastest: TravelMethod.aircraft.fastest, edition: LocationRules.newest)
        let sensor = try sensor()
        var survey = SteppedSurvey(sensor, graph: graph, rules: rules)
        survey.machine = SurveyMachine(
            sensor, graph: graph?.fitted(to: sensor.descriptions) ?? Graph.identity(for: sensor.descriptions),
            rules: rules, isFile: isFile)
        return survey
    }

    private func line(
        _ latitude: Double = Self.truth.latitude, _ longitude: Double = Self.truth.longitude, counts: Int = 3,
        hdop: String = "1.1"
    ) -> SurveyEvent {
        let degrees = [latitude, longitude].map { ($0 * 1e6).rounded() / 1e6 }
        return .bytes(channel: 0, Array("$W,\(counts),A,\(degrees[0]),\(degrees[1]),\(hdop)\n".utf8))
    }

    private func isTrue(_ place: Place) -> Bool {
        (place.y - Self.truth.latitude).magnitude < 0.02 && (place.x - Self.truth.longitude).magnitude < 0.03
    }

    /// 61 lines, of which some are at 0, 0: a sample each, none of them there, and those beside the wrong fixes
    /// flagged. The first of a log wait longer than they may, and have no place.
    @Test(
        arguments: [
            (30...30, true, 30...31, 0), (30...30, false, 30...31, 0), (20...30, true, 20...31, 0),
            (20...30, false, 20...31, 0), (0...0, true, 0...1, 0), (0...0, false, 0...1, 0), (0...2, true, 0...3, 2),
            (60...60, true, 60...60, 0), (60...60, false, 60...60, 0), (58...60, true, 58...60, 0),
        ] as [(ClosedRange<Int>, Bool, ClosedRange<Int>, Int)])
    func noSampleIsWhereNobodyWas(
        _ wrong: ClosedRange<Int>, _ isFile: Bool, _ flagged: ClosedRange<Int>, _ placeless: Int
    ) throws {
        var survey = try survey(isFile: isFile)
        for number in 0...60 {
            let second = Double(number * 5)
            if !isFile { survey.wait(until: second) }
            let isWrong = wrong.contains(number)
            survey.step(
                isWrong ? line(0, 0) : line(Self.truth.latitude + Double(number) * 1.67e-5, Self.truth.longitude),
                second)
        }
        survey.step(.end, 300)
        let samples = survey.found.samples(of: "counts")
        #expect(samples.count == 61 && samples.compactMap(\.value).reduce(0, +) == 183)
        #expect(samples.compactMap(\.place).allSatisfy { isTrue($0) && ($0.accuracy ?? .infinity) < 60 })
        #expect(samples.indices.filter { samples[$0].flags.contains(.outlierPlace) } == Array(flagged))
        #expect(samples.count { $0.flags.contains(.noPlace) } == placeless)
        #expect(samples.allSatisfy { ($0.place == nil) == $0.flags.contains(.noPlace) })
        let account = survey.machine.accounts[0]
        #expect(account.received == account.accepted && account.pending == 0)
    }

    /// Lines whose clock is wrong are not dated, and the receiver that states them may be wrong in its place: a short
    /// run of them is believed as far as the carrier can have come there. Rules of the first edition give what they
    /// gave.
    @Test(
        arguments: [
            // Two hours' flight away: from a log's middle, from its beginning, alone.
            (61, 30...30, true, 2, false), (61, 30...33, true, 2, false), (61, 0...0, true, 2, false),
            (61, 30...33, true, 1, true), (12, 0...11, true, 2, true),
            // A walk goes on while the clock is wrong, and a minute elsewhere is true.
            (61, 30...33, false, 2, true), (61, 30...44, true, 2, true),
        ] as [(Int, ClosedRange<Int>, Bool, Int, Bool)])
    func aPlaceWithoutADateHasToBeExplained(
        _ lines: Int, _ undated: ClosedRange<Int>, _ isFar: Bool, _ edition: Int, _ isPlaced: Bool
    ) throws {
        let rules = LocationRules(fastest: TravelMethod.foot.fastest, edition: edition), sensor = try sensor()
        var survey = SteppedSurvey(sensor, rules: rules)
        survey.machine = SurveyMachine(
            sensor, graph: Graph.identity(for: sensor.descriptions), rules: rules, isFile: true)
        for number in 0..<lines {
            let second = Double(number * 5)
            if number == undated.lowerBound {
                survey.step(.undated, second - 4.9)
            } else if number == 0 || number == undated.upperBound + 1 {
                survey.step(.clock(utc: 1_700_000_000_000_000 + Int64(number) * 5_000_000), second - 4.9)
            }
            survey.step(undated.contains(number) && isFar ? line(35, 139) : line(), second)
        }
        survey.step(.end, Double(lines * 5))
        let samples = survey.found.samples(of: "counts")
        #expect(samples.count == lines)
        for (number, sample) in samples.enumerated() {
            let isUndated = undated.contains(number)
            #expect(sample.flags.contains(.undated) == isUndated, "\(number)")
            #expect((sample.place != nil) == (isUndated ? isPlaced : true), "\(number): \(sample.flags)")
            if let place = sample.place { #expect(isTrue(place) == !(isUndated && isFar), "\(number)") }
        }
    }

    /// Whoever surveys sees the numbers again when the track comes back; what halts the arm waits for nothing.
    @Test func anAlarmDoesNotWaitForAPlace() throws {
        let graph = try GraphReader.graph(
            from: """
                name: Alarming
                in: { counts: count }
                nodes:
                  now: { rate: counts, per: 1 s }
                  high: { alarm: now, above: 10 }
                out: { now: now }

                """, file: "G")
        var survey = try survey(isFile: false, graph: graph)
        for number in 0...10 { survey.step(line(), Double(number * 5)) }
        let before = survey.found.samples.count
        survey.step(line(0, 0, counts: 500), 55)
        #expect(survey.found.alarms.map(\.at.microseconds) == [55_000_000])
        survey.wait(until: 57)
        #expect(survey.found.samples.count == before)
        survey.step(line(), 60)
        survey.wait(until: 63)
        #expect(survey.found.samples.count == before + 2)
        #expect(survey.found.samples.suffix(2).allSatisfy { $0.flags.contains(.outlierPlace) })
    }

    /// With 62 seconds and two intervals of patience, a receiver that falls silent after a wrong fix delays no more.
    @Test func aWrongFixBeforeASilenceDelaysOneMinute() throws {
        var survey = try survey(isFile: false)
        for number in 0...10 { survey.step(line(), Double(number * 5)) }
        survey.step(line(0, 0), 55)
        // Counts without a place from then on.
        for number in 12...60 {
            survey.wait(until: Double(number * 5))
            survey.step(.bytes(channel: 0, Array("$W,3,V,0,0,0\n".utf8)), Double(number * 5))
        }
        #expect(survey.found.samples.count >= 60)
        let late = survey.found.samples.filter { $0.flags.contains(.outlierPlace) }
        #expect(late.count > 1 && late.allSatisfy { $0.place.map(isTrue) == true })
    }

    @Test func lateDeadlinesChangeNothing() throws {
        var generator = SeededGenerator(62)
        for round in 0..<40 {
            let survey = try survey(isFile: round % 2 == 0)
            let found = survey.withLateDeadlines(80, apart: 0.5...20, &generator) { time, generator in
                switch Int.random(in: 0..<8, using: &generator) {
                case 0: .clock(utc: Int64(time * 1e6) + Int64.random(in: 0...400_000_000, using: &generator))
                case 1: line(0, 0)
                case 2: line(-Self.truth.latitude, .random(in: -180...180, using: &generator))
                default: line()
                }
            }
            #expect(found.prompt == found.late)
        }
    }

    /// Poles, 0, 0, mirrored places, dilutions of 0 and of 9999, at the beginning, in the middle and at the end: no
    /// sample with a false place, and every byte is accounted for.
    @Test(arguments: [UInt64](1...12)) func fuzz(_ seed: UInt64) throws {
        var generator = SeededGenerator(seed)
        let isFile = seed % 2 == 0
        var survey = try survey(isFile: isFile)
        let (latitude, longitude) = Self.truth
        let nowhere: [(Double, Double)] = [
            (0, 0), (90, longitude), (-90, longitude), (90, 0), (-latitude, longitude), (latitude, -longitude),
            (-latitude, -longitude), (longitude, latitude),
        ]
        // The next wrong ones, and how many are left of them. A live survey believes its first fixes.
        var next = isFile ? Int.random(in: 0...20, using: &generator) : Int.random(in: 15...30, using: &generator)
        var left = 0, wrong = nowhere[0]
        for number in 0..<400 {
            if number == next {
                left = Int.random(in: 1...11, using: &generator)
                wrong = nowhere.randomElement(using: &generator)!
                next += left + Int.random(in: 16...30, using: &generator)
            }
            let hdop = ["0", "1.1", "99.99", "9999"].randomElement(using: &generator)!
            let second = Double(number * 5)
            if !isFile { survey.wait(until: second) }
            if Int.random(in: 0..<20, using: &generator) == 0 {
                survey.step(.bytes(channel: 0, Array("$W,noise\n".utf8)), second)
            }
            survey.step(
                left > 0
                    ? line(wrong.0, wrong.1, hdop: hdop)
                    : line(latitude + Double(number) * 1e-5, longitude, hdop: hdop), second)
            left -= 1
        }
        survey.step(.end, 2_000)
        let samples = survey.found.samples(of: "counts")
        #expect(samples.count == 400)
        for sample in samples {
            guard let place = sample.place else {
                #expect(sample.flags.contains([.noPlace, .outlierPlace]))
                continue
            }
            #expect(isTrue(place) && place.accuracy != 0, "\(sample)")
        }
        #expect(samples.count { $0.place != nil } > 300)
        let account = survey.machine.accounts[0]
        #expect(account.received == account.accepted + account.allRejected && account.pending == 0)
        #expect(account.allRejected == survey.found.rejects.reduce(0) { $0 + $1.bytes.count })
    }

    // MARK: what a message states

    private func fix(_ text: String, _ numbers: [Double]) throws -> Fix {
        let format = try #require(try sensor(text).messages.first)
        let message = SensorMessage(format: 0, channel: 0, at: 0, values: numbers), place = try #require(format.place)
        return try #require(Fix(message, place))
    }

    /// Of counts, fix, latitude, longitude and dilution.
    @Test func aDilutionOfZeroIsUnknown() throws {
        let known = try fix(Self.walker, [3, 1, 50, 4, 1.5])
        #expect(known.place.accuracy == 9 && known.hdop == 1.5)
        for dilution in [0, -1, Double.infinity, .nan] {
            let unknown = try fix(Self.walker, [3, 1, 50, 4, dilution])
            #expect(unknown.place.accuracy == nil && unknown.hdop == nil && unknown.isValid, "\(dilution)")
        }
    }

    @Test func coordinatesMayMeanThatThereIsNoPlace() throws {
        let text = Self.walker.replacing("valid: fix, accuracy", with: "valid: fix, none: [0, 0], accuracy")
        #expect(try !fix(text, [3, 1, 0, 0, 1.1]).isValid && fix(Self.walker, [3, 1, 0, 0, 1.1]).isValid)
        #expect(try fix(text, [3, 1, 0, 4, 1.1]).isValid && !fix(text, [3, 0, 0, 4, 1.1]).isValid)
        let far = text.replacing("[0, 0]", with: "[-90, 180]")
        #expect(try !fix(far, [3, 1, -90, 180, 1.1]).isValid && fix(far, [3, 1, 0, 0, 1.1]).isValid)
    }

    @Test(arguments: ["bgeigie", "bgeigie-nano-1.0", "demo", "iac-gamma"])
    func shippedSensorsHaveNoPlaceInTheGulfOfGuinea(_ name: String) throws {
        let places = try shippedSensor(name).messages.compactMap(\.place)
        #expect(!places.isEmpty && places.allSatisfy { $0.absent == MessagePlace.Absent(latitude: 0, longitude: 0) })
    }
}

import Testing
import WaldoCore
import WaldoTestSupport
import WaldoTime

@testable import WaldoSurvey

/// Fixes that no speed explains, on the equator: places are metres east, times seconds.
@Suite struct FixJudgeTests {
    private static let metres = 1 / 111_195.08

    private func at(_ seconds: Double) -> Instant { Instant(microseconds: Int64((seconds * 1_000_000).rounded())) }

    private func fix(_ seconds: Double, _ east: Double, accuracy: Double? = nil) -> Fix {
        Fix(source: .message, at: at(seconds), place: Place(x: east * Self.metres, y: 0, accuracy: accuracy))
    }

    private func locator(
        _ method: TravelMethod = .foot, isFile: Bool = false, edition: Int = LocationRules.newest,
        _ fixes: [(seconds: Double, east: Double)] = []
    ) -> Locator {
        var locator = Locator(
            LocationRules(sources: [.message], fastest: method.fastest, edition: edition), isFile: isFile)
        for (seconds, east) in fixes { locator.add(fix(seconds, east)) }
        return locator
    }

    /// A walk, a fix each five seconds, with wrong fixes from a time on: so many, 50 km away.
    private func walk(_ seconds: ClosedRange<Int>, wrong: ClosedRange<Int>) -> [(seconds: Double, east: Double)] {
        stride(from: seconds.lowerBound, through: seconds.upperBound, by: 5).map { second in
            (Double(second), Double(second) * 1.4 + (wrong.contains(second) ? 50_000 : 0))
        }
    }

    private func answer(_ locator: Locator, _ seconds: Double) -> (east: Double, flags: SampleFlags)? {
        locator.place(at: at(seconds)).map { (($0.place.x / Self.metres * 10).rounded() / 10, $0.flags) }
    }

    @Test func anOutlierIsNeverInterpolatedTo() throws {
        let locator = locator(.foot, walk(0...40, wrong: 20...20))
        // 1.4 m/s, whatever the fix at 20 s says.
        for (seconds, east, isFlagged) in [(17.5, 24.5, true), (20, 28, true), (22.5, 31.5, true), (12.5, 17.5, false)]
        {
            let found = try #require(answer(locator, seconds))
            #expect(found.east == east && found.flags == (isFlagged ? .outlierPlace : []), "\(seconds): \(found)")
        }
        // A fix of its own goes before one beside it that is wrong.
        #expect(try #require(answer(locator, 15)) == (21, []))
        #expect(locator.isFinal(at: at(20)))
    }

    /// Good fixes that are further apart than places are interpolated over: the nearer one.
    @Test func aLongOutlierLeavesTheNearestPlace() throws {
        let locator = locator(.foot, walk(0...120, wrong: 20...70))
        #expect(try #require(answer(locator, 30)) == (21, [.nearestPlace, .outlierPlace]))
        #expect(try #require(answer(locator, 60)) == (105, [.nearestPlace, .outlierPlace]))
        // So far from every fix that it says nothing: none of these is the sample's own.
        #expect(try #require(answer(locator, 200)) == (168, .nearestPlace))
    }

    @Test func theLastFixesMayBeTheWrongOnes() throws {
        var locator = locator(.foot, walk(0...40, wrong: 35...40))
        #expect(try #require(answer(locator, 37.5)) == (42, [.nearestPlace, .outlierPlace]))
        #expect(!locator.isFinal(at: at(37.5)) && locator.verdict(at: at(37.5)) != nil)
        locator.end()
        #expect(try #require(answer(locator, 37.5)) == (42, [.nearestPlace, .outlierPlace]))
        #expect(locator.verdict(at: at(37.5)) == nil)
    }

    /// A file's first minute is judged before it is used; whoever waits for a live one gets what its first fixes say.
    @Test func theFirstFixesMayBeTheWrongOnes() throws {
        let file = locator(.foot, isFile: true, walk(0...75, wrong: 0...10))
        for seconds in [-2.5, 5, 12.5] {
            #expect(try #require(answer(file, seconds)) == (21, [.nearestPlace, .outlierPlace]), "\(seconds)")
        }
        #expect(try #require(answer(file, 17.5)) == (24.5, []))
        var live = locator(.foot, walk(0...70, wrong: 0...10))
        #expect(try #require(answer(live, 5)) == (50_007, []))
        #expect(try #require(answer(live, 17.5)).flags.contains(.outlierPlace))
        live.add(fix(75, 105))
        #expect(try #require(answer(live, 5)) == (21, [.nearestPlace, .outlierPlace]))
        #expect(try #require(answer(live, 17.5)) == (24.5, []))
    }

    /// A single wrong fix at the beginning is known as soon as another run has lasted for a minute, also live.
    @Test func aLoneFirstFixWaitsForAnotherOne() throws {
        var live = locator(.foot, [(0, 50_000)])
        #expect(try #require(answer(live, -2.5)).flags == .nearestPlace)
        // As long as places would be interpolated, and as samples wait for a later fix.
        #expect(live.verdict(at: at(-2.5)) == at(29.5) && !live.isFinal(at: at(-2.5)))
        for second in stride(from: 5.0, through: 60, by: 5) { live.add(fix(second, second * 1.4)) }
        #expect(live.place(at: at(-2.5)) == nil && live.located(at: at(-2.5)).flags == [.noPlace, .outlierPlace])
        // A minute, two intervals, and what samples wait for a later fix.
        #expect(live.verdict(at: at(-2.5)) == at(69.5))
        live.add(fix(65, 91))
        #expect(try #require(answer(live, -2.5)) == (7, [.nearestPlace, .outlierPlace]))
        #expect(try #require(answer(live, 7.5)) == (10.5, []) && live.isFinal(at: at(-2.5)))
        // The second fix agrees: nothing waits.
        #expect(locator(.foot, [(0, 0), (1, 1)]).verdict(at: at(1)) == nil)
    }

    /// A receiver that was off in a train: after a minute the new place is true, and no line leads to it.
    @Test func aPlaceThatLastsForAMinuteIsTrue() throws {
        var locator = locator(.foot, walk(0...60, wrong: 200...200))
        for second in stride(from: 65.0, through: 120, by: 5) { locator.add(fix(second, 50_000)) }
        #expect(try #require(answer(locator, 70)) == (84, [.nearestPlace, .outlierPlace]))
        locator.add(fix(125, 50_000))
        #expect(try #require(answer(locator, 70)) == (50_000, []))
        #expect(try #require(answer(locator, 62)) == (84, .nearestPlace))
        #expect(try #require(answer(locator, 62.5)) == (50_000, .nearestPlace))
    }

    /// 300 m in five seconds, of which receivers may be off by 50 m: 50 m/s.
    @Test(arguments: TravelMethod.allCases) func theSpeedIsThatOfTheMethod(_ method: TravelMethod) throws {
        let locator = locator(method, [(0, 0), (5, 0), (10, 300), (15, 0)])
        let isOutlier = try #require(answer(locator, 10)).flags.contains(.outlierPlace)
        #expect(isOutlier == [.foot, .bicycle, .boat].contains(method))
    }

    @Test func fixesThatAreKnownBadlyContradictNothing() throws {
        var locator = locator(.foot)
        for (seconds, east) in [(0.0, 0.0), (1, 900), (2, 0)] { locator.add(fix(seconds, east, accuracy: 150)) }
        #expect(try #require(answer(locator, 1)) == (900, []))
        // Whatever accuracy is stated, not 500 km.
        locator.add(fix(3, 500_000, accuracy: .infinity))
        locator.add(fix(4, 0, accuracy: 5))
        #expect(try #require(answer(locator, 3)).flags == .outlierPlace)
    }

    @Test func afterTheClockWasSetTheCarrierMayBeAnywhere() throws {
        var locator = locator(.foot, [(0, 0), (5, 7)])
        locator.interrupt()
        for second in [10.0, 15] { locator.add(fix(second, 50_000)) }
        #expect(try #require(answer(locator, 10)) == (50_000, []))
        #expect(try #require(answer(locator, 7)) == (7, .nearestPlace))
        #expect(try #require(answer(locator, 7.5)) == (50_000, .nearestPlace))
    }

    /// After a pause a speed explains a far place, and the next fix shows whether it is true.
    @Test func aWrongFixAfterAPauseIsNotTrusted() throws {
        let pause = 10_000.0
        let wrong = locator(.foot, [(0, 0), (5, 7), (pause, 100_000), (pause + 5, 20), (pause + 10, 27)])
        #expect(try #require(answer(wrong, pause)) == (20, [.nearestPlace, .outlierPlace]))
        let right = locator(.foot, [(0, 0), (5, 7), (pause, 100_000), (pause + 5, 100_007)])
        #expect(try #require(answer(right, pause)) == (100_000, []))
        // Two minutes apart, each fix is one after a pause.
        let sparse = locator(.foot, (0...20).map { (Double($0) * 120, Double($0)) })
        for number in 0..<20 { #expect(try #require(answer(sparse, Double(number) * 120)) == (Double(number), [])) }
    }

    /// Each far from all others: there is no place until the track comes back.
    @Test func fixesThatAreAllOverNeverMakeATrack() throws {
        var locator = locator(.foot, [(0, 0), (5, 7)])
        for number in 1...20 { locator.add(fix(5 + Double(number), Double(number) * 20_000)) }
        #expect(try #require(answer(locator, 20)).east == 7)
        locator.add(fix(26, 36))
        for number in 1...20 {
            let found = try #require(answer(locator, 5 + Double(number)))
            #expect((7...36).contains(found.east) && found.flags == .outlierPlace, "\(number): \(found)")
        }
    }

    @Test func atAPoleADegreeOfLongitudeIsShort() throws {
        var locator = Locator(LocationRules(sources: [.message], fastest: TravelMethod.foot.fastest))
        for second in 0..<20 {
            let place = Place(x: Double(second * 50 % 360) - 180, y: -89.9999)
            locator.add(Fix(source: .message, at: at(Double(second)), place: place))
        }
        for second in 0..<20 { #expect(locator.place(at: at(Double(second)))?.flags == [], "\(second)") }
        locator.add(Fix(source: .message, at: at(20), place: Place(x: 0, y: 89.9999)))
        #expect(locator.located(at: at(20)).flags.contains(.outlierPlace))
        // No place on the Earth.
        locator.add(Fix(source: .message, at: at(21), place: Place(x: 200, y: 200)))
        locator.end()
        #expect(locator.place(at: at(21))?.place.y == -89.9999)
    }

    /// With proof at the beginning what is settled never changes, whatever the fixes are.
    @Test func whatIsSettledDoesNotChange() {
        var random = SeededGenerator(61)
        var answers = 0
        for round in 0..<400 {
            var locator = locator(.car, isFile: true)
            var now = 0.0, east = 0.0, settled: [(Double, Place?, SampleFlags?)] = []
            for _ in 0..<120 {
                now += Double.random(in: 0.5...12, using: &random)
                if Int.random(in: 0..<40, using: &random) == 0 { now += 100 }
                if Int.random(in: 0..<60, using: &random) == 0 { locator.interrupt() }
                if Int.random(in: 0..<20, using: &random) == 0 { east = .random(in: -1e6...1e6, using: &random) }
                let isWrong = Int.random(in: 0..<8, using: &random) == 0
                locator.add(fix(now, isWrong ? .random(in: -1e6...1e6, using: &random) : east))
                let time = now - Double.random(in: 0...90, using: &random)
                guard locator.isFinal(at: at(time)) else { continue }
                let answer = locator.place(at: at(time))
                settled.append((time, answer?.place, answer?.flags))
            }
            locator.end()
            answers += settled.count
            for (time, place, flags) in settled {
                let answer = locator.place(at: at(time))
                #expect(answer?.place == place && answer?.flags == flags, "round \(round) at \(time)")
            }
        }
        #expect(answers > 5_000)
    }

    // MARK: accuracy

    /// In the middle of 20 s: by 15 m a walker leaves the line, and by 50 m or half of the way to a fix the bend of a
    /// faster carrier. By Python's math.hypot(5, 15, 50) and math.hypot(5, 15, 0.5).
    @Test(arguments: [(600.0, 52.440442408507580), (2, 15.819292019556375)])
    func aLongLineIsLessCertainThanAShortOne(_ metres: Double, _ accuracy: Double) throws {
        var locator = locator(.car)
        for (seconds, east) in [(0.0, 0.0), (20, metres)] { locator.add(fix(seconds, east, accuracy: 5)) }
        let found = try #require(locator.place(at: at(10))?.place.accuracy)
        #expect(abs(found - accuracy) < 1e-9)
    }

    @Test func theRulesComeBackFromTheirText() {
        var rules = LocationRules(sources: [.message, .gpsd], fastest: 12)
        #expect(rules.text == "message,gpsd stale=86400000000 across=30000000 later=2000000 fastest=12.0")
        #expect(LocationRules(text: rules.text) == rules)
        rules.fastest = nil
        #expect(LocationRules(text: rules.text) == rules && !rules.text.contains("fastest"))
        rules.edition = 2
        #expect(LocationRules(text: rules.text) == rules && rules.text.hasSuffix(" later=2000000 edition=2"))
        rules.fastest = 12
        #expect(LocationRules(text: rules.text) == rules && rules.text.hasSuffix(" fastest=12.0 edition=2"))
        (rules.fastest, rules.edition) = (nil, 1)
        for wrong in [
            "edition=1", "edition=3", "edition=", "edition=2 fastest=1", "edition=2 edition=2", "fastest=0",
            "fastest=-1", "fastest=nan", "fastest=", "slowest=1", "fastest=1 x=2",
        ] {
            #expect(LocationRules(text: rules.text + " " + wrong) == nil, "\(wrong)")
        }
    }

    // MARK: whole tracks

    /// What has become final before it was known to be wrong is known from the end.
    @Test func aTrackIsJudgedByAllOfIt() {
        var track = TrackOutliers(fastest: TravelMethod.foot.fastest)
        for (seconds, east) in walk(0...100, wrong: 0...10) { track.add(fix(seconds, east).place, at: at(seconds)) }
        track.end()
        #expect([0, 5, 10].allSatisfy { track.isOutlier(at: at($0)) == true } && !track.isEmpty)
        #expect([15.0, 50, 100].allSatisfy { track.isOutlier(at: at($0)) == false })
        #expect(track.isOutlier(at: at(12.5)) == true && track.isOutlier(at: at(17.5)) == false)
        #expect(track.isOutlier(at: at(-40)) == nil && track.isOutlier(at: at(131)) == nil)
        // Of a track of seconds the longer part is the right one; of two fixes nobody knows.
        for (count, expected) in [(3, [true, false, false]), (2, [true, true])] {
            var short = TrackOutliers(fastest: TravelMethod.foot.fastest)
            for number in 0..<count {
                short.add(fix(Double(number), number == 0 ? 50_000 : 0).place, at: at(Double(number)))
            }
            short.end()
            #expect((0..<count).map { short.isOutlier(at: at(Double($0))) } == expected)
        }
    }
}

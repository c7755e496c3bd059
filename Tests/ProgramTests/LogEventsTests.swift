import Testing
import WaldoCore
import WaldoFiles
import WaldoSurvey
import WaldoTestSupport
import WaldoTime

@testable import WaldoApp

/// The lines of a log as events. Numbers are in seconds; a bGeigie writes a line every five.
@Suite struct LogEventsTests {
    private static let base: Int64 = 1_700_000_000

    private final class Lines: LoggedLines {
        private var rest: ArraySlice<LoggedLine>
        init(_ lines: [LoggedLine]) { rest = lines[...] }
        func next() -> LoggedLine? { rest.popFirst() }
        var progress: Double { 0 }
    }

    /// A line with its time, `100`, or `100|3700` where a clock shows an hour twice; `-`, a measurement without one;
    /// `#`, a comment.
    private func events(_ lines: String) throws -> [(at: Instant, event: SurveyEvent)] {
        let logged = lines.split(separator: " ").enumerated().map { place, word in
            let times = word.split(separator: "|").compactMap { Int64($0).map { (Self.base + $0) * 1_000_000 } }
            return LoggedLine(
                number: place + 1, bytes: Array((word == "#" ? "#\n" : "$A,\(place)\n").utf8),
                isComment: word == "#", utc: times.first, later: times.count > 1 ? times[1] : nil)
        }
        let events = LogEvents(
            Lines(logged), interval: .seconds(5), marks: [Array("$A,".utf8)],
            possible: Self.base * 1_000_000...(Self.base + 900_000) * 1_000_000)
        var found: [(at: Instant, event: SurveyEvent)] = []
        while let event = try events.next() { found.append(event) }
        #expect(
            found.compactMap { if case .bytes(_, let bytes) = $0.event { bytes } else { nil } } == logged.map(\.bytes))
        return found
    }

    /// The date of what each line measured, at its end; nil: it has none.
    private func dates(_ lines: String) throws -> [Double?] {
        var clock = SurveyClock()
        let found = try events(lines)
        #expect(zip(found, found.dropFirst()).allSatisfy { $0.at <= $1.at })
        var dates: [Double?] = []
        for (at, event) in found {
            switch event {
            case .clock(let utc): clock.add(utc: utc, at: at)
            case .undated: clock.add(utc: nil, at: at)
            case .bytes: dates.append(clock.utc(of: at).map { Double($0 - Self.base * 1_000_000) / 1_000_000 })
            default: break
            }
        }
        return dates
    }

    @Test(
        arguments: [
            // Between two lines with a date, before the first, behind the last.
            ("100 - - 115", [100, nil, nil, 115]), ("- - 100", [nil, nil, 100]), ("100 - -", [100, nil, nil]),
            ("- -", [nil, nil]), ("", []),
            // More of them than there was time for.
            ("100 - 100", [100, nil, 100]), ("100 - 108", [100, nil, 108]),
            // Comments measure nothing.
            ("# - # 100", [nil, nil, nil, 100]), ("100 # 105", [100, 100, 105]),
            // A pause, and more than a day.
            ("100 # - - 5000", [100, 100, nil, nil, 5000]), ("0 - 200000", [0, nil, 200_000]),
            // A date that no device of this kind can have, or of the day after tomorrow.
            ("-100 100", [nil, 100]), ("100 900001 110", [100, nil, 110]),
        ] as [(String, [Double?])])
    func aLineHasTheDateThatItStates(_ lines: String, _ expected: [Double?]) throws {
        #expect(try dates(lines) == expected, "\(lines)")
    }

    /// Dates at the interval.
    private func run(_ from: Int, _ count: Int) -> [Int] { (0..<count).map { from + $0 * 5 } }

    private func dates(_ lines: [Int]) throws -> [Int?] {
        try dates(lines.map(String.init).joined(separator: " ")).map { $0.map { Int($0) } }
    }

    private func undated(_ count: Int) -> [Int?] { [Int?](repeating: nil, count: count) }

    @Test func aTimeThatStandsStillIsNone() throws {
        let still = [Int](repeating: 295, count: 40)
        let found = try dates(run(100, 40) + still + run(500, 40))
        #expect(found == run(100, 40) + undated(40) + run(500, 40))
        // Behind what is believed, too.
        let early = [Int](repeating: 500, count: 60)
        #expect(try dates(run(1_000, 60) + early + run(1_600, 30)) == run(1_000, 60) + undated(60) + run(1_600, 30))
        // What is repeated within two intervals and a second is honest.
        #expect(try dates([100, 100, 100, 105, 110]) == [100, 100, 100, 105, 110])
    }

    @Test func aTimeThatRunsBackIsNoneUntilItHasCaughtUp() throws {
        let found = try dates(run(4000, 60) + run(4000 + 60 * 5 - 600, 150))
        #expect(found == run(4000, 60) + undated(119) + run(4295, 31))
    }

    /// A slip forward is what contradicts the times after it.
    @Test func aTimeThatSlipsForwardIsNone() throws {
        let found = try dates(run(100, 40) + [9000, 9005] + run(310, 40))
        #expect(found == run(100, 40) + undated(2) + run(310, 40))
        #expect(try dates([9000] + run(100, 40)) == undated(1) + run(100, 40))
    }

    /// One that is ahead by less than the pause after which another series begins, wherever it is in the log.
    @Test(arguments: [1, 2, 5, 9], [6, 7, 10, 20, 30, 55, 70]) func aSmallSlipIsNoneAndTheOthersStay(
        _ length: Int, _ ahead: Int
    ) throws {
        for count in [25, 40, 200] where count > 2 * length + 12 {
            for begin in 0..<count - 2 * length - 12 {
                var stated = run(1_000, count), expected = stated.map { Int?($0) }
                for place in begin..<begin + length {
                    stated[place] += ahead
                    expected[place] = nil
                }
                #expect(try dates(stated) == expected, "\(length) from \(begin) of \(count)")
            }
        }
    }

    /// One that is behind ends by leaping to where the times before it would be.
    @Test(arguments: [1, 2, 5, 9, 11], [6, 10, 20, 55, 300]) func aSmallSlipBackIsNoneAndTheOthersStay(
        _ length: Int, _ behind: Int
    ) throws {
        for begin in 13..<80 - length - 13 {
            var stated = run(1_000, 80), expected = stated.map { Int?($0) }
            for place in begin..<begin + length {
                stated[place] -= behind
                expected[place] = nil
            }
            #expect(try dates(stated) == expected, "\(length) from \(begin)")
        }
    }

    /// Slips of a clock, and lines that are lost.
    struct Faults: Sendable {
        var slips: [(lines: Range<Int>, by: Int)] = []
        var lost: Set<Int> = []

        /// The lines that are not lost, each with whether it is a slip.
        func stated(_ truth: [Int]) -> [(time: Int, isSlip: Bool)] {
            truth.indices.filter { !lost.contains($0) }.map { place in
                let slip = slips.first { $0.lines.contains(place) }
                return (truth[place] + (slip?.by ?? 0), slip != nil)
            }
        }

        /// The dates of the lines that are not lost.
        func expected(_ truth: [Int]) -> [Int?] {
            truth.indices.filter { !lost.contains($0) }.map { place in
                slips.contains { $0.lines.contains(place) } ? nil : truth[place]
            }
        }
    }

    @Test(arguments: [
        // A line is lost within a slip, and ten lines before a long one.
        Faults(slips: [(30..<33, -7)], lost: [31]), Faults(slips: [(30..<33, -10)], lost: [31]),
        Faults(slips: [(30..<33, -14)], lost: [31]), Faults(slips: [(30..<41, -10)], lost: [20]),
        Faults(slips: [(30..<33, 123), (44..<45, -10)]),
        // A slip that is longer than what is before it, and lines are lost behind it.
        Faults(slips: [(1..<2, -604_800)]), Faults(slips: [(3..<11, -604_800)]), Faults(slips: [(3..<11, -120)]),
        Faults(slips: [(1..<12, -3_598)]), Faults(slips: [(8..<18, -7_200)]),
        Faults(slips: [(3..<11, -604_800)], lost: [11, 12]),
    ])
    func aSlipUndatesItsLinesAlone(_ faults: Faults) throws {
        let truth = run(700_000, 90)
        #expect(try dates(faults.stated(truth).map(\.time)) == faults.expected(truth), "\(faults)")
    }

    /// One that leaves the times of what is lost is hardly to be seen; the true ones stay.
    @Test func aSlipByWhatIsLostKeepsTheOthers() throws {
        let truth = run(1_000, 60), faults = Faults(slips: [(30..<33, -6)], lost: [31])
        let found = try dates(faults.stated(truth).map(\.time))
        #expect(zip(found, faults.expected(truth)).allSatisfy { $0 == $1 || $1 == nil })
    }

    /// The lines are judged by how they follow one another, which the sensor's interval says only roughly.
    @Test(arguments: [20, 37, 44, 49, 53, 61, 125], [-3_600, -120, 600, 3_600])
    func aSlipUndatesItsLinesAloneAtAnyPace(_ tenths: Int, _ by: Int) throws {
        let truth = (0..<100).map { 100_000 + $0 * tenths / 10 }
        for length in [1, 3, 8, 11] {
            for begin in [13, 14, 15, 40, 60] {
                let faults = Faults(slips: [(begin..<begin + length, by)])
                #expect(try dates(faults.stated(truth).map(\.time)) == faults.expected(truth), "\(faults)")
            }
        }
    }

    // MARK: the hour that a local clock shows twice

    /// When the clock is set back by an hour.
    private static let change = 20_000

    /// What a local clock states, in the times that it can mean.
    private func stated(_ truth: [Int], _ faults: Faults) -> String {
        let shown = truth.map { $0 < Self.change ? $0 + 3_600 : $0 }
        return faults.stated(shown).map { time, _ in
            switch time {
            case ..<Self.change: "\(time - 3_600)"
            case ..<(Self.change + 3_600): "\(time - 3_600)|\(time)"
            default: "\(time)"
            }
        }.joined(separator: " ")
    }

    private func check(_ truth: [Int], _ faults: Faults) throws {
        let found = try dates(stated(truth, faults)).map { $0.map { Int($0) } }
        #expect(found == faults.expected(truth), "\(faults)")
    }

    @Test func theHourShownTwiceIsTheFirstUntilItIsPassed() throws {
        let minutes = [-61, -50, -10, 10, 50, 70].map { Self.change + $0 * 60 }
        try check(minutes, Faults())
        try check(run(Self.change - 600, 900), Faults())
        // A log that begins in that hour cannot say which it is.
        #expect(try dates("19000|22600 19005|22605") == [19_000, 19_005])
    }

    /// In the first hour and in the second, each by slips of one line and more.
    @Test(arguments: [30, 100, 125, 140, 500, 830], [-3_600, -600, -60, -20, -6, 20, 60, 600, 3_600])
    func aSlipInTheHourShownTwiceUndatesItsLinesAlone(_ begin: Int, _ by: Int) throws {
        let truth = run(Self.change - 600, 900)
        for length in [1, 3, 11] {
            try check(truth, Faults(slips: [(begin..<begin + length, by)]))
            try check(truth, Faults(slips: [(begin..<begin + length, by)], lost: [begin + length]))
        }
    }

    @Test func linesThatAreExchangedInTheHourShownTwiceAreUndatedAlone() throws {
        try check(run(Self.change - 600, 900), Faults(slips: [(30..<31, 5), (31..<32, -5)]))
    }

    /// Two logs in one file, the later one first.
    @Test func anotherLogBeginsBehindComments() throws {
        let lines = (run(8000, 30).map(String.init) + ["#", "#"] + run(100, 30).map(String.init)).joined(separator: " ")
        let found = try dates(lines).compactMap { $0.map { Int($0) } }
        #expect(
            found.count == 62 && Array(found.prefix(30)) == run(8000, 30) && Array(found.suffix(30)) == run(100, 30))
    }

    @Test func linesWaitForAVerdictInABoundedNumber() throws {
        var slips: [Int] = []
        for place in 0..<3_000 { slips.append(place % 2 == 0 ? 100 + place * 5 : 100_000 + place * 5) }
        let found = try dates(slips)
        #expect(found.count == 3_000)
        let dated = found.compactMap(\.self)
        #expect(zip(dated, dated.dropFirst()).allSatisfy { $0 <= $1 })
    }

    /// A clock that is right but for faults that end: no line gets a date that is false, and only the faulty ones have
    /// none.
    @Test(arguments: 0..<200) func noFaultOfAClockGivesAFalseDate(_ seed: Int) throws {
        var random = SeededGenerator(UInt64(seed))
        let truth = run(500_000, 400)
        var stated = truth
        var faulty = Set<Int>()
        for begin in [40, 160, 280] {
            let kind = Int.random(in: 0..<5, using: &random)
            let count = Int.random(in: 4...(kind == 4 ? 10 : 60), using: &random)
            for place in begin..<begin + count {
                switch kind {
                case 0: stated[place] = truth[begin - 1]  // It stands still.
                case 1: stated[place] = -700_000_000 + place * 5  // A placeholder that counts on.
                case 2: stated[place] = truth[place] - 1024 * 7 * 86_400  // The weeks have rolled over.
                case 3: stated[place] = truth[place] - 3_600
                default: stated[place] = truth[place] + 3_600
                }
                faulty.insert(place)
            }
        }
        let found = try dates(stated)
        for (place, date) in found.enumerated() {
            #expect(date == (faulty.contains(place) ? nil : truth[place]), "\(place) of \(stated)")
        }
    }

    /// A measurement, and behind it lines without end that measure nothing.
    private final class Noise: LoggedLines {
        private(set) var given = 0
        func next() -> LoggedLine? {
            given += 1
            let text = given == 1 ? "$A,1\n" : "x\n"
            return LoggedLine(number: given, bytes: Array(text.utf8), utc: given == 1 ? base * 1_000_000 : nil)
        }
        var progress: Double { 0 }
    }

    @Test func linesThatMeasureNothingAreNotKeptWithoutEnd() throws {
        let noise = Noise()
        let events = LogEvents(
            noise, interval: .seconds(5), marks: [Array("$A,".utf8)],
            possible: Self.base * 1_000_000...(Self.base + 900_000) * 1_000_000)
        var lines = 0
        while lines < 300_000, let event = try events.next() {
            if case .bytes = event.event { lines += 1 }
        }
        #expect(noise.given - lines < 200_000, "\(noise.given)")
    }
}

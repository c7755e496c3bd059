import Testing
import WaldoCore
import WaldoFiles
import WaldoSurvey
import WaldoTime

@testable import WaldoApp

/// When and where the rows of an exported log end.
@Suite struct RowMomentsTests {
    /// 2026-11-21T07:15:00Z.
    private static let start: Int64 = 1_795_245_300_000_000

    private func at(_ milliseconds: Int64) -> Instant { Instant(microseconds: milliseconds * 1_000) }

    /// A car that drives north: a ten-thousandth of a degree, 11 m, in a second, with a fix each second.
    private func moments(_ seconds: ClosedRange<Int64>, across: TimeSpan = .seconds(30)) -> RowMoments {
        var moments = RowMoments(
            Sensor(name: "counter", messages: [], streams: []), LocationRules(sources: [.gpsd], across: across),
            isFile: false)
        moments.process(.clock(utc: Self.start), at: at(0))
        for second in seconds {
            let place = Place(x: 4, y: 50 + Double(second) * 1e-4, accuracy: 4)
            moments.process(
                .fix(Fix(source: .gpsd, at: at(second * 1_000), place: place, satellites: 9, hdop: 0.8)),
                at: at(second * 1_000))
        }
        return moments
    }

    /// A log has whole seconds, and the place has to be that of the second that it states.
    @Test(arguments: [(5_000, 5), (5_400, 5), (5_499, 5), (5_500, 6), (5_900, 6)] as [(Int64, Int64)])
    func thePlaceIsThatOfTheWholeSecond(_ end: Int64, _ second: Int64) {
        let moment = moments(0...20).moment(of: at(end))
        #expect(moment.utc == Self.start + second * 1_000_000)
        #expect(abs((moment.place?.y ?? 0) - (50 + Double(second) * 1e-4)) < 1e-9)
        #expect(moment.satellites == 9 && moment.hdop == 0.8)
    }

    /// Behind the last fix nobody knows how it went on.
    @Test func beyondTheLastFixTheRowsOwnEndIsNearer() {
        let moment = moments(0...20).moment(of: at(20_600)), place = moment.place
        #expect(moment.utc == Self.start + 21_000_000 && place?.y == 50 + 20 * 1e-4)
        // 0.6 s at 11 m/s, and 4 m.
        #expect(abs((place?.accuracy ?? 0) - 7.8) < 0.2, "\(place?.accuracy ?? 0)")
    }

    @Test func aFixFarAwayIsNotTheReceiversWordOnTheRow() {
        let moment = moments(0...20).moment(of: at(24_000))
        #expect(moment.place != nil && moment.satellites == nil && moment.hdop == nil)
    }

    @Test func eachEndHasTheDateOfTheClockThatHeldThen() {
        var moments = moments(0...5)
        // The clock was set an hour back at 10 s.
        moments.process(.clock(utc: Self.start + 10_000_000 - 3_600_000_000), at: at(10_000))
        #expect(moments.moment(of: at(9_000)).utc == Self.start + 9_000_000)
        #expect(moments.moment(of: at(10_000)).utc == Self.start + 10_000_000 - 3_600_000_000)
        #expect(RowMoments().moment(of: at(0)) == BGeigieMoment())
    }

    // MARK: outliers

    private static let sensor = """
        name: Walker
        hear: arm
        every: 5 s
        message:
          begins: "$W,"
          ends: "\\n"
          split: ","
          columns: 4
          fields:
            latitude: { number: 1, unit: deg, range: [-90, 90] }
            longitude: { number: 2, unit: deg, range: [-180, 180] }
            hdop: { number: 3 }
          place: { latitude: latitude, longitude: longitude, accuracy: 6 m x hdop, hdop: hdop }
        streams: { hdop: {} }

        """

    /// A walk with a line each five seconds, some of them at 0, 0.
    private func walk(
        _ fastest: Double?, lines: Int, hdop: String = "1.5", wrong: (Int) -> Bool = { _ in false }
    ) throws -> RowMoments {
        let sensor = try ParsedText.sensor(Self.sensor, named: "walker")
        var moments = RowMoments(sensor, LocationRules(fastest: fastest), isFile: true)
        for number in 0..<lines {
            let place = wrong(number) ? "0,0" : "50.85,4.62"
            moments.process(
                .bytes(channel: 0, Array("$W,\(place),\(hdop)\n".utf8)), at: at(Int64(number) * 5_000))
        }
        moments.process(.end, at: at(Int64(lines) * 5_000))
        return moments
    }

    /// Samples of the first three lines may be final before the fourth one comes; a run of an earlier version knows no
    /// speed.
    @Test(arguments: [nil, 12.0]) func whatOnlyTheWholeTrackShowsIsAnOutlier(_ fastest: Double?) throws {
        let found = try walk(fastest, lines: 61) { $0 < 3 || $0 == 30 }
        for time in [-2_500, 0, 7_500, 12_500, 147_500, 150_000, 152_500] as [Int64] {
            #expect(found.moment(of: at(time)).hasOutlier, "\(time)")
        }
        for time in [17_500, 100_000, 145_000, 155_000, 300_000, 1_000_000] as [Int64] {
            let moment = found.moment(of: at(time))
            #expect(!moment.hasOutlier && moment.place?.y == 50.85, "\(time)")
        }
        #expect(found.moment(of: at(150_000)).place?.y == 50.85)
        #expect(found.moment(of: at(100_000)).hdop == 1.5)
    }

    @Test func aTrackWithoutOutliersHasNone() throws {
        let found = try walk(12, lines: 20)
        #expect(!(0...100).contains { found.moment(of: at($0 * 1_000)).hasOutlier })
    }

    @Test func aDilutionOfZeroIsNone() throws {
        #expect(try walk(12, lines: 5, hdop: "0").moment(of: at(10_000)).hdop == nil)
    }

    /// Whether the fixes of the first minute are true shows the time after them.
    @Test func eventsAreReadUntilTheFixesAreJudged() {
        // A minute, two intervals and what a sample waits for a fix, from the end of the whole second.
        #expect(moments(0...10).due(for: at(5_000)) == at(69_500))
        #expect(moments(0...100).due(for: at(5_000)) == at(35_000))
    }

    /// A session whose process was killed: its last fixes are judged as if it had ended.
    @Test func whatHasNoEndIsJudgedAtItsLastRow() {
        var found = moments(0...0)
        for second in 1...30 as ClosedRange<Int64> {
            let fix = Fix(source: .gpsd, at: at(second * 1_000), place: Place(x: 4, y: 40, accuracy: 4))
            found.process(.fix(fix), at: at(second * 1_000))
        }
        #expect(found.moment(of: at(10_000)).place == nil)
        found.end()
        let moment = found.moment(of: at(10_000))
        #expect(moment.place?.y == 40 && !moment.hasOutlier && found.moment(of: at(0)).hasOutlier)
    }

    // MARK: dates

    /// How long it was between a line with a date and one without is not known: no place lies between them, and what is
    /// known of the time before stays.
    @Test func whatHasNoDateIsApartFromWhatHasOne() throws {
        let sensor = try ParsedText.sensor(Self.sensor, named: "walker")
        var moments = RowMoments(sensor, LocationRules(sources: [.message]), isFile: true)
        func take(_ seconds: ClosedRange<Int64>) {
            for second in seconds where second % 5 == 0 {
                let place = Place(x: 4, y: 50 + Double(second) * 1e-4, accuracy: 4)
                moments.process(
                    .fix(Fix(source: .message, at: at(second * 1_000), place: place)), at: at(second * 1_000))
            }
        }
        moments.process(.clock(utc: Self.start), at: at(0))
        take(0...20)
        moments.process(.undated, at: at(22_000))
        take(25...25)
        moments.process(.clock(utc: Self.start + 100_000_000), at: at(28_000))
        take(30...100)
        func row(_ second: Int64) -> (utc: Int64?, latitude: Double) {
            let moment = moments.moment(of: at(second * 1_000))
            return (moment.utc.map { ($0 - Self.start) / 1_000_000 }, ((moment.place?.y ?? 0) - 50) * 1e4)
        }
        for (second, utc, latitude) in [(10, 10, 10), (20, 20, 20), (21, 21, 20), (30, 102, 30), (29, 101, 30)] {
            let found = row(Int64(second))
            #expect(found.utc == Int64(utc) && abs(found.latitude - Double(latitude)) < 1e-6, "\(second): \(found)")
        }
        #expect(row(25).utc == nil)
    }

    /// Where the raw rows were pruned, the samples say what has no date and what is beside an outlier.
    @Test func samplesStateWhatRestrictsThem() {
        var moments = RowMoments()
        for number in 0..<20 {
            let flags: SampleFlags = number == 5 ? .outlierPlace : number > 15 ? .undated : []
            let from = at(Int64(number) * 5_000), to = from + .seconds(5)
            moments.process(
                Sample(
                    stream: 0, sequence: Int64(number), value: 3, from: from, to: to,
                    utc: flags.contains(.undated) ? nil : Self.start + from.middle(to: to).microseconds, flags: flags,
                    place: Place(x: 4, y: 50, accuracy: 4)))
        }
        let found = (1...19).map { moments.moment(of: at($0 * 5_000)) }
        #expect(found.enumerated().filter(\.element.hasOutlier).map { $0.offset + 1 } == [5, 6])
        #expect(found.enumerated().filter { $0.element.utc == nil }.map { $0.offset + 1 } == [17, 18, 19])
        #expect(found.allSatisfy { $0.place?.y == 50 })
    }

    /// The newest fixes are enough for rows that end near them, however many came before.
    @Test func manyFixesLeaveTheNewestOnes() {
        let moment = moments(0...10_000).moment(of: at(9_990_000))
        #expect(moment.satellites == 9 && abs((moment.place?.y ?? 0) - 50.999) < 1e-9)
    }
}

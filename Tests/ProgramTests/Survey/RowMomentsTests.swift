import Testing
import WaldoCore
import WaldoFiles
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
        moments.take(.clock(utc: Self.start), at: at(0))
        for second in seconds {
            let place = Place(x: 4, y: 50 + Double(second) * 1e-4, accuracy: 4)
            moments.take(
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
        moments.take(.clock(utc: Self.start + 10_000_000 - 3_600_000_000), at: at(10_000))
        #expect(moments.moment(of: at(9_000)).utc == Self.start + 9_000_000)
        #expect(moments.moment(of: at(10_000)).utc == Self.start + 10_000_000 - 3_600_000_000)
        #expect(RowMoments().moment(of: at(0)) == BGeigieMoment())
    }

    /// The newest fixes are enough for rows that end near them, however many came before.
    @Test func manyFixesLeaveTheNewestOnes() {
        let moment = moments(0...10_000).moment(of: at(9_990_000))
        #expect(moment.satellites == 9 && abs((moment.place?.y ?? 0) - 50.999) < 1e-9)
    }
}

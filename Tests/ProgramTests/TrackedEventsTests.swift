import Testing
import WaldoCore
import WaldoFiles
import WaldoSurvey
import WaldoTestSupport
import WaldoTime

@testable import WaldoApp

/// The places of a track among the events of a log. Numbers are in seconds.
@Suite struct TrackedEventsTests {
    private static let base: Int64 = 1_700_000_000

    private final class Events: ImportedEvents {
        private var rest: ArraySlice<(at: Instant, event: SurveyEvent)>
        init(_ events: [(at: Instant, event: SurveyEvent)]) { rest = events[...] }
        func next() -> (at: Instant, event: SurveyEvent)? { rest.popFirst() }
        var progress: Double { 0 }
    }

    private func instant(_ seconds: Int64) -> Instant { .clockStart + .seconds(seconds) }

    private func clock(_ seconds: Int64, at: Int64) -> (at: Instant, event: SurveyEvent) {
        (instant(at), .clock(utc: (Self.base + seconds) * 1_000_000))
    }

    private func line(_ at: Int64) -> (at: Instant, event: SurveyEvent) { (instant(at), .bytes(channel: 0, [1])) }

    /// The events with the places of a track of these times, whose longitudes are the times.
    private func joined(
        _ events: [(at: Instant, event: SurveyEvent)], _ times: [Int64]
    ) throws -> [(at: Instant, event: SurveyEvent)] {
        let points = times.map { time in
            TrackPoint(utc: (Self.base + time) * 1_000_000, place: Place(x: Double(time) / 1_000, y: 0))
        }
        let tracked = TrackedEvents(Events(events), points)
        var found: [(at: Instant, event: SurveyEvent)] = []
        while let event = try tracked.next() { found.append(event) }
        #expect(zip(found, found.dropFirst()).allSatisfy { $0.at <= $1.at })
        let others = found.filter { if case .fix = $0.event { false } else { true } }
        #expect(others.map(\.event) == events.map(\.event) && others.map(\.at) == events.map(\.at))
        return found
    }

    private func fixes(_ found: [(at: Instant, event: SurveyEvent)]) -> [(at: Int64, x: Double)] {
        var fixes: [(at: Int64, x: Double)] = []
        for case (_, .fix(let fix)) in found {
            #expect(fix.source == .gpsd && fix.isValid)
            fixes.append((Int64((fix.at - .clockStart) / .seconds(1)), (fix.place.x * 1_000).rounded()))
        }
        return fixes
    }

    @Test func placesComeAtTheirTimes() throws {
        let found = try joined(
            [clock(100, at: 0), line(0), line(5), line(10), (instant(10), .end)], [10, 80, 100, 103, 108, 130, 141])
        let places = fixes(found)
        // From half a minute before the first line to half a minute after the last.
        #expect(places.map(\.x) == [80, 100, 103, 108, 130] && places.map(\.at) == [-20, 0, 3, 8, 30])
        // Each before the first line that is not earlier.
        let order = found.map { entry in if case .fix = entry.event { "fix" } else { "other" } }
        #expect(
            order == ["other", "fix", "fix", "other", "fix", "other", "fix", "other", "fix", "other"])
    }

    @Test func aClockThatIsSetGoesOnWithThePlacesOfItsTime() throws {
        let found = try joined(
            [
                clock(100, at: 0), line(0), line(10), clock(5_000, at: 15), line(15), line(20), clock(102, at: 25),
                line(25), (instant(25), .end),
            ], [90, 105, 112, 4_990, 5_003, 6_000])
        #expect(fixes(found).map(\.at) == [-10, 5, 12, 18, 28, 35])
        #expect(fixes(found).map(\.x) == [90, 105, 112, 5_003, 105, 112])
    }

    @Test func withoutADateThereAreNoPlaces() throws {
        #expect(fixes(try joined([line(0), line(5), (instant(5), .end)], [100, 101])).isEmpty)
    }
}

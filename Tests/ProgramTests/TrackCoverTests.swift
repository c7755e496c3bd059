import Testing
import WaldoTime

@testable import WaldoApp

/// Which measurements no point of a track is near to.
@Suite struct TrackCoverTests {
    private func second(_ count: Int64) -> Instant { .clockStart + .seconds(count) }

    @Test func aPointCoversFiveMinutesOnBothSides() {
        var cover = TrackCover()
        for time in [0, 100] as [Int64] { cover.measurement(at: second(time)) }
        cover.point(at: second(400))
        #expect(cover.uncovered == 1, "the first is 400 s before it")
        cover.measurement(at: second(700))
        cover.measurement(at: second(701))
        #expect(cover.uncovered == 2, "the last is 301 s behind it")
        cover.point(at: second(1_001))
        #expect(cover.uncovered == 1)
    }

    @Test func withoutAPointNoneIsCovered() {
        var cover = TrackCover()
        for time in 0..<10_000 { cover.measurement(at: second(Int64(time))) }
        #expect(cover.uncovered == 10_000)
        cover.point(at: second(9_999))
        #expect(cover.uncovered == 10_000 - 301)
    }
}

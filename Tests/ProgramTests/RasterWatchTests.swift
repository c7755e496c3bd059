import Testing
import WaldoCore
import WaldoTime

@testable import WaldoApp

@Suite struct RasterWatchTests {
    private static let now = Instant.clockStart + .seconds(10)
    private var watch = RasterWatch(needsPage: false)

    private mutating func link(_ event: LinkEvent) -> RasterWatch.LinkChange? { watch.link(event, at: Self.now) }

    @Test mutating func aLinkBeginsOnceItTakesMotion() {
        #expect(link(.opened(takenOver: false)) == nil && !watch.isUp)
        #expect(link(.flowing) == .begins && link(.flowing) == nil && watch.isUp)
        #expect(link(.windowFull) == nil && watch.isUp)
        #expect(link(.stalled) == .ends && !watch.isUp && watch.hasBeenUp)
        #expect(link(.flowing) == .begins)
        #expect(link(.down) == .ends && link(.up(takenOver: false)) == .begins)
    }

    /// A link that is taken over begins with a halt.
    @Test mutating func aHaltBeforeTheLinkPausesNothing() {
        #expect(watch.halt(.linkBack, at: Self.now) == nil && watch.cause(against: Self.now) != nil)
        _ = link(.flowing)
        #expect(watch.halt(.linkBack, at: Self.now) == .link && watch.halt(.silent, at: Self.now) == .input)
        #expect(watch.halt(.alarm, at: Self.now) == .halt && watch.halt(.ending, at: Self.now) == nil)
    }

    @Test mutating func whatIsTypedRightAfterAHaltDoesNotCount() {
        #expect(watch.cause(against: Self.now) == nil)
        _ = watch.halt(.stop, at: Self.now)
        #expect(watch.cause(against: Self.now + .milliseconds(299)) == "the arm was halted just now")
        #expect(watch.cause(against: Self.now + .milliseconds(300)) == nil)
    }

    /// A key that is pressed in a stall may be read after it.
    @Test(arguments: [LinkEvent.stalled, .down])
    mutating func whatIsTypedRightAfterALinkIsBackDoesNotCount(loss: LinkEvent) {
        _ = link(.flowing)
        #expect(watch.cause(against: Self.now) == nil)
        _ = link(loss)
        _ = link(.flowing)
        #expect(watch.cause(against: Self.now + .milliseconds(299)) == "the link has only just come back")
        #expect(watch.cause(against: Self.now + .milliseconds(300)) == nil)
    }

    @Test mutating func theSecondOfTwoTapsDoesNotResume() {
        #expect(!watch.isDoubleTap(at: Self.now))
        watch.pagePauses(at: Self.now)
        #expect(watch.isDoubleTap(at: Self.now + .milliseconds(499)))
        #expect(!watch.isDoubleTap(at: Self.now + .milliseconds(500)))
    }

    @Test mutating func whereThePageIsAllOnlyAPageThatDrivesWatches() {
        #expect(watch.isWatched)
        watch = RasterWatch(needsPage: true)
        #expect(!watch.isWatched)
        watch.hasPage = true
        #expect(watch.isWatched)
    }
}

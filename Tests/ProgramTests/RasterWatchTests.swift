import Testing
import WaldoCore
import WaldoTime

@testable import WaldoApp

@Suite struct RasterWatchTests {
    private static let now = Instant.clockStart + .seconds(10)
    private var watch = RasterWatch(needsPage: false)

    @Test mutating func aLinkBeginsOnceItTakesMotion() {
        #expect(watch.link(.opened(takenOver: false)) == nil && !watch.isUp)
        #expect(watch.link(.flowing) == .begins && watch.link(.flowing) == nil && watch.isUp)
        #expect(watch.link(.windowFull) == nil && watch.isUp)
        #expect(watch.link(.stalled) == .ends && !watch.isUp && watch.hasBeenUp)
        #expect(watch.link(.flowing) == .begins)
        #expect(watch.link(.down) == .ends && watch.link(.up(takenOver: false)) == .begins)
    }

    /// A link that is taken over begins with a halt.
    @Test mutating func aHaltBeforeTheLinkPausesNothing() {
        #expect(watch.halt(.linkBack, at: Self.now) == nil && watch.wasJustHalted(at: Self.now))
        _ = watch.link(.flowing)
        #expect(watch.halt(.linkBack, at: Self.now) == .link && watch.halt(.silent, at: Self.now) == .input)
        #expect(watch.halt(.alarm, at: Self.now) == .halt && watch.halt(.ending, at: Self.now) == nil)
    }

    @Test mutating func whatIsTypedRightAfterAHaltDoesNotCount() {
        #expect(!watch.wasJustHalted(at: Self.now))
        _ = watch.halt(.stop, at: Self.now)
        #expect(watch.wasJustHalted(at: Self.now + .milliseconds(299)))
        #expect(!watch.wasJustHalted(at: Self.now + .milliseconds(300)))
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

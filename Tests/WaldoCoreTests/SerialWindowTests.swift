import Testing
import WaldoTestSupport
import WaldoTime

@testable import WaldoCore

/// What waits in a serial port is bounded by our own count.
@Suite struct SerialWindowTests {
    /// 115,200 baud: 87 us a byte, 11.5 bytes in a millisecond.
    private var window = SerialWindow(baud: 115_200)

    @Test mutating func motionWaitsForWhatTheRateHasNotSent() {
        #expect(window.takesMotion(at: 0) && window.isEmpty(at: 0))
        #expect(window.takesMotion(at: .clockStart + .seconds(3600)))
        window.wrote(200, at: 0)
        #expect(window.takesMotion(at: 0) && !window.isEmpty(at: 0))
        window.wrote(200, at: 0)
        #expect(!window.takesMotion(at: 0))
        let next: Instant? = 14_800
        #expect(window.motionFrom(after: 0) == next)
        #expect(window.takesMotion(at: 14_800) && !window.takesMotion(at: 14_799))
        #expect(window.isEmpty(at: 34_800) && window.motionFrom(after: 34_800) == nil)
    }

    @Test mutating func whatWasWrittenLongAgoCountsNoMore() {
        for second in Int64(0)..<100 { window.wrote(20, at: .clockStart + .seconds(second)) }
        let last = Instant.clockStart + .seconds(99)
        #expect(window.takesMotion(at: last) && window.isEmpty(at: last + .milliseconds(2)))
    }

    /// A port that takes nothing has no moment from which on it takes motion; it counts as stalled after a while.
    @Test mutating func aFullPortTakesNothingUntilItHasRoom() {
        window.wrote(20, at: 0)
        window.wasFull(at: 1_000)
        window.wasFull(at: 2_000)
        #expect(!window.takesMotion(at: 1_000_000) && window.motionFrom(after: 2_000) == nil)
        #expect(window.stalledFrom == 301_000 && !window.isEmpty(at: 1_000_000))
        window.hasRoom()
        #expect(window.takesMotion(at: 3_000) && window.isEmpty(at: 3_000))
    }
}

import Testing
import WaldoCore
import WaldoPanel
import WaldoTestSupport
import WaldoTime

/// A page that has the arm parked has to be heard until the arm rests.
@Suite struct ParkingPageTests {
    private static func parking() -> DriverArbiter {
        var arbiter = DriverArbiter(sliders: [Control(0)])
        _ = arbiter.joined(1, at: -1_000_000)
        #expect(arbiter.deadline == nil)
        #expect(arbiter.handle(.park, from: 1, at: 0) == [.operator(.park)])
        return arbiter
    }

    @Test func itsSilenceHaltsAfter300ms() {
        var arbiter = Self.parking()
        _ = arbiter.handle(.beat, from: 1, at: 200_000)
        #expect(arbiter.deadline == 500_000 && arbiter.lapse(at: 499_999) == [])
        #expect(arbiter.lapse(at: 500_000) == [.halt(.panelLost)])
        // Once halted, nothing waits for the page, which touches no control.
        #expect(arbiter.handle(.beat, from: 1, at: 900_000) == [] && arbiter.deadline == nil)
    }

    @Test func aMessageThatComesTooLateHaltsToo() {
        var arbiter = Self.parking()
        #expect(arbiter.handle(.beat, from: 1, at: 300_000) == [.halt(.panelLost)])
    }

    @Test func nothingWaitsForItOnceParkingHasEnded() {
        var arbiter = Self.parking()
        arbiter.parkingHasEnded()
        #expect(arbiter.deadline == nil && arbiter.lapse(at: 9_000_000) == [])
    }

    /// The page of another viewer orders nothing, so that its silence is that of a page that watches.
    @Test func aPageThatWatchesOrdersNothing() {
        var arbiter = DriverArbiter(sliders: [Control(0)])
        _ = arbiter.joined(1, at: -1_000_000)
        _ = arbiter.joined(2, at: -1_000_000)
        #expect(arbiter.handle(.park, from: 2, at: 0) == [] && arbiter.deadline == nil)
    }
}

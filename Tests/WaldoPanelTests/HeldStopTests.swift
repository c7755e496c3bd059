import Testing
import WaldoCore
import WaldoPanel
import WaldoTestSupport
import WaldoTime

/// Who holds STOP on a page; on a clock that the test moves.
@Suite struct HeldStopTests {
    private let stop: [DriveEvent] = [.operator(.stopHeld(.page))],
        letGo: [DriveEvent] = [.operator(.stopReleased(.page))]

    private func arbiter(viewers: Int) -> DriverArbiter {
        var arbiter = DriverArbiter(sliders: [.slider], joysticks: [.joystick])
        for viewer in 1...viewers { _ = arbiter.joined(viewer, at: -1_000_000) }
        return arbiter
    }

    @Test(arguments: [1, 2]) func aStopIsHeldUntilItsViewerLetsGo(viewer: Int) {
        var arbiter = arbiter(viewers: 2)
        #expect(!arbiter.isStopHeld)
        #expect(arbiter.handle(.stop, from: viewer, at: 0) == stop)
        #expect(arbiter.isStopHeld)
        #expect(arbiter.handle(.stopReleased, from: viewer, at: 0) == letGo)
        #expect(!arbiter.isStopHeld && arbiter.deadline == nil)
        #expect(arbiter.handle(.stopReleased, from: viewer, at: 10) == [], "nobody held it any more")
    }

    @Test func itIsHeldUntilTheLastOfThemLetsGo() {
        var arbiter = arbiter(viewers: 3)
        for viewer in 1...3 { #expect(arbiter.handle(.stop, from: viewer, at: 0) == stop) }
        #expect(arbiter.handle(.stopReleased, from: 2, at: 10) == [])
        #expect(arbiter.handle(.stopReleased, from: 2, at: 20) == [], "it holds it once only")
        #expect(arbiter.left(1) == [.finger(.gone)])
        #expect(arbiter.isStopHeld)
        #expect(arbiter.handle(.stopReleased, from: 3, at: 30) == letGo)
    }

    @Test func aViewerThatLeavesHoldsItNoLonger() {
        var arbiter = arbiter(viewers: 2)
        _ = arbiter.handle(.stop, from: 2, at: 0)
        #expect(arbiter.left(2) == letGo)
        _ = arbiter.handle(.stop, from: 1, at: 0)
        #expect(arbiter.left(1) == letGo + [.finger(.gone)])
        #expect(!arbiter.isStopHeld && arbiter.left(1) == [])
    }

    @Test func theDriverAndWhoeverHoldsItAreNeeded() {
        var arbiter = arbiter(viewers: 3)
        #expect(arbiter.needed == [1])
        _ = arbiter.handle(.stop, from: 3, at: 0)
        #expect(arbiter.needed == [1, 3])
        _ = arbiter.left(1)
        #expect(arbiter.needed == [3])
        _ = arbiter.handle(.stopReleased, from: 3, at: 10)
        #expect(arbiter.needed == [])
    }

    /// A page that was refused may still say that it stops. It can never let go.
    @Test func aStopOfNobodyIsNotHeld() {
        var arbiter = arbiter(viewers: 1)
        #expect(arbiter.handle(.stop, from: PanelServer.nobody, at: 0) == [.operator(.stop)])
        #expect(!arbiter.isStopHeld)
        #expect(arbiter.handle(.stop, from: 1, at: 0) == stop)
        #expect(arbiter.handle(.stop, from: PanelServer.nobody, at: 0) == [.operator(.stop)])
        #expect(arbiter.handle(.stopReleased, from: 1, at: 0) == letGo)
    }

    @Test func fingersAndTheDriverHaveNoPartInIt() {
        var arbiter = arbiter(viewers: 2)
        _ = arbiter.handle(.slider(.slider, 500), from: 1, at: 0)
        _ = arbiter.handle(.stop, from: 1, at: 0)
        #expect(arbiter.handle(.lost, from: 1, at: 10) == [.finger(.lost)])
        #expect(arbiter.handle(.drive, from: 2, at: 20) == [.finger(.gone), .finger(.there)])
        #expect(arbiter.isStopHeld)
        #expect(arbiter.handle(.stopReleased, from: 1, at: 30) == letGo)
    }

    /// The drive is stopped already, so that the stop itself would change nothing. That it is held does.
    @Test func aStopThatIsHeldAgainSoonIsReportedAndItsReleaseWaits() {
        var arbiter = arbiter(viewers: 2)
        #expect(arbiter.handle(.stop, from: 1, at: 0) == stop)
        #expect(arbiter.handle(.stopReleased, from: 1, at: 10_000, isStopped: true) == letGo)
        #expect(arbiter.handle(.stop, from: 2, at: 20_000, isStopped: true) == stop)
        #expect(arbiter.handle(.stopReleased, from: 2, at: 30_000, isStopped: true) == [])
        #expect(!arbiter.isStopHeld && arbiter.deadline == 120_000)
        #expect(arbiter.lapse(at: 119_999) == [])
        #expect(arbiter.handle(.stop, from: 1, at: 119_999, isStopped: true) == [], "it was never released")
        #expect(arbiter.deadline == nil && arbiter.lapse(at: 120_000) == [])
        #expect(arbiter.handle(.stopReleased, from: 1, at: 130_000, isStopped: true) == letGo)
        #expect(arbiter.deadline == nil)
        // Where the time is not known, the release waits for the deadline.
        _ = arbiter.handle(.stop, from: 2, at: 140_000, isStopped: true)
        _ = arbiter.handle(.stopReleased, from: 2, at: 141_000, isStopped: true)
        _ = arbiter.handle(.stop, from: 2, at: 142_000, isStopped: true)
        #expect(arbiter.left(2) == [])
        #expect(arbiter.deadline == 242_000 && arbiter.lapse(at: 242_000) == letGo)
    }

    @Test func aPageThatPressesAndReleasesAsFastAsItCanIsAFewEvents() {
        var arbiter = arbiter(viewers: 1)
        var told = arbiter.handle(.stop, from: 1, at: 0)
        for number in 1..<1_000 {
            let now: Instant = .clockStart + .milliseconds(1) * number
            let message: PanelMessage = number.isMultiple(of: 2) ? .stop : .stopReleased
            told += arbiter.handle(message, from: 1, at: now, isStopped: true)
            if let deadline = arbiter.deadline, now >= deadline { told += arbiter.lapse(at: now) }
        }
        #expect(told.count <= 42, "in a second: \(told.count)")
        // No release is told twice: the state machine always knows whether STOP is held.
        #expect(zip(told, told.dropFirst()).allSatisfy { [$0] != letGo || $0 != $1 })
    }
}

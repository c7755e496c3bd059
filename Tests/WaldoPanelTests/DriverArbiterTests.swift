import Testing
import WaldoCore
import WaldoPanel
import WaldoTestSupport
import WaldoTime

/// Which viewer drives, and how long fingers may be silent; on a clock that the test moves.
@Suite struct DriverArbiterTests {
    /// Long enough ago that the drive may change hands again.
    private let earlier: Instant = -1_000_000

    @Test func theFirstViewerDrivesAndTheOthersWatch() {
        var arbiter = DriverArbiter(sliders: [.slider], joysticks: [.joystick])
        #expect(arbiter.joined(1, at: earlier) == [.finger(.there)])
        #expect(arbiter.joined(2, at: earlier) == [])
        #expect(arbiter.handle(.slider(.slider, 500), from: 2, at: 0) == [])
        #expect(arbiter.handle(.resume, from: 2, at: 0) == [])
        #expect(arbiter.handle(.slider(.slider, 500), from: 1, at: 0) == [.finger(.slider(500))])
        #expect(arbiter.left(2) == [])
        #expect(arbiter.driver == 1)
    }

    @Test func everyViewerStops() {
        var arbiter = DriverArbiter(sliders: [.slider], joysticks: [.joystick])
        _ = arbiter.joined(1, at: earlier)
        _ = arbiter.joined(2, at: earlier)
        #expect(arbiter.handle(.stop, from: 2, at: 0) == [.operator(.stopHeld(.page))])
        #expect(arbiter.handle(.stop, from: 1, at: 0) == [.operator(.stopHeld(.page))])
    }

    @Test func aPageOfWhichNothingIsHeardFor300msHalts() {
        var arbiter = DriverArbiter(sliders: [.slider], joysticks: [.joystick])
        _ = arbiter.joined(1, at: earlier)
        #expect(arbiter.deadline == nil)
        _ = arbiter.handle(.slider(.slider, 500), from: 1, at: 1_000_000)
        #expect(arbiter.deadline == 1_300_000)
        #expect(arbiter.lapse(at: 1_299_999) == [])
        _ = arbiter.handle(.beat, from: 1, at: 1_299_999)
        #expect(arbiter.lapse(at: 1_300_000) == [])
        #expect(arbiter.deadline == 1_599_999)
        #expect(arbiter.lapse(at: 1_599_999) == [.halt(.panelLost)])
        #expect(arbiter.deadline == nil)
        #expect(arbiter.lapse(at: 9_000_000) == [])
        // The finger was never lifted: once the page is heard from again, the deadline applies again.
        #expect(arbiter.handle(.beat, from: 1, at: 9_000_000) == [])
        #expect(arbiter.deadline == 9_300_000)
        #expect(arbiter.handle(.released(.slider), from: 1, at: 9_100_000) == [.finger(.released(.slider))])
        #expect(arbiter.deadline == nil)
    }

    @Test func whoFallsSilentIsTakenOver() {
        var arbiter = DriverArbiter(sliders: [.slider], joysticks: [.joystick])
        _ = arbiter.joined(1, at: earlier)
        _ = arbiter.joined(2, at: earlier)
        _ = arbiter.handle(.slider(.slider, 500), from: 1, at: 0)
        _ = arbiter.lapse(at: 300_000)
        #expect(arbiter.handle(.drive, from: 2, at: 400_000) == [.finger(.gone), .finger(.there)])
        #expect(arbiter.handle(.slider(.slider, 500), from: 1, at: 500_000) == [])
        #expect(arbiter.deadline == nil)
    }

    /// The message that ends a silence may be read before the timer is checked.
    @Test func aMessageAfterTheSilenceDoesNotHideIt() {
        var arbiter = DriverArbiter(sliders: [.slider], joysticks: [.joystick])
        _ = arbiter.joined(1, at: earlier)
        _ = arbiter.handle(.joystick(.joystick, x: 10, y: 0), from: 1, at: 0)
        let events = arbiter.handle(.joystick(.joystick, x: 20, y: 0), from: 1, at: 300_000)
        #expect(events == [.halt(.panelLost), .finger(.joystick(x: 20, y: 0))])
    }

    @Test func whatNobodyTouchesIsNotWaitedFor() {
        var arbiter = DriverArbiter(sliders: [.slider], joysticks: [.joystick])
        _ = arbiter.joined(1, at: earlier)
        _ = arbiter.handle(.slider(.slider, 500), from: 1, at: 0)
        _ = arbiter.handle(.joystick(.joystick, x: 0, y: 0), from: 1, at: 0)
        #expect(arbiter.handle(.released(.slider), from: 1, at: 10) == [.finger(.released(.slider))])
        #expect(arbiter.deadline == 300_010)
        #expect(arbiter.handle(.released(.joystick), from: 1, at: 20) == [.finger(.released(.joystick))])
        #expect(arbiter.deadline == nil)
        _ = arbiter.handle(.slider(.slider, 500), from: 1, at: 30)
        #expect(arbiter.handle(.lost, from: 1, at: 40) == [.finger(.lost)])
        #expect(arbiter.deadline == nil)
    }

    @Test func aDriverWhoIsGoneIsALossAndAnotherMayTakeOver() {
        var arbiter = DriverArbiter(sliders: [.slider], joysticks: [.joystick])
        _ = arbiter.joined(1, at: earlier)
        _ = arbiter.joined(2, at: earlier)
        _ = arbiter.handle(.slider(.slider, 500), from: 1, at: 0)
        #expect(arbiter.left(1) == [.finger(.gone)])
        #expect(arbiter.deadline == nil && arbiter.driver == nil)
        #expect(arbiter.handle(.slider(.slider, 500), from: 2, at: 0) == [])
        #expect(arbiter.handle(.drive, from: 2, at: 0) == [.finger(.there)])
        #expect(arbiter.driver == 2)
    }

    @Test func nobodyTakesOverWhatIsHeld() {
        var arbiter = DriverArbiter(sliders: [.slider], joysticks: [.joystick])
        _ = arbiter.joined(1, at: earlier)
        _ = arbiter.joined(2, at: earlier)
        _ = arbiter.handle(.slider(.slider, 500), from: 1, at: 0)
        #expect(arbiter.handle(.drive, from: 2, at: 10) == [])
        #expect(arbiter.driver == 1)
        _ = arbiter.handle(.released(.slider), from: 1, at: 20)
        #expect(arbiter.handle(.drive, from: 2, at: 30) == [.finger(.gone), .finger(.there)])
        #expect(arbiter.handle(.drive, from: 2, at: 40) == [])
    }

    /// Each change of hands is a halt, so their rate is limited.
    @Test func theDriveChangesHandsAtAPace() {
        var arbiter = DriverArbiter(sliders: [.slider], joysticks: [.joystick])
        #expect(arbiter.joined(1, at: 0) == [.finger(.there)])
        #expect(arbiter.joined(2, at: 1) == [] && arbiter.joined(3, at: 2) == [])
        #expect(arbiter.handle(.drive, from: 2, at: 10) == [])
        #expect(arbiter.handle(.drive, from: 3, at: 20) == [])
        #expect(arbiter.handle(.drive, from: 2, at: 30) == [], "the last one gets it")
        #expect(arbiter.deadline == 500_000 && arbiter.driver == 1)
        #expect(arbiter.lapse(at: 499_999) == [])
        #expect(arbiter.lapse(at: 500_000) == [.finger(.gone), .finger(.there)])
        #expect(arbiter.driver == 2 && arbiter.deadline == nil)
        #expect(arbiter.lapse(at: 9_000_000) == [])
    }

    @Test func whoWaitsForTheDriveMayLeaveOrFindItHeld() {
        var arbiter = DriverArbiter(sliders: [.slider], joysticks: [.joystick])
        _ = arbiter.joined(1, at: 0)
        _ = arbiter.joined(2, at: 0)
        _ = arbiter.handle(.drive, from: 2, at: 10)
        #expect(arbiter.left(2) == [] && arbiter.deadline == nil)
        _ = arbiter.joined(3, at: 20)
        _ = arbiter.handle(.drive, from: 3, at: 30)
        _ = arbiter.handle(.slider(.slider, 500), from: 1, at: 400_000)
        #expect(arbiter.lapse(at: 500_000) == [])
        #expect(arbiter.driver == 1 && arbiter.deadline == 700_000)
    }

    /// A request that changes nothing takes nothing from another viewer.
    @Test func aRefusedRequestLeavesTheOneThatWaits() {
        var arbiter = DriverArbiter(sliders: [.slider], joysticks: [.joystick])
        for viewer in 1...3 { _ = arbiter.joined(viewer, at: 0) }
        #expect(arbiter.handle(.drive, from: 2, at: 10) == [])
        #expect(arbiter.handle(.drive, from: 1, at: 20) == [], "it drives already")
        _ = arbiter.handle(.slider(.slider, 500), from: 1, at: 30)
        #expect(arbiter.handle(.drive, from: 3, at: 40) == [], "the slider is held")
        #expect(arbiter.handle(.drive, from: 2, at: 50) == [], "nor does asking twice")
        _ = arbiter.handle(.released(.slider), from: 1, at: 60)
        #expect(arbiter.deadline == 500_000)
        #expect(arbiter.lapse(at: 500_000) == [.finger(.gone), .finger(.there)])
        #expect(arbiter.driver == 2 && arbiter.deadline == nil)
    }

    @Test func aPageThatComesAndGoesDoesNotHaltWithoutEnd() {
        var arbiter = DriverArbiter(sliders: [.slider], joysticks: [.joystick])
        var events = 0
        for number in 0..<1_000 {
            events += arbiter.joined(number, at: .clockStart + .milliseconds(4) * number).count
            events += arbiter.left(number).count
        }
        #expect(events == 2 * 8, "in four seconds")
    }

    @Test func stopsOfAStoppedDriveAreFewAndNoneOfAnotherIsDropped() {
        var arbiter = DriverArbiter(sliders: [.slider], joysticks: [.joystick])
        _ = arbiter.joined(1, at: earlier)
        let stop: [DriveEvent] = [.operator(.stopHeld(.page))]
        #expect(arbiter.handle(.stop, from: 1, at: 0) == stop)
        #expect(arbiter.handle(.stop, from: 2, at: 99_999, isStopped: true) == [])
        #expect(arbiter.handle(.stop, from: 2, at: 99_999, isStopped: false) == stop, "it was resumed meanwhile")
        #expect(arbiter.handle(.stop, from: 1, at: 199_999, isStopped: true) == stop)
        var heard = 0
        for now in stride(from: Int64(200_000), to: 1_300_000, by: 1_000).map({ Instant(microseconds: $0) }) {
            heard += arbiter.handle(.stop, from: 1, at: now, isStopped: true).count
        }
        #expect(heard == 10, "in a second")
    }

    /// Any number of controls is held at once, and the page is waited for until the last one is let go of.
    @Test func eachFingerHasItsOwnControl() {
        let sliders = [0, 2, 3, 5, 6].map { Control($0) }, joysticks = [1, 4, 7].map { Control($0) }
        var arbiter = DriverArbiter(sliders: sliders, joysticks: joysticks)
        _ = arbiter.joined(1, at: earlier)
        _ = arbiter.joined(2, at: earlier)
        for control in sliders {
            #expect(arbiter.handle(.slider(control, 9), from: 1, at: 0) == [.finger(.deflected(control, 9))])
        }
        for control in joysticks {
            let moved: [DriveEvent] = [.finger(.moved(control, x: 1, y: -2))]
            #expect(arbiter.handle(.joystick(control, x: 1, y: -2), from: 1, at: 0) == moved)
        }
        for control in sliders + joysticks {
            #expect(arbiter.isHeld && arbiter.handle(.drive, from: 2, at: 10) == [])
            #expect(arbiter.handle(.released(control), from: 1, at: 10) == [.finger(.released(control))])
        }
        #expect(!arbiter.isHeld && arbiter.deadline == nil)
        #expect(arbiter.handle(.drive, from: 2, at: 10) == [.finger(.gone), .finger(.there)])
    }

    @Test func aControlThatIsNotThereOrOfTheOtherKindIsNoEventAndHoldsNothing() {
        var arbiter = DriverArbiter(sliders: [.slider], joysticks: [.joystick])
        _ = arbiter.joined(1, at: earlier)
        let none = Control(5)
        for message: PanelMessage in [
            .slider(none, 1), .slider(.joystick, 1), .joystick(none, x: 1, y: 1), .joystick(.slider, x: 1, y: 1),
            .released(none), .recentre(none), .recentre(.slider),
        ] {
            #expect(arbiter.handle(message, from: 1, at: 0) == [], "\(message)")
            #expect(!arbiter.isHeld && arbiter.deadline == nil, "\(message)")
        }
        #expect(arbiter.handle(.recentre(.joystick), from: 1, at: 0) == [.finger(.recentred(.joystick))])
    }

    @Test func onlyTheDriverIsPreciseChangesTheProfileAndParks() {
        var arbiter = DriverArbiter(sliders: [.slider])
        _ = arbiter.joined(1, at: earlier)
        _ = arbiter.joined(2, at: earlier)
        #expect(arbiter.handle(.precise(true), from: 2, at: 0) == [])
        #expect(arbiter.handle(.nextProfile, from: 2, at: 0) == [])
        #expect(arbiter.handle(.park, from: 2, at: 0) == [])
        #expect(arbiter.handle(.precise(true), from: 1, at: 0) == [.operator(.precise(true))])
        #expect(arbiter.handle(.precise(false), from: 1, at: 0) == [.operator(.precise(false))])
        #expect(arbiter.handle(.nextProfile, from: 1, at: 0) == [.operator(.nextProfile)])
        #expect(arbiter.handle(.park, from: 1, at: 0) == [.operator(.park)])
    }
}

import Testing
import WaldoCore
import WaldoPanel

/// Who drives, and for how long fingers may say nothing; on a hand-moved clock.
@Suite struct PanelDeskTests {
    /// So long ago that the drive may change hands anew.
    private let earlier: Microseconds = -1_000_000

    @Test func theFirstViewerDrivesAndTheOthersWatch() {
        var desk = PanelDesk()
        #expect(desk.joined(1, at: earlier) == [.finger(.there)])
        #expect(desk.joined(2, at: earlier) == [])
        #expect(desk.take(.slider(500), from: 2, at: 0) == [])
        #expect(desk.take(.resume, from: 2, at: 0) == [])
        #expect(desk.take(.slider(500), from: 1, at: 0) == [.finger(.slider(500))])
        #expect(desk.left(2) == [])
        #expect(desk.driver == 1)
    }

    @Test func everyViewerStops() {
        var desk = PanelDesk()
        _ = desk.joined(1, at: earlier)
        _ = desk.joined(2, at: earlier)
        #expect(desk.take(.stop, from: 2, at: 0) == [.operator(.stop)])
        #expect(desk.take(.stop, from: 1, at: 0) == [.operator(.stop)])
    }

    @Test func aPageOfWhichNothingIsHeardFor300msHalts() {
        var desk = PanelDesk()
        _ = desk.joined(1, at: earlier)
        #expect(desk.deadline == nil)
        _ = desk.take(.slider(500), from: 1, at: 1_000_000)
        #expect(desk.deadline == 1_300_000)
        #expect(desk.lapse(at: 1_299_999) == [])
        _ = desk.take(.beat, from: 1, at: 1_299_999)
        #expect(desk.lapse(at: 1_300_000) == [])
        #expect(desk.deadline == 1_599_999)
        #expect(desk.lapse(at: 1_599_999) == [.operator(.halt(.panelLost))])
        #expect(desk.deadline == nil)
        #expect(desk.lapse(at: 9_000_000) == [])
        // The finger was never lifted: once the page is heard of again it is waited for again.
        #expect(desk.take(.beat, from: 1, at: 9_000_000) == [])
        #expect(desk.deadline == 9_300_000)
        #expect(desk.take(.letGo(slider: true), from: 1, at: 9_100_000) == [.finger(.letGo(.slider))])
        #expect(desk.deadline == nil)
    }

    @Test func whoFallsSilentIsTakenOver() {
        var desk = PanelDesk()
        _ = desk.joined(1, at: earlier)
        _ = desk.joined(2, at: earlier)
        _ = desk.take(.slider(500), from: 1, at: 0)
        _ = desk.lapse(at: 300_000)
        #expect(desk.take(.drive, from: 2, at: 400_000) == [.finger(.gone), .finger(.there)])
        #expect(desk.take(.slider(500), from: 1, at: 500_000) == [])
        #expect(desk.deadline == nil)
    }

    /// The message that ends a silence may be read before the timer is looked at.
    @Test func aMessageAfterTheSilenceDoesNotHideIt() {
        var desk = PanelDesk()
        _ = desk.joined(1, at: earlier)
        _ = desk.take(.joystick(x: 10, y: 0), from: 1, at: 0)
        let events = desk.take(.joystick(x: 20, y: 0), from: 1, at: 300_000)
        #expect(events == [.operator(.halt(.panelLost)), .finger(.joystick(x: 20, y: 0))])
    }

    @Test func whatNobodyTouchesIsNotWaitedFor() {
        var desk = PanelDesk()
        _ = desk.joined(1, at: earlier)
        _ = desk.take(.slider(500), from: 1, at: 0)
        _ = desk.take(.joystick(x: 0, y: 0), from: 1, at: 0)
        #expect(desk.take(.letGo(slider: true), from: 1, at: 10) == [.finger(.letGo(.slider))])
        #expect(desk.deadline == 300_010)
        #expect(desk.take(.letGo(slider: false), from: 1, at: 20) == [.finger(.letGo(.joystick))])
        #expect(desk.deadline == nil)
        _ = desk.take(.slider(500), from: 1, at: 30)
        #expect(desk.take(.lost, from: 1, at: 40) == [.finger(.lost)])
        #expect(desk.deadline == nil)
    }

    @Test func aDriverWhoIsGoneIsALossAndAnotherMayTakeOver() {
        var desk = PanelDesk()
        _ = desk.joined(1, at: earlier)
        _ = desk.joined(2, at: earlier)
        _ = desk.take(.slider(500), from: 1, at: 0)
        #expect(desk.left(1) == [.finger(.gone)])
        #expect(desk.deadline == nil && desk.driver == nil)
        #expect(desk.take(.slider(500), from: 2, at: 0) == [])
        #expect(desk.take(.drive, from: 2, at: 0) == [.finger(.there)])
        #expect(desk.driver == 2)
    }

    @Test func nobodyTakesOverWhatIsHeld() {
        var desk = PanelDesk()
        _ = desk.joined(1, at: earlier)
        _ = desk.joined(2, at: earlier)
        _ = desk.take(.slider(500), from: 1, at: 0)
        #expect(desk.take(.drive, from: 2, at: 10) == [])
        #expect(desk.driver == 1)
        _ = desk.take(.letGo(slider: true), from: 1, at: 20)
        #expect(desk.take(.drive, from: 2, at: 30) == [.finger(.gone), .finger(.there)])
        #expect(desk.take(.drive, from: 2, at: 40) == [])
    }

    /// Each time is a halt.
    @Test func theDriveChangesHandsAtAPace() {
        var desk = PanelDesk()
        #expect(desk.joined(1, at: 0) == [.finger(.there)])
        #expect(desk.joined(2, at: 1) == [] && desk.joined(3, at: 2) == [])
        #expect(desk.take(.drive, from: 2, at: 10) == [])
        #expect(desk.take(.drive, from: 3, at: 20) == [])
        #expect(desk.take(.drive, from: 2, at: 30) == [], "the last one gets it")
        #expect(desk.deadline == 500_000 && desk.driver == 1)
        #expect(desk.lapse(at: 499_999) == [])
        #expect(desk.lapse(at: 500_000) == [.finger(.gone), .finger(.there)])
        #expect(desk.driver == 2 && desk.deadline == nil)
        #expect(desk.lapse(at: 9_000_000) == [])
    }

    @Test func whoWaitsForTheDriveMayLeaveOrFindItHeld() {
        var desk = PanelDesk()
        _ = desk.joined(1, at: 0)
        _ = desk.joined(2, at: 0)
        _ = desk.take(.drive, from: 2, at: 10)
        #expect(desk.left(2) == [] && desk.deadline == nil)
        _ = desk.joined(3, at: 20)
        _ = desk.take(.drive, from: 3, at: 30)
        _ = desk.take(.slider(500), from: 1, at: 400_000)
        #expect(desk.lapse(at: 500_000) == [])
        #expect(desk.driver == 1 && desk.deadline == 700_000)
    }

    @Test func aPageThatComesAndGoesDoesNotHaltWithoutEnd() {
        var desk = PanelDesk()
        var events = 0
        for number in 0..<1_000 {
            events += desk.joined(number, at: Microseconds(number) * 4_000).count
            events += desk.left(number).count
        }
        #expect(events == 2 * 8, "in four seconds")
    }

    @Test func stopsOfAStoppedDriveAreFewAndNoneOfAnotherIsDropped() {
        var desk = PanelDesk()
        _ = desk.joined(1, at: earlier)
        let stop: [RoadEvent] = [.operator(.stop)]
        #expect(desk.take(.stop, from: 1, at: 0) == stop)
        #expect(desk.take(.stop, from: 2, at: 99_999, isStopped: true) == [])
        #expect(desk.take(.stop, from: 2, at: 99_999, isStopped: false) == stop, "it was resumed meanwhile")
        #expect(desk.take(.stop, from: 1, at: 199_999, isStopped: true) == stop)
        var heard = 0
        for now in stride(from: Microseconds(200_000), to: 1_300_000, by: 1_000) {
            heard += desk.take(.stop, from: 1, at: now, isStopped: true).count
        }
        #expect(heard == 10, "in a second")
    }
}

import Testing
import WaldoCore
import WaldoLoop
import WaldoTeleop
import WaldoTestSupport
import WaldoTesting
import WaldoTime

@testable import WaldoApp

/// All screens of a drive have one state, at whatever time they begin.
@Suite(.onLoop, .serialized) struct DriveScreensTests {
    /// A screen that knows the state, and the last report.
    @LoopActor private final class Shown: DriveScreen {
        private(set) var status: DriveStatus?
        private(set) var last: DriveReport?

        func show(_ status: DriveStatus) { self.status = status }
        func report(_ report: DriveReport, _ status: DriveStatus) { (self.status, last) = (status, report) }
    }

    /// A drive of an arm that follows, on a clock that the test moves.
    @LoopActor private final class Stand {
        let screens = DriveScreens(DriveStatus(arm: "follower"))
        private(set) var drive: Drive!
        /// The loop's own clock never gets this far.
        private var now = Monotonic.now() + .seconds(36_000)

        init() {
            drive = Drive(
                DriveStateMachine(arm: .follower, mapping: .pad()), link: OverrideLink(),
                clock: { [unowned self] in now }, suspended: { .zero }, isContinued: { false })
            drive.add(screens)
            screens.begin(drive)
        }

        func event(_ event: DriveEvent) { drive.handle(event, at: now) }

        func wait(_ span: TimeSpan) {
            let end = now + span
            while let deadline = drive.deadline, deadline <= end {
                now = max(now, deadline)
                drive.handle(.deadline)
            }
            now = end
        }

        /// Moves the stick to the right, -32768...+32767.
        func stick(_ value: Int32) {
            event(.input(.axis(Code.rx, value)))
            event(.input(.report(more: false)))
        }
    }

    @LoopActor @Test func aScreenThatBeginsInMidDriveHasTheStateAtOnce() {
        let stand = Stand(), first = Shown()
        stand.screens.add(first)
        stand.screens.report(.link(LinkStatus(.connected, name: "BLE Shield")))
        stand.event(.link(.up(takenOver: false)))
        stand.event(.inputAdded(.padAtRest))
        stand.wait(.milliseconds(500))
        stand.stick(32_767)
        stand.wait(.milliseconds(500))
        stand.event(.operator(.stop))
        let late = Shown()
        stand.screens.add(late)
        #expect(late.status == stand.screens.status && late.status?.link.name == "BLE Shield")
        #expect(late.status?.isStopped == true && first.status?.isStopped == true)
        stand.drive.close()
    }

    /// A held position moves from the deflection to the release.
    @LoopActor @Test func theStateFollowsWhatMoves() {
        let stand = Stand(), shown = Shown()
        stand.screens.add(shown)
        stand.event(.link(.up(takenOver: false)))
        stand.event(.inputAdded(.padAtRest))
        stand.wait(.milliseconds(500))
        #expect(shown.status?.isMoving == false)
        stand.stick(32_767)
        stand.wait(.milliseconds(500))
        #expect(shown.status?.isMoving == true)
        stand.stick(0)
        #expect(shown.status?.isMoving == false)
        stand.drive.close()
    }

    /// For a screen a missing answer is another state of the link, and so is the answer that comes after all.
    @LoopActor @Test func aMissingAnswerIsReportedAsTheLink() {
        let stand = Stand(), shown = Shown(), up = LinkStatus(.connected, name: "board")
        stand.screens.add(shown)
        stand.screens.report(.link(up))
        stand.screens.report(.noticed(.answer(isMissing: true), at: 0))
        #expect(shown.last == .link(stand.screens.status.link) && stand.screens.status.link.phase == .stalled)
        stand.screens.report(.noticed(.answer(isMissing: false), at: 0))
        #expect(shown.last == .link(up))
        stand.drive.close()
    }
}

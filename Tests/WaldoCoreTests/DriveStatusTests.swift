import Testing
import WaldoTestSupport

@testable import WaldoCore

/// What screens show follows from the reports alone.
@Suite struct DriveStatusTests {
    private var status = DriveStatus(arm: "arm")

    @Test mutating func aLostShieldKeepsItsNameWhileItIsLookedFor() {
        let connected = LinkStatus(.connected, name: "BLE Shield", address: "00:AA", detail: "20 bytes", signal: -57)
        status.apply(.link(LinkStatus(.scanning)))
        #expect(status.shield == nil && !status.hasBeenConnected)
        status.apply(.link(connected))
        #expect(status.shield == connected && status.hasBeenConnected)
        status.apply(.link(LinkStatus(.lost, detail: "it has disconnected")))
        status.apply(.link(LinkStatus(.scanning)))
        #expect(status.link == LinkStatus(.scanning) && status.shield == connected && status.hasBeenConnected)
    }

    /// A shield is scanned for, also before there is an adapter; a port is waited for.
    @Test func aLinkThatIsNotThereIsNamedByItsKind() {
        #expect([LinkStatus.Phase.waiting, .scanning, .noPort].map(\.name) == ["scanning", "scanning", "waiting"])
    }

    @Test func aStalledLinkIsUp() {
        #expect(LinkStatus.Phase.allCases.filter(\.isUp) == [.connected, .stalled])
    }

    /// It ends with the answer or the link, and not by what the link reports of itself.
    @Test mutating func aMissingAnswerStallsTheLink() {
        let connected = LinkStatus(.connected, name: "board", detail: "115200 baud", signal: -57)
        let full = LinkStatus(.stalled, name: "board", detail: "what was written does not leave")
        func link(after report: DriveReport) -> LinkStatus {
            status.apply(report)
            return status.link
        }
        func answer(isMissing: Bool) -> LinkStatus { link(after: .noticed(.answer(isMissing: isMissing), at: 0)) }
        #expect(link(after: .link(connected)) == connected)
        let missing = answer(isMissing: true)
        #expect(missing.phase == .stalled && missing.detail.contains("has not answered a motion"))
        #expect((missing.name, missing.signal) == ("board", -57))
        #expect(link(after: .link(connected)) == missing && answer(isMissing: false) == connected)
        #expect(answer(isMissing: true) == missing && link(after: .link(full)) == full)
        #expect(answer(isMissing: false) == full && link(after: .link(connected)) == connected)
        #expect(answer(isMissing: true) == missing && link(after: .link(LinkStatus(.lost))).phase == .lost)
        #expect(link(after: .link(connected)) == connected)
    }

    @Test mutating func anInputThatIsLostOrSilentHoldsNothing() {
        status.apply(.input(InputReport(.waiting, detail: "No gamepad is connected")))
        #expect(status.input.name == nil && status.input.waitingFor == "No gamepad is connected")
        status.apply(.input(InputReport(.added, name: "pad", mapping: "Gamepad")))
        status.apply(.battery(Battery(percent: 12), warning: .low))
        for phase: InputReport.Phase in [.resynced, .ignored, .offered, .noted, .paused, .playing] {
            status.apply(.input(InputReport(phase, name: "another")))
        }
        #expect((status.input.name, status.input.mapping) == ("pad", "Gamepad"))
        status.apply(.input(InputReport(.silent, name: "pad")))
        #expect(status.input.name == nil && status.input.battery == Battery(percent: 12))
        status.apply(.input(InputReport(.heard, name: "pad")))
        #expect(status.input.name == "pad")
        status.apply(.input(InputReport(.lost)))
        #expect(status.input.name == nil && status.input.battery == nil)
    }

    @Test mutating func aReportOfSomePositionsKeepsTheOthers() {
        func positions(_ numbers: Int32?...) -> PerChannel<Int32?> { PerChannel(numbers) }
        status.apply(.positions(positions(1, nil, 3)))
        status.apply(.positions(positions(nil, 2, 4)))
        #expect(status.positions == positions(1, 2, 4))
    }

    /// A halt is over with the next motion, an emergency stop with the resume alone.
    @Test mutating func aHaltIsCountedAndEndsWithTheNextMotion() {
        func state(after notices: DriveNotice...) -> HaltState {
            for notice in notices { status.apply(.noticed(notice, at: 0)) }
            return status.halt
        }
        #expect(state(after: .gate, .position) == .none)
        #expect(state(after: .halt(.linkLost), .gate) == .halted)
        #expect(state(after: .halt(.linkBack), .dropped) == .halted && status.halts == 2)
        #expect(state(after: .motion) == .none)
        #expect(state(after: .stop(.order), .halt(.stop)) == .stopped)
        #expect(state(after: .halt(.linkLost), .resumeRefused(nil)) == .stopped && status.halts == 4)
        #expect(state(after: .resume) == .none)
    }

    @Test mutating func whatMovesAndIsStoppedStays() {
        #expect(!status.isMoving && !status.isStopped)
        for report: DriveReport in [.noticed(.moving(true), at: 0), .noticed(.stop(.order), at: 0), .note("")] {
            status.apply(report)
        }
        #expect(status.isMoving && status.isStopped)
        status.apply(.noticed(.moving(false), at: 0))
        status.apply(.noticed(.resume, at: 0))
        #expect(!status.isMoving && !status.isStopped)
    }

    @Test mutating func whatOnlyHappensChangesNothing() {
        let before = status
        for report: DriveReport in [.note("said"), .spot(.began, at: 0)] { status.apply(report) }
        #expect(status == before)
        status.apply(.recording("drive.jsonl"))
        status.apply(.audience(pages: 2, isDriven: true))
        status.apply(.ended(status: 130))
        #expect((status.recording, status.pages, status.isDrivenByPage) == ("drive.jsonl", 2, true))
        #expect(status.exitStatus == 130)
    }
}

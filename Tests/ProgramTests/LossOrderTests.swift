import Testing
import WaldoBlueZ
import WaldoCore
import WaldoFiles
import WaldoLoop
import WaldoSimulator
import WaldoTeleop
import WaldoTestSupport
import WaldoTesting
import WaldoTime

@testable import WaldoApp

/// A loss and a stall of a drive's link halt the state machine before screens show them.
@Suite(.onLoop, .serialized) struct LossOrderTests {
    /// What the state machine and the screens get, in order: the link's event by its name, or the shown phase.
    @LoopActor private final class Shown: DriveScreen {
        private(set) var order: [String] = []

        func drive(_ drive: Drive, handled event: DriveEvent, step: Step) {
            if case .link(let event) = event { order.append("\(event.name)") }
        }

        func report(_ report: DriveReport, _ status: DriveStatus) {
            if case .link(let link) = report { order.append("shown \(link.phase.rawValue)") }
        }
    }

    /// What the link reports: the event by its name, and the phase for screens.
    @LoopActor private final class Heard: DriveLinkDelegate {
        private(set) var changes: [String] = []

        func link(didReport report: DriveLinkReport) {
            guard case .changed(let event, let status, _) = report else { return }
            changes.append(
                [event.map { "\($0.name)" }, status?.phase.rawValue].compactMap(\.self).joined(separator: " "))
        }
    }

    private func plan(_ transport: DriveTransport) throws -> DrivePlan {
        let library = Library(directory: nil), (arm, source) = try library.arm("robot")
        return DrivePlan(
            arm: arm, armSource: source, library: library, holder: .input(.demo), isBonded: false, stays: false,
            transport: transport, waits: false, isPlain: true)
    }

    @LoopActor @Test func theDriveHaltsFirst() throws {
        // All of it at the start: a loss without a length, and a stall that does not end.
        let options = SimulationOptions(
            losses: [SimulatedLinkFault(at: .zero, for: .zero)],
            stalls: [SimulatedLinkFault(at: .zero, for: .seconds(3_600))])
        let session = DriveSession(try plan(.simulation(options))), shown = Shown()
        session.screens.add(shown)
        let input = InputIdentity(bus: 0, vendor: 0, product: 0, version: 0, port: "test", name: "a test")
        session.begin(OperatorControls(input: input, mapping: .pad(), source: SourceText(name: "pad", text: "")))
        #expect(
            shown.order == [
                "shown connected", "up", "down", "shown lost", "shown connected", "up", "stalled", "shown stalled",
            ])
        session.link?.frameLink.close()
        session.drive?.close()
    }

    @LoopActor @Test func aShieldReportsAnEventWithItsState() throws {
        let plan = try plan(.arm), heard = Heard()
        let link = ShieldLink(plan, try #require(plan.arm.link.bluetooth))
        link.delegate = heard
        let peripheral = try #require(link.frameLink as? PeripheralLink)
        let facts = LinkFacts(route: .acquired, mtu: 23, maxBytes: 20, confirms: true)
        for report: PeripheralLink.Report in [
            .state(.up(Peripheral(name: "BLE Shield", address: "00:AA:01:00:05:41"), facts)), .flow(.stalled),
            .flow(.flowing), .state(.lost(reason: "it has disconnected")),
        ] {
            link.link(peripheral, didReport: report)
        }
        #expect(heard.changes == ["connected", "stalled stalled", "flowing connected", "down lost"])
    }
}

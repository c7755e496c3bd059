import Testing
import WaldoBlueZ
import WaldoCore
import WaldoFiles
import WaldoLoop
import WaldoSimulator
import WaldoTeleop
import WaldoTestSupport
import WaldoTime

@testable import WaldoApp

/// A loss and a stall of a drive's link halt the state machine before screens show them.
@Suite(.onLoop, .serialized) struct LossOrderTests {
    /// What the link reports, in order: an event by its name, or a shown phase.
    @LoopActor private final class Heard: DriveLinkDelegate {
        private(set) var order: [String] = []

        func link(didReport report: DriveLinkReport) {
            switch report {
            case .event(let event, _): order.append("\(event.name)")
            case .status(let status, _): order.append("shown \(status.phase.rawValue)")
            case .notified, .heard, .failed: break
            }
        }
    }

    private func plan(_ transport: DriveTransport) throws -> DrivePlan {
        let library = Library(directory: nil), (arm, source) = try library.arm("robot")
        return DrivePlan(
            arm: arm, armSource: source, library: library, holder: .input(.demo), isBonded: false, stays: false,
            transport: transport, waits: false, isPlain: true)
    }

    @LoopActor @Test func aSimulatedArmIsHaltedFirst() throws {
        // All of it at the start: a loss without a length, and a stall that does not end.
        let options = SimulationOptions(
            losses: [SimulatedLinkFault(at: .zero, for: .zero)],
            stalls: [SimulatedLinkFault(at: .zero, for: .seconds(3_600))])
        let plan = try plan(.simulation(options)), heard = Heard()
        let link = SimulatedDriveLink(plan, options, start: Monotonic.now())
        link.delegate = heard
        let drive = Drive(DriveStateMachine(arm: plan.arm, mapping: .pad()), link: link)
        link.start(drive)
        #expect(
            heard.order == [
                "shown connected", "up", "down", "shown lost", "shown connected", "up", "stalled", "shown stalled",
            ])
        link.close()
        drive.close()
    }

    @LoopActor @Test func anArmBehindAShieldIsHaltedFirst() throws {
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
        #expect(
            heard.order == [
                "shown connected", "stalled", "shown stalled", "shown connected", "flowing", "down", "shown lost",
            ])
    }
}

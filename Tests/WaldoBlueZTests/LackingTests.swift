import Testing
import WaldoBlueZ
import WaldoCore
import WaldoLoop
import WaldoTestSupport
import WaldoTesting
import WaldoTime

/// Shields that lack something: what is missing is named, or is not needed.
@Suite(.serialized, .onLoop)
struct LackingTests {
    @LoopActor @Test func aCharacteristicThatCannotBeWrittenIsNamed() async throws {
        let harness = try await LinkHarness.withShield(
            "char=\(LinkHarness.write):read char=\(LinkHarness.notify):notify")
        harness.drive(.init(peripheral: harness.address))
        let failure = try await harness.failed()
        let has = ["\(LinkHarness.write) (read)", "\(LinkHarness.notify) (notify)"]
        #expect(failure == .noCharacteristic(harness.heard, wanted: LinkHarness.profile.write, characteristics: has))
        #expect(failure.description.contains("no characteristic \(LinkHarness.write) that can be written to"))
        harness.close()
    }

    @LoopActor @Test func aShieldWithoutTheServiceIsNoShieldOfThisArm() async throws {
        let lamp = "0000fff0-0000-1000-8000-00805f9b34fb"
        let harness = try await LinkHarness()
        try await harness.report("adapter hci0 00:11:22:33:44:55")
        try await harness.report(
            "device hci0 \(harness.address) name=BLE_Shield service=\(lamp) char=\(LinkHarness.write):write")
        harness.drive(.init(peripheral: harness.address))
        let failure = try await harness.failed()
        #expect(failure == .noService(harness.heard, wanted: LinkHarness.profile.service, services: [lamp]))
        #expect(
            failure.description.contains("does not offer the arm's service \(LinkHarness.service); it offers \(lamp)"))
        harness.close()
    }

    /// A connected shield does not advertise, and its own name may differ from the one that it advertised.
    @LoopActor @Test func aConnectedShieldOfAnotherNameIsListed() async throws {
        let harness = try await LinkHarness.withShield("connected quiet")
        harness.drive(.init(peripheral: "Arm", patience: .seconds(1)))
        guard case .noShield(_, let heard) = try await harness.failed() else {
            Issue.record("\(String(describing: harness.failure))")
            return
        }
        #expect(heard.map(\.address) == [harness.address])
        harness.close()
    }

    /// Driving does not need notifications, but the operator is informed that there are none.
    @LoopActor @Test func aMuteShieldIsDriven() async throws {
        let harness = try await LinkHarness.withShield(
            "char=\(LinkHarness.write):write-without-response char=\(LinkHarness.notify):read")
        harness.drive(.init(peripheral: harness.address, notify: true))
        #expect(try await harness.up().facts.events.contains { $0.hasPrefix("no notifications") })
        harness.close()
    }

    @LoopActor @Test func aShieldWhoseNotificationsAreTakenIsDriven() async throws {
        let harness = try await LinkHarness.withShield()
        try await harness.report("refuse StartNotify org.bluez.Error.NotPermitted Notify_acquired")
        harness.drive(.init(peripheral: harness.address, notify: true))
        #expect(try await harness.up().facts.events.contains { $0.hasPrefix("no notifications") })
        harness.close()
    }
}

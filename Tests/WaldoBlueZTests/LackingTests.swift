import Testing
import WaldoBlueZ
import WaldoCore
import WaldoLoop
import WaldoTestSupport

/// Shields that lack something: what is missing is named, or is not needed.
@Suite(.serialized, .onLoop)
struct LackingTests {
    @LoopActor @Test func aCharacteristicThatCannotBeWrittenIsNamed() async throws {
        let bench = try await Bench.withShield("char=\(Bench.write):read char=\(Bench.notify):notify")
        bench.drive()
        let failure = try await bench.failed()
        let has = ["\(Bench.write) (read)", "\(Bench.notify) (notify)"]
        #expect(failure == .noCharacteristic(bench.heard, wanted: Bench.profile.write, characteristics: has))
        #expect(failure.description.contains("no characteristic \(Bench.write) that can be written to"))
        bench.close()
    }

    @LoopActor @Test func aShieldWithoutTheServiceIsNoShieldOfThisArm() async throws {
        let lamp = "0000fff0-0000-1000-8000-00805f9b34fb"
        let bench = try await Bench()
        try await bench.report("adapter hci0 00:11:22:33:44:55")
        try await bench.report("device hci0 \(bench.address) name=BLE_Shield service=\(lamp) char=\(Bench.write):write")
        bench.drive(.init(peripheral: bench.address))
        let failure = try await bench.failed()
        #expect(failure == .noService(bench.heard, wanted: Bench.profile.service, services: [lamp]))
        #expect(failure.description.contains("does not offer the arm's service \(Bench.service); it offers \(lamp)"))
        bench.close()
    }

    /// A connected shield does not advertise, and its own name may differ from the one that it advertised.
    @LoopActor @Test func aConnectedShieldOfAnotherNameIsListed() async throws {
        let bench = try await Bench.withShield("connected quiet")
        bench.drive(.init(peripheral: "Arm", patience: 1))
        guard case .noShield(_, let heard) = try await bench.failed() else {
            Issue.record("\(String(describing: bench.failure))")
            return
        }
        #expect(heard.map(\.address) == [bench.address])
        bench.close()
    }

    /// Driving does not need notifications, but the operator is informed that there are none.
    @LoopActor @Test func aMuteShieldIsDriven() async throws {
        let bench = try await Bench.withShield("char=\(Bench.write):write-without-response char=\(Bench.notify):read")
        bench.drive(.init(notify: true))
        #expect(try await bench.up().facts.events.contains { $0.hasPrefix("no notifications") })
        bench.close()
    }

    @LoopActor @Test func aShieldWhoseNotificationsAreTakenIsDriven() async throws {
        let bench = try await Bench.withShield()
        try await bench.report("refuse StartNotify org.bluez.Error.NotPermitted Notify_acquired")
        bench.drive(.init(notify: true))
        #expect(try await bench.up().facts.events.contains { $0.hasPrefix("no notifications") })
        bench.close()
    }
}

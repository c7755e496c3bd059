import Testing
import WaldoBlueZ
import WaldoCore
import WaldoLoop
import WaldoTestSupport
import WaldoTesting
import WaldoTime

/// BlueZ reports a shield that it already knows again only as far as the discovery filter makes it.
@Suite(.serialized, .onLoop)
struct DiscoveryTests {
    static let heartRate = "0000180d-0000-1000-8000-00805f9b34fb"

    /// A harness with a shield that BlueZ knows and that is advertising.
    @LoopActor private func harness() async throws -> LinkHarness {
        let harness = try await LinkHarness.withShield("connected")
        try await harness.report("drop \(harness.address)")
        return harness
    }

    @LoopActor @Test func aKnownShieldIsFoundByItsService() async throws {
        let harness = try await harness()
        harness.drive()
        try await harness.up()
        harness.close()
    }

    @LoopActor @Test func aKnownShieldIsFoundByItsAddressOrName() async throws {
        for byName in [false, true] {
            let harness = try await harness()
            harness.drive(.init(peripheral: byName ? "BLE Shield" : harness.address))
            try await harness.up()
            harness.close()
        }
    }

    @LoopActor @Test func aLostShieldIsFoundAgain() async throws {
        let harness = try await LinkHarness.withShield()
        harness.drive()
        try await harness.up()
        try await harness.report("drop \(harness.address)")
        try await harness.up(2)
        harness.close()
    }

    /// A shield need not advertise the service that it is driven by.
    @LoopActor @Test func aShieldThatAdvertisesAnotherServiceIsFoundByNameAndAgain() async throws {
        let harness = try await LinkHarness.withShield("advertises=\(Self.heartRate)")
        harness.drive(.init(peripheral: "BLE Shield"))
        try await harness.up()
        try await harness.report("drop \(harness.address)")
        try await harness.up(2)
        harness.close()
    }

    @LoopActor @Test func aScanReportsWhatIsKnown() async throws {
        let harness = try await harness()
        for services in [[], [LinkHarness.profile.service]] {
            let heard = try await PeripheralScan.run(services: services, lasting: .seconds(1), bus: harness.bus.address)
            #expect(heard.map(\.peripheral.address) == [harness.address])
        }
        harness.close()
    }
}

import Testing
import WaldoBlueZ
import WaldoCore
import WaldoLoop
import WaldoTestSupport

/// BlueZ reports a shield that it already knows again only as far as the discovery filter makes it.
@Suite(.serialized, .onLoop)
struct DiscoveryTests {
    static let heartRate = "0000180d-0000-1000-8000-00805f9b34fb"

    /// A bench with a shield that BlueZ knows and that is advertising.
    @LoopActor private func bench() async throws -> Bench {
        let bench = try await Bench.withShield("connected")
        try await bench.report("drop \(bench.address)")
        return bench
    }

    @LoopActor @Test func aKnownShieldIsFoundByItsService() async throws {
        let bench = try await bench()
        bench.drive()
        try await bench.up()
        bench.close()
    }

    @LoopActor @Test func aKnownShieldIsFoundByItsAddressOrName() async throws {
        for byName in [false, true] {
            let bench = try await bench()
            bench.drive(.init(peripheral: byName ? "BLE Shield" : bench.address))
            try await bench.up()
            bench.close()
        }
    }

    @LoopActor @Test func aLostShieldIsFoundAgain() async throws {
        let bench = try await Bench.withShield()
        bench.drive()
        try await bench.up()
        try await bench.report("drop \(bench.address)")
        try await bench.up(2)
        bench.close()
    }

    /// A shield need not advertise the service that it is driven by.
    @LoopActor @Test func aShieldThatAdvertisesAnotherServiceIsFoundByNameAndAgain() async throws {
        let bench = try await Bench.withShield("advertises=\(Self.heartRate)")
        bench.drive(.init(peripheral: "BLE Shield"))
        try await bench.up()
        try await bench.report("drop \(bench.address)")
        try await bench.up(2)
        bench.close()
    }

    @LoopActor @Test func aScanTellsOfWhatIsKnown() async throws {
        let bench = try await bench()
        for service in [nil, Bench.profile.service] {
            let heard = try await PeripheralScan.run(service: service, seconds: 1, bus: bench.bus.address)
            #expect(heard.map(\.peripheral.address) == [bench.address])
        }
        bench.close()
    }
}

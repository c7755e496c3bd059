import Testing
import WaldoLoop
import WaldoTestSupport
import WaldoTesting
import WaldoTime

@testable import WaldoBlueZ

/// A scan that BlueZ refuses, or that ends beneath the link: it is begun again.
@Suite(.serialized, .onLoop)
struct SupervisedScanTests {
    @LoopActor @Test func aScanInProgressIsEndedAndBegunAgain() async throws {
        let harness = try await LinkHarness.withShield()
        defer { harness.close() }
        try await harness.report("linger hci0")
        harness.drive(.init(peripheral: harness.address))
        try await harness.up()
        #expect(try await harness.calls("StartDiscovery") == 2)
        // Each later attempt sets a filter of its own.
        #expect(try await harness.calls("SetDiscoveryFilter") == 1, "at once")
    }

    @LoopActor @Test func aScanThatHasEndedLeavesNoSessionInTheWay() async throws {
        let harness = try await LinkHarness.withShield("quiet")
        defer { harness.close() }
        harness.drive(.init(peripheral: harness.address, wait: true))
        try await harness.called("StartDiscovery")
        try await harness.report("linger hci0")
        try await harness.report("unscan hci0")
        try await harness.report("speak \(harness.address)")
        try await harness.up()
        #expect(try await harness.calls("StartDiscovery") == 2, "none was refused")
    }

    /// Up to BlueZ 5.54 a start that has failed blocks the connection to the bus that it came over.
    @LoopActor @Test func whatNeitherStartsNorStopsIsAskedOverAnotherConnection() async throws {
        let harness = try await LinkHarness.withShield()
        defer { harness.close() }
        try await harness.report("stuck hci0")
        let session = BlueZSession(bus: harness.bus.address)
        defer { session.close() }
        try await session.refresh()
        let adapter = try await session.adapter(nil)
        let scan = Scan(session, adapter, for: [], patience: .zero) { _ in }
        try await scan.begin()
        #expect(scan.failure == nil)
        try await waitUntil("the shield") { session.tree.devices.isEmpty ? nil : true }
    }

    @LoopActor @Test func aScanThatTheKernelRefusesIsAskedForAgain() async throws {
        let harness = try await LinkHarness.withShield()
        defer { harness.close() }
        try await harness.report("refuse StopDiscovery org.bluez.Error.Failed No_discovery_started 2")
        try await harness.report("refuse StartDiscovery org.bluez.Error.InProgress Operation_already_in_progress 2")
        harness.drive(.init(peripheral: harness.address, wait: true))
        try await harness.up()
    }

    /// A power cycle, the management socket or an older BlueZ's other client ends the scan.
    @LoopActor @Test func aScanThatEndsBeneathTheLinkIsBegunAgain() async throws {
        let harness = try await LinkHarness.withShield("quiet")
        defer { harness.close() }
        harness.drive(.init(peripheral: harness.address, wait: true))
        try await harness.called("StartDiscovery")
        try await harness.report("unscan hci0")
        try await harness.report("speak \(harness.address)")
        try await harness.up()
    }

    @LoopActor @Test func anOlderBlueZGetsAFilterThatItKnows() async throws {
        let harness = try await LinkHarness.withShield()
        defer { harness.close() }
        try await harness.report("patternless hci0")
        harness.drive()
        try await harness.called("StartDiscovery")
        #expect(try await harness.said().contains("{\"event\":\"filtered\",\"keys\":\"Transport UUIDs\"}"))
        #expect(try await harness.calls("SetDiscoveryFilter") == 2)
    }

    /// A list of what is heard is made by one scan: nothing begins another.
    @LoopActor
    @Test(arguments: [
        "StartDiscovery org.bluez.Error.NotReady Resource_Not_Ready 1",
        "SetDiscoveryFilter org.bluez.Error.NotSupported Operation_is_not_supported",
    ]) func whatCanPassOrBeDoneWithoutEndsNoScan(_ refusal: String) async throws {
        let harness = try await LinkHarness.withShield()
        defer { harness.close() }
        try await harness.report("refuse \(refusal)")
        let heard = try await PeripheralScan.run(lasting: .seconds(1), bus: harness.bus.address)
        #expect(heard.map(\.peripheral.address) == [harness.address])
    }

    @LoopActor @Test func aScanThatFailsIsNoSilence() async throws {
        let harness = try await LinkHarness.withShield()
        defer { harness.close() }
        try await harness.report("refuse StartDiscovery org.bluez.Error.InProgress Operation_already_in_progress")
        harness.drive(.init(peripheral: harness.address, patience: .zero))
        #expect(try await harness.failed() == .refused(what: "to scan", reason: "Operation already in progress"))
    }

    @LoopActor @Test func theOperatorIsToldThatNoScanRuns() async throws {
        let harness = try await LinkHarness.withShield()
        defer { harness.close() }
        try await harness.report("refuse StartDiscovery org.bluez.Error.InProgress Operation_already_in_progress")
        harness.drive(.init(peripheral: harness.address, wait: true))
        // After ten seconds, and not only at the next attempt, which comes after 15.
        try await waitUntil("the complaint", within: .seconds(13), instead: { "\(harness.states)" }) {
            harness.states.contains { if case .waiting(let what) = $0 { what.contains("no scan runs") } else { false } }
                ? true : nil
        }
    }

    /// By this it is known whether a scan hears: one that does is left alone, and no lack of one is complained of.
    @LoopActor @Test func eachAdvertisementIsTheAdaptersLast() async throws {
        let harness = try await LinkHarness.withShield()
        defer { harness.close() }
        harness.drive(.init(peripheral: harness.other, wait: true))
        let session = try #require(harness.link?.session)
        let first = try await waitUntil("an advertisement") { session.heardLast["/org/bluez/hci0"] }
        try await harness.report("speak \(harness.address)")
        try await waitUntil("another one") { session.heardLast["/org/bluez/hci0"] == first ? nil : true }
    }

    @LoopActor @Test func anAdapterWithoutLowEnergyIsNamed() async throws {
        let harness = try await LinkHarness()
        defer { harness.close() }
        try await harness.report("adapter hci0 00:11:22:33:44:55 classic")
        try await harness.report(harness.shield())
        harness.drive()
        #expect(try await harness.failed() == .noLowEnergy("hci0"))
    }
}

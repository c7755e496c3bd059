import Testing
import WaldoBlueZ
import WaldoLoop
import WaldoTestSupport

/// A scan that BlueZ refuses, or that ends beneath the link: it is begun again.
@Suite(.serialized, .onLoop)
struct SupervisedScanTests {
    @LoopActor @Test func aScanInProgressIsEndedAndBegunAgain() async throws {
        let harness = try await LinkHarness.withShield()
        defer { harness.close() }
        try await harness.report("refuse StartDiscovery org.bluez.Error.InProgress Operation_already_in_progress 1")
        harness.drive(.init(peripheral: harness.address))
        try await harness.up()
        #expect(try await harness.calls("StartDiscovery") == 2)
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
        try await harness.report(
            "refuse SetDiscoveryFilter org.bluez.Error.InvalidArguments Invalid_arguments_in_method_call 1")
        harness.drive(.init(peripheral: harness.address))
        try await harness.up()
        #expect(try await harness.calls("SetDiscoveryFilter") == 2)
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

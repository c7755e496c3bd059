import Testing
import WaldoBlueZ
import WaldoCore
import WaldoLoop
import WaldoTestSupport
import WaldoTesting

/// Pairing is up to the operator: a drive can require a bond, and never makes one.
@Suite(.serialized, .onLoop)
struct BondTests {
    /// Also when paired without a bond: BlueZ forgets those keys when the link ends.
    @LoopActor @Test(arguments: ["", "paired"])
    func aShieldWithoutABondIsRefusedBeforeItIsConnectedTo(options: String) async throws {
        let harness = try await LinkHarness.withShield(options)
        harness.drive(.init(peripheral: harness.address, bonded: true, wait: true))
        let failure = try await harness.failed()
        #expect(failure == .notBonded(harness.heard))
        #expect(failure.description.contains("pair \(harness.address)"))
        #expect(try await harness.calls("Connect") == 0)
        harness.close()
    }

    @LoopActor @Test func aBondedShieldIsDriven() async throws {
        let harness = try await LinkHarness.withShield("bonded")
        harness.drive(.init(peripheral: harness.address, bonded: true))
        try await harness.up()
        harness.close()
    }

    @LoopActor @Test func aShieldWhoseBondIsRemovedIsNotConnectedToAgain() async throws {
        let harness = try await LinkHarness.withShield("bonded")
        harness.drive(.init(peripheral: harness.address, bonded: true))
        try await harness.up()
        try await harness.report("unbond \(harness.address)")
        try await harness.report("drop \(harness.address)")
        try await waitUntil("the refusal", instead: { "\(harness.states)" }) {
            harness.states.contains(.waiting(what: BlueZError.notBonded(harness.heard).description)) ? true : nil
        }
        #expect(try await harness.calls("Connect") == 1)
        try await harness.report("bond \(harness.address)")
        try await harness.up(2)
        harness.close()
    }

    /// Whatever BlueZ asks a person during pairing, no agent of ours answers it.
    @Test func noRoomHasAnAgent() throws {
        for module in try SourceModule.all() {
            for file in module.files { #expect(!file.text.contains("org.bluez.Agent"), "\(file.path)") }
        }
    }
}

import Testing
import WaldoBlueZ
import WaldoCore
import WaldoLoop
import WaldoTestSupport

/// Pairing is up to the operator: a drive can require a bond, and never makes one.
@Suite(.serialized, .onLoop)
struct BondTests {
    /// Also when paired without a bond: BlueZ forgets those keys when the link ends.
    @LoopActor @Test(arguments: ["", "paired"])
    func aShieldWithoutABondIsRefusedBeforeItIsConnectedTo(options: String) async throws {
        let bench = try await Bench.withShield(options)
        bench.drive(.init(bonded: true, wait: true))
        let failure = try await bench.failed()
        #expect(failure == .notBonded(bench.heard))
        #expect(failure.description.contains("pair \(bench.address)"))
        #expect(bench.calls("Connect") == 0)
        bench.close()
    }

    @LoopActor @Test func aBondedShieldIsDriven() async throws {
        let bench = try await Bench.withShield("bonded")
        bench.drive(.init(bonded: true))
        try await bench.up()
        bench.close()
    }

    @LoopActor @Test func aShieldWhoseBondIsRemovedIsNotConnectedToAgain() async throws {
        let bench = try await Bench.withShield("bonded")
        bench.drive(.init(bonded: true))
        try await bench.up()
        try await bench.report("unbond \(bench.address)")
        try await bench.report("drop \(bench.address)")
        try await waitUntil("the refusal", instead: { "\(bench.states)" }) {
            bench.states.contains(.waiting(what: BlueZError.notBonded(bench.heard).description)) ? true : nil
        }
        #expect(bench.calls("Connect") == 1)
        try await bench.report("bond \(bench.address)")
        try await bench.up(2)
        bench.close()
    }

    /// Whatever BlueZ asks a person during pairing, no agent of ours answers it.
    @Test func noRoomHasAnAgent() throws {
        for module in try SourceModule.all() {
            for file in module.files { #expect(!file.text.contains("org.bluez.Agent"), "\(file.path)") }
        }
    }
}

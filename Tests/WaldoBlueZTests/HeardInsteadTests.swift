import Testing
import WaldoBlueZ
import WaldoLoop
import WaldoTestSupport
import WaldoTesting

/// The shield that is wanted is not there, and another one is: it is named, and not taken.
@Suite(.serialized, .onLoop)
struct HeardInsteadTests {
    @LoopActor private func waits(_ harness: LinkHarness, for part: String) async throws {
        try await waitUntil("“\(part)”", instead: { "\(harness.states)" }) {
            harness.states.contains { if case .waiting(let what) = $0 { what.contains(part) } else { false } }
                ? true : nil
        }
    }

    /// Any shield would have done at first; after a loss it is the one that was driven.
    @LoopActor @Test func aShieldUnderANewAddressIsNamed() async throws {
        let harness = try await LinkHarness.withShield()
        defer { harness.close() }
        harness.drive(.init(wait: true))
        try await harness.up()
        try await harness.report("quiet \(harness.address)")
        try await harness.report(harness.shield(address: harness.other))
        try await harness.report("drop \(harness.address)")
        try await waits(harness, for: "under a new address: to drive it, begin again with --shield \(harness.other)")
        #expect(harness.openings.count == 1)
    }

    @LoopActor @Test func anotherShieldIsNamedWhereOneIsWaitedFor() async throws {
        let harness = try await LinkHarness.withShield()
        defer { harness.close() }
        harness.drive(.init(peripheral: "Mine", wait: true))
        try await waits(harness, for: "choose it by --shield \(harness.address)")
    }

    @LoopActor @Test func itIsSaidOnceAndNotAtEachLook() async throws {
        let harness = try await LinkHarness.withShield()
        defer { harness.close() }
        harness.drive(.init(peripheral: "Mine", wait: true))
        try await waits(harness, for: "choose it by --shield")
        for strength in [-60, -61, -62] { try await harness.report("strength \(harness.address) \(strength)") }
        try await harness.report("power hci0 off")
        try await waits(harness, for: "hci0 is switched off")
        let times = harness.states.count {
            if case .waiting(let what) = $0 { what.contains("choose it") } else { false }
        }
        #expect(times == 1, "\(harness.states)")
    }

    @LoopActor @Test func aShieldOfAnotherAdapterIsNamed() async throws {
        let harness = try await LinkHarness()
        defer { harness.close() }
        try await harness.report("adapter hci0 00:11:22:33:44:55")
        try await harness.report("adapter hci1 00:11:22:33:44:66")
        let usual = harness.shield("connected char=\(LinkHarness.write):write")
        try await harness.report(usual.replacing("device hci0", with: "device hci1"))
        harness.drive(.init(peripheral: harness.address, wait: true))
        try await waits(harness, for: "connected to hci1: choose that one by --adapter hci1")
    }
}

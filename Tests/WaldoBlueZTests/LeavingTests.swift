import Testing
import WaldoBlueZ
import WaldoCore
import WaldoLoop
import WaldoTestSupport
import WaldoTesting
import WaldoTime

/// Shields that leave while their services are discovered: BlueZ then no longer says that they offer the arm's service.
@Suite(.serialized, .onLoop)
struct LeavingTests {
    /// A link without `--shield` whose shield leaves during the first connection.
    @LoopActor private func leaving(_ options: PeripheralLink.Options = .init()) async throws -> LinkHarness {
        let harness = try await LinkHarness.withShield()
        try await harness.report("leave \(harness.address) 1")
        harness.drive(options)
        return harness
    }

    @LoopActor private func hasLeft(_ harness: LinkHarness) async throws {
        try await waitUntil("the shield to leave", instead: { "\(harness.states)" }) {
            harness.states.contains { if case .waiting = $0 { true } else { false } } ? true : nil
        }
    }

    @LoopActor @Test func itIsFoundAgain() async throws {
        let harness = try await leaving()
        #expect(try await harness.up().shield.address == harness.address)
        try await harness.called("Connect", 2)
        #expect(try await harness.said().filter { $0.contains("\"Connect\"") }.count == 2)
        #expect(try await !harness.said().contains { $0.contains("RemoveDevice") })
        harness.close()
    }

    /// That BlueZ remembers the shield does not mean that it is there.
    @LoopActor @Test func itIsNotTakenUntilItIsHeard() async throws {
        let harness = try await leaving(.init(patience: .seconds(5)))
        try await hasLeft(harness)
        try await harness.report("quiet \(harness.address)")
        #expect(try await harness.failed() == .connection(harness.heard, reason: "its services did not come"))
        #expect(try await harness.said().filter { $0.contains("\"Connect\"") }.count == 1)
        harness.close()
    }

    @LoopActor @Test func itStaysACandidateBesideAnother() async throws {
        let harness = try await leaving()
        try await hasLeft(harness)
        try await harness.report(harness.shield(address: harness.other))
        guard case .severalShields(let shields) = try await harness.failed() else {
            Issue.record("\(String(describing: harness.failure))")
            return
        }
        #expect(Set(shields.map(\.address)) == [harness.address, harness.other])
        harness.close()
    }

    /// Once another shield has been driven, only that one is.
    @LoopActor @Test func itIsNotTakenForTheOneThatWasDriven() async throws {
        let harness = try await leaving()
        try await hasLeft(harness)
        try await harness.report("quiet \(harness.address)")
        try await harness.report(harness.shield(address: harness.other))
        #expect(try await harness.up().shield.address == harness.other)
        try await harness.report("quiet \(harness.other)")
        try await harness.report("drop \(harness.other)")
        try await waitUntil("scanning again") { harness.states.last == .scanning ? true : nil }
        try await harness.report("speak \(harness.address)")
        try await harness.report("speak \(harness.other)")
        #expect(try await harness.up(2).shield.address == harness.other)
        harness.close()
    }
}

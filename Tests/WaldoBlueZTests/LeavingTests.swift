import Testing
import WaldoBlueZ
import WaldoCore
import WaldoLoop
import WaldoTestSupport

/// Shields that leave while their services are discovered: BlueZ then no longer says that they offer the arm's service.
@Suite(.serialized, .onLoop)
struct LeavingTests {
    /// A link without `--shield` whose shield leaves during the first connection.
    @LoopActor private func leaving(_ options: PeripheralLink.Options = .init()) async throws -> Bench {
        let bench = try await Bench.withShield()
        try await bench.report("leave \(bench.address) 1")
        bench.drive(options)
        return bench
    }

    @LoopActor private func hasLeft(_ bench: Bench) async throws {
        try await waitUntil("the shield to leave", instead: { "\(bench.states)" }) {
            bench.states.contains { if case .waiting = $0 { true } else { false } } ? true : nil
        }
    }

    @LoopActor @Test func itIsFoundAgain() async throws {
        let bench = try await leaving()
        #expect(try await bench.up().shield.address == bench.address)
        try await bench.called("Connect", 2)
        #expect(bench.fake.lines.filter { $0.contains("\"Connect\"") }.count == 2)
        #expect(!bench.fake.lines.contains { $0.contains("RemoveDevice") })
        bench.close()
    }

    /// That BlueZ remembers the shield does not mean that it is there.
    @LoopActor @Test func itIsNotTakenUntilItIsHeard() async throws {
        let bench = try await leaving(.init(patience: 5))
        try await hasLeft(bench)
        try await bench.report("quiet \(bench.address)")
        #expect(try await bench.failed() == .connection(bench.heard, reason: "its services did not come"))
        #expect(bench.fake.lines.filter { $0.contains("\"Connect\"") }.count == 1)
        bench.close()
    }

    @LoopActor @Test func itStaysACandidateBesideAnother() async throws {
        let bench = try await leaving()
        try await hasLeft(bench)
        try await bench.report(bench.shield(address: bench.other))
        guard case .severalShields(let shields) = try await bench.failed() else {
            Issue.record("\(String(describing: bench.failure))")
            return
        }
        #expect(Set(shields.map(\.address)) == [bench.address, bench.other])
        bench.close()
    }

    /// Once another shield has been driven, only that one is.
    @LoopActor @Test func itIsNotTakenForTheOneThatWasDriven() async throws {
        let bench = try await leaving()
        try await hasLeft(bench)
        try await bench.report("quiet \(bench.address)")
        try await bench.report(bench.shield(address: bench.other))
        #expect(try await bench.up().shield.address == bench.other)
        try await bench.report("quiet \(bench.other)")
        try await bench.report("drop \(bench.other)")
        try await waitUntil("scanning again") { bench.states.last == .scanning ? true : nil }
        try await bench.report("speak \(bench.address)")
        try await bench.report("speak \(bench.other)")
        #expect(try await bench.up(2).shield.address == bench.other)
        bench.close()
    }
}

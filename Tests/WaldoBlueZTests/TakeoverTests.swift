import Testing
import WaldoBlueZ
import WaldoCore
import WaldoLoop
import WaldoTestSupport

/// Who owns the connection: an arm that another program has connected may be moving.
@Suite(.serialized, .onLoop)
struct TakeoverTests {
    /// Another program connects to the shield after we have heard it and before we connect.
    @LoopActor @Test func whatAnotherProgramHasConnectedMeanwhileIsTakenOver() async throws {
        let bench = try await Bench.withShield()
        try await bench.report("hold StopDiscovery")
        bench.drive(.init(peripheral: bench.address))
        try await bench.called("StopDiscovery")
        try await bench.report("connect \(bench.address)")
        try await bench.report("heal StopDiscovery")
        #expect(try await bench.up().takenOver)
        #expect(bench.calls("Connect") == 0)
        bench.close()
    }

    @LoopActor @Test func aConnectThatFailedIsNoConnectionOfOurs() async throws {
        let bench = try await Bench.withShield()
        try await bench.report("refuse Connect org.bluez.Error.Failed le-connection-abort-by-local 1")
        bench.drive()
        try await bench.called("Connect")
        // The first hit is followed by two seconds of looking for others.
        try await bench.report("hold StopDiscovery")
        try await bench.called("StopDiscovery", 2)
        try await bench.report("connect \(bench.address)")
        try await bench.report("heal StopDiscovery")
        #expect(try await bench.up().takenOver)
        bench.close()
    }

    @LoopActor @Test func whatTheBusTellsIsConnectedAlreadyIsTakenOver() async throws {
        let bench = try await Bench.withShield()
        try await bench.report("hold StopDiscovery")
        bench.drive(.init(peripheral: bench.address))
        try await bench.called("StopDiscovery")
        try await bench.report("refuse Connect org.bluez.Error.AlreadyConnected Already_Connected")
        try await bench.report("heal StopDiscovery")
        try await bench.called("Connect")
        try await bench.report("connect \(bench.address)")
        #expect(try await bench.up().takenOver)
        bench.close()
    }

    /// The operator may mean another shield, which is heard only after a while.
    @LoopActor @Test func whatIsConnectedIsTakenOverOnceNoOtherIsHeard() async throws {
        let bench = try await Bench.withShield("connected quiet")
        bench.drive()
        #expect(try await bench.up().takenOver)
        #expect(bench.states.first == .scanning)
        #expect(bench.calls("StartDiscovery") == 1 && bench.calls("Connect") == 0)
        bench.close()
    }

    @LoopActor @Test(arguments: ["connected quiet", "quiet"])
    func oneThatIsHeardBesideAConnectedOneMakesTwo(second: String) async throws {
        let bench = try await Bench.withShield("connected quiet")
        try await bench.report(bench.shield(second, address: bench.other))
        bench.drive()
        try await bench.called("StartDiscovery")
        try await bench.report("speak \(bench.other)")
        guard case .severalShields(let shields) = try await bench.failed() else {
            Issue.record("\(String(describing: bench.failure))")
            return
        }
        #expect(Set(shields.map(\.address)) == [bench.address, bench.other])
        #expect(bench.calls("Connect") == 0 && bench.calls("AcquireWrite") == 0)
        bench.close()
    }

    /// A name identifies a shield no better than a service does.
    @LoopActor @Test func ofOneNameTheConnectedOneIsNoSurer() async throws {
        let bench = try await Bench.withShield("connected quiet")
        try await bench.report(bench.shield(address: bench.other))
        bench.drive(.init(peripheral: "BLE Shield"))
        guard case .severalShields = try await bench.failed() else {
            Issue.record("\(String(describing: bench.failure))")
            return
        }
        bench.close()
    }

    /// Once a shield has been driven no other can be meant, so it is taken over at once.
    @LoopActor @Test func whatWasDrivenBeforeIsTakenOverAtOnce() async throws {
        let bench = try await Bench.withShield()
        bench.drive()
        try await bench.up()
        try await bench.report(bench.shield("connected quiet", address: bench.other))
        try await bench.report("drop \(bench.address)")
        try await bench.report("connect \(bench.address)")
        #expect(try await bench.up(2).shield.address == bench.address)
        #expect(bench.calls("StartDiscovery") == 1)
        bench.close()
    }
}

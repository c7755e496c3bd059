import Testing
import WaldoBlueZ
import WaldoCore
import WaldoLoop
import WaldoTestSupport
import WaldoTesting

/// Who owns the connection: an arm that another program has connected may be moving.
@Suite(.serialized, .onLoop)
struct TakeoverTests {
    /// Another program connects to the shield after we have heard it and before we connect.
    @LoopActor @Test func whatAnotherProgramHasConnectedMeanwhileIsTakenOver() async throws {
        let harness = try await LinkHarness.withShield()
        try await harness.report("hold StopDiscovery")
        harness.drive(.init(peripheral: harness.address))
        try await harness.called("StopDiscovery")
        try await harness.report("connect \(harness.address)")
        try await harness.report("heal StopDiscovery")
        #expect(try await harness.up().takenOver)
        #expect(try await harness.calls("Connect") == 0)
        harness.close()
    }

    @LoopActor @Test func aConnectThatFailedIsNoConnectionOfOurs() async throws {
        let harness = try await LinkHarness.withShield()
        try await harness.report("refuse Connect org.bluez.Error.Failed le-connection-abort-by-local 1")
        harness.drive()
        try await harness.called("Connect")
        // The first hit is followed by two seconds of looking for others.
        try await harness.report("hold StopDiscovery")
        try await harness.called("StopDiscovery", 2)
        try await harness.report("connect \(harness.address)")
        try await harness.report("heal StopDiscovery")
        #expect(try await harness.up().takenOver)
        harness.close()
    }

    @LoopActor @Test func aDeviceThatIsConnectedAlreadyIsTakenOver() async throws {
        let harness = try await LinkHarness.withShield()
        try await harness.report("hold StopDiscovery")
        harness.drive(.init(peripheral: harness.address))
        try await harness.called("StopDiscovery")
        try await harness.report("refuse Connect org.bluez.Error.AlreadyConnected Already_Connected")
        try await harness.report("heal StopDiscovery")
        try await harness.called("Connect")
        try await harness.report("connect \(harness.address)")
        #expect(try await harness.up().takenOver)
        #expect(try await harness.calls("Disconnect") == 0)
        harness.close()
    }

    /// The operator may mean another shield, which is heard only after a while.
    @LoopActor @Test func whatIsConnectedIsTakenOverOnceNoOtherIsHeard() async throws {
        let harness = try await LinkHarness.withShield("connected quiet")
        harness.drive()
        #expect(try await harness.up().takenOver)
        #expect(harness.states.first == .scanning)
        #expect(try await harness.calls("StartDiscovery") == 1)
        #expect(try await harness.calls("Connect") == 0)
        harness.close()
    }

    @LoopActor @Test(arguments: ["connected quiet", "quiet"])
    func oneThatIsHeardBesideAConnectedOneMakesTwo(second: String) async throws {
        let harness = try await LinkHarness.withShield("connected quiet")
        try await harness.report(harness.shield(second, address: harness.other))
        harness.drive()
        try await harness.called("StartDiscovery")
        try await harness.report("speak \(harness.other)")
        guard case .severalShields(let shields) = try await harness.failed() else {
            Issue.record("\(String(describing: harness.failure))")
            return
        }
        #expect(Set(shields.map(\.address)) == [harness.address, harness.other])
        #expect(try await harness.calls("Connect") == 0)
        #expect(try await harness.calls("AcquireWrite") == 0)
        harness.close()
    }

    /// A name identifies a shield no better than a service does.
    @LoopActor @Test func ofOneNameTheConnectedOneIsNoSurer() async throws {
        let harness = try await LinkHarness.withShield("connected quiet")
        try await harness.report(harness.shield(address: harness.other))
        harness.drive(.init(peripheral: "BLE Shield"))
        guard case .severalShields = try await harness.failed() else {
            Issue.record("\(String(describing: harness.failure))")
            return
        }
        harness.close()
    }

    /// Once a shield has been driven no other can be meant, so it is taken over at once.
    @LoopActor @Test func whatWasDrivenBeforeIsTakenOverAtOnce() async throws {
        let harness = try await LinkHarness.withShield()
        harness.drive()
        try await harness.up()
        try await harness.report(harness.shield("connected quiet", address: harness.other))
        try await harness.report("drop \(harness.address)")
        try await harness.report("connect \(harness.address)")
        #expect(try await harness.up(2).shield.address == harness.address)
        #expect(try await harness.calls("StartDiscovery") == 1)
        harness.close()
    }
}

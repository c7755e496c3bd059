import Testing
import WaldoBlueZ
import WaldoCore
import WaldoLoop
import WaldoTestSupport

/// Whose connection it is: what was connected by another program may be moving.
@Suite(.serialized, .onLoop)
struct TakeoverTests {
    /// Another program connects to the shield between our hearing it and our connecting to it.
    @LoopActor @Test func whatAnotherProgramHasConnectedMeanwhileIsTakenOver() async throws {
        let bench = try await Bench.withShield()
        try await bench.tell("hold StopDiscovery")
        bench.drive(.init(shield: bench.address))
        try await bench.called("StopDiscovery")
        try await bench.tell("connect \(bench.address)")
        try await bench.tell("heal StopDiscovery")
        #expect(try await bench.up().takenOver)
        #expect(bench.calls("Connect") == 0)
        bench.close()
    }

    @LoopActor @Test func aConnectThatFailedIsNoConnectionOfOurs() async throws {
        let bench = try await Bench.withShield()
        try await bench.tell("refuse Connect org.bluez.Error.Failed le-connection-abort-by-local 1")
        bench.drive()
        try await bench.called("Connect")
        // Looking beyond the first hit takes two seconds.
        try await bench.tell("hold StopDiscovery")
        try await bench.called("StopDiscovery", 2)
        try await bench.tell("connect \(bench.address)")
        try await bench.tell("heal StopDiscovery")
        #expect(try await bench.up().takenOver)
        bench.close()
    }

    @LoopActor @Test func whatTheBusTellsIsConnectedAlreadyIsTakenOver() async throws {
        let bench = try await Bench.withShield()
        try await bench.tell("hold StopDiscovery")
        bench.drive(.init(shield: bench.address))
        try await bench.called("StopDiscovery")
        try await bench.tell("refuse Connect org.bluez.Error.AlreadyConnected Already_Connected")
        try await bench.tell("heal StopDiscovery")
        try await bench.called("Connect")
        try await bench.tell("connect \(bench.address)")
        #expect(try await bench.up().takenOver)
        bench.close()
    }
}

import Testing
import WaldoBlueZ
import WaldoLoop
import WaldoTestSupport
import WaldoTesting
import WaldoTime

/// What BlueZ refuses for ever is asked for seldom: no loop is paced by an error.
@Suite(.serialized, .onLoop)
struct RefusalPaceTests {
    /// Each of these is refused for ever.
    nonisolated static let refused = [
        ("SetDiscoveryFilter", "org.bluez.Error.NotReady Resource_Not_Ready"),
        ("StartDiscovery", "org.bluez.Error.NotReady Resource_Not_Ready"),
        ("StartDiscovery", "org.bluez.Error.InProgress Operation_already_in_progress"),
        ("StartDiscovery", "org.bluez.Error.Failed Cannot_allocate_memory"),
        ("Connect", "org.bluez.Error.Failed le-connection-abort-by-local"),
        ("Connect", "org.bluez.Error.InProgress In_Progress"),
        ("AcquireWrite", "org.bluez.Error.Failed Not_connected"),
        ("GetManagedObjects", "org.freedesktop.DBus.Error.ServiceUnknown gone"),
    ]

    @LoopActor @Test(arguments: refused) func whatIsRefusedForEverIsAskedForSeldom(
        _ method: String, _ answer: String
    ) async throws {
        let harness = try await LinkHarness.withShield()
        defer { harness.close() }
        try await harness.report("refuse \(method) \(answer)")
        harness.drive(.init(peripheral: harness.address, wait: true))
        try await harness.called(method)
        // This is the time in which it is counted.
        try await Loop.sleep(for: .seconds(2))
        let calls = try await harness.said().count { $0.contains("\"call\"") }
        #expect(harness.failure == nil)
        let same = try await harness.calls(method)
        #expect(same <= 9 && calls <= 45, "\(same) of \(calls) calls")
        try await harness.report("heal \(method)")
        try await harness.up()
    }

    @LoopActor @Test func aShieldThatLeavesAtOnceIsConnectedToSeldom() async throws {
        let harness = try await LinkHarness.withShield()
        defer { harness.close() }
        harness.drive(.init(peripheral: harness.address, wait: true))
        let begin = Monotonic.now()
        var ups = 0
        while Monotonic.now() < begin + .seconds(5) {
            guard harness.openings.count > ups else {
                try await Loop.sleep(for: .milliseconds(5))
                continue
            }
            ups = harness.openings.count
            try await harness.report("drop \(harness.address)")
        }
        let calls = try await harness.calls("Connect")
        #expect((3...9).contains(calls), "\(calls)")
    }

    /// Four links to a sensor that are lost as soon as they are up: 20, 100, 250 and 500 ms pass before the next ones.
    @LoopActor @Test func aSensorThatLeavesAtOnceIsConnectedToSeldom() async throws {
        let harness = try await SensorHarness.withSensor()
        defer { harness.close() }
        harness.listen(.init(choice: .called(harness.address)))
        try await harness.up()
        let begin = Monotonic.now()
        for ups in 2...5 {
            try await harness.stage.report("drop \(harness.address)")
            try await harness.up(ups)
        }
        #expect(Monotonic.now() - begin >= .milliseconds(870))
    }
}

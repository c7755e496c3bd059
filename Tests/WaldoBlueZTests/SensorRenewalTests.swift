import Testing
import WaldoBlueZ
import WaldoCore
import WaldoLoop
import WaldoTestSupport
import WaldoTesting

/// Links to a sensor that count as connected and carry nothing: they are renewed, where that disturbs no other program.
@Suite(.serialized, .onLoop)
struct SensorRenewalTests {
    private static let target = "0000ffe5-0000-1000-8000-00805f9b34fb"

    /// A listening link whose requests for notifications wait for `fail StartNotify`.
    @LoopActor private func asking(_ options: String = "") async throws -> SensorHarness {
        let harness = try await SensorHarness.withSensor(options)
        try await harness.stage.report("hold StartNotify")
        harness.listen(.init(choice: .called(harness.address)))
        try await harness.stage.called("StartNotify")
        return harness
    }

    /// Has the n-th request for notifications fail as on a dead link, and waits for the next one.
    @LoopActor private func fails(_ time: Int, _ harness: SensorHarness) async throws {
        try await harness.stage.report("fail StartNotify")
        try await harness.stage.called("StartNotify", time + 1)
    }

    @LoopActor @Test func aLinkThatADriveHasTakenOverIsNotRenewed() async throws {
        let harness = try await asking(
            "char=\(SensorHarness.first):notify char=\(SensorHarness.second):notify "
                + "char=\(Self.target):write-without-response")
        defer { harness.close() }
        try await harness.stage.report("acquire \(harness.address)")
        for time in 1...2 { try await fails(time, harness) }
        #expect(try await harness.stage.calls("Disconnect") == 0)
    }

    /// Another program connects to the peripheral while this one still waits for an answer.
    @LoopActor @Test func aConnectionAfterALossIsNotEnded() async throws {
        let harness = try await asking()
        defer { harness.close() }
        try await fails(1, harness)
        try await harness.stage.report("drop \(harness.address)")
        try await harness.stage.report("connect \(harness.address)")
        try await harness.stage.report("fail StartNotify")
        try await waitUntil("word of the other program", instead: { "\(harness.states)" }) {
            harness.states.contains {
                if case .waiting(let what) = $0 { what.contains("this Waldo has not connected it") } else { false }
            } ? true : nil
        }
        #expect(try await harness.stage.calls("Disconnect") == 0)
    }

    /// A dead link says nothing of what the peripheral can do.
    @LoopActor @Test func whatFailsOnADeadLinkIsAskedForUntilALinkStands() async throws {
        let harness = try await SensorHarness.withSensor()
        defer { harness.close() }
        try await harness.stage.report("refuse StartNotify org.bluez.Error.NotConnected Not_Connected 2")
        harness.listen(.init(choice: .called(harness.address)))
        #expect(try await harness.up().facts.unheard.isEmpty)
    }
}

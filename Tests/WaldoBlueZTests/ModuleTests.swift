import Testing
import WaldoBlueZ
import WaldoCore
import WaldoLoop
import WaldoTestSupport

/// Modules as they are: where they notify, what they have twice, what they want first.
@Suite(.serialized, .onLoop)
struct ModuleTests {
    @LoopActor @Test func theOneThatNotifiesMayBeInAnotherService() async throws {
        let harness = try await LinkHarness.withShield(
            "char=\(LinkHarness.write):write-without-response info=\(LinkHarness.notify):notify")
        defer { harness.close() }
        harness.drive(.init(peripheral: harness.address, notify: true))
        try await harness.up()
        try await harness.report("notify \(harness.address) \(LinkHarness.notify) 0102")
        try await waitUntil("the notification") { harness.notified == [[1, 2]] ? true : nil }
    }

    @LoopActor @Test func ofTwoOfOneUUIDTheOneThatCanBeWrittenIsTaken() async throws {
        let harness = try await LinkHarness.withShield(
            "char=\(LinkHarness.write):notify char=\(LinkHarness.write):write-without-response")
        defer { harness.close() }
        harness.drive(.init(peripheral: harness.address))
        try await harness.up()
        _ = harness.link?.write(try #require(Frame([7])), isZero: true)
        try await harness.arrived("07", how: "fd")
    }

    @LoopActor @Test func aModuleThatCountsCreditsIsRefused() async throws {
        let credits = "00000003-0000-1000-8000-008025000000"
        let harness = try await LinkHarness.withShield(
            "char=\(LinkHarness.write):write-without-response char=\(LinkHarness.notify):notify char=\(credits):write")
        defer { harness.close() }
        harness.drive(.init(peripheral: harness.address))
        #expect(try await harness.failed() == .credits(harness.heard, characteristic: BluetoothUUID(credits)!))
    }

    /// Driving needs no notifications: after two connections they are not asked for any more.
    @LoopActor @Test func aModuleThatNeverAnswersTheRequestForNotificationsIsDriven()
        async throws
    {
        let harness = try await LinkHarness.withShield()
        defer { harness.close() }
        try await harness.report("refuse StartNotify org.freedesktop.DBus.Error.NoReply Did_not_receive_a_reply")
        harness.drive(.init(peripheral: harness.address, notify: true))
        let facts = try await harness.up().facts
        #expect(facts.events.contains { $0.contains("does not answer the request for them") }, "\(facts.events)")
        #expect(try await harness.calls("StartNotify") == 2)
        #expect(try await harness.calls("Disconnect") == 2)
    }
}

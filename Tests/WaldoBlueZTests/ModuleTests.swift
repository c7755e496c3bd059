import Testing
import WaldoBlueZ
import WaldoCore
import WaldoLoop
import WaldoTestSupport
import WaldoTesting

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

    /// Where several services have the characteristic, the arm's file says which one is meant.
    @LoopActor @Test func ofSeveralThatNotifyTheOneInTheNamedServiceIsTaken() async throws {
        let harness = try await LinkHarness.withShield(
            "char=\(LinkHarness.write):write-without-response char=\(LinkHarness.notify):notify "
                + "info=\(LinkHarness.notify):notify")
        defer { harness.close() }
        var profile = LinkHarness.profile
        profile.notifyService = BluetoothUUID("180a")
        harness.drive(.init(peripheral: harness.address, notify: true), profile: profile)
        try await harness.up()
        let asked = try await harness.said().filter { $0.contains("\"call\":\"StartNotify\"") }
        #expect(asked.count == 1 && asked[0].contains("/service0010/"), "\(asked)")
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

    /// Driving needs no notifications: after two connections they are not asked for any more. What another program has
    /// connected stays so.
    @LoopActor @Test(arguments: [("", 2), ("connected", 0)])
    func aModuleThatNeverAnswersTheRequestForNotificationsIsDriven(state: String, ends: Int) async throws {
        let harness = try await LinkHarness.withShield(state)
        defer { harness.close() }
        try await harness.report("refuse StartNotify org.freedesktop.DBus.Error.NoReply Did_not_receive_a_reply")
        harness.drive(.init(peripheral: harness.address, notify: true))
        let facts = try await harness.up().facts
        #expect(facts.events.contains { $0.contains("does not answer the request for them") }, "\(facts.events)")
        #expect(try await harness.calls("StartNotify") == 2)
        #expect(try await harness.calls("Disconnect") == ends)
    }

    /// Two times that are not in a row may be chance.
    @LoopActor @Test func aModuleThatHasAnsweredTheRequestIsAskedAgain() async throws {
        let harness = try await LinkHarness.withShield()
        defer { harness.close() }
        let noReply = "refuse StartNotify org.freedesktop.DBus.Error.NoReply"
        try await harness.report("\(noReply) Did_not_receive_a_reply 1")
        harness.drive(.init(peripheral: harness.address, notify: true))
        try await harness.up()
        try await harness.report("\(noReply) No_reply_within_specified_time 1")
        try await harness.report("drop \(harness.address)")
        let events = try await harness.up(2).facts.events
        #expect(!events.contains { $0.contains("no notifications") }, "\(events)")
        #expect(try await harness.calls("StartNotify") == 4)
    }
}

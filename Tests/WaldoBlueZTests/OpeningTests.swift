import Testing
import WaldoBlueZ
import WaldoCore
import WaldoLoop
import WaldoTestSupport
import WaldoTesting
import WaldoTime

/// What happens while a link is being opened: it is up only if it still stands once everything is acquired.
@Suite(.serialized, .onLoop)
struct OpeningTests {
    private static let revision = "00002a27-0000-1000-8000-00805f9b34fb"

    /// A link whose opening waits for the answer to its first read.
    @LoopActor private func opening(
        socket: Bool, _ options: PeripheralLink.Options? = nil
    ) async throws -> LinkHarness {
        let harness = try await LinkHarness.withShield("info=\(Self.revision):read")
        if !socket { try await harness.report("refuse AcquireWrite org.bluez.Error.NotSupported no") }
        try await harness.report("hold ReadValue")
        harness.drive(options ?? .init(peripheral: harness.address))
        try await harness.called("ReadValue")
        return harness
    }

    @LoopActor @Test(arguments: [true, false]) func aLinkThatIsLostMeanwhileIsNotUp(socket: Bool) async throws {
        let harness = try await opening(socket: socket)
        try await harness.report("drop \(harness.address)")
        try await harness.report("heal ReadValue")
        try await harness.up()
        #expect(try await harness.calls("Connect") == 2)
        #expect(!harness.states.contains { if case .lost = $0 { true } else { false } })
        // Zeros could be sent already, so the end is reported.
        #expect(harness.ends == 1 && harness.openings == [false, false])
        harness.close()
    }

    /// A link that never stood does not count as driven: the start's patience applies.
    @LoopActor @Test func aLinkThatIsHungUpMeanwhileNeverStood() async throws {
        let harness = try await opening(socket: true, .init(patience: .seconds(1)))
        try await harness.report("hangup \(harness.address)")
        try await harness.report("heal ReadValue")
        #expect(try await harness.failed() == .connection(harness.heard, reason: "the link was lost"))
        harness.close()
    }

    /// Reading a protected characteristic makes bluetoothd pair, over which the shield may leave: once may be chance,
    /// twice is not.
    @LoopActor @Test(arguments: ["cut", "hang"]) func whatEndsTheLinkWhenItIsReadIsLeftAlone(fault: String) async throws
    {
        let harness = try await LinkHarness.withShield("info=\(Self.revision):read")
        try await harness.report("\(fault) ReadValue")
        harness.drive(.init(peripheral: harness.address))
        let facts = try await harness.up().facts
        #expect(!facts.confirms)
        #expect(facts.events.contains { $0.contains("cannot be confirmed (reading had no answer)") })
        #expect(try await harness.calls("ReadValue") == 2)
        harness.close()
    }

    @LoopActor @Test func aHangUpMeanwhileIsNoEndOfALink() async throws {
        let harness = try await opening(socket: true)
        try await harness.report("hangup \(harness.address)")
        try await harness.report("heal ReadValue")
        try await harness.up()
        #expect(harness.ends == 1)
        try await harness.report("hangup \(harness.address)")
        try await waitUntil("the end of the link") { harness.ends == 2 ? true : nil }
        harness.close()
    }

    /// That it takes nothing is said only of a shield that is still connected.
    @LoopActor @Test func aShieldThatLeavesInsteadOfAnAnswerIsSaidToBeFar() async throws {
        let harness = try await LinkHarness.withShield()
        defer { harness.close() }
        try await harness.report("cut StartNotify")
        harness.drive(.init(peripheral: harness.address, notify: true))
        let said = try await waitUntil("a reason", instead: { "\(harness.states)" }) { () -> String? in
            for case .waiting(let what) in harness.states { return what }
            return nil
        }
        #expect(said == BlueZError.connection(harness.heard, reason: "Not connected").description)
    }
}

import Testing
import WaldoBlueZ
import WaldoCore
import WaldoLoop
import WaldoTestSupport

/// What happens while a link is being opened: it is up only if it still stands once everything is acquired.
@Suite(.serialized, .onLoop)
struct OpeningTests {
    private static let revision = "00002a27-0000-1000-8000-00805f9b34fb"

    /// A link whose opening waits for the answer to its first read.
    @LoopActor private func opening(socket: Bool, _ options: PeripheralLink.Options = .init()) async throws -> Bench {
        let bench = try await Bench.withShield("info=\(Self.revision):read")
        if !socket { try await bench.report("refuse AcquireWrite org.bluez.Error.NotSupported no") }
        try await bench.report("hold ReadValue")
        bench.drive(options)
        try await bench.called("ReadValue")
        return bench
    }

    @LoopActor @Test(arguments: [true, false]) func aLinkThatIsLostMeanwhileIsNotUp(socket: Bool) async throws {
        let bench = try await opening(socket: socket)
        try await bench.report("drop \(bench.address)")
        try await bench.report("heal ReadValue")
        try await bench.up()
        #expect(bench.calls("Connect") == 2)
        #expect(!bench.states.contains { if case .lost = $0 { true } else { false } })
        // Zeros could be sent already, so the end is reported.
        #expect(bench.ends == 1 && bench.openings == [false, false])
        bench.close()
    }

    /// A link that never stood does not count as driven: the start's patience applies.
    @LoopActor @Test func aLinkThatIsHungUpMeanwhileNeverStood() async throws {
        let bench = try await opening(socket: true, .init(patience: 1))
        try await bench.report("hangup \(bench.address)")
        try await bench.report("heal ReadValue")
        #expect(try await bench.failed() == .connection(bench.heard, reason: "the link was lost"))
        bench.close()
    }

    /// Reading a protected characteristic makes bluetoothd pair, over which the shield may leave: once may be chance,
    /// twice is not.
    @LoopActor @Test(arguments: ["cut", "hang"]) func whatEndsTheLinkWhenItIsReadIsLeftAlone(fault: String) async throws
    {
        let bench = try await Bench.withShield("info=\(Self.revision):read")
        try await bench.report("\(fault) ReadValue")
        bench.drive(.init(peripheral: bench.address))
        let facts = try await bench.up().facts
        #expect(!facts.confirms)
        #expect(facts.events.contains { $0.contains("cannot be confirmed (reading had no answer)") })
        #expect(bench.calls("ReadValue") == 2)
        bench.close()
    }

    @LoopActor @Test func aHangUpMeanwhileIsNoEndOfALink() async throws {
        let bench = try await opening(socket: true)
        try await bench.report("hangup \(bench.address)")
        try await bench.report("heal ReadValue")
        try await bench.up()
        #expect(bench.ends == 1)
        try await bench.report("hangup \(bench.address)")
        try await waitUntil("the end of the link") { bench.ends == 2 ? true : nil }
        bench.close()
    }
}

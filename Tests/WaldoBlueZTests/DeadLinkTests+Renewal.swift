import Testing
import WaldoBlueZ
import WaldoCore
import WaldoLoop
import WaldoTestSupport
import WaldoTime

/// When a renewal is due, and how long it has to itself.
extension DeadLinkTests {
    /// BlueZ is told to forget a shield only where a new connection has carried nothing either.
    @LoopActor @Test func aLinkThatHasCarriedSomethingIsRenewedFromTheStart() async throws {
        let harness = try await linked()
        defer { harness.close() }
        func calls(_ member: String) -> Int { harness.fake.lines.count { $0.contains("\"call\":\"\(member)\"") } }
        try await harness.report("refuse WriteValue org.bluez.Error.Failed Not_connected 2")
        try await writing(harness) { calls("Disconnect") == 1 }
        try await waitUntil("the new connection", instead: { "\(harness.states)" }) { () -> Bool? in
            if case .up = harness.states.last { return true }
            return nil
        }
        _ = harness.link?.write(try #require(Frame([1, 2])), isZero: true)
        try await harness.arrived("0102", how: "request")
        try await harness.report("refuse WriteValue org.bluez.Error.Failed Failed_to_initiate_write 2")
        try await writing(harness) { calls("Disconnect") + calls("RemoveDevice") == 2 }
        #expect(try await harness.calls("RemoveDevice") == 0)
    }

    /// BlueZ ends a connection two seconds after it was asked to: an attempt before that would take the dying link for
    /// one that is up. What the operator is told stays for as long.
    @LoopActor @Test(arguments: [("", "connecting to it again"), ("connected ", "this Waldo has not connected it")])
    func nothingIsTriedDuringARenewal(state: String, words: String) async throws {
        let harness = try await linked(state)
        defer { harness.close() }
        try await harness.report("hang Disconnect")
        try await harness.report("refuse WriteValue org.bluez.Error.Failed Not_connected")
        try await writing(harness) {
            harness.states.contains { if case .waiting(let what) = $0 { what.contains(words) } else { false } }
        }
        let openings = harness.openings.count
        // This is the time in which they are counted: several times the pause before another attempt.
        try await Loop.sleep(for: .milliseconds(500))
        #expect(harness.openings.count == openings)
    }

    /// A shield that forbids the write, before the link is up, to what its table said can be written to.
    @LoopActor @Test func aDeadLinkIsRenewedWhoseFirstWriteIsForbidden() async throws {
        let harness = try await refusedAtOnce("org.bluez.Error.NotPermitted Write_not_permitted")
        defer { harness.close() }
        // The second attempt fails as the first one did.
        try await harness.report("hold StartNotify")
        try await harness.called("StartNotify", 2)
        try await harness.report("heal StartNotify")
        try await harness.called("Disconnect")
        #expect(callsBeforeRenewal("WriteValue", harness) == 2)
    }
}

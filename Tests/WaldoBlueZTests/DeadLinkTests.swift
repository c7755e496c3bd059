import Testing
import WaldoBlueZ
import WaldoCore
import WaldoLoop
import WaldoTestSupport
import WaldoTesting
import WaldoTime

/// Links that count as connected and carry nothing: they are renewed, or the operator is told why not.
@Suite(.serialized, .onLoop)
struct DeadLinkTests {
    nonisolated static let dead = [
        "org.bluez.Error.Failed Failed_to_initiate_write", "org.bluez.Error.Failed Not_connected",
        "org.bluez.Error.Failed Operation_failed_with_ATT_error:_0x0a",
        // After new firmware another characteristic can be where the one to write to was.
        "org.bluez.Error.NotPermitted Write_not_permitted",
    ]

    /// A shield without a write socket.
    private nonisolated static let acknowledging = "char=\(LinkHarness.write):write char=\(LinkHarness.notify):notify"

    /// A drive whose link to such a shield is up.
    @LoopActor func linked(_ state: String = "") async throws -> LinkHarness {
        let harness = try await LinkHarness.withShield(state + Self.acknowledging)
        harness.drive(.init(peripheral: harness.address, wait: true))
        try await harness.up()
        return harness
    }

    /// A link without a write socket, whose writes fail in this way while it counts as connected.
    @LoopActor func writing(_ harness: LinkHarness, until isDone: () -> Bool) async throws {
        let frame = try #require(Frame([1, 2])), history = { "\(harness.states)\n\(harness.fake.lines)" }
        try await waitUntil("the renewal", within: .seconds(20), instead: history) { () -> Bool? in
            _ = harness.link?.write(frame, isZero: true)
            return isDone() ? true : nil
        }
    }

    /// How often the fake was called in this way before it was first told to disconnect.
    @LoopActor func callsBeforeRenewal(_ member: String, _ harness: LinkHarness) -> Int {
        harness.fake.lines.prefix { !$0.contains("\"call\":\"Disconnect\"") }
            .count { $0.contains("\"call\":\"\(member)\"") }
    }

    @LoopActor @Test(arguments: dead) func aDeadLinkIsRenewed(_ error: String) async throws {
        let harness = try await linked()
        defer { harness.close() }
        try await harness.report("refuse WriteValue \(error)")
        func calls(_ member: String) -> Int { harness.fake.lines.count { $0.contains("\"call\":\"\(member)\"") } }
        try await writing(harness) { calls("Disconnect") > 0 }
        #expect(calls("WriteValue") == 2)
        try await writing(harness) { calls("RemoveDevice") > 0 }
        #expect(calls("WriteValue") == 4)
        try await harness.report("heal WriteValue")
        let ups = harness.openings.count
        try await writing(harness) {
            harness.openings.count > ups && harness.fake.lines.contains { $0.contains("\"write\"") }
        }
    }

    /// BlueZ keeps the table of a device that it was told to forget.
    @LoopActor @Test func whatHelpsWhereNoRenewalDoesIsSaid() async throws {
        let harness = try await linked()
        defer { harness.close() }
        try await harness.report("refuse WriteValue org.bluez.Error.Failed Operation_failed_with_ATT_error:_0x01")
        let copy = "rm /var/lib/bluetooth/00:11:22:33:44:55/cache/\(harness.address)"
        try await writing(harness) {
            harness.states.contains { if case .waiting(let what) = $0 { what.contains(copy) } else { false } }
        }
    }

    /// A drive's halt is written as soon as the link opens, and fails before the link is up.
    @LoopActor @Test func aDeadLinkIsRenewedWhoseFirstWriteFails() async throws {
        let harness = try await LinkHarness.withShield(Self.acknowledging)
        defer { harness.close() }
        let zero = try #require(Frame([1, 2]))
        harness.whenOpened = { _ = harness.link?.write(zero, isZero: true) }
        harness.drive(.init(peripheral: harness.address, wait: true))
        try await harness.up()
        try await harness.report("refuse WriteValue org.bluez.Error.Failed Not_connected")
        _ = harness.link?.write(zero, isZero: true)
        try await harness.called("Disconnect")
        try await harness.called("RemoveDevice")
        try await harness.report("heal WriteValue")
        let ups = harness.states.count { if case .up = $0 { true } else { false } }
        try await harness.up(ups + 1)
    }

    /// The default route: a socket, whose writes never fail, and a read that proves them.
    @LoopActor @Test func aDeadLinkIsRenewedWhoseProofFails() async throws {
        let harness = try await LinkHarness.withShield(
            "char=\(LinkHarness.write):write-without-response char=\(LinkHarness.notify):notify info=2a27:read")
        defer { harness.close() }
        harness.drive(.init(peripheral: harness.address, wait: true))
        try await harness.up()
        try await harness.report("refuse ReadValue org.bluez.Error.Failed Not_connected")
        let frame = try #require(Frame([1, 2]))
        try await waitUntil("a renewal", within: .seconds(20), instead: { "\(harness.states)" }) { () -> Bool? in
            _ = harness.link?.write(frame, isZero: false)
            return harness.fake.lines.contains { $0.contains("\"call\":\"Disconnect\"") } ? true : nil
        }
        // The one that was up counts, and the next one, whose first read fails.
        #expect(callsBeforeRenewal("AcquireWrite", harness) == 2)
    }

    @LoopActor @Test func anotherProgramsConnectionIsNeverEnded() async throws {
        let harness = try await linked("connected ")
        defer { harness.close() }
        try await harness.report("refuse WriteValue org.bluez.Error.Failed Not_connected")
        try await writing(harness) {
            harness.states.contains {
                if case .waiting(let what) = $0 { what.contains("this Waldo has not connected it") } else { false }
            }
        }
        let lines = try await harness.said()
        #expect(!lines.contains { $0.contains("\"call\":\"Disconnect\"") || $0.contains("RemoveDevice") })
    }

    @LoopActor @Test func aBondIsNeverRemoved() async throws {
        let harness = try await linked("bonded ")
        defer { harness.close() }
        try await harness.report("refuse WriteValue org.bluez.Error.Failed Not_connected")
        try await writing(harness) {
            harness.states.contains {
                if case .waiting(let what) = $0 { what.contains("remove its bond") } else { false }
            }
        }
        #expect(try await harness.calls("RemoveDevice") == 0)
    }

    /// The services of a connection that another program has made are not removed with it, however old they look.
    @LoopActor @Test func anotherProgramsConnectionIsNeverForgotten() async throws {
        let harness = try await LinkHarness.withShield("connected stale")
        defer { harness.close() }
        harness.drive(.init(peripheral: harness.address))
        let wanted = LinkHarness.profile.write
        #expect(try await harness.failed() == .noCharacteristic(harness.heard, wanted: wanted, characteristics: []))
        #expect(try await harness.calls("RemoveDevice") == 0)
    }

    /// A shield that takes writes only from who is paired with it.
    @LoopActor @Test func whatHelpsAgainstARefusedWriteIsSaid() async throws {
        let harness = try await linked()
        defer { harness.close() }
        let zero = try #require(Frame([1, 2]))
        try await harness.report("refuse WriteValue org.bluez.Error.NotPermitted Not_paired")
        _ = harness.link?.write(zero, isZero: true)
        let remedy = BlueZError.notPaired(harness.heard).description
        try await waitUntil("the remedy", instead: { "\(harness.states)" }) {
            harness.states.contains(.lost(reason: remedy)) ? true : nil
        }
    }

    /// A link whose halt, written as soon as it opens, is refused before it is up.
    @LoopActor func refusedAtOnce(_ answer: String) async throws -> LinkHarness {
        let harness = try await LinkHarness.withShield(Self.acknowledging)
        let zero = try #require(Frame([1, 2]))
        harness.whenOpened = { _ = harness.link?.write(zero, isZero: true) }
        try await harness.report("refuse WriteValue \(answer)")
        try await harness.report("hold StartNotify")
        harness.drive(.init(peripheral: harness.address, wait: true, notify: true))
        try await harness.called("WriteValue")
        try await harness.called("StartNotify")
        try await harness.report("heal StartNotify")
        return harness
    }

    @LoopActor @Test func aShieldThatWantsABondEndsTheDrive() async throws {
        let harness = try await refusedAtOnce("org.bluez.Error.NotPermitted Not_paired")
        defer { harness.close() }
        #expect(try await harness.failed() == .notPaired(harness.heard))
    }

    /// What the shield's own program answers is no matter of distance.
    @LoopActor @Test func aShieldThatRefusesWritesIsSaidToDoSo() async throws {
        let harness = try await refusedAtOnce("org.bluez.Error.Failed Operation_failed_with_ATT_error:_0x82")
        defer { harness.close() }
        let said = BlueZError.refusesWrites(harness.heard, reason: "Operation failed with ATT error: 0x82").description
        try await waitUntil("the reason", instead: { "\(harness.states)" }) {
            harness.states.contains(.waiting(what: said)) ? true : nil
        }
    }
}

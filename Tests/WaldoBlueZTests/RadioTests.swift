import Testing
import WaldoBlueZ
import WaldoCore
import WaldoLoop
import WaldoTestSupport
import WaldoTime

/// A BlueZ that refuses, stops and forgets: the link comes back, and asks no more often than is decent.
@Suite(.serialized, .onLoop)
struct RadioTests {
    @LoopActor @Test func aScanInProgressIsEndedAndBegunAgain() async throws {
        let harness = try await LinkHarness.withShield()
        defer { harness.close() }
        try await harness.report("refuse StartDiscovery org.bluez.Error.InProgress Operation_already_in_progress 1")
        harness.drive(.init(peripheral: harness.address))
        try await harness.up()
        #expect(try await harness.calls("StartDiscovery") == 2)
    }

    @LoopActor @Test func aScanThatTheKernelRefusesIsAskedForAgain() async throws {
        let harness = try await LinkHarness.withShield()
        defer { harness.close() }
        try await harness.report("refuse StopDiscovery org.bluez.Error.Failed No_discovery_started 2")
        try await harness.report("refuse StartDiscovery org.bluez.Error.InProgress Operation_already_in_progress 2")
        harness.drive(.init(peripheral: harness.address, wait: true))
        try await harness.up()
    }

    /// A power cycle, the management socket or an older BlueZ's other client ends the scan.
    @LoopActor @Test func aScanThatEndsBeneathTheLinkIsBegunAgain() async throws {
        let harness = try await LinkHarness.withShield("quiet")
        defer { harness.close() }
        harness.drive(.init(peripheral: harness.address, wait: true))
        try await harness.called("StartDiscovery")
        try await harness.report("unscan hci0")
        try await harness.report("speak \(harness.address)")
        try await harness.up()
    }

    @LoopActor @Test func anOlderBlueZGetsAFilterThatItKnows() async throws {
        let harness = try await LinkHarness.withShield()
        defer { harness.close() }
        try await harness.report(
            "refuse SetDiscoveryFilter org.bluez.Error.InvalidArguments Invalid_arguments_in_method_call 1")
        harness.drive(.init(peripheral: harness.address))
        try await harness.up()
        #expect(try await harness.calls("SetDiscoveryFilter") == 2)
    }

    @LoopActor @Test func anAdapterWithoutLowEnergyIsNamed() async throws {
        let harness = try await LinkHarness()
        defer { harness.close() }
        try await harness.report("adapter hci0 00:11:22:33:44:55 classic")
        try await harness.report(harness.shield())
        harness.drive()
        #expect(try await harness.failed() == .noLowEnergy("hci0"))
    }

    // MARK: no loop is paced by an error

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

    // MARK: dead links

    nonisolated static let dead = [
        "org.bluez.Error.Failed Failed_to_initiate_write", "org.bluez.Error.Failed Not_connected",
        "org.bluez.Error.Failed Operation_failed_with_ATT_error:_0x0a",
    ]

    /// A link without a write socket, whose writes fail in this way while it counts as connected.
    @LoopActor private func writing(_ harness: LinkHarness, until isDone: () -> Bool) async throws {
        let frame = try #require(Frame([1, 2])), history = { "\(harness.states)\n\(harness.fake.lines)" }
        try await waitUntil("the renewal", within: .seconds(20), instead: history) { () -> Bool? in
            _ = harness.link?.write(frame, isZero: true)
            return isDone() ? true : nil
        }
    }

    @LoopActor @Test(arguments: dead) func aDeadLinkIsRenewed(_ error: String) async throws {
        let harness = try await LinkHarness.withShield(
            "char=\(LinkHarness.write):write char=\(LinkHarness.notify):notify")
        defer { harness.close() }
        harness.drive(.init(peripheral: harness.address, wait: true))
        try await harness.up()
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

    /// A drive's halt is written as soon as the link opens, and fails before the link is up.
    @LoopActor @Test func aDeadLinkIsRenewedWhoseFirstWriteFails() async throws {
        let harness = try await LinkHarness.withShield(
            "char=\(LinkHarness.write):write char=\(LinkHarness.notify):notify")
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
    }

    @LoopActor @Test func anotherProgramsConnectionIsNeverEnded() async throws {
        let harness = try await LinkHarness.withShield(
            "connected char=\(LinkHarness.write):write char=\(LinkHarness.notify):notify")
        defer { harness.close() }
        harness.drive(.init(peripheral: harness.address, wait: true))
        try await harness.up()
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
        let harness = try await LinkHarness.withShield(
            "bonded char=\(LinkHarness.write):write char=\(LinkHarness.notify):notify")
        defer { harness.close() }
        harness.drive(.init(peripheral: harness.address, wait: true))
        try await harness.up()
        try await harness.report("refuse WriteValue org.bluez.Error.Failed Not_connected")
        try await writing(harness) {
            harness.states.contains {
                if case .waiting(let what) = $0 { what.contains("remove its bond") } else { false }
            }
        }
        #expect(try await harness.calls("RemoveDevice") == 0)
    }

    // MARK: what is heard instead

    @LoopActor private func waits(_ harness: LinkHarness, for part: String) async throws {
        try await waitUntil("“\(part)”", instead: { "\(harness.states)" }) {
            harness.states.contains { if case .waiting(let what) = $0 { what.contains(part) } else { false } }
                ? true : nil
        }
    }

    @LoopActor @Test func aShieldUnderANewAddressIsNamed() async throws {
        let harness = try await LinkHarness.withShield()
        defer { harness.close() }
        harness.drive(.init(peripheral: harness.address, wait: true))
        try await harness.up()
        try await harness.report("quiet \(harness.address)")
        try await harness.report(harness.shield(address: harness.other))
        try await harness.report("drop \(harness.address)")
        try await waits(harness, for: "under a new address: to drive it, begin again with --shield \(harness.other)")
        #expect(harness.openings.count == 1)
    }

    @LoopActor @Test func anotherShieldIsNamedWhereOneIsWaitedFor() async throws {
        let harness = try await LinkHarness.withShield()
        defer { harness.close() }
        harness.drive(.init(peripheral: "Mine", wait: true))
        try await waits(harness, for: "choose it by --shield \(harness.address)")
    }

    @LoopActor @Test func aShieldOfAnotherAdapterIsNamed() async throws {
        let harness = try await LinkHarness()
        defer { harness.close() }
        try await harness.report("adapter hci0 00:11:22:33:44:55")
        try await harness.report("adapter hci1 00:11:22:33:44:66")
        let usual = harness.shield("connected char=\(LinkHarness.write):write")
        try await harness.report(usual.replacing("device hci0", with: "device hci1"))
        harness.drive(.init(peripheral: harness.address, wait: true))
        try await waits(harness, for: "connected to hci1: choose that one by --adapter hci1")
    }

    // MARK: modules as they are

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
}

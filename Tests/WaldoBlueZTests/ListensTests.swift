import Testing
import WaldoCore
import WaldoLoop
import WaldoTestSupport
import WaldoTesting

@testable import WaldoBlueZ

/// A driving link that also hears a sensor on the arm's shield.
@Suite(.serialized, .onLoop)
struct ListensTests {
    private static let first = "0000ffe1-0000-1000-8000-00805f9b34fb"
    private static let second = "0000ffe3-0000-1000-8000-00805f9b34fb"
    private static let revision = "00002a27-0000-1000-8000-00805f9b34fb"
    private static let listens = [BluetoothUUID(first)!, BluetoothUUID(second)!]
    private let frame = Frame(Array("F>".utf8))!

    @LoopActor @Test func sensorAndArmAreHeardInOrder() async throws {
        // The first in the arm's service, the second in another.
        let harness = try await LinkHarness.withShield(
            "char=\(LinkHarness.write):write-without-response char=\(LinkHarness.notify):notify "
                + "char=\(Self.first):notify info=\(Self.second):notify")
        harness.drive(.init(peripheral: harness.address, notify: true, listens: Self.listens))
        #expect(try await harness.up().facts.events.allSatisfy { !$0.contains("no notifications") })
        try await harness.report(
            "notify \(harness.address) \(Self.second) 01 \(LinkHarness.notify) 02 \(Self.first) 03 \(Self.second) 04")
        try await waitUntil("four notifications", instead: { "\(harness.notifications)" }) {
            harness.notifications.count == 4 ? true : nil
        }
        #expect(harness.notified == [[1], [2], [3], [4]])
        #expect(
            harness.notifications.map(\.characteristic?.description) == [
                Self.second, LinkHarness.notify, Self.first, Self.second,
            ])
        harness.close()
    }

    @LoopActor @Test func theyAreHeardAgainAfterALoss() async throws {
        let harness = try await LinkHarness.withShield(
            "char=\(LinkHarness.write):write-without-response char=\(Self.first):notify")
        harness.drive(.init(peripheral: harness.address, listens: [Self.listens[0]]))
        try await harness.up()
        try await harness.report("notify \(harness.address) \(Self.first) 01")
        try await waitUntil("the first") { harness.notified == [[1]] ? true : nil }
        try await harness.report("drop \(harness.address)")
        try await harness.up(2)
        try await harness.report("notify \(harness.address) \(Self.first) 02")
        try await waitUntil("the second", instead: { "\(harness.notified)" }) {
            harness.notified == [[1], [2]] ? true : nil
        }
        harness.close()
    }

    @LoopActor @Test func whatTheShieldDoesNotHaveIsReportedAndTheDriveGoesOn() async throws {
        let harness = try await LinkHarness.withShield()
        harness.drive(.init(peripheral: harness.address, notify: true, listens: Self.listens))
        let events = try await harness.up().facts.events
        for uuid in [Self.first, Self.second] { #expect(events.contains { $0.contains(uuid) }) }
        #expect(harness.link?.write(frame, isZero: false) == .written)
        try await harness.arrived("463e", how: "fd")
        harness.close()
    }

    @LoopActor @Test func whatBlueZRefusesIsReportedAndTheDriveGoesOn() async throws {
        let harness = try await LinkHarness.withShield(
            "char=\(LinkHarness.write):write-without-response char=\(Self.first):notify")
        try await harness.report("refuse StartNotify org.bluez.Error.Failed ATT_error:_0x05")
        harness.drive(.init(peripheral: harness.address, listens: [Self.listens[0]]))
        let events = try await harness.up().facts.events
        #expect(events.contains { $0.contains(Self.first) && $0.contains("ATT error: 0x05") })
        #expect(try await harness.calls("StartNotify") == 2)
        harness.close()
    }

    /// Where sensor and arm share the characteristic, it comes once.
    @LoopActor @Test func theArmsOwnNotificationsComeOnce() async throws {
        let harness = try await LinkHarness.withShield()
        harness.drive(.init(peripheral: harness.address, notify: true, listens: [BluetoothUUID(LinkHarness.notify)!]))
        try await harness.up()
        #expect(try await harness.calls("StartNotify") == 1)
        try await harness.report("notify \(harness.address) \(LinkHarness.notify) 01 \(LinkHarness.notify) 02")
        try await waitUntil("both", instead: { "\(harness.notified)" }) {
            harness.notified == [[1], [2]] ? true : nil
        }
        harness.close()
    }

    @LoopActor @Test func aLinkThatListensToNothingSubscribesToNothing() async throws {
        let harness = try await LinkHarness.withShield()
        harness.drive(.init(peripheral: harness.address))
        try await harness.up()
        #expect(try await harness.calls("StartNotify") == 0)
        #expect(harness.link?.session.notifications.isEmpty == true)
        harness.close()
    }

    // MARK: the proof

    /// The characteristics that were read, in order.
    @LoopActor private func reads(_ harness: LinkHarness) async throws -> [String] {
        try await harness.said().filter { $0.contains("\"ReadValue\"") }
    }

    /// Without the sensor the proof reads the arm's own characteristic, which comes first in its service.
    @LoopActor @Test(arguments: [false, true]) func theProofReadsNoneThatASensorNotifiesOn(hasSensor: Bool) async throws
    {
        let harness = try await LinkHarness.withShield(
            "char=\(LinkHarness.write):write-without-response char=\(Self.first):notify+read "
                + "char=\(Self.second):notify+read char=\(LinkHarness.notify):read")
        harness.drive(.init(peripheral: harness.address, listens: hasSensor ? Self.listens : []))
        #expect(try await harness.up().facts.confirms)
        for _ in 0..<3 { _ = harness.link?.write(frame, isZero: true) }
        try await harness.called("ReadValue", 2)
        let place = hasSensor ? "char0003" : "char0001"
        let reads = try await reads(harness)
        #expect(reads.allSatisfy { $0.contains(place) }, "\(reads)")
        harness.close()
    }

    /// Like the HM-10's: one characteristic for writing, reading and notifying. The arm's own use of it leaves the
    /// proof.
    @LoopActor @Test(arguments: [false, true]) func whereOnlyASensorsCanBeReadThereIsNoProof(hasSensor: Bool)
        async throws
    {
        let harness = try await LinkHarness.withShield("char=\(LinkHarness.write):write-without-response+notify+read")
        let profile = BluetoothProfile(
            service: LinkHarness.profile.service, write: LinkHarness.profile.write, notify: LinkHarness.profile.write)
        let listens = hasSensor ? [LinkHarness.profile.write] : []
        harness.drive(.init(peripheral: harness.address, notify: true, listens: listens), profile: profile)
        let facts = try await harness.up().facts
        #expect(facts.confirms == !hasSensor)
        #expect(facts.events.contains { $0.contains("only what a sensor notifies on can be read") } == hasSensor)
        #expect(try await reads(harness).isEmpty == hasSensor)
        #expect(harness.link?.write(frame, isZero: false) == .written)
        harness.close()
    }
}

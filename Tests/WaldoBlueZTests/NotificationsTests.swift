import Testing
import WaldoCore
import WaldoLoop
import WaldoTestSupport
import WaldoTesting
import WaldoTime

@testable import WaldoBlueZ

/// Only the shield's notifications are passed on, not everything that BlueZ reports of their characteristic.
@Suite(.serialized, .onLoop)
struct NotificationsTests {
    /// Like the HM-10's: one characteristic for writing, reading and notifying.
    @LoopActor private func mirrored() async throws -> LinkHarness {
        let harness = try await LinkHarness.withShield("char=\(LinkHarness.write):write-without-response+notify+read")
        let profile = BluetoothProfile(
            service: LinkHarness.profile.service, write: LinkHarness.profile.write, notify: LinkHarness.profile.write)
        harness.drive(.init(peripheral: harness.address, notify: true), profile: profile)
        #expect(try await harness.up().facts.confirms)
        return harness
    }

    /// BlueZ reports a shield's characteristics one by one.
    @LoopActor @Test func theLinkIsNotUpBeforeTheyCanBeHad() async throws {
        let harness = try await LinkHarness.withShield("late")
        harness.drive(.init(peripheral: harness.address, notify: true))
        try await waitUntil("the way to write", instead: { "\(harness.states)" }) {
            harness.link?.session.tree.characteristics(
                of: harness.path, service: LinkHarness.profile.service.description
            ).isEmpty == false ? true : nil
        }
        try await harness.report("resolve \(harness.address)")
        let facts = try await harness.up().facts
        #expect(!facts.events.contains { $0.contains("no notifications") }, "\(facts.events)")
        #expect(try await harness.calls("StartNotify") == 1)
        harness.close()
    }

    /// bluetoothd uses the GATT table that it has cached, and corrects it when a request fails.
    @LoopActor @Test func whatFailsByAnOldTableIsTriedAgain() async throws {
        let harness = try await LinkHarness.withShield()
        try await harness.report("refuse StartNotify org.bluez.Error.Failed Operation_failed_with_ATT_error:_0x01 1")
        harness.drive(.init(peripheral: harness.address, notify: true))
        let facts = try await harness.up().facts
        #expect(!facts.events.contains { $0.contains("no notifications") }, "\(facts.events)")
        #expect(try await harness.calls("StartNotify") == 2)
        harness.close()
    }

    @LoopActor @Test func whatTheLinkReadsIsNoNotification() async throws {
        let harness = try await mirrored()
        try await harness.report("notify \(harness.address) \(LinkHarness.write) 01")
        try await waitUntil("the notification") { harness.notified.last == [1] ? true : nil }
        #expect(harness.notified == [[1]])
        harness.close()
    }

    /// The link waits for the answer to a read, and two notifications have come meanwhile.
    @LoopActor private func reading() async throws -> LinkHarness {
        let harness = try await mirrored()
        try await harness.report("hold ReadValue")
        let frame = Frame(Array("F>".utf8))!
        for _ in 0..<3 { _ = harness.link?.write(frame, isZero: true) }
        try await harness.called("ReadValue", 2)
        for value in ["01", "02"] {
            try await harness.report("notify \(harness.address) \(LinkHarness.write) \(value)")
        }
        return harness
    }

    @LoopActor @Test func whatIsNotifiedWhileTheLinkReadsIsKept() async throws {
        let harness = try await reading()
        try await harness.report("heal ReadValue")
        try await harness.report("notify \(harness.address) \(LinkHarness.write) 03")
        try await waitUntil("the notifications") { harness.notified.last == [3] ? true : nil }
        #expect(harness.notified == [[1], [2], [3]])
        harness.close()
    }

    /// It may be a fault, at which the drive sends zeros.
    @LoopActor @Test func whatIsHeldBackAtTheEndComesBeforeTheConnectionIsClosed() async throws {
        let harness = try await mirrored(), frame = Frame(Array("S>".utf8))!
        try await harness.report("hold ReadValue")
        for _ in 0..<3 { _ = harness.link?.write(frame, isZero: true) }
        try await harness.called("ReadValue", 2)
        for value in ["01", "02"] {
            try await harness.report("notify \(harness.address) \(LinkHarness.write) \(value)")
        }
        // The newest is held back: it may be the answer.
        try await waitUntil("the first") { harness.notified == [[1]] ? true : nil }
        var outcome: WriteOutcome?
        harness.whenNotified = { outcome = harness.link?.write(frame, isZero: true) }
        harness.link?.close()
        #expect(harness.notified == [[1], [2]] && outcome?.isSent == true, "\(String(describing: outcome))")
        harness.close()
    }

    private let characteristic = BluetoothUUID(LinkHarness.notify)!

    /// A notification whose one byte says when it came.
    private func came(at time: UInt8) -> Notification {
        Notification(characteristic: characteristic, bytes: [time], at: Instant(microseconds: Int64(time)))
    }

    @LoopActor @Test func ofWhatComesWhileReadingTheNewestIsTheAnswers() {
        var given: [Notification] = []
        let notifications = Notifications("/c", of: characteristic) { given.append($0) }
        notifications.heard([1], at: 1)
        notifications.readBegins()
        notifications.heard([2], at: 2)
        notifications.heard([3], at: 3)
        #expect(given == [came(at: 1), came(at: 2)])
        notifications.readEnds(isAnswered: true)
        notifications.heard([4], at: 4)
        #expect(given == [came(at: 1), came(at: 2), came(at: 4)])
    }

    @LoopActor @Test func aReadThatFailsFindsNothingToDrop() {
        var given: [Notification] = []
        let notifications = Notifications("/c", of: characteristic) { given.append($0) }
        notifications.readBegins()
        notifications.heard([1], at: 1)
        #expect(given.isEmpty)
        notifications.readEnds(isAnswered: false)
        #expect(given == [came(at: 1)], "it keeps the time at which it came")
    }

    @LoopActor @Test func aNotificationNamesItsCharacteristicAndWhenItCame() async throws {
        let harness = try await LinkHarness.withShield()
        harness.drive(.init(peripheral: harness.address, notify: true))
        try await harness.up()
        let before = Monotonic.now()
        try await harness.report("notify \(harness.address) \(LinkHarness.notify) 0aff")
        let found = try await waitUntil("the notification") { harness.notifications.first }
        #expect(found.characteristic == characteristic && found.bytes == [0x0a, 0xff])
        #expect(found.at >= before && found.at <= Monotonic.now())
        harness.close()
    }

    /// While the rules of the bus are replaced, the old and the new ones match the same signal.
    @LoopActor @Test func whatComesWhileTheRulesChangeComesOnce() async throws {
        let harness = try await LinkHarness.withShield()
        harness.drive(.init(peripheral: harness.address, notify: true))
        try await harness.up()
        let session = try #require(harness.link?.session)
        let device = try #require(session.tree.device(harness.path))
        try harness.fake.write(line: "flood \(harness.address) \(LinkHarness.notify) 2000")
        while harness.notified.last != [0, 0, 0x07, 0xcf] { try await session.watch(only: device) }
        #expect(harness.notified.count == 2_000)
        harness.close()
    }

    /// A last notification before the link is lost survives the read that is never answered.
    @LoopActor @Test func whatIsHeldBackWhenTheLinkGoesIsKept() async throws {
        let harness = try await reading()
        try await waitUntil("the one before", instead: { "\(harness.notified)" }) {
            harness.notified == [[1]] ? true : nil
        }
        try await harness.report("drop \(harness.address)")
        try await waitUntil("the loss") { harness.ends == 1 ? true : nil }
        #expect(harness.notified == [[1], [2]])
        harness.close()
    }
}

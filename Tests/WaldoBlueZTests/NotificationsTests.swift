import Testing
import WaldoCore
import WaldoLoop
import WaldoTestSupport

@testable import WaldoBlueZ

/// Only the shield's notifications are passed on, not everything that BlueZ reports of their characteristic.
@Suite(.serialized, .onLoop)
struct NotificationsTests {
    /// Like the HM-10's: one characteristic for writing, reading and notifying.
    @LoopActor private func mirrored() async throws -> Bench {
        let bench = try await Bench.withShield("char=\(Bench.write):write-without-response+notify+read")
        let profile = LinkProfile(
            service: Bench.profile.service, write: Bench.profile.write, notify: Bench.profile.write)
        bench.drive(.init(notify: true), profile: profile)
        #expect(try await bench.up().facts.confirms)
        return bench
    }

    /// BlueZ reports a shield's characteristics one by one.
    @LoopActor @Test func theLinkIsNotUpBeforeTheyCanBeHad() async throws {
        let bench = try await Bench.withShield("late")
        bench.drive(.init(notify: true))
        try await waitUntil("the way to write", instead: { "\(bench.states)" }) {
            bench.link?.session.tree.characteristics(
                of: bench.path, service: Bench.profile.service.description
            ).isEmpty == false ? true : nil
        }
        try await bench.report("resolve \(bench.address)")
        let facts = try await bench.up().facts
        #expect(!facts.events.contains { $0.contains("no notifications") }, "\(facts.events)")
        #expect(bench.calls("StartNotify") == 1)
        bench.close()
    }

    /// bluetoothd uses the GATT table that it has cached, and corrects it when a request fails.
    @LoopActor @Test func whatFailsByAnOldTableIsTriedAgain() async throws {
        let bench = try await Bench.withShield()
        try await bench.report("refuse StartNotify org.bluez.Error.Failed Operation_failed_with_ATT_error:_0x01 1")
        bench.drive(.init(notify: true))
        let facts = try await bench.up().facts
        #expect(!facts.events.contains { $0.contains("no notifications") }, "\(facts.events)")
        #expect(bench.calls("StartNotify") == 2)
        bench.close()
    }

    @LoopActor @Test func whatTheLinkReadsIsNoNotification() async throws {
        let bench = try await mirrored()
        try await bench.report("notify \(bench.address) \(Bench.write) 01")
        try await waitUntil("the notification") { bench.notified.last == [1] ? true : nil }
        #expect(bench.notified == [[1]])
        bench.close()
    }

    @LoopActor @Test func whatIsNotifiedWhileTheLinkReadsIsKept() async throws {
        let bench = try await mirrored()
        try await bench.report("hold ReadValue")
        let frame = Frame(Array("F>".utf8))!
        for _ in 0..<3 { _ = bench.link?.write(frame, isZero: true) }
        try await bench.called("ReadValue", 2)
        for value in ["01", "02"] { try await bench.report("notify \(bench.address) \(Bench.write) \(value)") }
        try await bench.report("heal ReadValue")
        try await bench.report("notify \(bench.address) \(Bench.write) 03")
        try await waitUntil("the notifications") { bench.notified.last == [3] ? true : nil }
        #expect(bench.notified == [[1], [2], [3]])
        bench.close()
    }

    @LoopActor @Test func ofWhatComesWhileReadingTheNewestIsTheAnswers() {
        var given: [[UInt8]] = []
        let notifications = Notifications("/c") { given.append($0) }
        notifications.heard([1])
        notifications.readBegins()
        notifications.heard([2])
        notifications.heard([3])
        #expect(given == [[1], [2]])
        notifications.readEnds(isAnswered: true)
        notifications.heard([4])
        #expect(given == [[1], [2], [4]])
    }

    @LoopActor @Test func aReadThatFailsFindsNothingToDrop() {
        var given: [[UInt8]] = []
        let notifications = Notifications("/c") { given.append($0) }
        notifications.readBegins()
        notifications.heard([1])
        #expect(given.isEmpty)
        notifications.readEnds(isAnswered: false)
        #expect(given == [[1]])
    }

    /// A last notification before the link is lost survives the read that is never answered.
    @LoopActor @Test func whatIsHeldBackWhenTheLinkGoesIsKept() async throws {
        let bench = try await mirrored()
        try await bench.report("hold ReadValue")
        let frame = Frame(Array("F>".utf8))!
        for _ in 0..<3 { _ = bench.link?.write(frame, isZero: true) }
        try await bench.called("ReadValue", 2)
        for value in ["01", "02"] { try await bench.report("notify \(bench.address) \(Bench.write) \(value)") }
        try await waitUntil("the one before", instead: { "\(bench.notified)" }) { bench.notified == [[1]] ? true : nil }
        try await bench.report("drop \(bench.address)")
        try await waitUntil("the loss") { bench.ends == 1 ? true : nil }
        #expect(bench.notified == [[1], [2]])
        bench.close()
    }
}

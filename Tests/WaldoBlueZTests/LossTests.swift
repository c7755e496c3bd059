import Glibc
import Testing
import WaldoCore
import WaldoLoop
import WaldoTestSupport
import WaldoTesting

@testable import WaldoBlueZ

/// Every kind of loss, and the recovery from it.
@Suite(.serialized, .onLoop)
struct LossTests {
    private let frame = Frame(Array("S>".utf8))!

    @LoopActor private func started(_ options: String = "") async throws -> LinkHarness {
        let harness = try await LinkHarness.withShield(options)
        harness.drive(.init(peripheral: harness.address, notify: true))
        try await harness.up()
        return harness
    }

    @LoopActor private func lost(_ harness: LinkHarness) async throws -> String {
        try await waitUntil("the loss", instead: { "\(harness.states)" }) {
            for case .lost(let reason) in harness.states { return reason }
            return nil
        }
    }

    @LoopActor private func worksAgain(_ harness: LinkHarness) async throws {
        try await harness.up(2)
        #expect(harness.link?.write(frame, isZero: false) != .gone)
        try await waitUntil("the write") { harness.fake.lines.contains { $0.contains("533e") } ? true : nil }
        #expect(harness.failure == nil)
        harness.close()
    }

    @LoopActor @Test func linkDropped() async throws {
        let harness = try await started()
        try await harness.report("drop \(harness.address)")
        _ = try await lost(harness)
        #expect(harness.link?.write(frame, isZero: false) == .gone)
        try await harness.report("speak \(harness.address)")
        try await worksAgain(harness)
    }

    @LoopActor @Test func linkDroppedWithoutASocket() async throws {
        let harness = try await started("char=\(LinkHarness.write):write")
        try await harness.report("drop \(harness.address)")
        #expect(try await lost(harness) == "the shield has disconnected")
        // The loss has been reported to the state machine by now, exactly once.
        #expect(harness.ends == 1)
        try await harness.report("speak \(harness.address)")
        try await worksAgain(harness)
    }

    /// The write socket ends before the bus reports the cause.
    @LoopActor @Test(arguments: [("power hci0 off", "hci0 was switched off"), ("unplug hci0", "hci0 has gone")])
    func theCauseOfALossIsNamed(fault: String, cause: String) async throws {
        let harness = try await started()
        try await harness.report(fault)
        #expect(try await lost(harness) == cause)
        harness.close()
    }

    @LoopActor @Test func aLossIsReportedToTheLinkBeforeItsCauseIsKnown() async throws {
        let harness = try await started()
        try await harness.report("hangup \(harness.address)")
        try await waitUntil("the end of the link") { harness.ends == 1 ? true : nil }
        #expect(!harness.states.contains { if case .lost = $0 { true } else { false } })
        #expect(try await lost(harness) == "the link was lost")
        harness.close()
    }

    @LoopActor @Test func onlyTheSameShieldIsTakenAgain() async throws {
        let harness = try await started()
        try await harness.report("quiet \(harness.address)")
        try await harness.report(harness.shield(address: harness.other))
        try await harness.report("drop \(harness.address)")
        _ = try await lost(harness)
        try await waitUntil("scanning again") { harness.states.last == .scanning ? true : nil }
        try await harness.report("speak \(harness.other)")
        try await harness.report("speak \(harness.address)")
        #expect(try await harness.up(2).shield.address == harness.address)
        try await worksAgain(harness)
    }

    @LoopActor @Test func adapterSwitchedOffAndOn() async throws {
        let harness = try await started("char=\(LinkHarness.write):write")
        try await harness.report("power hci0 off")
        _ = try await lost(harness)
        try await harness.report("power hci0 on")
        try await worksAgain(harness)
    }

    @LoopActor @Test func adapterUnpluggedAndBack() async throws {
        let harness = try await started()
        try await harness.report("unplug hci0")
        _ = try await lost(harness)
        try await harness.report("adapter hci0 00:11:22:33:44:55")
        try await worksAgain(harness)
    }

    @LoopActor @Test func bluetoothdKilledAndStarted() async throws {
        let harness = try await started()
        harness.fake.close()
        _ = try await lost(harness)
        harness.fake = try await LinkHarness.startFake(harness.bus)
        try await harness.report("adapter hci0 00:11:22:33:44:55")
        try await harness.report(harness.shield())
        try await worksAgain(harness)
    }

    @LoopActor @Test func busRestarted() async throws {
        let harness = try await started("char=\(LinkHarness.write):write")
        harness.bus = try await harness.bus.restarted()
        #expect(try await lost(harness) == "the message bus has gone")
        harness.fake = try await LinkHarness.startFake(harness.bus)
        try await harness.report("adapter hci0 00:11:22:33:44:55")
        try await harness.report(harness.shield())
        try await worksAgain(harness)
    }

    @LoopActor @Test func aWriteThatIsRefusedIsALoss() async throws {
        let harness = try await started("char=\(LinkHarness.write):write")
        try await harness.report("refuse WriteValue org.bluez.Error.Failed Not_connected 1")
        #expect(harness.link?.write(frame, isZero: false) == .inFlight)
        #expect(try await lost(harness).contains("Not connected"))
        try await worksAgain(harness)
    }

    /// Otherwise the link would consider itself up and never look for the shield again.
    @LoopActor @Test func aWriteThatFailsWithoutAHangUpIsALoss() async throws {
        let harness = try await started()
        try await harness.report("shut \(harness.address)")
        #expect(harness.link?.write(frame, isZero: false) == .gone)
        #expect(try await lost(harness) == "the link was lost")
        #expect(harness.ends == 0)
        harness.close()
    }

    @LoopActor @Test func anAnswerToAnEarlierConnectionsCallIsNoneToThis() async throws {
        let harness = try await started("char=\(LinkHarness.write):write")
        try await harness.report("hold WriteValue")
        #expect(harness.link?.write(frame, isZero: false) == .inFlight)
        try await harness.called("WriteValue")
        try await harness.report("drop \(harness.address)")
        _ = try await lost(harness)
        try await harness.report("speak \(harness.address)")
        try await harness.up(2)
        #expect(harness.link?.write(frame, isZero: false) == .inFlight)
        try await harness.called("WriteValue", 2)
        let readies = harness.readies
        try await harness.report("fail WriteValue")
        try await harness.report("heal WriteValue")
        try await waitUntil("the answer to this one", instead: { "\(harness.states)" }) {
            harness.readies == readies + 1 ? true : nil
        }
        #expect(harness.states.filter { if case .lost = $0 { true } else { false } }.count == 1)
        harness.close()
    }

    @LoopActor @Test func aCallThatCannotBeMadeIsReportedByItsOutcomeAlone() async throws {
        let harness = try await started("char=\(LinkHarness.write):write")
        harness.link?.session.close()
        #expect(harness.link?.write(frame, isZero: false) == .gone)
        #expect(harness.ends == 0)
        harness.close()
    }

    /// During a search, shields with ever new addresses pass by.
    @LoopActor @Test func whatBlueZForgetsIsForgotten() async throws {
        let harness = try await LinkHarness.withShield()
        harness.drive(.init(peripheral: harness.other, wait: true))
        let session = try #require(harness.link?.session)
        let device = try await waitUntil("the shield") { session.tree.devices.first }
        try await waitUntil("its advertisement") { session.stamped(device).heardAt }
        try await harness.report("forget \(harness.address)")
        try await waitUntil("its end") { session.tree.devices.isEmpty ? true : nil }
        #expect(session.stamped(device).heardAt == nil)
        harness.close()
    }

    @LoopActor @Test func anIdleLinkDoesNotWakeForOthers() async throws {
        let harness = try await started()
        let calls = try ChildProcess(
            "busctl",
            [
                "--system", "--json=short", "call", "org.freedesktop.DBus", "/org/freedesktop/DBus",
                "org.freedesktop.DBus.Debug.Stats", "GetAllMatchRules",
            ], environment: harness.bus.environment)
        #expect(try await calls.exitStatus() == 0)
        let rules = calls.lines.joined()
        for path in ["/org/bluez/hci0", harness.path, "\(harness.path)/service0001/char0001"] {
            #expect(rules.contains("member='PropertiesChanged',path='\(path)'"))
        }
        #expect(!rules.contains("path_namespace"))
        #expect(!rules.contains("InterfacesAdded"))
        harness.close()
    }
}

import Glibc
import Testing
import WaldoCore
import WaldoLoop
import WaldoTestSupport

@testable import WaldoBlueZ

/// Every kind of loss, and the recovery from it.
@Suite(.serialized, .onLoop)
struct LossTests {
    private let frame = Frame(Array("S>".utf8))!

    @LoopActor private func started(_ options: String = "") async throws -> Bench {
        let bench = try await Bench.withShield(options)
        bench.drive(.init(peripheral: bench.address, notify: true))
        try await bench.up()
        return bench
    }

    @LoopActor private func lost(_ bench: Bench) async throws -> String {
        try await waitUntil("the loss", instead: { "\(bench.states)" }) {
            for case .lost(let reason) in bench.states { return reason }
            return nil
        }
    }

    @LoopActor private func worksAgain(_ bench: Bench) async throws {
        try await bench.up(2)
        #expect(bench.link?.write(frame, isZero: false) != .gone)
        try await waitUntil("the write") { bench.fake.lines.contains { $0.contains("533e") } ? true : nil }
        #expect(bench.failure == nil)
        bench.close()
    }

    @LoopActor @Test func linkDropped() async throws {
        let bench = try await started()
        try await bench.report("drop \(bench.address)")
        _ = try await lost(bench)
        #expect(bench.link?.write(frame, isZero: false) == .gone)
        try await bench.report("speak \(bench.address)")
        try await worksAgain(bench)
    }

    @LoopActor @Test func linkDroppedWithoutASocket() async throws {
        let bench = try await started("char=\(Bench.write):write")
        try await bench.report("drop \(bench.address)")
        #expect(try await lost(bench) == "the shield has disconnected")
        // The loss has been reported to the state machine by now, exactly once.
        #expect(bench.ends == 1)
        try await bench.report("speak \(bench.address)")
        try await worksAgain(bench)
    }

    /// The write socket ends before the bus reports the cause.
    @LoopActor @Test(arguments: [("power hci0 off", "hci0 was switched off"), ("unplug hci0", "hci0 has gone")])
    func theCauseOfALossIsNamed(fault: String, cause: String) async throws {
        let bench = try await started()
        try await bench.report(fault)
        #expect(try await lost(bench) == cause)
        bench.close()
    }

    @LoopActor @Test func aLossIsToldToTheRoadBeforeItsCauseIsKnown() async throws {
        let bench = try await started()
        try await bench.report("hangup \(bench.address)")
        try await waitUntil("the end of the link") { bench.ends == 1 ? true : nil }
        #expect(!bench.states.contains { if case .lost = $0 { true } else { false } })
        #expect(try await lost(bench) == "the link was lost")
        bench.close()
    }

    @LoopActor @Test func onlyTheSameShieldIsTakenAgain() async throws {
        let bench = try await started()
        try await bench.report("quiet \(bench.address)")
        try await bench.report(bench.shield(address: bench.other))
        try await bench.report("drop \(bench.address)")
        _ = try await lost(bench)
        try await waitUntil("scanning again") { bench.states.last == .scanning ? true : nil }
        try await bench.report("speak \(bench.other)")
        try await bench.report("speak \(bench.address)")
        #expect(try await bench.up(2).shield.address == bench.address)
        try await worksAgain(bench)
    }

    @LoopActor @Test func adapterSwitchedOffAndOn() async throws {
        let bench = try await started("char=\(Bench.write):write")
        try await bench.report("power hci0 off")
        _ = try await lost(bench)
        try await bench.report("power hci0 on")
        try await worksAgain(bench)
    }

    @LoopActor @Test func adapterUnpluggedAndBack() async throws {
        let bench = try await started()
        try await bench.report("unplug hci0")
        _ = try await lost(bench)
        try await bench.report("adapter hci0 00:11:22:33:44:55")
        try await worksAgain(bench)
    }

    @LoopActor @Test func bluetoothdKilledAndStarted() async throws {
        let bench = try await started()
        bench.fake.close()
        _ = try await lost(bench)
        bench.fake = try await Bench.startFake(bench.bus)
        try await bench.report("adapter hci0 00:11:22:33:44:55")
        try await bench.report(bench.shield())
        try await worksAgain(bench)
    }

    @LoopActor @Test func busRestarted() async throws {
        let bench = try await started("char=\(Bench.write):write")
        bench.bus = try await bench.bus.restarted()
        #expect(try await lost(bench) == "the message bus has gone")
        bench.fake = try await Bench.startFake(bench.bus)
        try await bench.report("adapter hci0 00:11:22:33:44:55")
        try await bench.report(bench.shield())
        try await worksAgain(bench)
    }

    @LoopActor @Test func aWriteThatIsRefusedIsALoss() async throws {
        let bench = try await started("char=\(Bench.write):write")
        try await bench.report("refuse WriteValue org.bluez.Error.Failed Not_connected 1")
        #expect(bench.link?.write(frame, isZero: false) == .inFlight)
        #expect(try await lost(bench).contains("Not connected"))
        try await worksAgain(bench)
    }

    /// Otherwise the link would consider itself up and never look for the shield again.
    @LoopActor @Test func aWriteThatFailsWithoutAHangUpIsALoss() async throws {
        let bench = try await started()
        try await bench.report("shut \(bench.address)")
        #expect(bench.link?.write(frame, isZero: false) == .gone)
        #expect(try await lost(bench) == "the link was lost")
        #expect(bench.ends == 0)
        bench.close()
    }

    @LoopActor @Test func anAnswerToAnEarlierConnectionsCallIsNoneToThis() async throws {
        let bench = try await started("char=\(Bench.write):write")
        try await bench.report("hold WriteValue")
        #expect(bench.link?.write(frame, isZero: false) == .inFlight)
        try await bench.called("WriteValue")
        try await bench.report("drop \(bench.address)")
        _ = try await lost(bench)
        try await bench.report("speak \(bench.address)")
        try await bench.up(2)
        #expect(bench.link?.write(frame, isZero: false) == .inFlight)
        try await bench.called("WriteValue", 2)
        let readies = bench.readies
        try await bench.report("fail WriteValue")
        try await bench.report("heal WriteValue")
        try await waitUntil("the answer to this one", instead: { "\(bench.states)" }) {
            bench.readies == readies + 1 ? true : nil
        }
        #expect(bench.states.filter { if case .lost = $0 { true } else { false } }.count == 1)
        bench.close()
    }

    @LoopActor @Test func aCallThatCannotBeMadeIsToldByItsOutcomeAlone() async throws {
        let bench = try await started("char=\(Bench.write):write")
        bench.link?.session.close()
        #expect(bench.link?.write(frame, isZero: false) == .gone)
        #expect(bench.ends == 0)
        bench.close()
    }

    /// During a search, shields with ever new addresses pass by.
    @LoopActor @Test func whatBlueZForgetsIsForgotten() async throws {
        let bench = try await Bench.withShield()
        bench.drive(.init(peripheral: bench.other, wait: true))
        let session = try #require(bench.link?.session)
        let device = try await waitUntil("the shield") { session.tree.devices.first }
        try await waitUntil("its advertisement") { session.stamped(device).heardAt }
        try await bench.report("forget \(bench.address)")
        try await waitUntil("its end") { session.tree.devices.isEmpty ? true : nil }
        #expect(session.stamped(device).heardAt == nil)
        bench.close()
    }

    @LoopActor @Test func anIdleLinkDoesNotWakeForOthers() async throws {
        let bench = try await started()
        let calls = try ChildProcess(
            "busctl",
            [
                "--system", "--json=short", "call", "org.freedesktop.DBus", "/org/freedesktop/DBus",
                "org.freedesktop.DBus.Debug.Stats", "GetAllMatchRules",
            ], environment: bench.bus.environment)
        #expect(try await calls.exitStatus() == 0)
        let rules = calls.lines.joined()
        for path in ["/org/bluez/hci0", bench.path, "\(bench.path)/service0001/char0001"] {
            #expect(rules.contains("member='PropertiesChanged',path='\(path)'"))
        }
        #expect(!rules.contains("path_namespace"))
        #expect(!rules.contains("InterfacesAdded"))
        bench.close()
    }
}

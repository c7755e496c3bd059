import Glibc
import Testing
import WaldoBlueZ
import WaldoCore
import WaldoLoop
import WaldoTestSupport

/// A link against the fake: the normal case, the ways to write, and what is refused.
@Suite(.serialized, .onLoop)
struct PeripheralLinkTests {
    private let frame = Frame(Array("F>".utf8))!

    @LoopActor @Test func straightCase() async throws {
        let began = Monotonic.now()
        let bench = try await Bench.withShield("rssi=-41 mtu=50")
        bench.drive(.init(notify: true))
        let up = try await bench.up()
        #expect(up.shield == Peripheral(name: "BLE Shield", address: bench.address, rssi: -41))
        let heardAt = try #require(up.shield.heardAt)
        #expect(heardAt >= began && heardAt <= Monotonic.now())
        #expect(up.facts.route == .acquired && up.facts.mtu == 50 && up.facts.maxBytes == 20)
        #expect(!up.takenOver)
        #expect(Array(bench.states.prefix(2)) == [.scanning, .connecting(up.shield)])
        #expect(bench.link?.write(frame, isZero: false) == .written)
        try await bench.arrived("463e", how: "fd")
        try await waitUntil("the socket is drained") { bench.link?.unsentBytes == 0 ? true : nil }
        try await bench.report("notify \(bench.address) \(Bench.notify) 0aff")
        try await waitUntil("the notification") { bench.notified == [[0x0a, 0xff]] ? true : nil }
        bench.link?.close(disconnect: true)
        #expect(bench.link?.write(frame, isZero: false) == .gone)
        try await bench.fake.waitForLine(containing: "\"Disconnect\"")
        bench.close()
    }

    @LoopActor @Test func discoveryIsStoppedBeforeConnecting() async throws {
        let bench = try await Bench.withShield()
        bench.drive()
        try await bench.up()
        // The fake's output arrives through a separate thread.
        try await bench.fake.waitForLine(containing: "\"Connect\"")
        let calls = bench.fake.lines.filter { $0.hasPrefix("{\"call\"") }
        let stop = try #require(calls.firstIndex { $0.contains("StopDiscovery") })
        let connect = try #require(calls.firstIndex { $0.contains("\"Connect\"") })
        #expect(stop < connect)
        bench.close()
    }

    @LoopActor @Test func aShieldThatIsConnectedAndNamedByItsAddressIsTakenOverWithoutScanning() async throws {
        let bench = try await Bench.withShield("connected")
        bench.drive(.init(peripheral: bench.address.lowercased()))
        #expect(try await bench.up().takenOver)
        #expect(!bench.fake.lines.contains { $0.contains("StartDiscovery") || $0.contains("\"Connect\"") })
        bench.close()
    }

    @LoopActor @Test func withoutCommandsItWritesRequestsOneAtATime() async throws {
        let bench = try await Bench.withShield("char=\(Bench.write):write")
        bench.drive()
        #expect(try await bench.up().facts.route == .request)
        #expect(bench.link?.write(frame, isZero: false) == .inFlight)
        #expect(bench.link?.write(frame, isZero: false) == .refused)
        #expect(bench.link?.unsentBytes == 2)
        try await waitUntil("ready") { bench.readies == 1 ? true : nil }
        #expect(bench.link?.unsentBytes == 0)
        try await bench.arrived("463e", how: "request")
        bench.close()
    }

    @LoopActor @Test func aWriteThatMeetsAnotherProgramsIsToldAsRefused() async throws {
        let bench = try await Bench.withShield("char=\(Bench.write):write")
        bench.drive()
        try await bench.up()
        try await bench.report("refuse WriteValue org.bluez.Error.InProgress In_Progress 1")
        #expect(bench.link?.write(frame, isZero: false) == .inFlight)
        try await waitUntil("ready") { bench.readies == 1 ? true : nil }
        #expect(bench.refusals == 1)
        #expect(bench.link?.write(frame, isZero: false) == .inFlight)
        try await bench.arrived("463e", how: "request")
        try await waitUntil("ready again") { bench.readies == 2 ? true : nil }
        #expect(bench.refusals == 1)
        bench.close()
    }

    /// A program that keeps writing locks us out; retrying at the bus's own pace would only keep bluetoothd busy.
    @LoopActor @Test func betweenTriesAfterAnotherProgramsWriteLiesAPause() async throws {
        let bench = try await Bench.withShield("char=\(Bench.write):write")
        bench.drive()
        try await bench.up()
        try await bench.report("refuse WriteValue org.bluez.Error.InProgress In_Progress")
        let began = Monotonic.now()
        for turn in 1...5 {
            #expect(bench.link?.write(frame, isZero: false) == .inFlight)
            try await waitUntil("refusal \(turn)") { bench.refusals == turn ? true : nil }
            try await waitUntil("ready \(turn)") { bench.readies == turn ? true : nil }
        }
        #expect(Monotonic.now() - began >= 5 * .milliseconds(50))
        #expect(bench.fake.lines.filter { $0.contains("\"WriteValue\"") }.count <= 5)
        bench.close()
    }

    @LoopActor @Test(arguments: ["NotSupported", "NotPermitted"])
    func notificationsThatCannotBeHadAreToldOf(error: String) async throws {
        let bench = try await Bench.withShield()
        try await bench.report("refuse StartNotify org.bluez.Error.\(error) no")
        bench.drive(.init(notify: true))
        let events = try await bench.up().facts.events
        #expect(events.contains { $0.contains("notifications") && $0.contains(error) })
        bench.close()
    }

    @LoopActor @Test func aShieldWithoutTheNotificationsIsWaitedForOnce() async throws {
        let bench = try await Bench.withShield("char=\(Bench.write):write")
        bench.drive(.init(notify: true))
        let events = try await bench.up().facts.events
        #expect(events.contains { $0.contains(Bench.notify) && $0.contains("arm's file") })
        try await bench.report("drop \(bench.address)")
        try await waitUntil("the loss") {
            bench.states.contains { if case .lost = $0 { true } else { false } } ? true : nil
        }
        try await bench.report("speak \(bench.address)")
        try await waitUntil("connecting again") { connecting(bench) == 2 ? true : nil }
        let began = Monotonic.now()
        try await bench.up(2)
        #expect(Monotonic.now() - began < .seconds(1))
        bench.close()
    }

    @LoopActor private func connecting(_ bench: Bench) -> Int {
        bench.states.filter { if case .connecting = $0 { true } else { false } }.count
    }

    @LoopActor @Test func aRefusedSocketFallsBackToWriteValue() async throws {
        let bench = try await Bench.withShield()
        try await bench.report("refuse AcquireWrite org.bluez.Error.NotSupported no")
        bench.drive()
        #expect(try await bench.up().facts.route == .command)
        #expect(bench.link?.write(frame, isZero: false) == .inFlight)
        try await bench.arrived("463e", how: "command")
        bench.close()
    }

    @LoopActor @Test func anArmThatWantsResponsesGetsRequests() async throws {
        let bench = try await Bench.withShield("char=\(Bench.write):write+write-without-response")
        bench.drive(response: true)
        #expect(try await bench.up().facts.route == .request)
        bench.close()
    }

    @LoopActor @Test func swappedCharacteristicsAreToldByTheirProperties() async throws {
        let bench = try await Bench.withShield(
            "char=\(Bench.write):notify char=\(Bench.notify):write-without-response")
        bench.drive(.init(notify: true))
        try await bench.up()
        #expect(bench.link?.write(frame, isZero: false) == .written)
        try await bench.arrived("463e", how: "fd")
        try await bench.report("notify \(bench.address) \(Bench.write) 01")
        try await waitUntil("the notification") { bench.notified == [[1]] ? true : nil }
        bench.close()
    }

    @LoopActor @Test func aFullSocketRefusesAndTellsWhenItIsReady() async throws {
        let bench = try await Bench.withShield()
        bench.drive()
        try await bench.up()
        try await bench.report("deaf \(bench.address)")
        var written = 0
        while bench.link?.write(frame, isZero: true) == .written { written += 1 }
        #expect(written > 0)
        #expect(bench.link?.write(frame, isZero: true) == .refused)
        #expect(bench.link?.unsentBytes ?? 0 > 0)
        #expect(bench.readies == 0)
        try await bench.report("hearing \(bench.address)")
        try await waitUntil("ready") { bench.readies > 0 ? true : nil }
        #expect(bench.link?.write(frame, isZero: true) == .written)
        bench.close()
    }

    @LoopActor @Test func twoShieldsAreListedAndRefused() async throws {
        let bench = try await Bench.withShield()
        try await bench.report(bench.shield(address: bench.other))
        bench.drive()
        guard case .severalShields(let shields) = try await bench.failed() else {
            Issue.record("\(String(describing: bench.failure))")
            return
        }
        #expect(Set(shields.map(\.address)) == [bench.address, bench.other])
        #expect(bench.failure?.description.contains("--shield") == true)
        bench.close()
    }

    @LoopActor @Test func oneOfTwoIsChosenByAddressInAnyCase() async throws {
        let bench = try await Bench.withShield()
        try await bench.report(bench.shield(address: bench.other))
        bench.drive(.init(peripheral: bench.other.lowercased()))
        #expect(try await bench.up().shield.address == bench.other)
        bench.close()
    }

    @LoopActor @Test func aSecondDriveNamesTheFirst() async throws {
        let bench = try await Bench.withShield()
        bench.drive()
        try await bench.up()
        let first = bench.link
        bench.drive()
        guard case .driven(_, let pid) = try await bench.failed() else {
            Issue.record("\(String(describing: bench.failure))")
            return
        }
        #expect(pid == getpid())
        #expect(first?.write(frame, isZero: false) == .written)
        try await bench.arrived("463e", how: "fd")
        first?.close(disconnect: true)
        bench.close()
    }

    @LoopActor @Test func aHeldCharacteristicIsRefused() async throws {
        let bench = try await Bench.withShield()
        try await bench.report("refuse AcquireWrite org.bluez.Error.NotPermitted Write_acquired")
        bench.drive()
        guard case .held = try await bench.failed() else {
            Issue.record("\(String(describing: bench.failure))")
            return
        }
        bench.close()
    }

    /// Some shields advertise while connected: what a killed program has left connected is taken over all the same.
    @LoopActor @Test func aConnectedShieldThatIsHeardIsTakenOver() async throws {
        let bench = try await Bench.withShield("name=Own_name connected")
        bench.drive(.init(peripheral: "BLE Shield"))
        try await waitUntil("scanning", instead: { "\(bench.states)" }) { bench.states == [.scanning] ? true : nil }
        try await bench.report("rename \(bench.address) BLE_Shield")
        #expect(try await bench.up().takenOver)
        bench.close()
    }

    @LoopActor @Test func aFrameThatDoesNotFitIsRefusedBeforeAnythingMoves() async throws {
        let bench = try await Bench.withShield("mtu=23")
        bench.drive(longestFrame: 21)
        #expect(try await bench.failed() == .frameTooLong(bytes: 21, maxBytes: 20))
        #expect(bench.link?.write(frame, isZero: false) == .gone)
        bench.close()
    }

    @LoopActor @Test func staleMemoryIsForgottenOnce() async throws {
        let bench = try await Bench.withShield("stale")
        bench.drive()
        try await bench.up()
        #expect(bench.fake.lines.filter { $0.contains("RemoveDevice") }.count == 1)
        bench.close()
    }

    @LoopActor @Test func aPairedShieldIsNeverForgotten() async throws {
        let bench = try await Bench.withShield("stale paired")
        bench.drive()
        let wanted = Bench.profile.write
        #expect(try await bench.failed() == .noCharacteristic(bench.heard, wanted: wanted, characteristics: []))
        #expect(!bench.fake.lines.contains { $0.contains("RemoveDevice") })
        bench.close()
    }

    @LoopActor @Test func anAbortedConnectIsTriedAgain() async throws {
        let bench = try await Bench.withShield()
        try await bench.report("refuse Connect org.bluez.Error.Failed le-connection-abort-by-local 3")
        bench.drive()
        try await bench.up()
        #expect(bench.fake.lines.filter { $0.contains("\"Connect\"") }.count == 4)
        bench.close()
    }
}

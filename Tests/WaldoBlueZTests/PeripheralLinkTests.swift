import Glibc
import Testing
import WaldoBlueZ
import WaldoCore
import WaldoLoop
import WaldoTestSupport
import WaldoTesting
import WaldoTime

/// A link against the fake: the normal case, the ways to write, and what is refused.
@Suite(.serialized, .onLoop)
struct PeripheralLinkTests {
    private let frame = Frame(Array("F>".utf8))!

    @LoopActor @Test func straightCase() async throws {
        let began = Monotonic.now()
        let harness = try await LinkHarness.withShield("rssi=-41 mtu=50")
        harness.drive(.init(notify: true))
        let up = try await harness.up()
        #expect(up.shield == Peripheral(name: "BLE Shield", address: harness.address, rssi: -41))
        let heardAt = try #require(up.shield.heardAt)
        #expect(heardAt >= began && heardAt <= Monotonic.now())
        #expect(up.facts.route == .acquired && up.facts.mtu == 50 && up.facts.maxBytes == 20)
        #expect(!up.takenOver)
        #expect(Array(harness.states.prefix(2)) == [.scanning, .connecting(up.shield)])
        #expect(harness.link?.write(frame, isZero: false) == .written)
        try await harness.arrived("463e", how: "fd")
        try await waitUntil("the socket is drained") { harness.link?.unsentBytes == 0 ? true : nil }
        try await harness.report("notify \(harness.address) \(LinkHarness.notify) 0aff")
        try await waitUntil("the notification") { harness.notified == [[0x0a, 0xff]] ? true : nil }
        harness.link?.close()
        #expect(harness.link?.write(frame, isZero: false) == .gone)
        try await harness.fake.waitForLine(containing: "\"Disconnect\"")
        harness.close()
    }

    @LoopActor @Test func discoveryIsStoppedBeforeConnecting() async throws {
        let harness = try await LinkHarness.withShield()
        harness.drive()
        try await harness.up()
        let calls = try await harness.said().filter { $0.hasPrefix("{\"call\"") }
        let stop = try #require(calls.firstIndex { $0.contains("StopDiscovery") })
        let connect = try #require(calls.firstIndex { $0.contains("\"Connect\"") })
        #expect(stop < connect)
        harness.close()
    }

    @LoopActor @Test func aShieldThatIsConnectedAndNamedByItsAddressIsTakenOverWithoutScanning() async throws {
        let harness = try await LinkHarness.withShield("connected")
        harness.drive(.init(peripheral: harness.address.lowercased()))
        #expect(try await harness.up().takenOver)
        #expect(try await !harness.said().contains { $0.contains("StartDiscovery") || $0.contains("\"Connect\"") })
        harness.close()
    }

    @LoopActor @Test func withoutCommandsItWritesRequestsOneAtATime() async throws {
        let harness = try await LinkHarness.withShield("char=\(LinkHarness.write):write")
        harness.drive(.init(peripheral: harness.address))
        #expect(try await harness.up().facts.route == .request)
        #expect(harness.link?.write(frame, isZero: false) == .inFlight)
        #expect(harness.link?.write(frame, isZero: false) == .refused)
        #expect(harness.link?.unsentBytes == 2)
        try await waitUntil("ready") { harness.readies == 1 ? true : nil }
        #expect(harness.link?.unsentBytes == 0)
        try await harness.arrived("463e", how: "request")
        harness.close()
    }

    @LoopActor @Test func aWriteThatMeetsAnotherProgramsIsReportedAsRefused() async throws {
        let harness = try await LinkHarness.withShield("char=\(LinkHarness.write):write")
        harness.drive(.init(peripheral: harness.address))
        try await harness.up()
        try await harness.report("refuse WriteValue org.bluez.Error.InProgress In_Progress 1")
        #expect(harness.link?.write(frame, isZero: false) == .inFlight)
        try await waitUntil("ready") { harness.readies == 1 ? true : nil }
        #expect(harness.refusals == 1)
        #expect(harness.link?.write(frame, isZero: false) == .inFlight)
        try await harness.arrived("463e", how: "request")
        try await waitUntil("ready again") { harness.readies == 2 ? true : nil }
        #expect(harness.refusals == 1)
        harness.close()
    }

    /// A program that keeps writing locks us out; retrying at the bus's own pace would only keep bluetoothd busy.
    @LoopActor @Test func betweenTriesAfterAnotherProgramsWriteLiesAPause() async throws {
        let harness = try await LinkHarness.withShield("char=\(LinkHarness.write):write")
        harness.drive(.init(peripheral: harness.address))
        try await harness.up()
        try await harness.report("refuse WriteValue org.bluez.Error.InProgress In_Progress")
        let began = Monotonic.now()
        for turn in 1...5 {
            #expect(harness.link?.write(frame, isZero: false) == .inFlight)
            try await waitUntil("refusal \(turn)") { harness.refusals == turn ? true : nil }
            try await waitUntil("ready \(turn)") { harness.readies == turn ? true : nil }
        }
        #expect(Monotonic.now() - began >= .milliseconds(250))
        #expect(try await harness.said().filter { $0.contains("\"WriteValue\"") }.count <= 5)
        harness.close()
    }

    @LoopActor @Test(arguments: ["NotSupported", "NotPermitted"])
    func notificationsThatCannotBeHadAreReported(error: String) async throws {
        let harness = try await LinkHarness.withShield()
        try await harness.report("refuse StartNotify org.bluez.Error.\(error) no")
        harness.drive(.init(peripheral: harness.address, notify: true))
        let events = try await harness.up().facts.events
        #expect(events.contains { $0.contains("notifications") && $0.contains(error) })
        harness.close()
    }

    @LoopActor @Test func aShieldWithoutTheNotificationsIsWaitedForOnce() async throws {
        let harness = try await LinkHarness.withShield("char=\(LinkHarness.write):write")
        harness.drive(.init(peripheral: harness.address, notify: true))
        let events = try await harness.up().facts.events
        #expect(events.contains { $0.contains(LinkHarness.notify) && $0.contains("arm's file") })
        try await harness.report("drop \(harness.address)")
        try await waitUntil("the loss") {
            harness.states.contains { if case .lost = $0 { true } else { false } } ? true : nil
        }
        try await harness.report("speak \(harness.address)")
        try await waitUntil("connecting again") { connecting(harness) == 2 ? true : nil }
        let began = meteredNow()
        try await harness.up(2)
        expectInTime(since: began, within: .seconds(1))
        harness.close()
    }

    @LoopActor private func connecting(_ harness: LinkHarness) -> Int {
        harness.states.filter { if case .connecting = $0 { true } else { false } }.count
    }

    @LoopActor @Test func aRefusedSocketFallsBackToWriteValue() async throws {
        let harness = try await LinkHarness.withShield()
        try await harness.report("refuse AcquireWrite org.bluez.Error.NotSupported no")
        harness.drive(.init(peripheral: harness.address))
        #expect(try await harness.up().facts.route == .command)
        #expect(harness.link?.write(frame, isZero: false) == .inFlight)
        try await harness.arrived("463e", how: "command")
        harness.close()
    }

    @LoopActor @Test func anArmThatWantsResponsesGetsRequests() async throws {
        let harness = try await LinkHarness.withShield("char=\(LinkHarness.write):write+write-without-response")
        harness.drive(.init(peripheral: harness.address), response: true)
        #expect(try await harness.up().facts.route == .request)
        harness.close()
    }

    @LoopActor @Test func swappedCharacteristicsAreRecognisedByTheirProperties() async throws {
        let harness = try await LinkHarness.withShield(
            "char=\(LinkHarness.write):notify char=\(LinkHarness.notify):write-without-response")
        harness.drive(.init(peripheral: harness.address, notify: true))
        try await harness.up()
        #expect(harness.link?.write(frame, isZero: false) == .written)
        try await harness.arrived("463e", how: "fd")
        try await harness.report("notify \(harness.address) \(LinkHarness.write) 01")
        try await waitUntil("the notification") { harness.notified == [[1]] ? true : nil }
        harness.close()
    }

    @LoopActor @Test func aFullSocketRefusesAndReportsWhenItIsReady() async throws {
        let harness = try await LinkHarness.withShield()
        harness.drive(.init(peripheral: harness.address))
        try await harness.up()
        try await harness.report("deaf \(harness.address)")
        var written = 0
        while harness.link?.write(frame, isZero: true) == .written { written += 1 }
        #expect(written > 0)
        #expect(harness.link?.write(frame, isZero: true) == .refused)
        #expect(harness.link?.unsentBytes ?? 0 > 0)
        #expect(harness.readies == 0)
        try await harness.report("hearing \(harness.address)")
        try await waitUntil("ready") { harness.readies > 0 ? true : nil }
        #expect(harness.link?.write(frame, isZero: true) == .written)
        harness.close()
    }

    @LoopActor @Test func twoShieldsAreListedAndRefused() async throws {
        let harness = try await LinkHarness.withShield()
        try await harness.report(harness.shield(address: harness.other))
        harness.drive()
        guard case .severalShields(let shields) = try await harness.failed() else {
            Issue.record("\(String(describing: harness.failure))")
            return
        }
        #expect(Set(shields.map(\.address)) == [harness.address, harness.other])
        #expect(harness.failure?.description.contains("--shield") == true)
        harness.close()
    }

    @LoopActor @Test func oneOfTwoIsChosenByAddressInAnyCase() async throws {
        let harness = try await LinkHarness.withShield()
        try await harness.report(harness.shield(address: harness.other))
        harness.drive(.init(peripheral: harness.other.lowercased()))
        #expect(try await harness.up().shield.address == harness.other)
        harness.close()
    }

    @LoopActor @Test func aSecondDriveNamesTheFirst() async throws {
        let harness = try await LinkHarness.withShield()
        harness.drive(.init(peripheral: harness.address))
        try await harness.up()
        let first = harness.link
        harness.drive(.init(peripheral: harness.address))
        guard case .driven(_, let holder) = try await harness.failed() else {
            Issue.record("\(String(describing: harness.failure))")
            return
        }
        #expect(holder == LockHolder(pid: getpid(), user: geteuid()))
        #expect(first?.write(frame, isZero: false) == .written)
        try await harness.arrived("463e", how: "fd")
        first?.close()
        harness.close()
    }

    @LoopActor @Test func aHeldCharacteristicIsRefused() async throws {
        let harness = try await LinkHarness.withShield()
        try await harness.report("refuse AcquireWrite org.bluez.Error.NotPermitted Write_acquired")
        harness.drive(.init(peripheral: harness.address))
        guard case .inUse = try await harness.failed() else {
            Issue.record("\(String(describing: harness.failure))")
            return
        }
        harness.close()
    }

    /// Some shields advertise while connected: what a killed program has left connected is taken over all the same.
    @LoopActor @Test func aConnectedShieldThatIsHeardIsTakenOver() async throws {
        let harness = try await LinkHarness.withShield("name=Own_name connected")
        harness.drive(.init(peripheral: "BLE Shield"))
        try await waitUntil("scanning", instead: { "\(harness.states)" }) { harness.states == [.scanning] ? true : nil }
        try await harness.report("rename \(harness.address) BLE_Shield")
        #expect(try await harness.up().takenOver)
        harness.close()
    }

    @LoopActor @Test func aFrameThatDoesNotFitIsRefusedBeforeAnythingMoves() async throws {
        let harness = try await LinkHarness.withShield("mtu=23")
        harness.drive(.init(peripheral: harness.address), longestFrame: 21)
        #expect(try await harness.failed() == .frameTooLong(bytes: 21, maxBytes: 20))
        #expect(harness.link?.write(frame, isZero: false) == .gone)
        harness.close()
    }

    /// A link to a shield that takes writes of 64 bytes, for an arm with a frame of 25.
    @LoopActor private func wide(_ mtu: String) async throws -> LinkHarness {
        let harness = try await LinkHarness.withShield(mtu)
        var profile = LinkHarness.profile
        profile.max = 64
        harness.drive(.init(peripheral: harness.address), longestFrame: 25, profile: profile)
        try await harness.up()
        return harness
    }

    /// One frame in two records, counted as one write.
    @LoopActor @Test func aFrameLongerThanAWriteGoesInPieces() async throws {
        let harness = try await wide("mtu=23")
        let long = Frame((0..<25).map { UInt8($0) })!
        #expect(harness.link?.write(long, isZero: true).isSent == true)
        try await harness.arrived("1415161718", how: "fd")
        let writes = harness.fake.lines.filter { $0.contains("\"write\"") }.map { $0.value(of: "write") }
        #expect(writes == ["000102030405060708090a0b0c0d0e0f10111213", "1415161718"])
        harness.close()
    }

    /// Where the MTU carries the frame, it goes whole.
    @LoopActor @Test func aFrameThatFitsTheMTUGoesInOneWrite() async throws {
        let harness = try await wide("mtu=50")
        #expect(harness.link?.write(Frame([UInt8](repeating: 7, count: 25))!, isZero: true).isSent == true)
        try await harness.arrived(String(repeating: "07", count: 25), how: "fd")
        harness.close()
    }

    @LoopActor @Test func staleMemoryIsForgottenOnce() async throws {
        let harness = try await LinkHarness.withShield("stale")
        harness.drive(.init(peripheral: harness.address))
        try await harness.up()
        #expect(try await harness.said().filter { $0.contains("RemoveDevice") }.count == 1)
        harness.close()
    }

    @LoopActor @Test func aPairedShieldIsNeverForgotten() async throws {
        let harness = try await LinkHarness.withShield("stale paired")
        harness.drive(.init(peripheral: harness.address))
        let wanted = LinkHarness.profile.write
        #expect(try await harness.failed() == .noCharacteristic(harness.heard, wanted: wanted, characteristics: []))
        #expect(try await !harness.said().contains { $0.contains("RemoveDevice") })
        harness.close()
    }

    @LoopActor @Test func anAbortedConnectIsTriedAgain() async throws {
        let harness = try await LinkHarness.withShield()
        try await harness.report("refuse Connect org.bluez.Error.Failed le-connection-abort-by-local 3")
        harness.drive(.init(peripheral: harness.address))
        try await harness.up()
        #expect(try await harness.said().filter { $0.contains("\"Connect\"") }.count == 4)
        harness.close()
    }
}

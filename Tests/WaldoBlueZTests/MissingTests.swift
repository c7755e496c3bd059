import Testing
import WaldoBlueZ
import WaldoCore
import WaldoLoop
import WaldoTestSupport
import WaldoTesting
import WaldoTime

/// What is missing at the start: each has its own error, or is waited for.
@Suite(.serialized, .onLoop)
struct MissingTests {
    @LoopActor @Test func noBus() async throws {
        let harness = try await LinkHarness()
        harness.bus.daemon.close()
        harness.drive()
        guard case .noBus = try await harness.failed() else {
            Issue.record("\(String(describing: harness.failure))")
            return
        }
        harness.close()
    }

    @LoopActor @Test func noBluetoothd() async throws {
        let harness = try await LinkHarness()
        harness.fake.close()
        harness.drive()
        #expect(try await harness.failed() == .notRunning)
        harness.close()
    }

    @LoopActor @Test func noAdapter() async throws {
        let harness = try await LinkHarness()
        harness.drive()
        #expect(try await harness.failed() == .noAdapter(wanted: nil, seen: []))
        harness.close()
    }

    /// bluetoothd owns its bus name before it has its adapters.
    @LoopActor @Test func anAdapterThatComesRightBehindBluetoothdIsWaitedFor() async throws {
        let harness = try await LinkHarness()
        harness.drive()
        try await harness.called("GetManagedObjects")
        try await harness.report("adapter hci0 00:11:22:33:44:55")
        try await harness.report(harness.shield())
        try await harness.up()
        harness.close()
    }

    @LoopActor @Test func anotherAdapterThanAskedFor() async throws {
        let harness = try await LinkHarness.withShield()
        harness.drive(.init(adapter: "hci7"))
        #expect(try await harness.failed() == .noAdapter(wanted: "hci7", seen: ["hci0"]))
        harness.close()
    }

    @LoopActor @Test func adapterOff() async throws {
        let harness = try await LinkHarness()
        try await harness.report("adapter hci0 00:11:22:33:44:55 off")
        harness.drive()
        #expect(try await harness.failed() == .adapterOff("hci0"))
        harness.close()
    }

    /// A shield that was there but could not be connected to is not reported as silent.
    @LoopActor @Test func aShieldThatRefusedAndWentIsNamed() async throws {
        let harness = try await LinkHarness.withShield()
        try await harness.report("refuse Connect org.bluez.Error.Failed le-connection-abort-by-local")
        harness.drive(.init(peripheral: harness.address, patience: .seconds(2)))
        try await waitUntil("the first refusal", instead: { "\(harness.states)" }) {
            harness.states.contains { if case .waiting = $0 { true } else { false } } ? true : nil
        }
        try await harness.report("quiet \(harness.address)")
        #expect(try await harness.failed() == .connection(harness.heard, reason: "le-connection-abort-by-local"))
        harness.close()
    }

    @LoopActor @Test func noShieldListsWhatWasHeard() async throws {
        let harness = try await LinkHarness.withShield("quiet")
        try harness.fake.write(line: "device hci0 \(harness.other) name=Lamp\u{1b}[2J service=\(LinkHarness.notify)")
        try await harness.fake.waitForLine(containing: "Lamp")
        harness.drive(.init(peripheral: "Arm", patience: .seconds(1)))
        guard case .noShield(let wanted, let heard) = try await harness.failed() else {
            Issue.record("\(String(describing: harness.failure))")
            return
        }
        #expect(wanted == "Arm")
        #expect(heard.map(\.name) == ["Lamp\\u{1b}[2J"])
        harness.close()
    }

    @LoopActor @Test func withWaitEverythingIsWaitedFor() async throws {
        let harness = try await LinkHarness()
        harness.fake.close()
        harness.drive(.init(wait: true, patience: .zero))
        try await waitUntil("waiting") {
            harness.states.contains(.waiting(what: BlueZError.notRunning.description)) ? true : nil
        }
        harness.fake = try await LinkHarness.startFake(harness.bus)
        try await harness.report("adapter hci0 00:11:22:33:44:55 off")
        try await waitUntil("waiting for power") {
            harness.states.contains(.waiting(what: BlueZError.adapterOff("hci0").description)) ? true : nil
        }
        try await harness.report("power hci0 on")
        try await waitUntil("scanning") { harness.states.last == .scanning ? true : nil }
        try await harness.report(harness.shield())
        try await harness.up()
        #expect(harness.failure == nil)
        harness.close()
    }

    @LoopActor @Test func scanListsWhatIsHeard() async throws {
        let harness = try await LinkHarness.withShield()
        try await harness.report("device hci0 \(harness.other) name=Lamp rssi=-80")
        var reported = 0
        let all = try await PeripheralScan.run(lasting: .seconds(1), bus: harness.bus.address) { _ in reported += 1 }
        #expect(
            Set(all.map(\.peripheral)) == [
                Peripheral(name: "BLE Shield", address: harness.address, rssi: -50),
                Peripheral(name: "Lamp", address: harness.other, rssi: -80),
            ])
        #expect(reported == 2)
        let shields = try await PeripheralScan.run(
            services: [LinkHarness.profile.service], lasting: .seconds(1), bus: harness.bus.address)
        #expect(shields.map(\.peripheral.address) == [harness.address])
        harness.close()
    }

    @LoopActor @Test func anIndependentClientReadsTheFake() async throws {
        let harness = try await LinkHarness.withShield("connected")
        let client = try ChildProcess(
            "busctl",
            [
                "--system", "--json=short", "call", "org.bluez", "/", "org.freedesktop.DBus.ObjectManager",
                "GetManagedObjects",
            ], environment: harness.bus.environment)
        #expect(try await client.exitStatus() == 0)
        let text = client.lines.joined()
        for word in [
            "org.bluez.Adapter1", "org.bluez.Device1", "GattCharacteristic1", LinkHarness.write, harness.address,
        ] {
            #expect(text.contains(word))
        }
        harness.close()
    }
}

import Testing
import WaldoBlueZ
import WaldoCore
import WaldoLoop
import WaldoTestSupport

/// What is missing at the start: each has its own error, or is waited for.
@Suite(.serialized, .onLoop)
struct MissingTests {
    @LoopActor @Test func noBus() async throws {
        let bench = try await Bench()
        bench.bus.daemon.close()
        bench.drive()
        guard case .noBus = try await bench.failed() else {
            Issue.record("\(String(describing: bench.failure))")
            return
        }
        bench.close()
    }

    @LoopActor @Test func noBluetoothd() async throws {
        let bench = try await Bench()
        bench.fake.close()
        bench.drive()
        #expect(try await bench.failed() == .notRunning)
        bench.close()
    }

    @LoopActor @Test func noAdapter() async throws {
        let bench = try await Bench()
        bench.drive()
        #expect(try await bench.failed() == .noAdapter(wanted: nil, seen: []))
        bench.close()
    }

    /// bluetoothd owns its bus name before it has its adapters.
    @LoopActor @Test func anAdapterThatComesRightBehindBluetoothdIsWaitedFor() async throws {
        let bench = try await Bench()
        bench.drive()
        try await bench.called("GetManagedObjects")
        try await bench.report("adapter hci0 00:11:22:33:44:55")
        try await bench.report(bench.shield())
        try await bench.up()
        bench.close()
    }

    @LoopActor @Test func anotherAdapterThanAskedFor() async throws {
        let bench = try await Bench.withShield()
        bench.drive(.init(adapter: "hci7"))
        #expect(try await bench.failed() == .noAdapter(wanted: "hci7", seen: ["hci0"]))
        bench.close()
    }

    @LoopActor @Test func adapterOff() async throws {
        let bench = try await Bench()
        try await bench.report("adapter hci0 00:11:22:33:44:55 off")
        bench.drive()
        #expect(try await bench.failed() == .adapterOff("hci0"))
        bench.close()
    }

    /// A shield that was there but could not be connected to is not reported as silent.
    @LoopActor @Test func aShieldThatRefusedAndWentIsNamed() async throws {
        let bench = try await Bench.withShield()
        try await bench.report("refuse Connect org.bluez.Error.Failed le-connection-abort-by-local")
        bench.drive(.init(peripheral: bench.address, patience: 2))
        try await waitUntil("the first refusal", instead: { "\(bench.states)" }) {
            bench.states.contains { if case .waiting = $0 { true } else { false } } ? true : nil
        }
        try await bench.report("quiet \(bench.address)")
        #expect(try await bench.failed() == .connection(bench.heard, reason: "le-connection-abort-by-local"))
        bench.close()
    }

    @LoopActor @Test func noShieldTellsWhatWasHeard() async throws {
        let bench = try await Bench.withShield("quiet")
        try bench.fake.write(line: "device hci0 \(bench.other) name=Lamp\u{1b}[2J service=\(Bench.notify)")
        try await bench.fake.waitForLine(containing: "Lamp")
        bench.drive(.init(peripheral: "Arm", patience: 1))
        guard case .noShield(let wanted, let heard) = try await bench.failed() else {
            Issue.record("\(String(describing: bench.failure))")
            return
        }
        #expect(wanted == "Arm")
        #expect(heard.map(\.name) == ["Lamp\\u{1b}[2J"])
        bench.close()
    }

    @LoopActor @Test func withWaitEverythingIsWaitedFor() async throws {
        let bench = try await Bench()
        bench.fake.close()
        bench.drive(.init(wait: true, patience: 0))
        try await waitUntil("waiting") {
            bench.states.contains(.waiting(what: BlueZError.notRunning.description)) ? true : nil
        }
        bench.fake = try await Bench.startFake(bench.bus)
        try await bench.report("adapter hci0 00:11:22:33:44:55 off")
        try await waitUntil("waiting for power") {
            bench.states.contains(.waiting(what: BlueZError.adapterOff("hci0").description)) ? true : nil
        }
        try await bench.report("power hci0 on")
        try await waitUntil("scanning") { bench.states.last == .scanning ? true : nil }
        try await bench.report(bench.shield())
        try await bench.up()
        #expect(bench.failure == nil)
        bench.close()
    }

    @LoopActor @Test func scanListsWhatIsHeard() async throws {
        let bench = try await Bench.withShield()
        try await bench.report("device hci0 \(bench.other) name=Lamp rssi=-80")
        var reported = 0
        let all = try await PeripheralScan.run(seconds: 1, bus: bench.bus.address) { _ in reported += 1 }
        #expect(
            Set(all.map(\.peripheral)) == [
                Peripheral(name: "BLE Shield", address: bench.address, rssi: -50),
                Peripheral(name: "Lamp", address: bench.other, rssi: -80),
            ])
        #expect(reported == 2)
        let shields = try await PeripheralScan.run(service: Bench.profile.service, seconds: 1, bus: bench.bus.address)
        #expect(shields.map(\.peripheral.address) == [bench.address])
        bench.close()
    }

    @LoopActor @Test func anIndependentClientReadsTheFake() async throws {
        let bench = try await Bench.withShield("connected")
        let client = try ChildProcess(
            "busctl",
            [
                "--system", "--json=short", "call", "org.bluez", "/", "org.freedesktop.DBus.ObjectManager",
                "GetManagedObjects",
            ], environment: bench.bus.environment)
        #expect(try await client.exitStatus() == 0)
        let text = client.lines.joined()
        for word in ["org.bluez.Adapter1", "org.bluez.Device1", "GattCharacteristic1", Bench.write, bench.address] {
            #expect(text.contains(word))
        }
        bench.close()
    }
}

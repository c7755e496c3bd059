import Testing
import WaldoBlueZ
import WaldoCore
import WaldoLoop
import WaldoTestSupport
import WaldoTesting

/// This machine as a peripheral, against the fake BlueZ on a private bus.
@Suite(.serialized, .onLoop)
struct PeripheralServerTests {
    @LoopActor @Test func itAdvertisesAndIsWrittenTo() async throws {
        let harness = try await ServerHarness()
        defer { harness.close() }
        try await harness.advertising()
        #expect(harness.states == [.advertising(adapter: "hci0", address: "00:11:22:33:44:55")])
        try await harness.says("\"name\":\"An arm\",\"services\":\"\(FakeShield.service)\"")
        try await harness.stage.report("put \(FakeShield.write) 463e")
        try await harness.says("\"event\":\"put done\"")
        #expect(harness.written == [[0x46, 0x3e]])
        try await harness.stage.report("put \(FakeShield.write) \(String(repeating: "00", count: 21))")
        try await harness.says("InvalidValueLength")
        try await harness.stage.report("put \(FakeShield.notify) 00")
        try await harness.says("org.bluez.Error.NotSupported")
        #expect(harness.written.count == 1)
        #expect(harness.notes.count == 2)
    }

    @LoopActor @Test func itNotifiesWhoHasSubscribed() async throws {
        let harness = try await ServerHarness()
        defer { harness.close() }
        try await harness.advertising()
        let server = try #require(harness.server)
        #expect(!server.notify(Frame([1])!, on: ServerHarness.speaks))
        try await harness.stage.report("subscribe \(FakeShield.notify)")
        try await harness.says("\"event\":\"subscribe done\"")
        #expect(server.notify(Frame([0xd5, 0x07])!, on: ServerHarness.speaks))
        try await harness.says("\"event\":\"notified\",\"uuid\":\"\(FakeShield.notify)\",\"bytes\":\"d507\"")
        #expect(!server.notify(Frame([1])!, on: ServerHarness.receives))
        try await harness.stage.report("unsubscribe \(FakeShield.notify)")
        try await harness.says("\"event\":\"unsubscribe done\"")
        #expect(!server.notify(Frame([2])!, on: ServerHarness.speaks))
        #expect(harness.listening == [true, false])
    }

    @LoopActor @Test func clientsComeAndGo() async throws {
        let harness = try await ServerHarness()
        defer { harness.close() }
        try await harness.advertising()
        let address = harness.stage.address
        try await harness.stage.report("device hci0 \(address) connected")
        try await waitUntil("the client") { harness.clients == ["connected \(address)"] ? true : nil }
        try await harness.stage.report("put \(FakeShield.write) 463e \(harness.stage.path)")
        try await waitUntil("its write") { harness.clients.last == "wrote \(address)" ? true : nil }
        try await harness.stage.report("drop \(address)")
        try await waitUntil("its end") { harness.clients.last == "gone \(address)" ? true : nil }
        #expect(harness.clients.count == 3)
    }

    /// Any program may call objects on a bus.
    @LoopActor @Test func onlyBlueZMayWrite() async throws {
        let harness = try await ServerHarness()
        defer { harness.close() }
        try await harness.advertising()
        let names = try ChildProcess(
            "busctl", ["--system", "list", "--no-legend", "--unique"], environment: harness.stage.bus.environment)
        _ = try await names.exitStatus()
        for name in names.lines.compactMap({ $0.split(separator: " ").first.map(String.init) }) {
            let caller = try ChildProcess(
                "busctl",
                [
                    "--system", "call", name, "/waldo/application/service0/characteristic0",
                    "org.bluez.GattCharacteristic1", "WriteValue", "aya{sv}", "1", "70", "0",
                ], environment: harness.stage.bus.environment)
            #expect(try await caller.exitStatus() != 0, "\(name)")
        }
        #expect(harness.written == [])
    }

    @LoopActor @Test func itIsTakenBackAtTheEnd() async throws {
        let harness = try await ServerHarness()
        defer { harness.close() }
        try await harness.advertising()
        try await harness.stage.report("device hci0 \(harness.stage.address) connected")
        try await harness.stage.report("put \(FakeShield.write) 463e \(harness.stage.path)")
        try await waitUntil("its write") { harness.written.isEmpty ? nil : true }
        try await harness.closeServer()
        let calls = try await harness.stage.said().filter { $0.contains("nregister") }
        #expect(calls.count == 2 && calls[0].contains("UnregisterAdvertisement"), "\(calls)")
        try await harness.stage.called("Disconnect")
    }

    @LoopActor @Test func itIsBackWithBlueZ() async throws {
        let harness = try await ServerHarness()
        defer { harness.close() }
        try await harness.advertising()
        harness.stage.fake.close()
        try await waitUntil("the loss") {
            harness.states.contains(.lost(reason: "bluetoothd has gone")) ? true : nil
        }
        harness.stage.fake = try await LinkHarness.startFake(harness.stage.bus)
        try await harness.stage.report("adapter hci0 00:11:22:33:44:55")
        try await harness.advertising(2)
        try await harness.stage.report("put \(FakeShield.write) 533e")
        try await harness.says("\"event\":\"put done\"")
        #expect(harness.written == [[0x53, 0x3e]])
    }

    @LoopActor @Test func itIsBackWithTheBus() async throws {
        let harness = try await ServerHarness()
        defer { harness.close() }
        try await harness.advertising()
        harness.stage.bus = try await harness.stage.bus.restarted()
        harness.stage.fake = try await LinkHarness.startFake(harness.stage.bus)
        try await harness.stage.report("adapter hci0 00:11:22:33:44:55")
        try await harness.advertising(2)
        try await harness.stage.report("put \(FakeShield.write) 533e")
        try await waitUntil("the write") { harness.written == [[0x53, 0x3e]] ? true : nil }
    }

    @LoopActor @Test(arguments: ["power hci0 off", "release hci0"]) func itIsBackWithItsAdapter(fault: String)
        async throws
    {
        let harness = try await ServerHarness()
        defer { harness.close() }
        try await harness.advertising()
        try await harness.stage.report(fault)
        try await waitUntil("the loss") {
            harness.states.contains { if case .lost = $0 { true } else { false } } ? true : nil
        }
        try await harness.stage.report("power hci0 on")
        try await harness.advertising(2)
        #expect(harness.failure == nil)
    }

    @LoopActor
    @Test(arguments: [
        (["adapter hci0 00:11:22:33:44:55 off"], "hci0 is switched off"),
        ([], "there is no Bluetooth adapter"),
        (
            [
                "adapter hci0 00:11:22:33:44:55",
                "refuse RegisterAdvertisement org.freedesktop.DBus.Error.UnknownMethod no",
            ],
            "hci0 cannot be a peripheral"
        ),
        (
            [
                "adapter hci0 00:11:22:33:44:55",
                "refuse RegisterApplication org.freedesktop.DBus.Error.AccessDenied no",
            ],
            "does not allow this user to be a peripheral: add the user to the group"
        ),
        (
            ["adapter hci0 00:11:22:33:44:55", "refuse RegisterAdvertisement org.bluez.Error.NotPermitted full"],
            "hci0 has no room for another advertisement"
        ),
    ]) func whatIsMissingIsNamedWithTheMend(script: [String], words: String) async throws {
        let harness = try await ServerHarness(script)
        defer { harness.close() }
        let failure = try await harness.failed()
        #expect("\(failure)".contains(words), "\(failure)")
    }

    /// The first advertisement after bluetoothd has started may be refused.
    @LoopActor @Test func aPassingRefusalIsTriedAgain() async throws {
        let harness = try await ServerHarness([
            "adapter hci0 00:11:22:33:44:55", "refuse RegisterAdvertisement org.bluez.Error.Failed busy 1",
        ])
        defer { harness.close() }
        try await harness.advertising()
        #expect(try await harness.stage.calls("RegisterApplication") == 2)
        #expect(try await harness.stage.calls("UnregisterApplication") == 1)
        #expect(harness.failure == nil)
    }

    /// bluetoothd 5.66 crashes over an advertisement that is withdrawn while it is being registered.
    @LoopActor @Test func nothingIsTakenBackWhileItIsRegistered() async throws {
        let harness = try await ServerHarness(["adapter hci0 00:11:22:33:44:55", "hang RegisterAdvertisement"])
        defer { harness.close() }
        try await harness.stage.called("RegisterAdvertisement")
        var isClosed = false
        harness.server?.close { isClosed = true }
        // What nothing is registered for closes at once.
        #expect(!isClosed)
        #expect(try await harness.stage.calls("UnregisterAdvertisement") == 0)
    }
}

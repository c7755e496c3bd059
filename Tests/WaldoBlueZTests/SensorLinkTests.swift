import Testing
import WaldoBlueZ
import WaldoCore
import WaldoLoop
import WaldoTestSupport
import WaldoTesting
import WaldoTime

/// A listening link against the fake: what it finds, what it hears, and what it leaves alone.
@Suite(.serialized, .onLoop)
struct SensorLinkTests {
    private let first = SensorHarness.first, second = SensorHarness.second

    @LoopActor @Test func bothCharacteristicsAreHeardInOrder() async throws {
        let harness = try await SensorHarness.withSensor()
        harness.listen()
        let up = try await harness.up()
        #expect(up.peripheral == harness.peripheral && up.facts == SensorFacts())
        #expect(harness.states.prefix(2) == [.scanning, .connecting(up.peripheral)])
        let before = Monotonic.now()
        try await harness.stage.report("notify \(harness.address) \(second) 02 \(first) 0a0b \(second) 03 \(first) 0c")
        try await waitUntil("four notifications", instead: { "\(harness.heard)" }) {
            harness.notifications.count == 4 ? true : nil
        }
        #expect(harness.notifications.map(\.channel) == [1, 0, 1, 0])
        #expect(harness.notifications.map(\.1.bytes) == [[2], [0x0a, 0x0b], [3], [0x0c]])
        #expect(harness.notifications.allSatisfy { $0.1.at >= before && $0.1.at <= Monotonic.now() })
        let calls = try await harness.stage.said().filter { $0.contains("\"call\"") }
        #expect(!calls.contains { $0.contains("Write") || $0.contains("ReadValue") })
        harness.close()
    }

    @LoopActor @Test func whatComesBeforeTheLastIsSubscribedToFollowsTheReport() async throws {
        let harness = try await SensorHarness.withSensor()
        try await harness.stage.report("hold StartNotify")
        harness.listen(.init(choice: .called(harness.address)))
        try await harness.stage.called("StartNotify")
        try await harness.stage.report("notify \(harness.address) \(first) 01 \(first) 02")
        try await harness.stage.report("heal StartNotify")
        try await harness.up()
        try await harness.hears("03", as: [3])
        #expect(harness.heard.map(\.bytes) == [[1], [2], [3]])
        #expect(harness.strays == 0)
        harness.close()
    }

    @LoopActor @Test func aFloodIsHeardWholeAndInOrder() async throws {
        let harness = try await SensorHarness.withSensor()
        harness.listen(.init(choice: .called(harness.address)))
        try await harness.up()
        try harness.stage.fake.write(line: "flood \(harness.address) \(second) 10000")
        try await waitUntil("the flood", within: .seconds(60), instead: { "\(harness.notifications.count)" }) {
            harness.notifications.count == 10_000 ? true : nil
        }
        let numbers = harness.notifications.map { $0.1.bytes.reduce(0) { $0 << 8 | Int($1) } }
        #expect(numbers == Array(0..<10_000))
        #expect(harness.notifications.allSatisfy { $0.channel == 1 })
        harness.close()
    }

    @LoopActor @Test func twoInReachAreNamedAndRefused() async throws {
        let harness = try await SensorHarness.withSensor()
        try await harness.stage.report(harness.sensor(address: harness.stage.other))
        harness.listen()
        let failure = try await harness.failed()
        guard case .severalSensors(let peripherals) = failure else {
            Issue.record("\(failure)")
            return
        }
        #expect(Set(peripherals.map(\.address)) == [harness.address, harness.stage.other])
        #expect([harness.address, harness.stage.other].allSatisfy(failure.description.contains))
        #expect(try await harness.stage.calls("Connect") == 0)
        harness.close()
    }

    @LoopActor @Test func oneOfTwoIsChosenByItsAddress() async throws {
        let harness = try await SensorHarness.withSensor()
        try await harness.stage.report(harness.sensor(address: harness.stage.other))
        harness.listen(.init(choice: .called(harness.stage.other.lowercased())))
        #expect(try await harness.up().peripheral.address == harness.stage.other)
        harness.close()
    }

    @LoopActor @Test func onlyTheRememberedOneIsUsedAndTheNoteNamesTheWayOut() async throws {
        let harness = try await SensorHarness.withSensor()
        try await harness.stage.report(harness.sensor(address: harness.stage.other))
        let choice = SensorLink.Choice.remembered(address: harness.stage.other, sensor: "airbeam")
        harness.listen(.init(choice: choice))
        let up = try await harness.up()
        #expect(up.peripheral.address == harness.stage.other)
        #expect(up.facts.events.contains { $0.contains("waldo forget airbeam") })
        harness.close()
    }

    @LoopActor @Test func aRememberedOneThatIsNotThereIsNotReplaced() async throws {
        let harness = try await SensorHarness.withSensor()
        let choice = SensorLink.Choice.remembered(address: harness.stage.other, sensor: "airbeam")
        harness.listen(.init(choice: choice, patience: .seconds(1)))
        let failure = try await harness.failed()
        let heard = [harness.peripheral]
        #expect(failure == .noSensor(wanted: harness.stage.other, heard: heard, remembered: "airbeam"))
        #expect(failure.description.contains("waldo forget airbeam"))
        #expect(try await harness.stage.calls("Connect") == 0)
        harness.close()
    }

    @LoopActor @Test func withWaitWhatIsNotThereIsWaitedFor() async throws {
        let harness = try await SensorHarness()
        try await harness.stage.report("adapter hci0 00:11:22:33:44:55 off")
        harness.listen(.init(wait: true, patience: .zero))
        try await waitUntil("waiting for power") {
            harness.states.contains(.waiting(what: BlueZError.adapterOff("hci0").description)) ? true : nil
        }
        try await harness.stage.report("power hci0 on")
        try await waitUntil("scanning") { harness.states.last == .scanning ? true : nil }
        try await harness.stage.report(harness.sensor())
        try await harness.up()
        harness.close()
    }

    // MARK: what is missing

    @LoopActor @Test func aMissingCharacteristicIsReportedAndTheOtherHeard() async throws {
        let harness = try await SensorHarness.withSensor("char=\(SensorHarness.first):notify")
        harness.listen(.init(choice: .called(harness.address)))
        let facts = try await harness.up().facts
        #expect(facts.unheard == [BluetoothUUID(second)!])
        #expect(facts.events.count == 1 && facts.events[0].contains(second))
        try await harness.hears("07", as: [7])
        harness.close()
    }

    @LoopActor @Test func aPeripheralWithNoneOfThemIsRefusedAndWhatItHasIsNamed() async throws {
        let harness = try await SensorHarness.withSensor("char=\(SensorHarness.first):read char=2a19:read+notify")
        harness.listen(.init(choice: .called(harness.address)))
        let failure = try await harness.failed()
        let wanted = [first, second].map { BluetoothUUID($0)! }
        let battery = "\(BluetoothUUID("2a19")!) (notify, read)"
        let has = ["\(first) (read)", battery]
        #expect(
            failure == .noSensorCharacteristics(harness.peripheral, wanted: wanted, characteristics: has))
        #expect((has + [second]).allSatisfy(failure.description.contains))
        #expect(try await harness.stage.calls("StartNotify") == 0)
        harness.close()
    }

    @LoopActor @Test func notificationsThatAnotherProgramHasAreNamed() async throws {
        let harness = try await SensorHarness.withSensor()
        try await harness.stage.report("refuse StartNotify org.bluez.Error.NotPermitted Notify_acquired 1")
        harness.listen(.init(choice: .called(harness.address)))
        let facts = try await harness.up().facts
        #expect(facts.unheard == [BluetoothUUID(first)!])
        #expect(facts.events.contains { $0.contains("Notify acquired") && $0.contains(first) })
        harness.close()
        let refused = try await SensorHarness.withSensor()
        try await refused.stage.report("refuse StartNotify org.bluez.Error.NotPermitted Notify_acquired")
        refused.listen(.init(choice: .called(refused.address)))
        guard case .noNotifications(_, let reasons) = try await refused.failed() else {
            Issue.record("\(String(describing: refused.failure))")
            return
        }
        #expect(reasons.count == 2)
        refused.close()
    }

    /// bluetoothd corrects its cached table after a failed request; a sensor that fails again is not waited for.
    @LoopActor @Test func aFailedSubscriptionIsTriedOnceMore() async throws {
        for times in [1, 2] {
            let harness = try await SensorHarness.withSensor()
            try await harness.stage.report("refuse StartNotify org.bluez.Error.Failed ATT_error:_0x01 \(times)")
            harness.listen(.init(choice: .called(harness.address)))
            let facts = try await harness.up().facts
            #expect(facts.unheard == (times == 1 ? [] : [BluetoothUUID(first)!]))
            harness.close()
        }
    }
}

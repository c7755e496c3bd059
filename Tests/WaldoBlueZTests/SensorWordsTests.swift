import Testing
import WaldoBlueZ
import WaldoCore
import WaldoLoop
import WaldoSurvey
import WaldoTestSupport
import WaldoTesting
import WaldoTime

/// What a listening link sends to start and stop a sensor.
@Suite(.serialized, .onLoop)
struct SensorWordsTests {
    private static let target = "0000ffe5-0000-1000-8000-00805f9b34fb"
    private let characteristics =
        "char=\(SensorHarness.first):notify char=\(SensorHarness.second):notify char=\(target):write"
    private let words = Sensor.Commands(to: BluetoothUUID(target)!, start: Frame([0xA0, 1])!, stop: Frame([0xA0, 0])!)

    @LoopActor private func writes(_ harness: SensorHarness) -> [String] {
        harness.stage.fake.lines.filter { $0.contains("\"write\"") }
    }

    /// The writes of the fake, once there are so many: what it prints may come after the answer that it has given.
    @LoopActor private func writes(_ harness: SensorHarness, count: Int) async throws -> [String] {
        try await waitUntil("write \(count)", instead: { "\(harness.stage.fake.lines)" }) {
            writes(harness).count == count ? writes(harness) : nil
        }
    }

    @LoopActor @Test func aSensorIsStartedAfterEachConnectionAndStoppedAtTheEnd() async throws {
        let harness = try await SensorHarness.withSensor(characteristics)
        harness.listen(.init(choice: .called(harness.address), says: words))
        #expect(try await harness.up().facts.events == ["the sensor was sent a0 01"])
        #expect(try await writes(harness, count: 1)[0].contains("\"a001\""))
        try await harness.stage.report("drop \(harness.address)")
        try await harness.up(2)
        #expect(try await writes(harness, count: 2)[1].contains("\"a001\""))
        harness.link?.close()
        #expect(try await writes(harness, count: 3)[2].contains("\"a000\""))
        harness.close()
    }

    @LoopActor @Test func aCharacteristicThatIsMissingOrRefusesIsReportedAndHeardAllTheSame() async throws {
        let missing = try await SensorHarness.withSensor()
        missing.listen(.init(choice: .called(missing.address), says: words))
        #expect(try await missing.up().facts.events.first?.contains("no characteristic that takes it") == true)
        try await missing.hears("01", as: [1])
        missing.close()
        let refusing = try await SensorHarness.withSensor(characteristics)
        try await refusing.stage.report("refuse WriteValue org.bluez.Error.NotPermitted Write_not_permitted")
        refusing.listen(.init(choice: .called(refusing.address), says: words))
        let events = try await refusing.up().facts.events
        #expect(events.count == 1 && events[0].hasPrefix("the sensor was not sent a0 01: "))
        try await refusing.hears("01", as: [1])
        refusing.close()
    }

    /// What another program has connected may be in use by it, and goes on.
    @LoopActor @Test func aSensorOfAnotherProgramsConnectionIsNotStopped() async throws {
        let harness = try await SensorHarness.withSensor(characteristics + " connected")
        harness.listen(.init(choice: .called(harness.address), says: words))
        #expect(try await harness.up().facts.wasConnected)
        harness.link?.close()
        try await harness.stage.report("notify \(harness.address) \(SensorHarness.first) 01")
        #expect(try await harness.stage.said().count { $0.contains("\"write\"") } == 1)
        harness.close()
    }
}

import Testing
import WaldoTestSupport

/// `waldo scan` shows what an arm or a sensor is heard from.
@Suite(.serialized) struct ScanTests {
    /// The lines of a scan for one second.
    private func scan(_ shield: FakeShield, _ arguments: [String] = []) async throws -> [String] {
        let child = try ChildProcess(
            BuiltProgram.path("waldo"), ["scan", "--seconds", "1"] + arguments, environment: shield.bus.environment)
        defer { child.close() }
        #expect(try await child.exitStatus() == 0)
        return child.lines
    }

    @Test func itNamesTheSensorsOfAPeripheralByItsService() async throws {
        let shield = try await FakeShield()
        defer { shield.close() }
        let lamp = FakeShield.newAddress(), beam = FakeShield.newAddress()
        try await shield.report("device hci0 \(lamp) name=Lamp service=0000180d-0000-1000-8000-00805f9b34fb rssi=-80")
        try await shield.report("device hci0 \(beam) name=AirBeam service=0000ffdd-0000-1000-8000-00805f9b34fb")
        let arm = "\(shield.address)  -50 dBm  BLE Shield  \(FakeShield.service)  sensor: iac-gamma, simple-controls"
        let sensor = "\(beam)  -50 dBm  AirBeam  0000ffdd-0000-1000-8000-00805f9b34fb  sensor: airbeam"
        #expect(try await Set(scan(shield)) == [arm, sensor])
        let other = "\(lamp)  -80 dBm  Lamp  0000180d-0000-1000-8000-00805f9b34fb"
        #expect(try await Set(scan(shield, ["--all"])) == [arm, sensor, other])
    }
}

import Glibc
import Testing
import WaldoCore
import WaldoFiles
import WaldoTestSupport

/// The sensors that a peripheral can be heard as, by the services that it advertises.
struct SensorServicesTests {
    private let shield = BluetoothUUID("713d0000-503e-4c75-ba94-3148f18d941e")!
    private let airbeam = BluetoothUUID("ffdd")!

    @Test func shippedSensorsAreNamedByTheirService() {
        let sensors = SensorServices(Library(directory: nil))
        #expect(sensors.names(for: [airbeam]) == ["airbeam"])
        #expect(sensors.names(for: [shield]) == ["iac-gamma", "simple-controls"])
        #expect(sensors.names(for: [BluetoothUUID("180d")!, airbeam]) == ["airbeam"])
        #expect(sensors.names(for: [BluetoothUUID("180d")!]).isEmpty && sensors.names(for: []).isEmpty)
        #expect(sensors.services.filter { $0 == shield }.count == 1)
    }

    /// A sensor on an arm's own link has no service, and an invalid file no sensor.
    @Test func theOperatorsComeFirst() throws {
        let folder = try TemporaryFolder()
        let own = "\(folder.path)/sensors"
        mkdir(own, 0o700)
        defer {
            for name in ["zeta", "on-the-arm", "broken"] { unlink("\(own)/\(name).yaml") }
            rmdir(own)
        }
        let rest = "message: { bytes: 1, fields: { value: { u8: 0 } } }\nstreams: { value: {} }\n"
        try folder.write("name: Zeta\nhear: { service: ffdd, notify: ffe1 }\n\(rest)", to: "sensors/zeta.yaml")
        try folder.write("name: Arm\nhear: arm\n\(rest)", to: "sensors/on-the-arm.yaml")
        try folder.write("name: Broken\n", to: "sensors/broken.yaml")
        let sensors = SensorServices(Library(directory: folder.path))
        #expect(sensors.names(for: [airbeam]) == ["zeta", "airbeam"])
    }
}

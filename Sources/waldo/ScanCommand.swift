import ArgumentParser
import WaldoApp
import WaldoBlueZ
import WaldoCore
import WaldoFiles
import WaldoLoop
import WaldoSerial
import WaldoTime

/// `waldo scan`: lists the shields and sensors in reach.
struct ScanCommand: EventLoopCommand {
    static let configuration = CommandConfiguration(
        commandName: "scan",
        abstract: "List the shields and sensors in reach.",
        discussion: """
                waldo scan                              # shields of the arm, and sensors
                waldo scan --all --seconds 20
                waldo scan --arm mearm

            Shows what advertises the arm's service, or that of a sensor (see `waldo sensors`), as it is heard; with --all \
            every Bluetooth LE device. `sensor:` names the sensors that the device may be, for `--sensor`. For an arm on a \
            serial port, and with --all, it lists the ports of USB boards and of bound Bluetooth modules.
            """)

    @Option(help: "The arm whose service is looked for: a name or a file. Default: robot.", completion: .arms)
    var arm: String?

    @Flag(help: "Show every device, whatever it offers.")
    var all = false

    @Option(help: "The Bluetooth adapter. Default: the first that is powered.")
    var adapter: String?

    @OptionGroup var listing: ListingOptions

    @Option(help: "How many seconds to listen.")
    var seconds: Int64 = 8

    func validate() throws {
        guard (1...3_600).contains(seconds) else { throw ValidationError("--seconds is a number from 1 to 3600") }
    }

    func run() throws {
        let sensors = SensorServices(Library()), settings = try Settings.forCommand()
        let arm = try Library().arm(settings, given: arm).value
        let services = all ? [] : [arm.link.bluetooth?.service].compactMap(\.self) + sensors.services
        let adapter = settings.value(.adapter, given: adapter), seconds = seconds, json = listing.json
        switch arm.link {
        case .bluetooth: if all { Self.showPorts(json: json) }
        case .serial:
            Self.showPorts(json: json)
            guard all else { return }
        }
        try OneTask.run {
            // Nobody hears any more: `waldo scan | head -1`.
            StandardStreams.onOutputFailure { _ in Loop.stop() }
            let heard = try await PeripheralScan.run(
                services: services, adapter: adapter, lasting: .seconds(seconds),
                heard: { Self.show($0, sensors, json: json) }, troubled: { Diagnostics.write($0) },
                began: { Diagnostics.write("Listening for \(seconds) seconds; Ctrl-C ends it.") })
            if heard.isEmpty {
                Diagnostics.write("Nothing was heard: switch the peripheral on and bring it near, or try --all.")
            }
        }
    }

    private static func showPorts(json: Bool) {
        let ports = FoundPort.all()
        if ports.isEmpty { Diagnostics.write("No serial port of a USB board or a bound Bluetooth module is there.") }
        for port in ports {
            var object = JSONObject()
            object.add("port", port.path)
            if let path = port.lastingPath { object.add("id", path) }
            StandardStreams.writeOutput(
                json ? object.text : ([port.path] + [port.lastingPath].compactMap(\.self)).joined(separator: "  "))
        }
    }

    @LoopActor
    private static func show(_ heard: PeripheralScan.Heard, _ sensors: SensorServices, json: Bool) {
        StandardStreams.writeOutput(json ? object(heard, sensors).text : line(heard, sensors))
    }

    private static func line(_ heard: PeripheralScan.Heard, _ sensors: SensorServices) -> String {
        let strength = heard.peripheral.rssi.map { "\($0) dBm" } ?? (heard.isConnected ? "connected" : "")
        let name = heard.peripheral.name.isEmpty ? "(no name)" : heard.peripheral.name
        let services = heard.services.map(\.description).joined(separator: " ")
        let names = sensors.names(for: heard.services).joined(separator: ", ")
        let columns =
            [heard.peripheral.address, strength, name, services] + (names.isEmpty ? [] : ["sensor: \(names)"])
        return columns.joined(separator: "  ")
    }

    private static func object(_ heard: PeripheralScan.Heard, _ sensors: SensorServices) -> JSONObject {
        var object = JSONObject()
        object.add("address", heard.peripheral.address)
        object.add("name", whole: heard.peripheral.name)
        object.add("rssi", whole: heard.peripheral.rssi)
        object.add("connected", heard.isConnected)
        object.add("services", heard.services.map(\.description))
        object.add("sensors", sensors.names(for: heard.services))
        return object
    }
}

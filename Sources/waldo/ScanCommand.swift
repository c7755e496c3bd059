internal import ArgumentParser
internal import Glibc
internal import WaldoApp
internal import WaldoBlueZ
internal import WaldoCore
internal import WaldoFiles
internal import WaldoLoop
internal import WaldoTime

/// `waldo scan`: lists the shields in reach.
struct ScanCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "scan",
        abstract: "List the shields in reach.",
        discussion: "Shows what advertises the arm's service, as it is heard; with --all every Bluetooth LE device.")

    @Option(help: "The arm whose service is looked for: a name or a file.")
    var arm = Library.defaultArm

    @Flag(help: "Show every device, whatever it offers.")
    var all = false

    @Option(help: "The Bluetooth adapter. Default: the first that is powered.")
    var adapter: String?

    @Option(help: "How many seconds to listen.")
    var seconds: Int64 = 8

    func validate() throws {
        guard (1...3_600).contains(seconds) else { throw ValidationError("--seconds is a number from 1 to 3600") }
    }

    func run() throws {
        let service: BluetoothUUID?
        do { service = all ? nil : try Library().loadArm(arm).link.service } catch {
            throw Failure(Failure.file, error.description)
        }
        let adapter = adapter, seconds = seconds
        try OneTask.run {
            Diagnostics.write("Listening for \(seconds) seconds; Ctrl-C ends it.")
            do {
                let heard = try await PeripheralScan.run(service: service, adapter: adapter, lasting: .seconds(seconds))
                {
                    Self.show($0)
                }
                if heard.isEmpty {
                    Diagnostics.write("Nothing was heard: switch the shield on and bring it near, or try --all.")
                }
            } catch { throw Failure(Failure.link, "\(error)") }
        }
    }

    @LoopActor
    private static func show(_ heard: PeripheralScan.Heard) {
        let strength = heard.peripheral.rssi.map { "\($0) dBm" } ?? (heard.isConnected ? "connected" : "")
        let name = heard.peripheral.name.isEmpty ? "(no name)" : heard.peripheral.name
        print(
            "\(heard.peripheral.address)  \(strength)  \(name)  \(heard.services.map(\.description).joined(separator: " "))"
        )
        fflush(nil)
    }
}

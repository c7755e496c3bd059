import ArgumentParser
import Glibc
import WaldoApp
import WaldoCore
import WaldoFiles
import WaldoLoop
import WaldoTime

/// `waldo doctor`: looks at what a drive and a survey need.
struct DoctorCommand: EventLoopCommand {
    static let configuration = CommandConfiguration(
        commandName: "doctor",
        abstract: "Look at what Waldo needs, and say what fixes it.",
        discussion: """
                waldo doctor
                waldo doctor --arm mearm
                waldo doctor --no-scan --json

            A line for each: ok, warning, fault, or unknown where something else is missing. It looks at the message bus, \
            bluetoothd, the adapter, the inputs and their mappings, the shields and sensors in reach, your files, the clock, \
            the directories for surveys and recordings, and the terminal. It changes nothing and connects to nothing, and \
            it does not scan while a Waldo drives.

            Exit status: 0, also with warnings; or that of the first fault, which is the one that `waldo drive` would \
            end with.
            """)

    @Option(
        help: "The arm whose shield is looked for: a name (see `waldo arms`) or a file. Default: robot.",
        completion: .arms)
    var arm: String?

    @Option(help: "The Bluetooth adapter. Default: the first that is powered.")
    var adapter: String?

    @Flag(help: "Do not listen for shields and sensors.")
    var noScan = false

    @Flag(help: "Print one JSON object.")
    var json = false

    func run() throws {
        // A default that is wrong is a finding; an option is not.
        if let arm { _ = try Library().loadArm(arm) }
        let options = Doctor.Options(arm: arm, adapter: adapter, scans: !noScan), json = json
        let screen = DoctorScreen(isJSON: json)
        defer { screen.show(remaining: .zero) }
        try OneTask.run {
            try await Doctor(options, found: { try screen.show($0) }, remaining: { screen.show(remaining: $0) }).run()
        }
        try screen.end()
        throw screen.findings.status
    }
}

import ArgumentParser
import WaldoApp
import WaldoCore
import WaldoFiles

/// The options of a drive that is planned beforehand, and which its operator watches.
struct PlayedDriveOptions: ParsableArguments {
    @OptionGroup(title: "Start and end options") var startOptions: DriveStartOptions

    @OptionGroup(title: "Panel options") var panel: PanelOptions

    @OptionGroup(title: "Foxglove options") var foxglove: FoxgloveOptions

    @OptionGroup(title: "Start and end options") var parking: ParkOptions

    @Flag(help: "Wait for an adapter or shield that is not there yet.")
    var wait = false

    @Flag(help: "Write JSON Lines in a terminal too.")
    var plain = false

    /// Whether there is no dashboard.
    /// - Throws: a usage error if lines and recording would both be on standard output.
    func isPlain(_ settings: Settings) throws -> Bool {
        try StandardOutput.isPlain(plain, record: settings.value(.record, given: startOptions.record))
    }

    /// Has the operator confirm where the arm stands, and that it may park.
    /// - Throws: `Failure` where nobody does.
    func confirm(standingAt start: String) throws {
        let parks = parking.park ? " and may park" : ""
        try parking.ask(
            "Enter if it stands there\(parks), Ctrl-C if not (state its position with --position)",
            that: "the arm stands at \(start)\(parks)", "does")
    }
}

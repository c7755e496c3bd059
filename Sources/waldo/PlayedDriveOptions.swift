internal import ArgumentParser
internal import Glibc
internal import WaldoApp
internal import WaldoCore
internal import WaldoFiles
internal import WaldoLoop

/// The options of a drive that is planned beforehand, and which its operator watches.
struct PlayedDriveOptions: ParsableArguments {
    @OptionGroup var startOptions: DriveStartOptions

    @OptionGroup var panel: PanelOptions

    @OptionGroup(title: "Foxglove options") var foxglove: FoxgloveOptions

    @Flag(help: "Begin without asking: the arm stands where it is believed to.")
    var yes = false

    @Flag(help: "Wait for an adapter or shield that is not there yet.")
    var wait = false

    @Flag(help: "Write JSON Lines in a terminal too.")
    var plain = false

    /// Whether there is no dashboard.
    /// - Throws: a usage error if lines and recording would both be on standard output.
    func isPlain(_ settings: Settings) throws -> Bool {
        try StandardOutput.isPlain(plain, record: settings.value(.record, given: startOptions.record))
    }

    /// Has the operator confirm where the arm stands.
    /// - Throws: `Failure` where nobody does.
    func confirm(standingAt start: String) throws {
        guard !yes else { return }
        guard isatty(STDIN_FILENO) != 0 else {
            throw Failure(.usage, "nobody is there to confirm that the arm stands at \(start); add --yes if it does")
        }
        Signals.unblock()
        Diagnostics.write("waldo: Enter if it stands there, Ctrl-C if not (state its position with --position)")
        guard readLine() != nil else { throw Failure(.usage, "nobody has confirmed where the arm stands") }
        Signals.block()
    }
}

import ArgumentParser
import WaldoApp
import WaldoCommands
import WaldoFiles
import WaldoLoop

/// The program: parses the command line, runs a command, and maps errors to exit statuses.
@main
struct Waldo: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "waldo",
        abstract: "Drives a robot arm's end effector from a gamepad or keyboard, over a Bluetooth LE serial shield.",
        discussion: """
                waldo drive --simulate --input demo     # no hardware: it drives itself
                waldo drive --override                  # your pad, nothing is sent
                waldo drive                             # your pad moves the arm

            Something is missing? `waldo doctor` says what fixes it. `waldo-relay`, a program of its own, brings surveys \
            into a database.

            Exit status: 0, 1 a recording or a survey differs or a bound does not hold, 64 usage, 65 a file is wrong, \
            66 no input, terminal or such file, 69 no adapter, bluetoothd, shield, serial port or sensor, 74 output, or a \
            replay was halted, 128 + n after signal n.
            """,
        version: Version.current,
        groupedSubcommands: [
            CommandGroup(name: "Drive", subcommands: [DriveCommand.self, ReplayCommand.self, LogCommand.self]),
            CommandGroup(
                name: "Arms and pads",
                subcommands: [
                    ArmsCommand.self, InputsCommand.self, MapCommand.self, MappingsCommand.self, CheckCommand.self,
                    SendCommand.self, SimulateCommand.self, ProveCommand.self,
                ]),
            CommandGroup(
                name: "Survey",
                subcommands: [SurveyCommand.self, SensorsCommand.self, GraphsCommand.self, ForgetCommand.self]),
            CommandGroup(
                name: "Setup",
                subcommands: [DoctorCommand.self, ScanCommand.self, ConfigCommand.self, ForeignFilesCommand.self]),
        ])

    /// Blocks the signals before any thread exists, so that all threads inherit the mask.
    static func main() {
        StandardStreams.fill()
        Signals.block()
        ForeignFiles.useHelpers(of: "/proc/self/exe")
        Program.waldo.run(Self.self) { if !($0 is any EventLoopCommand) { Signals.unblock() } }
    }
}

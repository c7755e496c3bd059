internal import ArgumentParser
internal import Glibc
internal import WaldoApp
internal import WaldoFiles
internal import WaldoLoop

/// The program: parses the command line, runs a command, and maps errors to exit statuses.
@main
struct Waldo: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "waldo",
        abstract: "Drives a robot arm's end effector from a gamepad or keyboard, over a Bluetooth LE serial shield.",
        discussion: """
            Plug in a pad, switch on the arm and type `waldo drive`. To see what would be sent, and send nothing:
            `waldo drive --override`. Without an arm: `waldo drive --simulate`; without a pad too, add `--input demo`. \
            Something is missing? `waldo doctor` says what mends it.

            Exit status: 0, 1 a recording or a survey differs, 64 usage, 65 a file is wrong, 66 no input, 69 no adapter, \
            bluetoothd, shield or sensor, 74 output, 128 + n after signal n.
            """,
        version: Version.current,
        subcommands: [
            DriveCommand.self, ScanCommand.self, InputsCommand.self, MapCommand.self, MappingsCommand.self,
            ArmsCommand.self,
            SensorsCommand.self, GraphsCommand.self, SurveyCommand.self, ForgetCommand.self,
            ConfigCommand.self, DoctorCommand.self,
            CheckCommand.self, SendCommand.self, SimulateCommand.self, ReplayCommand.self, LogCommand.self,
        ])

    /// Blocks the signals before any thread exists, so that all threads inherit the mask; then runs the command.
    static func main() {
        Signals.block()
        do {
            var command = try parseAsRoot()
            try command.run()
        } catch let failure as Failure {
            failure.report()
            Glibc.exit(failure.status)
        } catch let error as FileError {
            let failure = Failure(Failure.file, error.description)
            failure.report()
            Glibc.exit(failure.status)
        } catch let end as ExitStatus {
            Glibc.exit(end.status)
        } catch let interrupted as OneTask.Interrupted {
            Glibc.exit(128 + interrupted.signal)
        } catch {
            exit(withError: error)
        }
    }
}

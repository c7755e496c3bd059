internal import ArgumentParser
internal import Glibc
internal import WaldoFiles
internal import WaldoLoop

/// The program: what it is told on its command line, and how it ends.
@main
struct Waldo: ParsableCommand {
    static let version = "0.1.0"

    static let configuration = CommandConfiguration(
        commandName: "waldo",
        abstract: "Drives a robot arm's end effector from a gamepad or keyboard, over a Bluetooth LE serial shield.",
        discussion: """
            Plug in a pad, switch on the arm and type `waldo drive`. To see what would be sent, and send nothing:
            `waldo drive --override`. Without pad and arm: `waldo drive --override --input demo`.

            Exit status: 0, 1 a recording differs, 64 usage, 65 a file is wrong, 66 no input, 69 no adapter, bluetoothd or shield, 74 output, \
            128 + n after signal n.
            """,
        version: version,
        subcommands: [
            DriveCommand.self, ScanCommand.self, InputsCommand.self, MappingsCommand.self, ArmsCommand.self,
            CheckCommand.self, SendCommand.self, ReplayCommand.self, LogCommand.self,
        ])

    /// Signals first, before any thread exists; then the command.
    static func main() {
        Signals.block()
        do {
            var command = try parseAsRoot()
            try command.run()
        } catch let failure as Failure {
            failure.tell()
            Glibc.exit(failure.status)
        } catch let error as FileError {
            let failure = Failure(Failure.file, error.description)
            failure.tell()
            Glibc.exit(failure.status)
        } catch let interrupted as OneTask.Interrupted {
            Glibc.exit(128 + interrupted.signal)
        } catch {
            exit(withError: error)
        }
    }
}

/// Why the program ends otherwise than well: one sentence, and an exit status of sysexits.h.
struct Failure: Error, CustomStringConvertible {
    /// A file is wrong (EX_DATAERR).
    static let file: Int32 = 65
    /// There is no input (EX_NOINPUT).
    static let input: Int32 = 66
    /// There is no adapter, bluetoothd or shield (EX_UNAVAILABLE).
    static let link: Int32 = 69
    /// The output has gone (EX_IOERR).
    static let output: Int32 = 74

    let status: Int32
    let description: String

    init(_ status: Int32, _ description: String) {
        self.status = status
        self.description = description
    }

    /// On standard error, with the program's name before it, and nothing in it that a terminal would obey.
    func tell() {
        let lines = description.split(separator: "\n", omittingEmptySubsequences: false)
        Diagnostics.write("waldo: " + lines.map { printable(String($0), upTo: .max) }.joined(separator: "\n"))
    }
}

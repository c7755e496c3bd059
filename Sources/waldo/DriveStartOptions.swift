import ArgumentParser
import WaldoApp

/// The options of every command that begins a drive of an arm.
struct DriveStartOptions: ParsableArguments {
    @Option(
        parsing: .unconditional,
        help: "Where the arm stands at the start: a number for each position channel, X,Y. Default: the arm's start.")
    var position: StartPosition?

    @Option(
        help: "Record the drive into a file, or into a directory under a name of its own; - is standard output.",
        completion: .file())
    var record: String?
}

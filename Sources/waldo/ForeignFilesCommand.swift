import ArgumentParser
import WaldoApp

/// `waldo read-foreign-files`: what a drive's panel starts to have files read that may come from anybody. Internal: it
/// reads jobs from standard input.
struct ForeignFilesCommand: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: ForeignFiles.command, shouldDisplay: false)

    func run() { ForeignFiles.serve() }
}

import ArgumentParser

/// `waldo arms`: lists, shows and begins arm files.
struct ArmsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "arms",
        abstract: "List the arms that can be driven, show one's file, or begin a new one.",
        subcommands: [ArmsListCommand.self, ArmsShowCommand.self, ArmsNewCommand.self],
        defaultSubcommand: ArmsListCommand.self)
}

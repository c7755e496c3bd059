import ArgumentParser

/// `waldo arms`: lists, shows and begins arm files.
struct ArmsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "arms",
        abstract: "List the arms that can be driven, show one's file, or begin a new one.",
        discussion: """
                waldo arms                              # those that are shipped, and yours
                waldo arms show mearm
                waldo arms new --servos 5 > my-arm.yaml
            """,
        subcommands: [ArmsListCommand.self, ArmsShowCommand.self, ArmsNewCommand.self],
        defaultSubcommand: ArmsListCommand.self)
}

import ArgumentParser
import WaldoApp
import WaldoCore
import WaldoFiles
import WaldoSurvey

/// `waldo graphs`: lists the graphs, or prints one's file.
struct GraphsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "graphs",
        abstract: "List the graphs that compute results from a sensor's numbers, or show one's file.",
        discussion: """
                waldo graphs
                waldo graphs show lnd7317 > mine.yaml
            """,
        subcommands: [GraphsListCommand.self, GraphsShowCommand.self],
        defaultSubcommand: GraphsListCommand.self)
}

/// `waldo graphs list`, or `waldo graphs` alone: lists the graphs.
struct GraphsListCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List the graphs.",
        discussion: """
                waldo graphs list
                waldo graphs list --json
            """)

    @OptionGroup var listing: ListingOptions

    func run() throws {
        LibraryList.show(Library().graphs(), named: \.name, in: "graphs/", json: listing.json)
    }
}

/// `waldo graphs show NAME`: prints a graph's file.
struct GraphsShowCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show",
        abstract: "Print a graph's file as it stands.",
        discussion: """
                waldo graphs show bgeigie
                waldo graphs show lnd7317 > mine.yaml

            A file of your own can begin as a shipped one.
            """)

    @Argument(help: "The graph: a name (see `waldo graphs`) or a file.", completion: .graphs)
    var graph: String

    func run() throws { print(try Library().graphText(graph), terminator: "") }
}

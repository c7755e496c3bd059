import ArgumentParser
import WaldoApp
import WaldoCore
import WaldoFiles
import WaldoSurvey

/// `waldo sensors`: lists the sensors, or prints one's file.
struct SensorsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "sensors",
        abstract: "List the sensors that Waldo can record, or show one's file.",
        discussion: """
                waldo sensors
                waldo sensors show demo > mine.yaml
            """,
        subcommands: [SensorsListCommand.self, SensorsShowCommand.self],
        defaultSubcommand: SensorsListCommand.self)
}

/// `waldo sensors list`, or `waldo sensors` alone: lists the sensors.
struct SensorsListCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List the sensors that Waldo can record.",
        discussion: """
                waldo sensors list
                waldo sensors list --json
            """)

    @OptionGroup var listing: ListingOptions

    func run() throws {
        LibraryList.show(Library().sensors(), named: \.name, in: "sensors/", json: listing.json)
    }
}

/// `waldo sensors show NAME`: prints a sensor's file.
struct SensorsShowCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show",
        abstract: "Print a sensor's file as it stands.",
        discussion: """
                waldo sensors show bgeigie
                waldo sensors show demo > mine.yaml

            A file of your own can begin as a shipped one.
            """)

    @Argument(help: "The sensor: a name (see `waldo sensors`) or a file.", completion: .sensors)
    var sensor: String

    func run() throws { print(try Library().sensorText(sensor), terminator: "") }
}

import ArgumentParser
import WaldoApp
import WaldoCore
import WaldoFiles
import WaldoInput

/// `waldo mappings`: lists the mappings, or prints one's file.
struct MappingsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "mappings",
        abstract: "List the mappings from inputs to controls, or show the file of one.",
        discussion: """
                waldo mappings
                waldo mappings show gamepad > mine.yaml
            """,
        subcommands: [MappingsListCommand.self, MappingsShowCommand.self],
        defaultSubcommand: MappingsListCommand.self)
}

/// `waldo mappings list`, or `waldo mappings` alone: lists the mappings.
struct MappingsListCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List the mappings from inputs to controls.",
        discussion: """
                waldo mappings list
                waldo mappings list --json
            """)

    @OptionGroup var listing: ListingOptions

    func run() throws {
        let library = Library()
        LibraryList.show(
            library.mappings(), named: \.name, in: "", problems: library.rowProblems, json: listing.json)
    }
}

/// `waldo mappings show NAME|DEVICE`: prints a mapping's file.
struct MappingsShowCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show",
        abstract: "Print a mapping's file as it stands, or the one that a device gets.",
        discussion: """
                waldo mappings show gamepad > mine.yaml
                waldo mappings show /dev/input/event7 --arm mearm

            A file of your own can begin as a shipped one. For a device, /dev/input/event*, it prints what `waldo drive` \
            would use: a file of yours, one made of a row of SDL's database, a shipped one, or one made of what the \
            device's driver shows.
            """)

    @Argument(
        help: "A mapping's name (see `waldo mappings`) or file; or a device, /dev/input/event* (see `waldo inputs`).",
        completion: .mappings)
    var mapping: String

    @Option(help: "For a device: the arm that it is to drive. Default: robot.", completion: .arms)
    var arm: String?

    func run() throws {
        let library = Library()
        guard mapping.hasPrefix("/dev/") else { return print(try library.mappingText(mapping), terminator: "") }
        let entry = try best(library)
        // Apart from the file, which may be redirected.
        Diagnostics.write("waldo: \(mapping) gets \(SafeText.escaped(entry.name)) (\(entry.origin))")
        print(entry.text, terminator: "")
    }

    private func best(_ library: Library) throws -> LibraryEntry<Mapping> {
        let driven = try library.drivenArm(given: arm)
        let input = try InputCatalogue.description(at: mapping), choice = library.choice(for: input, driving: driven)
        guard let entry = choice.entry else { throw Failure(.input, input.withoutMapping(choice)) }
        return entry
    }
}

internal import ArgumentParser
internal import WaldoApp
internal import WaldoCore
internal import WaldoFiles

/// `waldo mappings`: lists the mappings.
struct MappingsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "mappings", abstract: "List the mappings from inputs to controls.")

    func run() throws {
        LibraryList.show(Library().mappings(), named: \.name)
        print("\nYours go into \(LibraryList.directory)/NAME.yaml; `waldo check FILE` reads one.")
    }
}

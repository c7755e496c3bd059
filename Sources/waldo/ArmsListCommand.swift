import ArgumentParser
import WaldoApp
import WaldoCore
import WaldoFiles

/// `waldo arms list`, or `waldo arms` alone: lists the arms.
struct ArmsListCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List the arms that can be driven.",
        discussion: """
                waldo arms list
                waldo arms list --json
            """)

    @OptionGroup var listing: ListingOptions

    func run() throws { LibraryList.show(Library().arms(), named: \.name, in: "arms/", json: listing.json) }
}

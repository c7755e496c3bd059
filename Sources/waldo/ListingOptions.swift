import ArgumentParser

/// The options of every command that lists something.
struct ListingOptions: ParsableArguments {
    @Flag(help: "Print JSON Lines: one object an entry.")
    var json = false
}

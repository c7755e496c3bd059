internal import ArgumentParser
internal import WaldoApp

/// The options of every command that talks to a shield.
struct ShieldOptions: ParsableArguments {
    @Option(help: "The arm: a name (see `waldo arms`) or a file. Default: robot.", completion: .arms)
    var arm: String?

    @Option(help: "The shield's address or name, when more than one is in reach.")
    var shield: String?

    @Option(help: "The Bluetooth adapter. Default: the first that is powered.")
    var adapter: String?

    @Flag(help: "Drive only a shield that is bonded with this machine.")
    var bonded = false

    @Flag(help: "Leave the shield connected at the end.")
    var stay = false

    @Flag(help: "Run everything and show it, transmit nothing.")
    var override = false

    @Flag(name: .shortAndLong, help: "Log more to standard error; twice: everything.")
    var verbose: Int
}

extension InputChoice: ExpressibleByArgument {}
extension StartPosition: ExpressibleByArgument {}

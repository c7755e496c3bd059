internal import ArgumentParser
internal import WaldoApp
internal import WaldoFiles
internal import WaldoSimulator

/// The options of every command that talks to a shield.
struct ShieldOptions: ParsableArguments {
    @Option(help: "The arm: a name (see `waldo arms`) or a file. Default: robot.")
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

    @Option(
        defaultAsFlag: "", parsing: .next,
        help: ArgumentHelp(
            """
            Drive a simulated arm, without a shield. Its options are separated by commas: seed=7, source=X:Y:Z:A (metres, \
            uSv/h at 1 m), background=0.1 (uSv/h), loss=5s, stall=2s.
            """, valueName: "options"))
    var simulate: String?

    /// What carries the commands.
    /// - Throws: a usage error for options of a simulation that cannot be read.
    func transport() throws -> DriveTransport {
        guard let simulate else { return override ? .override : .shield }
        guard !override else {
            throw ValidationError("--simulate and --override exclude each other: leave one out")
        }
        do { return .simulation(try SimulationOptions(simulate)) } catch {
            throw ValidationError("--simulate: \(error.sentence)")
        }
    }

    /// The requested arm, or the default one.
    var armName: String { arm ?? Library.defaultArm }

    @Flag(name: .shortAndLong, help: "Log more to standard error; twice: everything.")
    var verbose: Int
}

extension InputChoice: ExpressibleByArgument {}
extension StartPosition: ExpressibleByArgument {}

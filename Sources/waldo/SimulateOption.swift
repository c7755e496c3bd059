internal import ArgumentParser
internal import WaldoApp
internal import WaldoSimulator

/// `--simulate`, of every command that can do without hardware.
struct SimulateOption: ParsableArguments {
    @Option(
        defaultAsFlag: "", parsing: .next,
        help: ArgumentHelp(
            """
            Drive a simulated arm, without a shield. Its options are separated by commas: seed=7, source=X:Y:Z:A (metres, \
            uSv/h at 1 m), background=0.1 (uSv/h), loss=5s, stall=2s.
            """, valueName: "options"))
    var simulate: String?

    /// What carries the commands.
    /// - Parameters:
    ///   - isOverride: whether `--override` is given.
    ///   - recorded: the options of the simulation that a recording is of, which are used where none are given.
    /// - Throws: a usage error for options of a simulation that cannot be read.
    func transport(isOverride: Bool, recorded: String? = nil) throws -> DriveTransport {
        guard let simulate else { return isOverride ? .override : .shield }
        guard !isOverride else {
            throw ValidationError("--simulate and --override exclude each other: leave one out")
        }
        let text = simulate.isEmpty ? recorded ?? "" : simulate
        do { return .simulation(try SimulationOptions(text)) } catch {
            throw ValidationError("--simulate: \(error.sentence)")
        }
    }

    /// The simulation that was asked for; nil: none.
    /// - Throws: a usage error for options that cannot be read.
    func options() throws -> SimulationOptions? {
        if case .simulation(let options) = try transport(isOverride: false) { options } else { nil }
    }
}

import ArgumentParser
import WaldoApp
import WaldoCore
import WaldoFiles
import WaldoSimulator

/// `--simulate`, of every command that can do without hardware.
struct SimulateOption: ParsableArguments {
    @Option(
        defaultAsFlag: "", parsing: .next,
        help: ArgumentHelp(
            """
            Simulate the arm and the sensor on its hand, without hardware. Options, with commas and without spaces: \
            seed=7,source=X:Y:Z:A,background=0.1,loss=5s,stall=2s (X, Y and Z in metres, A in uSv/h at 1 m, background in \
            uSv/h).
            """, valueName: "options"))
    var simulate: String?

    /// What carries the commands.
    /// - Parameters:
    ///   - shield: the options that choose a shield, or override; with a simulation there are none.
    ///   - recorded: the options of the simulation that a recording is of, which are used where none are given.
    /// - Throws: a usage error for options of a simulation that cannot be read.
    func transport(_ shield: ShieldOptions, recorded: String? = nil) throws -> DriveTransport {
        guard let simulate else { return shield.override ? .override : .arm }
        let others = [("override", shield.override)] + shield.ofLink
        if let other = others.first(where: \.1) {
            throw ValidationError("--simulate and --\(other.0) exclude each other: leave one out")
        }
        return .simulation(try options(simulate, recorded: recorded))
    }

    /// The simulation that was asked for; nil: none.
    /// - Throws: a usage error for options that cannot be read.
    func options() throws -> SimulationOptions? { try simulate.map { try options($0, recorded: nil) } }

    private func options(_ simulate: String, recorded: String?) throws -> SimulationOptions {
        do {
            var options = try SimulationOptions(simulate.isEmpty ? recorded ?? "" : simulate)
            // A recording that is played ends at a loss.
            if recorded != nil, simulate.isEmpty { (options.losses, options.stalls) = ([], []) }
            return options
        } catch {
            guard recorded == nil || !simulate.isEmpty else {
                throw Failure(.file, "the recording's simulation cannot be read: \(error.sentence)")
            }
            throw ValidationError("--simulate: \(error.sentence)")
        }
    }
}

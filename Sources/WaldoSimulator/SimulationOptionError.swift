public import WaldoCore

/// What is wrong with the options of a simulation, in one sentence.
public struct SimulationOptionError: ProgramError, Equatable {
    /// What was found, and what to do.
    public let sentence: String

    init(_ sentence: String) { self.sentence = sentence }

    /// 64: wrong usage.
    public var status: ExitStatus { .usage }

    /// The sentence.
    public var description: String { sentence }

    /// A key that there is not.
    static func unknown(_ key: String) -> SimulationOptionError {
        let keys = SimulationOptions.keys.map { "`\($0)=`" }.joined(separator: ", ")
        return SimulationOptionError(
            key.isEmpty
                ? "an option of the simulation is empty; write \(keys), separated by commas"
                : "the simulation has no option `\(SafeText.escaped(key))`; write \(keys), separated by commas")
    }
}

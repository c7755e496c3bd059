import ArgumentParser
import Glibc
import WaldoApp
import WaldoCore
import WaldoFiles
import WaldoInput

/// The options that say what a drive is driven by.
struct DriveInputOptions: ParsableArguments {
    @Option(
        help: "The mapping: a name (see `waldo mappings`) or a file. Default: the one that fits the input best.",
        completion: .mappings)
    var mapping: String?

    @Option(
        help: "The input: a device or its name (see `waldo inputs`), keyboard, terminal, demo or panel.",
        completion: .inputs)
    var input: InputChoice?

    @Flag(help: "Wait for an input, adapter or shield that is not there yet.")
    var wait = false

    /// The input to use: by default the only pad; without a pad the panel, or the terminal where no arm can move. Over
    /// SSH the operator's keyboard is not on this machine, so the terminal replaces it.
    /// - Parameters:
    ///   - hasPanel: whether the drive has a panel.
    ///   - movesArm: whether the commands reach an arm: only then the pad has to be there.
    /// - Throws: a usage error for a panel's input without a panel.
    func effectiveInput(_ settings: Settings, hasPanel: Bool, movesArm: Bool) throws -> InputChoice {
        let usual = input == nil ? settings.value(.input).flatMap { InputChoice(argument: $0) } : nil
        let named = input == .evdev(.device(Settings.none)) ? nil : input
        let input =
            named ?? usual ?? inputWithoutPad(hasPanel: hasPanel, movesArm: movesArm) ?? .evdev(.onlyPad)
        guard input != .panel || hasPanel else {
            throw ValidationError("--input panel needs the panel's address: --panel 127.0.0.1:8713")
        }
        return input == .evdev(.keyboard) && getenv("SSH_CONNECTION") != nil ? .terminal : input
    }

    private func inputWithoutPad(hasPanel: Bool, movesArm: Bool) -> InputChoice? {
        guard !InputCatalogue.list().contains(where: { $0.kind == .gamepad }) else { return nil }
        if !movesArm, !wait, isatty(STDIN_FILENO) != 0 { return .terminal }
        return hasPanel ? .panel : nil
    }
}

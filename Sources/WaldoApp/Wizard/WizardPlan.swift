import Glibc
package import WaldoCore
package import WaldoFiles
import WaldoInput
import WaldoTerminal

/// What the wizard is to do.
package struct WizardPlan {
    var selection: InputSelection
    var arm: Arm
    /// What it asks for: the arm's channels, or the directions of its hand.
    let controls: [WizardControl]
    var armOption: String?
    var library: Library
    /// The name or path to write; nil: a name made of the input's.
    var target: String?
    var replaces: Bool
    var isPlain: Bool
    var panel: PanelPlan?

    /// Creates a plan.
    /// - Parameters:
    ///   - device: the device, `keyboard`, or nil for the one gamepad.
    ///   - armOption: the arm as it was named; nil: the default one.
    ///   - movesHand: whether it asks for the directions of the arm's hand.
    /// - Throws: `Failure` for an arm whose hand cannot be moved.
    package init(
        device: String?, arm: Arm, armOption: String?, movesHand: Bool, library: Library, target: String?,
        replaces: Bool, isPlain: Bool, panel: PanelPlan?
    ) throws(Failure) {
        guard let controls = movesHand ? WizardControl.hand(of: arm) : WizardControl.list(for: arm) else {
            let name = SafeText.escaped(arm.name)
            throw Failure(
                .usage,
                "--hand: no `pose` in the file of the arm “\(name)” has joints that turn, reach and lift its hand; name "
                    + "another arm by --arm, such as so101, or leave --hand out")
        }
        self.controls = controls
        selection = device.map { $0 == "keyboard" ? .keyboard : .device($0) } ?? .onlyPad
        (self.arm, self.armOption, self.library, self.target) = (arm, armOption, library, target)
        (self.replaces, self.isPlain, self.panel) = (replaces, isPlain, panel)
    }

    /// Whether standard output is a terminal that can be filled.
    package static var canFillScreen: Bool {
        isatty(STDOUT_FILENO) != 0 && TerminalStyle.ofEnvironment().emphasis != .none
    }

    /// The file to write for an input.
    /// - Throws: `FileError` when no such file can be.
    func file(for input: InputDescription) throws(FileError) -> MappingFile {
        guard let target else {
            let name = MappingFile.name(for: input.identity.name)
            return replaces ? try MappingFile(name, in: library) : try .free(name, in: library)
        }
        return try MappingFile(target, in: library)
    }

    /// Finds out before the first prompt whether a mapping can be written.
    /// - Throws: `FileError`, why not.
    func checkTarget() throws(FileError) {
        guard let target else { return try MappingFile("my-pad", in: library).check(replaces: true) }
        // Who answers at the end may replace a file, or take another name.
        try MappingFile(target, in: library).check(replaces: replaces || !isPlain || panel != nil)
    }

    /// The arguments of a drive that transmits nothing and uses the written mapping.
    func trial(_ path: String, device: String) -> [String] {
        var arguments = ["drive", "--override", "--mapping", path, "--input", device]
        if let armOption { arguments += ["--arm", armOption] }
        return arguments
    }
}

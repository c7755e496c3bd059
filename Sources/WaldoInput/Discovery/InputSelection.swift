/// Which input a drive is asked to take.
public enum InputSelection: Equatable, Sendable {
    /// The one gamepad of the machine.
    case onlyPad
    /// A node's path (or a link to it), or an input's name or identity as `waldo inputs` shows them.
    case device(String)
    /// The one keyboard of the machine.
    case keyboard
}

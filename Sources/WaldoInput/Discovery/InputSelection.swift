/// The input that a drive is to use.
public enum InputSelection: Equatable, Sendable {
    /// The only gamepad of this machine.
    case onlyPad
    /// The input with this node path (or a link to it), or this name or identity as `waldo inputs` shows them.
    case device(String)
    /// The only keyboard of this machine.
    case keyboard

    /// The words of `--input` that name no device.
    public static let words = ["keyboard", "terminal", "demo", "panel"]
}

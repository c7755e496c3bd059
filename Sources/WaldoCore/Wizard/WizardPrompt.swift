/// What the wizard asks for, one movement or one press each.
public enum WizardPrompt: Hashable, Sendable {
    /// A direction in which to push a control.
    case push(control: Int, Direction)
    /// A button to press.
    case press(Key)

    /// The directions of a slider and of a joystick.
    public enum Direction: String, Sendable { case forward, backward, right, left, up, down }

    /// The keys that command the program.
    public enum Key: String, Sendable { case stop, resume, recentre, park }
}

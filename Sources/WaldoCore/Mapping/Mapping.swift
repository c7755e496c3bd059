/// Which axis, button or key of an input moves which control. A plain value, read from a file by `WaldoFiles`.
///
/// Codes are the kernel's (linux/input-event-codes.h): keys and buttons of EV_KEY, axes of EV_ABS.
public struct Mapping: Equatable, Sendable {
    /// The mapping's name, as shown to the operator.
    public var name: String
    /// Which inputs it is made for.
    public var match: InputMatch
    /// What moves the slider.
    public var slider: SliderMapping
    /// What moves the joystick.
    public var joystick: JoystickMapping
    /// The keys that command the program.
    public var keys: OperatorKeys

    /// Creates a mapping from its parts.
    public init(
        name: String, match: InputMatch, slider: SliderMapping, joystick: JoystickMapping, keys: OperatorKeys
    ) {
        self.name = name
        self.match = match
        self.slider = slider
        self.joystick = joystick
        self.keys = keys
    }
}

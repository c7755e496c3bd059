/// Which axis, button or key of an input moves which control. A plain value; `WaldoFiles` reads it.
///
/// Codes are the kernel's (linux/input-event-codes.h): keys and buttons of EV_KEY, axes of EV_ABS.
public struct Mapping: Equatable, Sendable {
    /// What the operator calls it.
    public var name: String
    /// Which inputs it is made for.
    public var match: InputMatch
    /// What moves the slider.
    public var slider: SliderMapping
    /// What moves the joystick.
    public var joystick: JoystickMapping
    /// The keys that are no control.
    public var keys: OperatorKeys

    /// A mapping of these parts.
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

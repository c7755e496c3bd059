public import WaldoTime

/// Which axis, button or key of an input moves which control. A plain value, read from a file by `WaldoFiles`.
///
/// Codes are the kernel's (linux/input-event-codes.h): keys and buttons of EV_KEY, axes of EV_ABS.
public struct Mapping: Equatable, Sendable {
    /// A set of controls that are live together; a key changes from one to the next.
    public struct Profile: Equatable, Sendable {
        /// Its name, as shown to the operator.
        public var name: String
        /// Its controls.
        public var controls: [Control]

        /// Creates a profile from its parts.
        public init(_ name: String, _ controls: [Control]) {
            self.name = name
            self.controls = controls
        }
    }

    /// The mapping's name, as shown to the operator.
    public var name: String
    /// Which inputs it is made for.
    public var match: InputMatch
    /// The controls, 1...`Control.maxCount` of them.
    public var controls: [ControlMapping]
    /// The profiles, the first one in force at the start; empty: all controls are always live. A control in none of
    /// them is always live.
    public var profiles: [Profile]
    /// The keys that command the program.
    public var keys: OperatorKeys
    /// Whether the axes' rests are learned when the input is added; false in older recordings, whose commands came
    /// of the nominal rests.
    public var learnsRests = true
    /// Whether a pad that can rumbles at halts, stops and resumes.
    public var rumbles = true
    /// How long a deflection may stay unchanged until it counts as silence and the arm halts; nil: without end.
    public var silence: TimeSpan?

    /// Creates a mapping from its parts.
    public init(
        name: String, match: InputMatch, controls: [ControlMapping], profiles: [Profile] = [], keys: OperatorKeys
    ) {
        self.name = name
        self.match = match
        self.controls = controls
        self.profiles = profiles
        self.keys = keys
    }

    /// Creates a mapping with the controls of the default arm: a slider for the channel `slider`, and a joystick
    /// whose x and y move `zx` and `zy`.
    public init(
        name: String, match: InputMatch, slider: SliderMapping, joystick: JoystickMapping, keys: OperatorKeys
    ) {
        self.init(
            name: name, match: match,
            controls: [
                ControlMapping("slider", .slider(slider, .name("slider"))),
                ControlMapping("joystick", .joystick(joystick, x: .name("zx"), y: .name("zy"))),
            ], keys: keys)
    }

    /// Every control, in order.
    public var allControls: [Control] { controls.indices.map { Control($0) } }

    /// The first slider and the first joystick, which a panel puts under the thumbs; nil: there is none.
    public var first: (slider: Control?, joystick: Control?) {
        (
            controls.firstIndex(where: \.isSlider).map { Control($0) },
            controls.firstIndex(where: \.isJoystick).map { Control($0) }
        )
    }

    /// The control of this name; nil: there is none.
    public func control(named name: some StringProtocol) -> Control? {
        controls.firstIndex { $0.name == name }.map { Control($0) }
    }

    /// The controls that are live in a profile, one bit for each place.
    func live(in profile: Int) -> UInt16 {
        var live: UInt16 = .max
        for (index, other) in profiles.enumerated() where index != profile {
            for control in other.controls { live &= ~(1 << control.index) }
        }
        if profiles.indices.contains(profile) {
            for control in profiles[profile].controls { live |= 1 << control.index }
        }
        return live
    }
}

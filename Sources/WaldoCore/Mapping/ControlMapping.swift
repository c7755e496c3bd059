/// A control: its name, what moves it, and the channels that it moves.
public struct ControlMapping: Equatable, Sendable {
    /// What kind of control it is.
    public enum Kind: Equatable, Sendable {
        /// A slider, which moves one channel.
        case slider(SliderMapping, ChannelReference)
        /// A joystick, which moves a channel with each of its axes; nil: that axis moves nothing.
        case joystick(JoystickMapping, x: ChannelReference?, y: ChannelReference?)
        /// Keys that send the action of the control's name.
        case button([UInt16])
    }

    /// Its name on screens and in recordings, with the same rule as a channel's.
    public var name: String
    /// What it is, and what it moves.
    public var kind: Kind

    /// Creates a control from its parts.
    public init(_ name: String, _ kind: Kind) {
        self.name = name
        self.kind = kind
    }

    /// Whether it is a slider.
    public var isSlider: Bool { if case .slider = kind { true } else { false } }

    /// Whether it is a joystick.
    public var isJoystick: Bool { if case .joystick = kind { true } else { false } }

    /// Whether it is a button, which sends an action.
    public var isButton: Bool { if case .button = kind { true } else { false } }

    /// The channels that it moves, as the mapping calls them; those of a joystick with their axis. None for a button.
    public var references: [(axis: String?, channel: ChannelReference)] {
        switch kind {
        case .slider(_, let channel): [(nil, channel)]
        case .joystick(_, let x, let y):
            [("x", x), ("y", y)].compactMap { axis, channel in channel.map { (axis, $0) } }
        case .button: []
        }
    }
}

extension Mapping {
    /// Whether any control means a channel by its index, whatever its name.
    public var bindsByIndex: Bool {
        controls.contains { $0.references.contains { $0.channel.isIndex } }
    }

    /// Whether any control moves the hand.
    public var movesHand: Bool {
        controls.contains { $0.references.contains { $0.channel.handAxis != nil } }
    }
}

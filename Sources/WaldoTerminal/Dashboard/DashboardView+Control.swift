extension DashboardView {
    /// A control that moves at least one of the arm's channels; in a replay also a channel that none of them moves.
    public struct Control: Equatable, Sendable {
        /// What kind of control it is.
        public enum Kind: Sendable {
            /// It has one axis, x.
            case slider
            /// It has two axes; the arm need not have a channel for both.
            case joystick
        }

        /// Whether the operator can move it.
        public enum Readiness: Sendable {
            /// Nothing of its own prevents it.
            case ready
            /// The neutral gate waits for its release.
            case held
            /// The profile in force does not have it.
            case off
        }

        /// Its name in the mapping.
        public var name: String
        /// What kind of control it is.
        public var kind: Kind
        /// Its live deflection; a slider's as x.
        public var deflection: Point
        /// The channels that it moves; nil: the arm has no such channel.
        public var x: Axis?, y: Axis?
        /// Whether the operator can move it.
        public var readiness = Readiness.ready
        /// A recording sets its channels, and nobody deflects it.
        public var isPlayed = false

        /// Creates a slider.
        public static func slider(_ name: String, _ deflection: Double = 0, _ axis: Axis? = nil) -> Control {
            Control(name: name, kind: .slider, deflection: Point(x: deflection), x: axis)
        }

        /// Creates a joystick.
        public static func joystick(
            _ name: String, _ deflection: Point = Point(), x: Axis? = nil, y: Axis? = nil
        ) -> Control {
            Control(name: name, kind: .joystick, deflection: deflection, x: x, y: y)
        }
    }

    /// A button, which sends an action of the arm.
    public struct Button: Equatable, Sendable {
        /// The action's name.
        public var name: String
        /// Whether it is pressed.
        public var isPressed: Bool
        /// Whether the operator can press it.
        public var readiness: Control.Readiness

        /// Creates a button from its parts.
        public init(_ name: String, isPressed: Bool = false, readiness: Control.Readiness = .ready) {
            (self.name, self.isPressed, self.readiness) = (name, isPressed, readiness)
        }
    }

    /// A channel that a control moves.
    public struct Axis: Equatable, Sendable {
        /// The channel's name in the arm's file; empty: it is not shown.
        public var channel: String
        /// Its number.
        public var number: Number
        /// The number on a scale of -1...+1.
        public var place: Double
        /// Whether it is a position, which stays where it is; otherwise a velocity.
        public var isPosition: Bool
        /// The number has not been sent yet: where the arm is, is an assumption.
        public var isAssumed: Bool
        /// Where the arm itself reports that it is; nil: it does not.
        public var reported: Number?
        /// The ends of its range; nil: not shown.
        public var low: Number?, high: Number?

        /// Creates an axis from its parts.
        public init(
            _ number: Number, of channel: String = "", place: Double = 0, isPosition: Bool = true,
            isAssumed: Bool = false
        ) {
            (self.number, self.channel, self.place) = (number, channel, place)
            (self.isPosition, self.isAssumed) = (isPosition, isAssumed)
        }
    }
}

extension DashboardView {
    /// The first slider, and the first joystick that moves two channels, which have a panel of their own; and the other
    /// controls. A joystick whose channels are not known yet stands for two.
    var parts: (slider: Control?, joystick: Control?, others: [Control]) {
        let slider = controls.firstIndex { $0.kind == .slider },
            joystick = controls.firstIndex { $0.kind == .joystick && ($0.x == nil) == ($0.y == nil) }
        let others = controls.indices.filter { $0 != slider && $0 != joystick }
        return (slider.map { controls[$0] }, joystick.map { controls[$0] }, others.map { controls[$0] })
    }

    /// Whether a control is deflected, or a button pressed.
    var isDriving: Bool { controls.contains { $0.deflection != Point() } || buttons.contains(where: \.isPressed) }
}

extension DashboardView.Control {
    /// Its axes that move a channel, with their letters; a slider's has none.
    var axes: [(letter: String, deflection: Double, axis: DashboardView.Axis)] {
        let isSlider = kind == .slider
        return [(isSlider ? "" : "x", deflection.x, x), (isSlider ? "" : "y", deflection.y, y)]
            .compactMap { letter, deflection, axis in axis.map { (letter, deflection, $0) } }
    }

    /// Whether no axis has been sent: the position that is shown is an assumption.
    var isAssumed: Bool { !axes.isEmpty && axes.allSatisfy(\.axis.isAssumed) }

    /// A slider's value as a bar shows it: the held position, or the deflection of a velocity.
    var shownValue: Double { x.map { $0.isPosition ? $0.place : deflection.x } ?? deflection.x }

    /// Whether it holds a position.
    var isPosition: Bool { axes.contains(where: \.axis.isPosition) }
}

/// The state of a control that moves a channel of the arm or sends one of its actions; in a replay also of a channel
/// that no control moves.
public struct ControlStatus: Equatable, Sendable {
    /// What kind of control it is.
    public enum Kind: String, Sendable {
        /// A joint that only controls of the hand move.
        case joint
        /// It has one axis, x.
        case slider
        /// It has two axes; the arm need not have a channel for both.
        case joystick
        /// It sends an action for as long as it is pressed: a slider at its end.
        case button
    }

    /// What holds a control.
    public enum Holder: String, Sendable {
        /// The input: a gamepad or a keyboard.
        case input
        /// A finger on the page that drives.
        case finger
    }

    /// Whether the operator can move a control.
    public enum Readiness: Sendable {
        /// Nothing of its own prevents it.
        case ready
        /// The neutral gate waits for its release.
        case held
        /// The profile in force does not have it.
        case off
    }

    /// Its index in the mapping; nil: it is a played channel, or no input is there yet.
    public var control: Control?
    /// Its name.
    public var name: String
    /// What kind of control it is.
    public var kind: Kind
    /// Its live deflection; a slider's as x, a pressed button's as well.
    public var deflection: Point
    /// The channels that it moves; nil: the arm has no such channel, or it is a button.
    public var x: Axis?, y: Axis?
    /// Whether it is live, or why it is not.
    public var gate = GateState.open
    /// What has to be released: "right stick"; empty: nothing.
    public var toRelease = ""
    /// What holds it; nil: nothing.
    public var holder: Holder?
    /// Whether the profile in force has it.
    public var isInProfile = true
    /// The profile in force does not have it: controls of the hand move its joints.
    public var isMovedByHand = false
    /// A recording sets its channels, and nobody deflects it.
    public var isPlayed = false

    /// Creates a control at rest.
    public init(_ kind: Kind, _ name: String, of control: Control? = nil, x: Axis? = nil, y: Axis? = nil) {
        self.kind = kind
        self.name = name
        self.control = control
        deflection = Point()
        self.x = x
        self.y = y
    }

    /// Whether the operator can move it.
    public var readiness: Readiness {
        if !isInProfile, !isMovedByHand { return .off }
        return (gate == .held || gate == .stopped) && !toRelease.isEmpty ? .held : .ready
    }

    /// Whether it holds a position.
    public var holdsPosition: Bool { axes.contains(where: \.axis.isPosition) }

    /// Whether no axis has been sent: the position that is shown is an assumption.
    public var isAssumed: Bool { !axes.isEmpty && axes.allSatisfy(\.axis.isAssumed) }

    /// Its axes that move a channel, with their letters; a slider's has none.
    public var axes: [(letter: String, deflection: Double, axis: Axis)] {
        let isJoystick = kind == .joystick
        return [(isJoystick ? "x" : "", deflection.x, x), (isJoystick ? "y" : "", deflection.y, y)]
            .compactMap { letter, deflection, axis in axis.map { (letter, deflection, $0) } }
    }

    /// Whether it is a stick whose name is that of its channels: "base/shoulder".
    public var isNamedByChannels: Bool {
        kind == .joystick && !axes.isEmpty && name == axes.map(\.axis.channel).joined(separator: "/")
    }

    /// The channels that are at an end and held beyond it.
    public var ended: [String] {
        holder == nil ? [] : axes.filter { $0.axis.isEnded(by: $0.deflection) }.map(\.axis.channel)
    }

    /// A point in the joystick's disc, each coordinate -1...+1: x to the right, y upward.
    public struct Point: Equatable, Sendable {
        /// Deflection to the right, and upward.
        public var x: Double, y: Double

        /// Creates a point; the centre by default.
        public init(x: Double = 0, y: Double = 0) { (self.x, self.y) = (x, y) }
    }

    /// A channel that a control moves.
    public struct Axis: Equatable, Sendable {
        /// The channel's name in the arm's file; empty: it is not shown.
        public var channel: String
        /// Its number.
        public var number: ChannelNumber
        /// The number on a scale of -1...+1.
        public var normalised: Double
        /// Whether it is a position, which stays where it is; otherwise a velocity.
        public var isPosition: Bool
        /// Whether the number is an assumption: never sent, or made uncertain by an action that was cut short.
        public var isAssumed: Bool
        /// Where the arm itself reports that it is; nil: it does not.
        public var reported: ChannelNumber?
        /// The numbers at its ends and at rest; nil: not shown.
        public var range: ValueRange?
        /// The numbers that it keeps within; nil: all of its range, or not shown.
        public var travel: ClosedRange<Int32>?

        /// Creates an axis from its parts.
        public init(
            _ number: ChannelNumber, of channel: String = "", normalised: Double = 0, isPosition: Bool = true,
            isAssumed: Bool = false, reported: ChannelNumber? = nil, range: ValueRange? = nil,
            travel: ClosedRange<Int32>? = nil
        ) {
            self.number = number
            self.channel = channel
            self.normalised = normalised
            self.isPosition = isPosition
            self.isAssumed = isAssumed
            self.reported = reported
            self.range = range
            self.travel = travel
        }

        /// Whether it is at the end of its travel to which a deflection leads.
        func isEnded(by deflection: Double) -> Bool {
            guard isPosition, deflection != 0, let range else { return false }
            let ends = travel ?? range.bounds
            let rises = (deflection > 0) == (range.low < range.high)
            return number.value == (rises ? ends.upperBound : ends.lowerBound)
        }
    }
}

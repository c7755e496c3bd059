public import WaldoTime

/// Where an arm's channels put its hand: a chain of joints from the base, in a right-handed system of the arm's own, in
/// metres and degrees. It describes what is commanded, not what the arm does.
public struct ArmPose: Equatable, Sendable {
    /// An axis of the system that the joints before it have turned and moved.
    public enum Axis: String, Equatable, Sendable, CaseIterable { case x, y, z }

    /// What a joint does with all that follows it.
    public enum Kind: String, Equatable, Sendable, CaseIterable {
        /// Turns it about the axis; its coordinate is in degrees, positive as a right-handed screw turns.
        case turn
        /// Moves it along the axis; its coordinate is in metres.
        case move
    }

    /// What a joint's coordinate depends on.
    public enum Motion: Equatable, Sendable {
        /// Nothing: a link of the arm, or an angle between two.
        case fixed(Double)
        /// A position's number, in steps of `unit` from `zero`, which is in units of 10^-decimals.
        case position(Channel, zero: Int32, unit: Double)
        /// The count of a velocity's frames, each of which moves by `each` in the direction of its number, with an
        /// error at one standard deviation. `home` is an action that brings the coordinate to 0.
        case frames(Channel, each: Double, error: Double, home: Channel?)
        /// A velocity's number and time: `unit` a second for each unit of the number, with an error as a part of the
        /// way. A number holds for so long without another frame.
        case rate(Channel, unit: Double, error: Double, holds: TimeSpan, home: Channel?)
    }

    /// A joint of the chain.
    public struct Joint: Equatable, Sendable {
        /// What it does.
        public var kind: Kind
        /// About which axis, or along which.
        public var axis: Axis
        /// By how much.
        public var motion: Motion

        /// Creates a joint.
        public init(_ kind: Kind, _ axis: Axis, _ motion: Motion) {
            (self.kind, self.axis, self.motion) = (kind, axis, motion)
        }
    }

    /// Wheels that carry the base: two velocity channels give a speed and a rate of turn, each the sum of what both
    /// add.
    public struct Drive: Equatable, Sendable {
        /// What a channel adds for each unit of its number.
        public struct Wheel: Equatable, Sendable {
            /// The channel.
            public var channel: Channel
            /// Metres a second, forward.
            public var speed: Double
            /// Degrees a second, to the left.
            public var turn: Double

            /// Creates a wheel.
            public init(_ channel: Channel, speed: Double, turn: Double) {
                (self.channel, self.speed, self.turn) = (channel, speed, turn)
            }
        }

        /// Both channels.
        public var first: Wheel, second: Wheel
        /// The error of the way and of the angle, as a part of them.
        public var error: Double
        /// How long numbers hold without another frame.
        public var holds: TimeSpan

        /// Creates a drive.
        public init(_ first: Wheel, _ second: Wheel, error: Double, holds: TimeSpan) {
            (self.first, self.second, self.error, self.holds) = (first, second, error, holds)
        }
    }

    /// The joints from the base to the hand.
    public var joints: [Joint]
    /// Wheels under the base; nil: it stands. They start at the origin, in the direction of x.
    public var drive: Drive?
    /// How far the resting hand is from the computed place, in metres at one standard deviation.
    public var accuracy: Double
    /// How long a move takes on a channel without `busy`.
    public var settlingTime: TimeSpan
    /// Where the geometry is from; nil: it is assumed.
    public var source: String?

    /// Creates a pose from its parts.
    public init(
        joints: [Joint], drive: Drive? = nil, accuracy: Double, settlingTime: TimeSpan = .zero, source: String? = nil
    ) {
        (self.joints, self.drive, self.accuracy, self.settlingTime) = (joints, drive, accuracy, settlingTime)
        self.source = source
    }
}

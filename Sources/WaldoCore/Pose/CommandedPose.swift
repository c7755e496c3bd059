public import WaldoTime

/// Where an arm's hand is by its commands, at any time that they cover.
///
/// A position moves at an even pace from its number to the next one while the arm is busy with it, and is known again
/// then; until a position was commanded it may be anywhere in its range. A velocity is counted, by frames or by time,
/// and is known less well with each, until an action brings it home. Of each joint the last 256 moves are kept.
public struct CommandedPose: Sendable {
    /// The root mean square of the distance of two points on a circle, in radii: no angle is known less well.
    private static let worstAngle = 1.414_213_562_373_095_1

    /// Whether the arm's geometry is assumed.
    public let isAssumed: Bool
    private let arm: Arm
    private let joints: [ArmPose.Joint]
    private let accuracy: Double
    /// One for each joint that moves, by its place in the chain.
    private var tracks: [PoseTrack?]
    private var drive: DriveTrack?
    /// The joints that a running action brings to a known coordinate, a bit each.
    private var actions: PerChannel<UInt64>

    /// The longest chain.
    public static let maxJoints = 32

    /// Begins with an arm whose positions are not known; nil: its file has no pose.
    public init?(_ arm: Arm) {
        guard let pose = arm.pose else { return nil }
        self.arm = arm
        isAssumed = pose.source == nil
        joints = Array(pose.joints.prefix(Self.maxJoints))
        accuracy = pose.accuracy
        tracks = joints.map { PoseTrack($0.motion, of: arm, settlingTime: pose.settlingTime) }
        drive = pose.drive.map { DriveTrack($0, of: arm) }
        actions = PerChannel(repeating: 0, for: arm.channels)
    }

    /// The operator has confirmed that the arm stands at its start position.
    public mutating func confirmStart() { for index in tracks.indices { tracks[index]?.confirmStart() } }

    /// A frame was written that sets a channel, or begins (1) or ends (0) an action. Every frame counts, repeated
    /// ones as well. One that is earlier than the latest counts as written with it.
    /// - Parameters:
    ///   - value: the number, in units of 10^-decimals.
    ///   - time: when it was written.
    public mutating func command(_ channel: Channel, _ value: Int32, at time: Instant) {
        guard channel.index < arm.channels.count else { return }
        if let action = arm.profiles[channel].action {
            if value != 0 { begin(channel, action, at: time) } else { end(channel, at: time) }
            return
        }
        for index in tracks.indices where tracks[index]?.channel == channel {
            tracks[index]?.command(value, at: time)
        }
        drive?.command(channel, value, at: time)
    }

    private mutating func begin(_ channel: Channel, _ action: ChannelProfile.Action, at time: Instant) {
        let span = arm.profiles[channel].busy?.base ?? .zero
        var moved: UInt64 = 0
        for index in tracks.indices where tracks[index]?.begin(channel, action.sets, taking: span, at: time) == true {
            moved |= 1 << UInt64(index)
        }
        actions[channel] = moved
    }

    private mutating func end(_ channel: Channel, at time: Instant) {
        let moved = actions[channel]
        actions[channel] = 0
        for index in tracks.indices where moved & 1 << UInt64(index) != 0 { tracks[index]?.markUncertain(at: time) }
    }

    /// Where the hand is at a time, and the radius in metres within which it is at one standard deviation.
    public func hand(at time: Instant) -> (point: ArmPoint, error: Double) {
        // From the hand back to the base, so that each joint sees how far the hand is from its axis.
        var (x, y, z) = (0.0, 0.0, 0.0)
        var variance = accuracy * accuracy
        for index in joints.indices.reversed() {
            let joint = joints[index]
            let (value, error) = coordinate(index, at: time)
            switch (joint.kind, joint.axis) {
            case (.move, .x): x += value
            case (.move, .y): y += value
            case (.move, .z): z += value
            case (.turn, .x): (y, z) = turned(y, z, by: value)
            case (.turn, .y): (z, x) = turned(z, x, by: value)
            case (.turn, .z): (x, y) = turned(x, y, by: value)
            }
            guard error > 0 else { continue }
            switch (joint.kind, joint.axis) {
            case (.move, _): variance += error * error
            case (.turn, .x): variance += spread(error, y, z)
            case (.turn, .y): variance += spread(error, z, x)
            case (.turn, .z): variance += spread(error, x, y)
            }
        }
        if let state = drive?.state(at: time) {
            (x, y) = turned(x, y, by: state.heading)
            variance += spread(state.headingError, x, y) + state.error * state.error
            x += state.x
            y += state.y
        }
        return (ArmPoint(x: x, y: y, z: z), variance.squareRoot())
    }

    /// The points of the arm from its base to its hand as if each commanded position were reached at once, one behind
    /// each joint.
    public func chain(at time: Instant) -> [ArmPoint] {
        let pose = ArmPose(joints: joints, accuracy: accuracy), state = drive?.state(at: time)
        return (0...joints.count).map { count in
            var point = pose.point(behind: count) { index in
                if case .fixed(let value) = joints[index].motion { return value }
                return tracks[index]?.target(at: time) ?? 0
            }
            if let state {
                point.turn(about: .z, by: state.heading)
                point.x += state.x
                point.y += state.y
            }
            return point
        }
    }

    private func coordinate(_ index: Int, at time: Instant) -> (value: Double, error: Double) {
        if let track = tracks[index] { return track.value(at: time) }
        if case .fixed(let value) = joints[index].motion { return (value, 0) }
        return (0, 0)
    }

    /// A point of a plane, turned about its origin by degrees.
    private func turned(_ one: Double, _ other: Double, by angle: Double) -> (Double, Double) {
        let (sine, cosine) = (Degrees.sine(angle), Degrees.cosine(angle))
        return (one * cosine - other * sine, one * sine + other * cosine)
    }

    /// The variance of a point's place that an angle's error in degrees makes.
    private func spread(_ error: Double, _ one: Double, _ other: Double) -> Double {
        let angle = min(error * Degrees.inRadians, Self.worstAngle)
        return angle * angle * (one * one + other * other)
    }
}

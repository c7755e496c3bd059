public import WaldoTime

extension ArmModel {
    /// How long a position without any stated time takes for its whole range.
    public static let wholeRange: TimeSpan = .seconds(1)

    /// The model of an arm whose file has none: it follows the channels' modes, ranges and busy times, and the pose.
    /// Its firmware reads whole frames, and stops a velocity after three heartbeats without a frame.
    public static func standard(of arm: Arm) -> ArmModel {
        ArmModel(behaviours: arm.channels.map { behaviour($0, of: arm) })
    }

    private static func behaviour(_ channel: Channel, of arm: Arm) -> Behaviour {
        let profile = arm.profiles[channel]
        // What the arm's file states of its deafness holds, however long a move takes.
        let deaf: Deafness = profile.busy.map { .span($0.base) } ?? .never
        guard profile.action == nil, profile.mode != .signal else { return Behaviour(.action, deaf: deaf) }
        guard profile.mode == .position else {
            let motion = velocity(channel, of: arm)
            return Behaviour(motion, deaf: deaf, watchdog: profile.heartbeat.map { $0 * 3 })
        }
        let start = Double(profile.start)
        if let busy = profile.busy, busy.perUnit > .zero {
            let takes = Double(busy.perUnit.microseconds)
            return Behaviour(.position(takes: takes, delay: busy.base), start: start, deaf: .moving)
        }
        return Behaviour(.position(takes: pace(profile, of: arm), delay: .zero), start: start, deaf: deaf)
    }

    /// Microseconds of one unit of 10^-decimals.
    private static func pace(_ profile: ChannelProfile, of arm: Arm) -> Double {
        let settling = arm.pose?.settlingTime ?? .zero
        let span = (Double(profile.range.high) - Double(profile.range.low)).magnitude
        return Double((settling > .zero ? settling : wholeRange).microseconds) / span
    }

    /// How a velocity moves: as the first joint of the pose, or the drive, counts it.
    private static func velocity(_ channel: Channel, of arm: Arm) -> Motion {
        let profile = arm.profiles[channel]
        let greatest = profile.range.greatest / .ten(to: profile.range.decimals)
        if case .frames(_, let each, _, _)? = arm.pose?.motion(of: channel) {
            let busy = profile.busy?.base ?? .zero
            let settling = arm.pose?.settlingTime ?? .zero
            let takes = busy > .zero ? busy : settling > .zero ? settling : arm.pacing.interval
            return .frames(steps: [1], length: each, takes: takes)
        }
        return .rate((arm.pose?.unit(of: channel) ?? 1) * greatest)
    }
}

extension ArmPose {
    /// How the first joint that a channel moves depends on it; nil: it moves none.
    public func motion(of channel: Channel) -> Motion? {
        joints.first { $0.motion.channel == channel }?.motion
    }

    /// What a velocity's way is counted by: metres or degrees of the first joint that it moves a frame, or a second at
    /// a number of 1; of wheels, metres, or degrees for one that only turns. Nil: the pose does not have it.
    public func unit(of channel: Channel) -> Double? {
        switch motion(of: channel) {
        case .frames(_, let each, _, _): return each
        case .rate(_, let unit, _, _, _): return unit
        case .position(_, _, let unit): return unit
        case .fixed, nil: break
        }
        guard let drive else { return nil }
        for wheel in [drive.first, drive.second] where wheel.channel == channel {
            guard wheel.speed != 0 else { return wheel.turn }
            // Of two wheels the middle between them, where the base is, goes half of each one's way.
            return wheel.turn != 0 ? 2 * wheel.speed : wheel.speed
        }
        return nil
    }

    /// What a channel's way measures: a length, or an angle; nil: the pose does not have it.
    public func kind(of channel: Channel) -> Kind? {
        if let joint = joints.first(where: { $0.motion.channel == channel }) { return joint.kind }
        guard let drive else { return nil }
        for wheel in [drive.first, drive.second] where wheel.channel == channel {
            return wheel.speed != 0 ? .move : .turn
        }
        return nil
    }
}

extension ArmPose.Motion {
    /// The channel that it depends on; nil: it is fixed.
    public var channel: Channel? {
        switch self {
        case .fixed: nil
        case .position(let channel, _, _), .frames(let channel, _, _, _), .rate(let channel, _, _, _, _): channel
        }
    }
}

extension ValueRange {
    /// How far the farther end is from zero, in units of 10^-decimals.
    public var greatest: Double {
        max((Double(high) - Double(zero)).magnitude, (Double(low) - Double(zero)).magnitude)
    }
}

import WaldoTime

/// A joint's coordinate over time, in degrees or metres, as its commands let one expect.
struct PoseTrack: Sendable {
    /// How many moves are kept, the oldest being forgotten.
    static let capacity = 256
    /// The standard deviation of a number that is as likely anywhere within a span, as a part of it: 1 / sqrt(12).
    static let uniform = 0.288_675_134_594_812_9

    /// The channel that moves it.
    let channel: Channel
    private let motion: ArmPose.Motion
    /// The action that brings it to 0.
    private let home: Channel?
    private let busy: ChannelProfile.Busy
    /// The channel's ends as coordinates, and what a unit of 10^-decimals of its number is.
    private let range: ClosedRange<Double>
    private let step: Double
    private var pieces: BoundedRing<Piece>
    /// The frames since the beginning, or since it was at home.
    private var frames = 0.0
    /// Whether a position is known; a velocity counts from where it has stood at the beginning.
    private var isKnown: Bool

    /// Creates the coordinate of a joint; nil: it does not move.
    init?(_ motion: ArmPose.Motion, of arm: Arm, settlingTime: TimeSpan) {
        let (zero, unit): (Int32, Double)
        switch motion {
        case .fixed: return nil
        case .position(let of, let start, let each):
            (channel, home, isKnown, zero, unit) = (of, nil, false, start, each)
        case .frames(let of, let each, _, let action):
            (channel, home, isKnown, zero, unit) = (of, action, true, 0, each)
        case .rate(let of, let each, _, _, let action):
            (channel, home, isKnown, zero, unit) = (of, action, true, 0, each)
        }
        self.motion = motion
        let profile = arm.profiles[channel]
        busy = profile.busy ?? ChannelProfile.Busy(base: settlingTime)
        let step = unit / .ten(to: profile.range.decimals)
        self.step = step
        func coordinate(_ number: Int32) -> Double { (Double(number) - Double(zero)) * step }
        let (low, high) = (coordinate(profile.range.low), coordinate(profile.range.high))
        range = min(low, high)...max(low, high)
        pieces = BoundedRing(capacity: Self.capacity, filling: Piece(resting: 0, error: 0))
        pieces.append(
            isKnown ? Piece(resting: 0, error: 0) : Piece(resting: coordinate(profile.start), error: unknown))
    }

    /// The error of a position that nobody knows.
    private var unknown: Double { (range.upperBound - range.lowerBound) * Self.uniform }

    private var last: Piece { pieces[pieces.count - 1] }

    /// The coordinate and its error at a time.
    func value(at time: Instant) -> (value: Double, error: Double) {
        pieces[max(1, pieces.prefixCount { $0.at <= time }) - 1].value(at: time)
    }

    /// Where the latest command puts the coordinate; of a velocity that holds, how far it has come.
    func target(at time: Instant) -> Double {
        if case .rate = motion { return value(at: time).value }
        return last.to
    }

    // MARK: commands

    /// The coordinate is known to be where it begins.
    mutating func confirmStart() {
        guard !isKnown, pieces.count == 1 else { return }
        isKnown = true
        pieces.replaceLast(Piece(resting: last.to, error: 0))
    }

    /// A frame with a number of the channel was written; times do not decrease.
    mutating func command(_ number: Int32, at time: Instant) {
        let time = max(time, last.at)
        let now = last.value(at: time)
        switch motion {
        case .fixed: break
        case .position(_, let zero, _):
            move(to: (Double(number) - Double(zero)) * step, taking: busy, at: time)
        case .frames(_, let each, let error, _):
            guard number != 0 else { return }
            frames += 1
            // Errors of single frames are independent: their squares add up.
            let error = frames.squareRoot() * error
            pieces.append(
                Piece(
                    at: time, until: time.later(by: busy.base), from: now.value,
                    to: last.to + (number > 0 ? each : -each), firstError: error, lastError: error, restError: error))
        case .rate(_, _, let error, let holds, _):
            let travel = number == 0 ? 0 : Double(number) * step * holds.inSeconds
            let error = now.error + travel.magnitude * error
            pieces.append(
                Piece(
                    at: time, until: number == 0 ? time : time.later(by: holds), from: now.value,
                    to: now.value + travel,
                    firstError: now.error, lastError: error, restError: error))
        }
    }

    /// An action that takes so long was begun; returns whether it brings this coordinate to a known one.
    mutating func begin(
        _ action: Channel, _ settings: [ChannelProfile.Action.Setting], taking span: TimeSpan, at time: Instant
    ) -> Bool {
        let busy = ChannelProfile.Busy(base: span)
        let time = max(time, last.at)
        if home == action {
            move(to: 0, taking: busy, at: time)
            frames = 0
        } else if case .position(_, let zero, _) = motion,
            let setting = settings.first(where: { $0.channel == channel })
        {
            move(to: (Double(setting.value) - Double(zero)) * step, taking: busy, at: time)
        } else {
            return false
        }
        return true
    }

    /// What was to bring it to a known coordinate has ended too soon: it is somewhere on its way.
    mutating func markUncertain(at time: Instant) {
        let time = max(time, last.at)
        guard time < last.until else { return }
        let now = last.value(at: time)
        var piece = Piece(resting: now.value, error: now.error)
        if case .position = motion {
            piece = Piece(resting: now.value, error: max(now.error, unknown))
            isKnown = false
        }
        (piece.at, piece.until) = (time, time)
        pieces.append(piece)
    }

    /// A move at an even pace. Until it ends, any coordinate between both is as likely; afterwards it is known.
    private mutating func move(to target: Double, taking busy: ChannelProfile.Busy, at time: Instant) {
        let now = last.value(at: time)
        // From an unknown coordinate it may be the longest distance.
        let distance =
            isKnown
            ? (target - now.value).magnitude
            : max((target - range.lowerBound).magnitude, (range.upperBound - target).magnitude)
        let moving = (distance / step.magnitude * Double(busy.perUnit.microseconds)).rounded()
        let spread = (target - now.value) * Self.uniform
        let error = (spread * spread + now.error * now.error).squareRoot()
        pieces.append(
            Piece(
                at: time, until: time.later(by: busy.base + .microseconds(Int64(moving))), from: now.value, to: target,
                firstError: error, lastError: error, restError: 0))
        isKnown = true
    }
}

import WaldoTime

/// Replaces the controls while a recording is played: the present number of each channel, behind a gate of its own.
///
/// A velocity is at rest at zero, a position while it does not change. A recording that starts in the middle of a held
/// slider, or continues after a halt, moves nothing until it has released the slider.
struct Playback: Sendable {
    private var numbers: PerChannel<Int32?>
    private var gates: PerChannel<NeutralGate>
    /// The recorded frames that wait to be sent, where frames are played and not numbers.
    var motions: MotionQueue

    init(_ channels: Channels) {
        numbers = PerChannel(repeating: nil, for: channels)
        gates = PerChannel(repeating: NeutralGate(), for: channels)
        motions = MotionQueue(channels)
    }

    /// Sets a channel's number from the recording.
    mutating func set(_ channel: Channel, _ number: Int32, _ profile: ChannelProfile, at now: Instant) {
        numbers[channel] = number
        if profile.mode != .velocity { gates[channel].follow(isAtRest: false, isBlocked: false, at: now) }
    }

    /// Forgets a channel's number: a signal's counts once, a position's until an action sets another.
    mutating func finish(_ channel: Channel) { numbers[channel] = nil }

    /// A channel's number; nil while its gate is closed.
    func number(_ channel: Channel) -> Int32? { gates[channel].isOpen ? numbers[channel] : nil }

    func isOpen(_ channel: Channel) -> Bool { gates[channel].isOpen }

    func isAtRest(_ channel: Channel, _ profile: ChannelProfile) -> Bool {
        profile.mode != .velocity || (numbers[channel] ?? profile.range.zero) == profile.range.zero
    }

    mutating func close() { for channel in gates.channels { gates[channel].close() } }

    mutating func update(_ channel: Channel, _ profile: ChannelProfile, isBlocked: Bool, at now: Instant) {
        gates[channel].follow(isAtRest: isAtRest(channel, profile), isBlocked: isBlocked, at: now)
    }

    func deadline(_ channel: Channel) -> Instant? { gates[channel].deadline }
}

/// The state machine while a recording holds the controls.
extension DriveStateMachine {
    /// Applies the recording's numbers, clamped to each channel's range. Among frames they are the zeros of velocities,
    /// and wait for the frames before them.
    mutating func applyPlayed(_ numbers: PerChannel<Int32?>) {
        if playback?.motions.hasBegun == true {
            playback?.motions.add(.init(due: time, numbers: numbers, isMotion: false))
            return
        }
        for channel in arm.channels {
            guard let number = numbers[channel] else { continue }
            let profile = arm.profiles[channel], bounds = profile.range.bounds
            playback?.set(channel, max(bounds.lowerBound, min(bounds.upperBound, number)), profile, at: time)
        }
    }

    /// Whether a channel's recorded numbers reach the arm.
    public func isPlaybackOpen(_ channel: Channel) -> Bool { playback?.isOpen(channel) == true }

    mutating func updatePlayback(isBlocked: Bool) {
        for channel in arm.channels {
            playback?.update(channel, arm.profiles[channel], isBlocked: isBlocked, at: time)
        }
        if playback?.motions.hasBegun == true { return updateMotions(isBlocked: isBlocked) }
        for channel in arm.channels {
            let profile = arm.profiles[channel]
            let number = playback?.number(channel)
            if profile.mode == .signal {
                guard let number, number != 0 else { continue }
                encoder.set(channel, number, isTouched: true, at: time)
                encoder.set(channel, 0, isTouched: false, at: time)
                playback?.finish(channel)
            } else if profile.mode == .velocity {
                let velocity = number ?? profile.range.zero
                encoder.set(channel, velocity, isTouched: velocity != profile.range.zero, at: time)
            } else if let number {
                positions[channel].go(to: profile.range.normalised(Double(number)), at: time)
                // Without limits the number itself: the scale of -1...+1 need not give it back.
                let now = profile.limits == nil ? number : profile.range.quantised(positions[channel].value(at: time))
                encoder.set(channel, now, isTouched: false, at: time)
            }
        }
    }

    /// The combined gate state of a control's channels.
    func playbackGate(_ control: Control) -> GateState {
        guard let playback else { return .input }
        var isOpen = true, isAtRest = true
        let channels = channels(of: control)
        for channel in [channels.x, channels.y] {
            guard let channel else { continue }
            let profile = arm.profiles[channel]
            if !playback.isOpen(channel) { isOpen = false }
            if !playback.isAtRest(channel, profile) { isAtRest = false }
        }
        return isOpen ? .open : blocked ?? (isAtRest ? .settling : .held)
    }
}

/// What holds the controls when a recording is played: the present number of each channel, behind a gate of its own.
///
/// A velocity is at rest at zero, a position when it has not changed. A recording that is entered in the middle of a
/// held slider, or goes on after a halt, moves nothing before it has let go.
struct Playback: Sendable {
    private var numbers = PerChannel<Int32?>(repeating: nil)
    private var gates = PerChannel(repeating: NeutralGate())

    /// The recording has come to another number of a channel.
    mutating func play(_ channel: Channel, _ number: Int32, _ profile: ChannelProfile, at now: Microseconds) {
        numbers[channel] = number
        if profile.mode == .position { gates[channel].follow(isAtRest: false, isBlocked: false, at: now) }
    }

    /// A channel's number when its gate is open.
    func number(_ channel: Channel) -> Int32? { gates[channel].isOpen ? numbers[channel] : nil }

    func isOpen(_ channel: Channel) -> Bool { gates[channel].isOpen }

    func isAtRest(_ channel: Channel, _ profile: ChannelProfile) -> Bool {
        profile.mode == .position || (numbers[channel] ?? profile.range.zero) == profile.range.zero
    }

    mutating func close() { for channel in Channel.allCases { gates[channel].close() } }

    mutating func settle(_ channel: Channel, _ profile: ChannelProfile, isBlocked: Bool, at now: Microseconds) {
        gates[channel].follow(isAtRest: isAtRest(channel, profile), isBlocked: isBlocked, at: now)
    }

    func deadline(_ channel: Channel) -> Microseconds? { gates[channel].deadline }
}

/// A state machine whose controls are held by a recording.
extension DriveStateMachine {
    /// Takes numbers; what lies beyond a channel's range counts as its end.
    mutating func play(_ numbers: PerChannel<Int32?>) {
        for channel in Channel.allCases {
            guard let profile = arm.channels[channel], let number = numbers[channel] else { continue }
            let range = profile.range, low = min(range.low, range.high), high = max(range.low, range.high)
            playback?.play(channel, max(low, min(high, number)), profile, at: time)
        }
    }

    /// Whether what a recording says of a channel reaches the arm.
    public func isPlayed(_ channel: Channel) -> Bool { playback?.isOpen(channel) == true }

    mutating func settlePlayback(isBlocked: Bool) {
        for channel in Channel.allCases {
            guard let profile = arm.channels[channel] else { continue }
            playback?.settle(channel, profile, isBlocked: isBlocked, at: time)
            let number = playback?.number(channel)
            if profile.mode == .velocity {
                let velocity = number ?? profile.range.zero
                encoder.set(channel, velocity, isTouched: velocity != profile.range.zero, at: time)
            } else if let number {
                held[channel].place(profile.range.normalised(Double(number)))
                encoder.set(channel, number, isTouched: false, at: time)
            }
        }
    }

    /// What a control's channels have in common; nil when no recording is played.
    func playbackGate(_ control: Control) -> GateState? {
        guard let playback else { return nil }
        var isOpen = true, isAtRest = true
        for channel in control == .slider ? [Channel.slider] : [.zx, .zy] {
            guard let profile = arm.channels[channel] else { continue }
            if !playback.isOpen(channel) { isOpen = false }
            if !playback.isAtRest(channel, profile) { isAtRest = false }
        }
        return isOpen ? .open : blocked ?? (isAtRest ? .settling : .held)
    }
}

/// Decides which bytes leave when: the rate limit, the heartbeat, the stops. Pure; the time is handed in.
///
/// A stop leaves at once. Motion leaves no sooner than `interval` after any write and not while the arm is busy; of a
/// channel's values only the newest waits. Nothing touched and the last value out: no deadline.
struct Encoder {
    let rules: PerChannel<ChannelRule?>
    let outlets: PerChannel<Channel>
    let pacing: Pacing
    let decimals: PerChannel<Int>
    let frames: FrameTable
    var state: EncoderState
    var beforeLastWrite: EncoderState
    /// Whether the last command was a stop.
    private(set) var lastIsStop = false
    /// Whether a halt came after the last write.
    var hasHaltedSinceWrite = false

    init(arm: Arm) {
        rules = arm.rules
        outlets = arm.outlets
        pacing = arm.pacing
        decimals = arm.decimals
        frames = FrameTable(arm)
        let start = arm.startValues
        func channel(_ value: Int32) -> EncoderState.ChannelState { .init(desired: value, written: value) }
        state = EncoderState(
            channels: PerChannel(slider: channel(start.slider), zx: channel(start.zx), zy: channel(start.zy)),
            outlets: PerChannel(repeating: .init(content: Frame(), values: start)))
        beforeLastWrite = state
        for outlet in Channel.allCases where isOutlet(outlet) {
            state.outlets[outlet].content = frames.rendered(start, lead: outlet, sequence: 0)
        }
    }

    // MARK: what the road says

    /// A control's present number for a channel.
    mutating func set(_ channel: Channel, _ value: Int32, isTouched: Bool, at now: Microseconds) {
        guard let profile = rules[channel] else { return }
        let before = state.channels[channel]
        guard before.desired != value || before.isTouched != isTouched else { return }
        state.channels[channel].desired = value
        state.channels[channel].isTouched = isTouched
        let zero = profile.range.zero
        let isRelease = profile.means == .velocity && value == zero && before.desired != zero
        if isRelease && before.written != zero && before.stopsLeft == 0 { sayZero(channel, isHalt: false) }
        noteChange(outlets[channel], at: now)
    }

    /// Sets every velocity to zero and forgets what positions were waiting. Tells whether something was.
    /// - Parameter isAnew: false when a halt whose zeros are still being said will do: nothing moves before they are.
    @discardableResult
    mutating func halt(at now: Microseconds, isAnew: Bool = true) -> Bool {
        let dropped = hasPendingMotion
        hasHaltedSinceWrite = true
        for channel in Channel.allCases {
            guard let profile = rules[channel] else { continue }
            state.channels[channel].isTouched = false
            if profile.means == .velocity {
                state.channels[channel].desired = profile.range.zero
                let isSaid = state.channels[channel].stopsLeft > 0 && state.channels[channel].stopIsHalt
                if state.link != .down, isAnew || !isSaid { sayZero(channel, isHalt: true) }
            } else {
                state.channels[channel].desired = state.channels[channel].written
            }
        }
        for channel in Channel.allCases where isOutlet(channel) { noteChange(channel, at: now) }
        return dropped
    }

    /// Follows the link. Tells whether something that was waiting was dropped.
    mutating func follow(_ event: LinkEvent, at now: Microseconds) -> Bool {
        switch event {
        case .up:
            state.link = .ready
            state.isHeld = false
        case .ready: if state.link != .down { state.link = .ready }
        case .busy: if state.link != .down { state.link = .busy }
        case .held: if state.link != .down { state.isHeld = true }
        case .flowing: state.isHeld = false
        case .refused:
            guard state.link != .down else { return false }
            takeBackLastWrite(at: now)
        case .down:
            let dropped = hasPendingMotion || isSayingZero
            state.link = .down
            state.isHeld = false
            halt(at: now)
            for channel in Channel.allCases { state.channels[channel].stopsLeft = 0 }
            return dropped
        }
        return false
    }

    /// What was written last was not taken: it waits again, unless something newer does.
    private mutating func takeBackLastWrite(at now: Microseconds) {
        let present = state.channels, isHeld = state.isHeld
        state = beforeLastWrite
        state.link = .busy
        state.isHeld = isHeld
        for channel in Channel.allCases {
            let stopsLeft = max(state.channels[channel].stopsLeft, present[channel].stopsLeft)
            state.channels[channel].desired = present[channel].desired
            state.channels[channel].isTouched = present[channel].isTouched
            state.channels[channel].stopsLeft = stopsLeft
            if present[channel].stopIsUrgent { state.channels[channel].stopIsUrgent = true }
            if present[channel].stopIsHalt { state.channels[channel].stopIsHalt = true }
        }
        for channel in Channel.allCases where isOutlet(channel) { noteChange(channel, at: now) }
    }

    private mutating func sayZero(_ channel: Channel, isHalt: Bool) {
        state.channels[channel].stopsLeft = pacing.stops
        state.channels[channel].stopIsUrgent = true
        state.channels[channel].stopIsHalt = isHalt
    }

    // MARK: what leaves

    /// The one command that is due, taken as written. The link's `refused` takes that back.
    mutating func take(at now: Microseconds, stopsOnly: Bool) -> Command? {
        lastIsStop = false
        guard state.link == .ready else { return nil }
        if let outlet = stopDueNow(now) {
            lastIsStop = true
            return write(outlet, asStop: true, at: now)
        }
        guard !stopsOnly, !state.isHeld, motionFrom <= now else { return nil }
        var longest: (outlet: Channel, since: Microseconds)?
        for outlet in Channel.allCases {
            guard let since = motionDue(outlet), since <= now else { continue }
            if longest == nil || since < longest!.since { longest = (outlet, since) }
        }
        return longest.map { write($0.outlet, asStop: false, at: now) }
    }
}

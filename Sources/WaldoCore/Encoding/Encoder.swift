/// Decides which bytes leave when: the rate limit, the heartbeat, the zeros. Pure; the time is handed in.
///
/// It proposes a command, and what the link makes of that commits or discards it. After a motion, and after a link has
/// opened, each velocity's zero is said `pacing.stops` times at most, the first of them at once, until the next motion.
/// Motion leaves no sooner than `interval` after any write and not while the arm is busy; of a channel's values only the
/// newest waits. Nothing touched and the last value out: no deadline.
struct Encoder {
    let rules: PerChannel<ChannelRule?>
    let outlets: PerChannel<Channel>
    let pacing: Pacing
    let decimals: PerChannel<Int>
    let frames: FrameTable
    /// Whether one frame carries all channels.
    let isCombined: Bool
    /// Outlets that carry a velocity.
    private(set) var hasVelocity: PerChannel<Bool>
    /// Of these, the ones whose zero moves no position.
    private(set) var canAlwaysSayZero: PerChannel<Bool>
    var state: EncoderState

    /// - Parameter isPlaced: the operator has said where the arm stands, so that its positions are known.
    init(arm: Arm, isPlaced: Bool = false) {
        rules = arm.rules
        outlets = arm.outlets
        pacing = arm.pacing
        decimals = arm.decimals
        frames = FrameTable(arm)
        let start = arm.startValues
        func channel(_ value: Int32) -> EncoderState.ChannelState {
            .init(desired: value, written: value, isKnown: isPlaced)
        }
        state = EncoderState(
            channels: PerChannel(slider: channel(start.slider), zx: channel(start.zx), zy: channel(start.zy)),
            outlets: PerChannel(repeating: .init(content: Frame(), values: start)),
            proposal: .init(outlet: .slider, values: start, content: Frame(), at: 0, isZero: true))
        isCombined = arm.frame != nil
        hasVelocity = PerChannel(repeating: false)
        canAlwaysSayZero = PerChannel(repeating: false)
        for channel in Channel.allCases where rules[channel]?.means == .velocity {
            let outlet = outlets[channel]
            hasVelocity[outlet] = true
            canAlwaysSayZero[outlet] = frames.hasHalt || !frames.zeroCarriesPositions(outlet)
        }
        for outlet in Channel.allCases where isOutlet(outlet) {
            state.outlets[outlet].content = frames.rendered(start, lead: outlet, sequence: 0)
        }
    }

    // MARK: what the state machine says

    /// A control's present number for a channel.
    mutating func set(_ channel: Channel, _ value: Int32, isTouched: Bool, at now: Microseconds) {
        guard let profile = rules[channel] else { return }
        let before = state.channels[channel]
        guard before.desired != value || before.isTouched != isTouched else { return }
        state.channels[channel].desired = value
        state.channels[channel].isTouched = isTouched
        let zero = profile.range.zero
        let isRelease = profile.means == .velocity && value == zero && before.desired != zero
        if isRelease && before.written != zero && before.zerosLeft == 0 { oweZeros(channel, isHalt: false) }
        noteChange(outlets[channel], at: now)
    }

    /// Sets every velocity to zero and forgets what positions were waiting. Tells whether something was.
    @discardableResult
    mutating func halt(at now: Microseconds) -> Bool {
        let dropped = hasPendingMotion
        state.proposal.isHalted = true
        for channel in Channel.allCases {
            guard let profile = rules[channel] else { continue }
            state.channels[channel].isTouched = false
            if profile.means == .velocity {
                state.channels[channel].desired = profile.range.zero
                if state.link.isUp { oweZeros(channel, isHalt: true) }
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
        case .up, .opened:
            let isOpening = event == .opened(takenOver: true) || event == .opened(takenOver: false)
            state.link = .up(isOpening ? .opening : .flowing, isBusy: false)
            discard()
            for channel in Channel.allCases { state.channels[channel].zerosSaid = 0 }
        case .ready, .refused, .busy: state.link.become(busy: event != .ready)
        // A zero that is written all the same ends no stall, and no opening.
        case .held: if state.link.takesMotion { state.link.become(.full) }
        case .stalled: state.link.become(.stalled)
        case .flowing: state.link.become(.flowing)
        case .lastWord(let said): noteLastWord(said, at: now)
        case .down:
            let dropped = hasPendingMotion || isSayingZero
            state.link = .down
            discard()
            halt(at: now)
            for channel in Channel.allCases { state.channels[channel].zerosLeft = 0 }
            return dropped
        }
        return false
    }

    /// Zeros that have not been said since the last motion are owed.
    mutating func oweZeros(_ channel: Channel, isHalt: Bool) {
        guard canSayZero(outlets[channel]) else { return }
        let left = pacing.stops - state.channels[channel].zerosSaid
        let wasHalt = state.channels[channel].zerosLeft > 0 && state.channels[channel].zeroIsHalt
        state.channels[channel].zerosLeft = left
        state.channels[channel].zeroIsHalt = isHalt || wasHalt
    }

    // MARK: what leaves

    /// The one command that is due, handed out until `commit` or `discard` says what has become of it.
    mutating func propose(at now: Microseconds, zerosOnly: Bool) -> Command? {
        guard state.link.takesCommands, state.outcome == .known else { return nil }
        if let outlet = zeroDueNow(now) { return propose(outlet, asZero: true, at: now) }
        guard !zerosOnly, state.link.takesMotion, motionFrom <= now else { return nil }
        var longest: (outlet: Channel, since: Microseconds)?
        for outlet in Channel.allCases {
            guard let since = motionDue(outlet), since <= now else { continue }
            if longest == nil || since < longest!.since { longest = (outlet, since) }
        }
        return longest.map { propose($0.outlet, asZero: false, at: now) }
    }

    /// Whether a command was handed out, and nothing is known of what has become of it.
    @inline(__always)
    var awaitsOutcome: Bool { state.outcome == .awaited }

    /// The link has not taken the command: what it carried waits again, unless something newer does.
    mutating func discard() { state.outcome = .known }

    /// The link has the command, and will say whether it takes it.
    mutating func keepInFlight() { if state.outcome == .awaited { state.outcome = .inFlight } }

    /// The link has taken the command. Tells whether a halt has come since it was handed out.
    @discardableResult
    mutating func commit(at now: Microseconds) -> Bool {
        guard state.outcome != .known else { return false }
        state.outcome = .known
        let outlet = state.proposal.outlet
        if !state.proposal.isZero { state.busyUntil = max(state.busyUntil, state.proposal.at + busyTime) }
        state.outlets[outlet].content = state.proposal.content
        state.outlets[outlet].values = state.proposal.values
        state.outlets[outlet].lastWrite = state.proposal.at
        state.lastWrite = state.proposal.at
        state.sequence &+= 1
        for channel in Channel.allCases where outlets[channel] == outlet { markWritten(channel) }
        noteChange(outlet, at: now)
        return state.proposal.isHalted
    }

    @inline(__always)
    private mutating func markWritten(_ channel: Channel) {
        guard let profile = rules[channel] else { return }
        let value = state.proposal.values[channel]
        if profile.means == .position && state.proposal.isHaltFrame { return }
        state.channels[channel].written = value
        state.channels[channel].isAssumed = false
        state.channels[channel].isKnown = true
        guard profile.means == .velocity else { return }
        if value == profile.range.zero {
            noteZeros(channel, 1)
        } else {
            state.channels[channel].zerosSaid = 0
            state.channels[channel].zerosLeft = 0
            // It was let go of, or halted, while the link had this motion.
            if state.proposal.isHalted || state.channels[channel].desired == profile.range.zero {
                oweZeros(channel, isHalt: state.proposal.isHalted)
            }
        }
    }

    /// A channel's zero was said.
    mutating func noteZeros(_ channel: Channel, _ count: Int) {
        let said = min(pacing.stops, state.channels[channel].zerosSaid + count)
        let left = max(0, state.channels[channel].zerosLeft - count)
        state.channels[channel].zerosSaid = said
        state.channels[channel].zerosLeft = min(left, pacing.stops - said)
    }
}

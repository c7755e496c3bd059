import WaldoTime

/// Decides which bytes are sent when: the rate limit, the heartbeat, the zero repeats. Pure; time is a parameter.
///
/// It proposes a command, which the link's outcome commits or discards. After a motion, and after a link has opened,
/// each velocity's zero is sent `pacing.zeroRepeats` times at most, the first one at once, until the next motion.
/// Motion is sent no sooner than `interval` after any write and not while the arm is busy; only the newest of a
/// channel's values is pending. With nothing touched and the last value sent there is no deadline.
struct Encoder {
    /// The arm's channels.
    let channels: Channels
    let rules: PerChannel<ChannelRule>
    let pacing: Pacing
    let decimals: PerChannel<Int>
    let frames: FrameTable
    /// Whether one frame carries all channels.
    let isCombined: Bool
    /// The channels that it carries: all without actions.
    let combined: Channels
    /// The positions that each channel's action sets, by channel index.
    let settings: [[ChannelProfile.Action.Setting]]
    /// Frame channels that carry a velocity.
    private(set) var hasVelocity: PerChannel<Bool>
    /// Frame channels that carry a velocity and whose zero can always be sent, because it never moves a position.
    private(set) var canAlwaysSendZero: PerChannel<Bool>
    /// Where each position is before anything is sent.
    let starts: PerChannel<Int32>
    let silence: BoardSilence?
    let keepAlive: TimeSpan?
    /// Whether the board starts again when its port is opened.
    let restarts: Bool
    /// What the arm is sent beside its commands; nil: nothing.
    let script: LinkScript?
    var state: EncoderState

    /// Creates an encoder at the arm's start values.
    /// - Parameter startIsConfirmed: whether the operator has confirmed where the arm is. Then its positions are known.
    init(arm: Arm, startIsConfirmed: Bool = false) {
        channels = arm.channels
        isCombined = arm.frame != nil
        combined = arm.movingChannels
        settings = arm.profiles.list.map { $0.action?.sets ?? [] }
        rules = arm.rules
        pacing = arm.pacing
        decimals = arm.decimals
        frames = FrameTable(arm)
        silence = arm.silence
        keepAlive = arm.keepAlive
        restarts = arm.link.serial?.reset != nil
        script = LinkScript(arm)
        let start = arm.startValues
        starts = start
        state = EncoderState(
            channels: start.map { .init(desired: $0, written: $0, origin: $0, isKnown: startIsConfirmed) },
            frames: PerChannel(repeating: .init(content: Frame(), values: start), for: channels),
            frameTimes: PerChannel(repeating: .init(), for: channels),
            proposal: .init(frameChannel: Channel(0), kind: .zero, values: start, content: Frame(), at: .clockStart))
        hasVelocity = PerChannel(repeating: false, for: channels)
        canAlwaysSendZero = PerChannel(repeating: false, for: channels)
        for channel in channels where rules[channel].mode == .velocity {
            let frameChannel = frameChannel(of: channel)
            hasVelocity[frameChannel] = true
            canAlwaysSendZero[frameChannel] = frames.hasHalt || !frames.zeroCarriesPositions(frameChannel)
        }
        for frameChannel in channels where isFrameChannel(frameChannel) {
            state.frames[frameChannel].content = frames.rendered(start, own: frameChannel, sequence: 0)
        }
    }

    // MARK: from the state machine

    /// Sets a channel's number, as its control now has it.
    mutating func set(_ channel: Channel, _ value: Int32, isTouched: Bool, at now: Instant) {
        let rule = rules[channel]
        let before = state.channels[channel]
        if rule.mode == .signal { return setSignal(channel, value, isTouched: isTouched, at: now) }
        guard before.desired != value || before.isTouched != isTouched else { return }
        state.channels[channel].desired = value
        state.channels[channel].isTouched = isTouched
        let zero = rule.range.zero
        let isRelease = rule.mode == .velocity && value == zero && before.desired != zero
        if isRelease && before.written != zero && before.zerosPending == 0 { scheduleZeros(channel, isHalt: false) }
        noteChange(frameChannel(of: channel), at: now)
    }

    /// Makes a frame pending though it may say nothing new.
    mutating func resend(_ frameChannel: Channel, since: Instant) {
        state.frameTimes[frameChannel].changedSince = since
    }

    /// Sets every velocity to zero and drops pending positions. Returns whether a motion was pending.
    @discardableResult
    mutating func halt(at now: Instant) -> Bool {
        let dropped = hasPendingMotion
        state.proposal.isHalted = true
        for channel in channels {
            let rule = rules[channel]
            state.channels[channel].isTouched = false
            if rule.mode == .velocity {
                state.channels[channel].desired = rule.range.zero
                if state.link.isUp { scheduleZeros(channel, isHalt: true) }
            } else {
                state.channels[channel].desired = state.channels[channel].written
            }
        }
        for channel in channels where isFrameChannel(channel) { noteChange(channel, at: now) }
        return dropped
    }

    /// Makes the zeros pending that have not been sent since the last motion.
    mutating func scheduleZeros(_ channel: Channel, isHalt: Bool) {
        guard canSendZero(frameChannel(of: channel)) else { return }
        let left = pacing.zeroRepeats - state.channels[channel].zerosSent
        let wasHalt = state.channels[channel].zerosPending > 0 && state.channels[channel].zeroIsHalt
        state.channels[channel].zerosPending = left
        state.channels[channel].zeroIsHalt = isHalt || wasHalt
    }

    // MARK: commands

    /// Proposes the one command that is due; `commit` or `discard` concludes it.
    mutating func propose(at now: Instant, zerosOnly: Bool) -> Command? {
        guard state.link.takesCommands, state.outcome == .known else { return nil }
        if let frameChannel = zeroDueNow(now) { return propose(frameChannel, asZero: true, at: now) }
        if !zerosOnly, let frameChannel = motionDueNow(now) { return propose(frameChannel, asZero: false, at: now) }
        return keepAlive == nil ? nil : proposeKeepAlive(at: now, zerosOnly: zerosOnly)
    }

    /// Whether a command was proposed and its outcome is not known.
    @inline(__always)
    var awaitsOutcome: Bool { state.outcome == .awaited }

    /// The link did not take the command: its numbers are pending again, unless newer ones are.
    mutating func discard() {
        state.outcome = .known
        state.answers.left = max(state.answers.left, 0)
    }

    /// The link has the command and will report whether it takes it.
    mutating func markInFlight() { if state.outcome == .awaited { state.outcome = .inFlight } }

    /// The link has taken the command. Returns whether a halt came after it was proposed.
    @discardableResult
    mutating func commit(at now: Instant) -> Bool {
        guard state.outcome != .known else { return false }
        state.outcome = .known
        guard let frameChannel = state.proposal.frameChannel else { return commitBytes() }
        if !state.proposal.isZero {
            state.busyUntil = max(state.busyUntil, state.proposal.at + busyTime(frameChannel))
        }
        let endsEarly = rules[frameChannel].isAction && isRunning(frameChannel, at: state.proposal.at)
        state.frames[frameChannel].content = state.proposal.content
        state.frames[frameChannel].values = state.proposal.values
        state.frameTimes[frameChannel].lastWrite = state.proposal.at
        state.lastWrite = state.proposal.at
        if !rules[frameChannel].isAction { state.lastFrame = frameChannel }
        state.sequence &+= 1
        if script != nil { beginAnswer(at: now) }
        for channel in channels(of: frameChannel) { markWritten(channel) }
        if rules[frameChannel].isAction { finishAction(frameChannel, endsEarly: endsEarly) }
        noteChange(frameChannel, at: now)
        return state.proposal.isHalted
    }

    @inline(__always)
    private mutating func markWritten(_ channel: Channel) {
        let rule = rules[channel]
        let value = state.proposal.values[channel]
        if rule.mode == .position && state.proposal.isHaltFrame { return }
        state.channels[channel].written = value
        state.channels[channel].isAssumed = false
        state.channels[channel].isKnown = true
        guard rule.mode == .velocity else { return }
        if value == rule.range.zero {
            noteZeros(channel, 1)
        } else {
            state.channels[channel].zerosSent = 0
            state.channels[channel].zerosPending = 0
            // The control was released, or halted, while the link had this motion.
            if state.proposal.isHalted || state.channels[channel].desired == rule.range.zero {
                scheduleZeros(channel, isHalt: state.proposal.isHalted)
            }
        }
    }

    /// Accounts for zeros that were sent on a channel.
    mutating func noteZeros(_ channel: Channel, _ count: Int) {
        let sent = min(pacing.zeroRepeats, state.channels[channel].zerosSent + count)
        let left = max(0, state.channels[channel].zerosPending - count)
        state.channels[channel].zerosSent = sent
        state.channels[channel].zerosPending = min(left, pacing.zeroRepeats - sent)
    }
}

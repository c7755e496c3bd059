import WaldoTime

/// When each frame is due.
extension Encoder {
    /// When the next frame is due if nothing changes; nil: never.
    ///
    /// Mutating only for speed, like others that a step calls: a method that only reads would be passed a copy of the
    /// encoder.
    @inline(__always)
    mutating func deadline(after now: Instant) -> Instant? {
        guard state.link.takesCommands, state.outcome == .known else { return nil }
        let takesMotion = takesMotion && state.answers.due == nil && !isSendingHalt
        var earliest: Instant?
        if mayHaveBytes, !isSendingHalt, let due = bytesDue() { earliest = max(now, due) }
        if script != nil {
            if let due = stepsEnd() { earliest = .earlier(earliest, max(now, due)) }
            if let due = state.answers.due { earliest = .earlier(earliest, max(now, due)) }
        }
        let sendsZeros = isSendingZeros
        for frameChannel in channels {
            if sendsZeros, let due = zeroDue(frameChannel, after: now) { earliest = .earlier(earliest, max(now, due)) }
            if takesMotion, let since = motionDue(frameChannel) {
                earliest = .earlier(earliest, max(now, max(since, motionFrom)))
            }
        }
        if keepAlive != nil, let due = keepAliveDue { earliest = .earlier(earliest, max(now, due)) }
        return earliest
    }

    /// The earliest time at which a motion may be sent: the rate limit, and the time that the arm is busy.
    @inline(__always)
    var motionFrom: Instant { max(earliestNextWrite, state.busyUntil) }

    /// Whether a motion may be sent: the link takes one, and nothing has to come before it.
    @inline(__always)
    var takesMotion: Bool { state.link.takesMotion && !state.isBeginning }

    /// Whether zeros are pending.
    @inline(__always)
    var isSendingZeros: Bool {
        for channel in channels where state.channels[channel].zerosPending > 0 { return true }
        return false
    }

    @inline(__always)
    private var earliestNextWrite: Instant {
        if state.outcome != .known { return state.proposal.at + pacing.interval }
        return state.lastWrite.map { $0 + pacing.interval } ?? .distantPast
    }

    /// Whether a motion is pending.
    var hasPendingMotion: Bool {
        for channel in channels {
            let rule = rules[channel]
            let frame = state.frameTimes[frameChannel(of: channel)]
            let isWaiting = rule.mode == .velocity ? isMoving(channel) : true
            // A command in flight is no longer pending.
            let isChanged = state.channels[channel].desired != lastSent(channel)
            if isWaiting && isChanged && frame.changedSince != nil { return true }
        }
        return false
    }

    /// Whether zeros of a halt are pending: no motion is sent before them.
    @inline(__always)
    var isSendingHalt: Bool {
        for channel in channels {
            let channel = state.channels[channel]
            if channel.zerosPending > 0 && channel.zeroIsHalt { return true }
        }
        return false
    }

    /// The frame channel with the most zeros pending of those due, so that each sends one before any sends a second.
    @inline(__always)
    mutating func zeroDueNow(_ now: Instant) -> Channel? {
        guard isSendingZeros else { return nil }
        var first: (frameChannel: Channel, left: Int)?
        for frameChannel in channels {
            guard let due = zeroDue(frameChannel, after: now), due <= now else { continue }
            var left = 0
            for channel in channels(of: frameChannel) {
                left = max(left, state.channels[channel].zerosPending)
            }
            if left > first?.left ?? 0 { first = (frameChannel, left) }
        }
        return first?.frameChannel
    }

    /// The frame channel whose motion has been due for longest; nil: none is due, or may be sent.
    @inline(__always)
    mutating func motionDueNow(_ now: Instant) -> Channel? {
        guard takesMotion, state.answers.due == nil, motionFrom <= now, !isSendingHalt else { return nil }
        var longest: (frameChannel: Channel, since: Instant)?
        for frameChannel in channels {
            guard let since = motionDue(frameChannel), since <= now else { continue }
            if longest == nil || since < longest!.since { longest = (frameChannel, since) }
        }
        return longest?.frameChannel
    }

    /// When the next zero of a frame channel is due, `now` for the first after a motion; nil: none is pending.
    @inline(__always)
    mutating func zeroDue(_ frameChannel: Channel, after now: Instant) -> Instant? {
        guard isFrameChannel(frameChannel) else { return nil }
        var due: Instant?
        for channel in channels(of: frameChannel) where isZeroWaiting(channel) {
            if state.channels[channel].zerosSent == 0 { return now }
            due = earliestNextWrite
        }
        return due
    }

    /// When a frame channel's motion is due: a change, or a heartbeat; nil: nothing is pending.
    @inline(__always)
    mutating func motionDue(_ frameChannel: Channel) -> Instant? {
        guard isFrameChannel(frameChannel), !isBarred(frameChannel) else { return nil }
        let frame = state.frameTimes[frameChannel]
        guard let lastWrite = frame.lastWrite else { return frame.changedSince }
        var since = frame.changedSince
        for channel in channels(of: frameChannel) {
            guard state.channels[channel].isTouched, isMoving(channel), let heartbeat = rules[channel].heartbeat
            else { continue }
            since = .earlier(since, lastWrite + heartbeat)
        }
        return since
    }

    /// Whether a frame's positions are those last written, and the fence holds these back.
    @inline(__always)
    private func isBarred(_ frameChannel: Channel) -> Bool {
        guard state.barsRepeats, isCombined, !rules[frameChannel].isAction else { return false }
        for channel in combined where rules[channel].mode == .position {
            let state = state.channels[channel]
            if state.desired != state.written, rules[channel].send == .change || !state.isTouched { return false }
        }
        return true
    }

    /// Whether a zero is pending now. A new touch cancels the zeros of a release, but only by its own motion; it waits
    /// for those of a halt.
    @inline(__always)
    func isZeroWaiting(_ channel: Channel) -> Bool {
        let owed = state.channels[channel]
        return owed.zerosPending > 0 && (owed.zeroIsHalt || !isMoving(channel))
    }

    /// Whether the zero of a velocity waits that was not sent even once.
    var owesFirstZero: Bool { channels.contains { isZeroWaiting($0) && state.channels[$0].zerosSent == 0 } }

    @inline(__always)
    func isMoving(_ channel: Channel) -> Bool {
        let rule = rules[channel]
        guard rule.mode == .velocity else { return false }
        return state.channels[channel].desired != rule.range.zero
    }
}

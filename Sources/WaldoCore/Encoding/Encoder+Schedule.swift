/// When each frame is due.
extension Encoder {
    /// When the next frame is due if nothing changes; nil: never.
    @inline(__always)
    func deadline(after now: Microseconds) -> Microseconds? {
        guard state.link.takesCommands, state.outcome == .known else { return nil }
        var earliest: Microseconds?
        for frameChannel in Channel.allCases {
            if let due = zeroDue(frameChannel) { earliest = min(earliest ?? .max, max(now, due)) }
            if state.link.takesMotion, let since = motionDue(frameChannel) {
                earliest = min(earliest ?? .max, max(now, max(since, motionFrom)))
            }
        }
        return earliest
    }

    /// The earliest time at which a motion may be sent: the rate limit, and the time that the arm is busy.
    @inline(__always)
    var motionFrom: Microseconds { max(earliestNextWrite, state.busyUntil) }

    /// Whether zeros are pending.
    @inline(__always)
    var isSendingZeros: Bool {
        for channel in Channel.allCases where state.channels[channel].zerosPending > 0 { return true }
        return false
    }

    @inline(__always)
    private var earliestNextWrite: Microseconds {
        if state.outcome != .known { return state.proposal.at + pacing.interval }
        return state.lastWrite.map { $0 + pacing.interval } ?? .min
    }

    /// Whether a motion is pending.
    var hasPendingMotion: Bool {
        for channel in Channel.allCases {
            guard let profile = rules[channel] else { continue }
            let frameChannel = state.frameChannels[frameChannels[channel]]
            let isWaiting = profile.mode == .velocity ? isMoving(channel) : true
            // A command in flight is no longer pending.
            let isChanged = state.channels[channel].desired != carried(channel)
            if isWaiting && isChanged && frameChannel.changedSince != nil { return true }
        }
        return false
    }

    @inline(__always)
    private var isSayingHalt: Bool {
        for channel in Channel.allCases {
            let channel = state.channels[channel]
            if channel.zerosPending > 0 && channel.zeroIsHalt { return true }
        }
        return false
    }

    /// The frame channel with the most zeros pending of those due, so that each sends one before any sends a second.
    @inline(__always)
    func zeroDueNow(_ now: Microseconds) -> Channel? {
        var first: (frameChannel: Channel, left: Int)?
        for frameChannel in Channel.allCases {
            guard let due = zeroDue(frameChannel), due <= now else { continue }
            var left = 0
            for channel in Channel.allCases where frameChannels[channel] == frameChannel {
                left = max(left, state.channels[channel].zerosPending)
            }
            if left > first?.left ?? 0 { first = (frameChannel, left) }
        }
        return first?.frameChannel
    }

    @inline(__always)
    func zeroDue(_ frameChannel: Channel) -> Microseconds? {
        guard isFrameChannel(frameChannel) else { return nil }
        var due: Microseconds?
        for channel in Channel.allCases where frameChannels[channel] == frameChannel && isZeroWaiting(channel) {
            due = state.channels[channel].zerosSent == 0 ? .min : min(due ?? .max, earliestNextWrite)
            if due == .min { break }
        }
        return due
    }

    @inline(__always)
    func motionDue(_ frameChannel: Channel) -> Microseconds? {
        guard isFrameChannel(frameChannel), !isSayingHalt else { return nil }
        var since = state.frameChannels[frameChannel].changedSince
        guard let lastWrite = state.frameChannels[frameChannel].lastWrite else { return since }
        for channel in Channel.allCases where frameChannels[channel] == frameChannel {
            guard isMoving(channel), state.channels[channel].isTouched, let heartbeat = rules[channel]?.heartbeat
            else { continue }
            since = min(since ?? .max, lastWrite + heartbeat)
        }
        return since
    }

    /// Whether a zero is pending now. A new touch cancels the zeros of a release, but only by its own motion; it waits
    /// for those of a halt.
    @inline(__always)
    func isZeroWaiting(_ channel: Channel) -> Bool {
        let said = state.channels[channel]
        return said.zerosPending > 0 && (said.zeroIsHalt || !isMoving(channel))
    }

    @inline(__always)
    func isMoving(_ channel: Channel) -> Bool {
        guard let profile = rules[channel], profile.mode == .velocity else { return false }
        return state.channels[channel].desired != profile.range.zero
    }
}

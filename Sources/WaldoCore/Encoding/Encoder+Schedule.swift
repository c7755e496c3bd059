/// When what is due.
extension Encoder {
    /// When something will be due if nothing changes; nil: never.
    @inline(__always)
    func deadline(after now: Microseconds) -> Microseconds? {
        guard state.link.takesCommands, state.outcome == .known else { return nil }
        var earliest: Microseconds?
        for outlet in Channel.allCases {
            if let due = zeroDue(outlet) { earliest = min(earliest ?? .max, max(now, due)) }
            if state.link.takesMotion, let since = motionDue(outlet) {
                earliest = min(earliest ?? .max, max(now, max(since, motionFrom)))
            }
        }
        return earliest
    }

    /// The first moment at which a motion may leave.
    @inline(__always)
    var motionFrom: Microseconds { max(earliestNextWrite, state.busyUntil) }

    /// Whether zeros have still to be said.
    @inline(__always)
    var isSayingZero: Bool {
        for channel in Channel.allCases where state.channels[channel].zerosLeft > 0 { return true }
        return false
    }

    @inline(__always)
    private var earliestNextWrite: Microseconds {
        if state.outcome != .known { return state.proposal.at + pacing.interval }
        return state.lastWrite.map { $0 + pacing.interval } ?? .min
    }

    /// Whether a motion waits to be written.
    var hasPendingMotion: Bool {
        for channel in Channel.allCases {
            guard let profile = rules[channel] else { continue }
            let outlet = state.outlets[outlets[channel]]
            let isWaiting = profile.means == .velocity ? isMoving(channel) : true
            // What is in flight waits no more.
            let isChanged = state.channels[channel].desired != carried(channel)
            if isWaiting && isChanged && outlet.changedSince != nil { return true }
        }
        return false
    }

    @inline(__always)
    private var isSayingHalt: Bool {
        for channel in Channel.allCases {
            let channel = state.channels[channel]
            if channel.zerosLeft > 0 && channel.zeroIsHalt { return true }
        }
        return false
    }

    /// The outlet that has to say zero most often still: each says it once before any says it again.
    @inline(__always)
    func zeroDueNow(_ now: Microseconds) -> Channel? {
        var first: (outlet: Channel, left: Int)?
        for outlet in Channel.allCases {
            guard let due = zeroDue(outlet), due <= now else { continue }
            var left = 0
            for channel in Channel.allCases where outlets[channel] == outlet {
                left = max(left, state.channels[channel].zerosLeft)
            }
            if left > first?.left ?? 0 { first = (outlet, left) }
        }
        return first?.outlet
    }

    @inline(__always)
    func zeroDue(_ outlet: Channel) -> Microseconds? {
        guard isOutlet(outlet) else { return nil }
        var due: Microseconds?
        for channel in Channel.allCases where outlets[channel] == outlet && isZeroWaiting(channel) {
            due = state.channels[channel].zerosSaid == 0 ? .min : min(due ?? .max, earliestNextWrite)
            if due == .min { break }
        }
        return due
    }

    @inline(__always)
    func motionDue(_ outlet: Channel) -> Microseconds? {
        guard isOutlet(outlet), !isSayingHalt else { return nil }
        var since = state.outlets[outlet].changedSince
        guard let lastWrite = state.outlets[outlet].lastWrite else { return since }
        for channel in Channel.allCases where outlets[channel] == outlet {
            guard isMoving(channel), state.channels[channel].isTouched, let heartbeat = rules[channel]?.repeat
            else { continue }
            since = min(since ?? .max, lastWrite + heartbeat)
        }
        return since
    }

    /// A new touch silences the zeros of a release, but only by its own motion; those of a halt it waits for.
    @inline(__always)
    func isZeroWaiting(_ channel: Channel) -> Bool {
        let said = state.channels[channel]
        return said.zerosLeft > 0 && (said.zeroIsHalt || !isMoving(channel))
    }

    @inline(__always)
    func isMoving(_ channel: Channel) -> Bool {
        guard let profile = rules[channel], profile.means == .velocity else { return false }
        return state.channels[channel].desired != profile.range.zero
    }
}

/// What goes into which frame.
extension Encoder {
    @inline(__always)
    func isOutlet(_ channel: Channel) -> Bool { rules[channel] != nil && outlets[channel] == channel }

    /// The numbers that leave in a frame now. A stop carries no new motion: what does not go to zero stays as last written;
    /// and none at all while the link is held, for it is written all the same.
    @inline(__always)
    private func outgoing(_ outlet: Channel, asStop: Bool) -> PerChannel<Int32> {
        var values = PerChannel<Int32>(
            slider: state.channels.slider.written, zx: state.channels.zx.written, zy: state.channels.zy.written)
        for channel in Channel.allCases where outlets[channel] == outlet {
            guard let profile = rules[channel] else { continue }
            let now = state.channels[channel]
            if asStop {
                let isZeroed = isStopWaiting(channel) || state.isHeld && profile.means == .velocity
                if isZeroed { values[channel] = profile.range.zero }
            } else if profile.means == .velocity || profile.send == .change || !now.isTouched {
                values[channel] = now.desired
            }
        }
        return values
    }

    mutating func noteChange(_ outlet: Channel, at now: Microseconds) {
        guard isOutlet(outlet) else { return }
        let values = outgoing(outlet, asStop: false)
        // Other numbers can make the same frame, and the same ones always do.
        let isSame =
            values == state.outlets[outlet].values
            || frames.rendered(values, lead: outlet, sequence: 0) == state.outlets[outlet].content
        let since = state.outlets[outlet].changedSince
        state.outlets[outlet].changedSince = isSame ? nil : since ?? now
    }

    mutating func write(_ outlet: Channel, asStop: Bool, at now: Microseconds) -> Command {
        beforeLastWrite = state
        hasHaltedSinceWrite = false
        let values = outgoing(outlet, asStop: asStop)
        let lead = cause(outlet, values, asStop: asStop)
        let content = frames.rendered(values, lead: lead, sequence: 0)
        let frame =
            frames.carriesSequence ? frames.rendered(values, lead: lead, sequence: state.sequence) : content
        state.outlets[outlet].content = content
        state.outlets[outlet].values = values
        state.outlets[outlet].lastWrite = now
        state.lastWrite = now
        state.sequence &+= 1
        if !asStop { state.busyUntil = max(state.busyUntil, now + busyTime(outlet, values)) }
        for channel in Channel.allCases where outlets[channel] == outlet {
            markWritten(channel, values[channel])
        }
        noteChange(outlet, at: now)
        return Command(channel: lead, value: values[lead], decimals: decimals[lead], frame: frame)
    }

    private mutating func markWritten(_ channel: Channel, _ value: Int32) {
        guard let profile = rules[channel] else { return }
        state.channels[channel].written = value
        state.channels[channel].isAssumed = false
        let left = state.channels[channel].stopsLeft
        let isZero = profile.means == .velocity && value == profile.range.zero
        state.channels[channel].stopsLeft = isZero && left > 0 ? left - 1 : 0
        state.channels[channel].stopIsUrgent = false
    }

    /// The channel that a frame is sent for.
    @inline(__always)
    private func cause(_ outlet: Channel, _ values: PerChannel<Int32>, asStop: Bool) -> Channel {
        for channel in Channel.allCases where outlets[channel] == outlet && rules[channel] != nil {
            if asStop ? isStopWaiting(channel) : values[channel] != state.channels[channel].written { return channel }
        }
        for channel in Channel.allCases where outlets[channel] == outlet && isMoving(channel) { return channel }
        return outlet
    }

    @inline(__always)
    private func busyTime(_ outlet: Channel, _ values: PerChannel<Int32>) -> Microseconds {
        var total: Microseconds = 0
        for channel in Channel.allCases where outlets[channel] == outlet {
            guard let busy = rules[channel]?.busy else { continue }
            let way = abs(Int64(values[channel]) - Int64(state.channels[channel].written))
            if way > 0 { total += busy.base + busy.perUnit * way }
        }
        return total
    }
}

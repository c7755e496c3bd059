/// The contents of each frame.
extension Encoder {
    @inline(__always)
    func isFrameChannel(_ channel: Channel) -> Bool { rules[channel] != nil && frameChannels[channel] == channel }

    /// The numbers last written.
    @inline(__always)
    var written: PerChannel<Int32> {
        PerChannel(
            slider: state.channels.slider.written, zx: state.channels.zx.written, zy: state.channels.zy.written)
    }

    /// The numbers for a frame that is sent now. A zero frame carries no new motion: a channel that does not go to zero
    /// keeps its number as last written. While the link takes zeros only, it carries no motion at all, because it is
    /// written all the same.
    @inline(__always)
    private func outgoing(_ frameChannel: Channel, asZero: Bool) -> PerChannel<Int32> {
        var values = written
        for channel in Channel.allCases where frameChannels[channel] == frameChannel {
            guard let profile = rules[channel] else { continue }
            let now = state.channels[channel]
            if asZero {
                let isZeroed = isZeroWaiting(channel) || !state.link.takesMotion && profile.mode == .velocity
                if isZeroed { values[channel] = profile.range.zero }
            } else if profile.mode == .velocity || profile.send == .change || !now.isTouched {
                values[channel] = now.desired
            }
        }
        return values
    }

    mutating func noteChange(_ frameChannel: Channel, at now: Microseconds) {
        guard isFrameChannel(frameChannel) else { return }
        let values = outgoing(frameChannel, asZero: false)
        // Different numbers can render the same frame, and equal numbers always do.
        let isSame =
            values == state.frameChannels[frameChannel].values
            || frames.rendered(values, lead: frameChannel, sequence: 0) == state.frameChannels[frameChannel].content
        let since = state.frameChannels[frameChannel].changedSince
        state.frameChannels[frameChannel].changedSince = isSame ? nil : since ?? now
    }

    mutating func propose(_ frameChannel: Channel, asZero: Bool, at now: Microseconds) -> Command {
        let values = outgoing(frameChannel, asZero: asZero)
        let lead = cause(frameChannel, values, asZero: asZero)
        let isHaltFrame = asZero && !knowsPositions(frameChannel)
        let content = rendered(values, lead, isHaltFrame: isHaltFrame, sequence: 0)
        let frame =
            frames.carriesSequence
            ? rendered(values, lead, isHaltFrame: isHaltFrame, sequence: state.sequence) : content
        state.outcome = .awaited
        state.proposal.frameChannel = frameChannel
        state.proposal.values = values
        state.proposal.content = content
        state.proposal.at = now
        state.proposal.isZero = asZero
        state.proposal.isHaltFrame = isHaltFrame
        state.proposal.isHalted = false
        return Command(channel: lead, value: values[lead], decimals: decimals[lead], frame: frame)
    }

    @inline(__always)
    private func rendered(
        _ values: PerChannel<Int32>, _ lead: Channel, isHaltFrame: Bool, sequence: UInt8
    ) -> Frame {
        isHaltFrame
            ? frames.renderedHalt(sequence: sequence) : frames.rendered(values, lead: lead, sequence: sequence)
    }

    /// The channel that a frame is sent for.
    @inline(__always)
    private func cause(_ frameChannel: Channel, _ values: PerChannel<Int32>, asZero: Bool) -> Channel {
        for channel in Channel.allCases where frameChannels[channel] == frameChannel && rules[channel] != nil {
            if asZero ? isZeroWaiting(channel) : values[channel] != state.channels[channel].written { return channel }
        }
        for channel in Channel.allCases where frameChannels[channel] == frameChannel && isMoving(channel) {
            return channel
        }
        return frameChannel
    }

    @inline(__always)
    var busyTime: Microseconds {
        var total: Microseconds = 0
        for channel in Channel.allCases where frameChannels[channel] == state.proposal.frameChannel {
            guard let busy = rules[channel]?.busy else { continue }
            let way = abs(Int64(state.proposal.values[channel]) - Int64(state.channels[channel].written))
            if way > 0 { total += busy.base + busy.perUnit * way }
        }
        return total
    }
}

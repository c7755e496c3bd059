import WaldoTime

/// The contents of each frame.
extension Encoder {
    /// The channels that a frame channel's frame carries.
    @inline(__always)
    func channels(of frameChannel: Channel) -> Channels.Span {
        isCombined && frameChannel.raw == 0 ? combined.makeIterator() : channels.alone(frameChannel)
    }

    /// The channel that a channel's frame is sent under: itself, or the first one in an arm with one frame for all. An
    /// action has a frame of its own.
    @inline(__always)
    func frameChannel(of channel: Channel) -> Channel {
        isCombined && channel.index < combined.count ? Channel(unchecked: 0) : channel
    }

    @inline(__always)
    func isFrameChannel(_ channel: Channel) -> Bool { frameChannel(of: channel) == channel }

    /// The numbers last written.
    @inline(__always)
    var written: PerChannel<Int32> {
        var values = state.proposal.values
        for channel in channels { values[channel] = state.channels[channel].written }
        return values
    }

    /// The numbers for a frame that is sent now. A zero frame carries no new motion: a channel that does not go to zero
    /// keeps its number as last written. While the link takes zeros only, it carries no motion at all, because it is
    /// written all the same.
    @inline(__always)
    private func outgoing(_ frameChannel: Channel, asZero: Bool) -> PerChannel<Int32> {
        var values = written
        let stops = !takesMotion
        for channel in channels(of: frameChannel) {
            let rule = rules[channel], now = state.channels[channel]
            if asZero {
                let isZeroed = isZeroWaiting(channel) || stops && rule.mode == .velocity
                if isZeroed { values[channel] = rule.range.zero }
            } else if rule.mode == .velocity || rule.send == .change || !now.isTouched {
                values[channel] = now.desired
            }
        }
        return values
    }

    /// Renders every frame from the numbers last written.
    mutating func renderWritten() {
        for channel in channels where isFrameChannel(channel) && !rules[channel].isAction {
            state.frames[channel].values = written
            state.frames[channel].content = frames.rendered(written, own: channel, sequence: 0)
        }
    }

    mutating func noteChange(_ frameChannel: Channel, at now: Instant) {
        guard isFrameChannel(frameChannel) else { return }
        let values = outgoing(frameChannel, asZero: false)
        // Different numbers can render the same frame, and equal numbers always do.
        let isSame =
            values == state.frames[frameChannel].values
            || frames.rendered(values, own: frameChannel, sequence: 0) == state.frames[frameChannel].content
        let since = state.frameTimes[frameChannel].changedSince
        state.frameTimes[frameChannel].changedSince = isSame ? nil : since ?? now
    }

    mutating func propose(_ frameChannel: Channel, asZero: Bool, at now: Instant) -> Command {
        propose(
            outgoing(frameChannel, asZero: asZero), of: frameChannel, asZero: asZero,
            isHaltFrame: asZero && !knowsPositions(frameChannel), at: now)
    }

    @inline(__always)
    mutating func propose(
        _ values: PerChannel<Int32>, of frameChannel: Channel, asZero: Bool, isHaltFrame: Bool, at now: Instant
    ) -> Command {
        let own = ownChannel(frameChannel, values, asZero: asZero)
        let content = rendered(values, own, isHaltFrame: isHaltFrame, sequence: 0)
        let frame =
            frames.carriesSequence
            ? rendered(values, own, isHaltFrame: isHaltFrame, sequence: state.sequence) : content
        state.outcome = .awaited
        state.proposal.frameChannel = frameChannel
        state.proposal.kind = asZero ? .zero : .motion
        state.proposal.values = values
        state.proposal.content = content
        state.proposal.at = now
        state.proposal.isHaltFrame = isHaltFrame
        state.proposal.isHalted = false
        return Command(channel: own, value: values[own], decimals: decimals[own], frame: frame)
    }

    @inline(__always)
    private func rendered(
        _ values: PerChannel<Int32>, _ own: Channel, isHaltFrame: Bool, sequence: UInt8
    ) -> Frame {
        isHaltFrame
            ? frames.renderedHalt(sequence: sequence)
            : frames.rendered(values, own: own, from: written, sequence: sequence)
    }

    /// The channel that a frame is sent for.
    @inline(__always)
    private mutating func ownChannel(_ frameChannel: Channel, _ values: PerChannel<Int32>, asZero: Bool) -> Channel {
        for channel in channels(of: frameChannel) {
            if asZero ? isZeroWaiting(channel) : values[channel] != state.channels[channel].written { return channel }
        }
        for channel in channels(of: frameChannel) where isMoving(channel) {
            return channel
        }
        return frameChannel
    }

    /// How long the proposed frame keeps the arm busy.
    @inline(__always)
    func busyTime(_ frameChannel: Channel) -> TimeSpan {
        var total: TimeSpan = .zero
        for channel in channels(of: frameChannel) {
            guard let busy = rules[channel].busy else { continue }
            let distance = abs(Int(state.proposal.values[channel]) - Int(state.channels[channel].written))
            if distance > 0 { total += busy.base + busy.perUnit * distance }
        }
        return total
    }
}

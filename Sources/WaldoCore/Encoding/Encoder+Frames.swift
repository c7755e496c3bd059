/// What goes into which frame.
extension Encoder {
    @inline(__always)
    func isOutlet(_ channel: Channel) -> Bool { rules[channel] != nil && outlets[channel] == channel }

    /// The numbers that were last written.
    @inline(__always)
    var written: PerChannel<Int32> {
        PerChannel(
            slider: state.channels.slider.written, zx: state.channels.zx.written, zy: state.channels.zy.written)
    }

    /// The numbers that leave in a frame now. A zero frame carries no new motion: what does not go to zero stays as last
    /// written; and none at all while the link takes zeros only, for it is written all the same.
    @inline(__always)
    private func outgoing(_ outlet: Channel, asZero: Bool) -> PerChannel<Int32> {
        var values = written
        for channel in Channel.allCases where outlets[channel] == outlet {
            guard let profile = rules[channel] else { continue }
            let now = state.channels[channel]
            if asZero {
                let isZeroed = isZeroWaiting(channel) || !state.link.takesMotion && profile.means == .velocity
                if isZeroed { values[channel] = profile.range.zero }
            } else if profile.means == .velocity || profile.send == .change || !now.isTouched {
                values[channel] = now.desired
            }
        }
        return values
    }

    mutating func noteChange(_ outlet: Channel, at now: Microseconds) {
        guard isOutlet(outlet) else { return }
        let values = outgoing(outlet, asZero: false)
        // Other numbers can make the same frame, and the same ones always do.
        let isSame =
            values == state.outlets[outlet].values
            || frames.rendered(values, lead: outlet, sequence: 0) == state.outlets[outlet].content
        let since = state.outlets[outlet].changedSince
        state.outlets[outlet].changedSince = isSame ? nil : since ?? now
    }

    mutating func propose(_ outlet: Channel, asZero: Bool, at now: Microseconds) -> Command {
        let values = outgoing(outlet, asZero: asZero)
        let lead = cause(outlet, values, asZero: asZero)
        let isHaltFrame = asZero && !knowsPositions(outlet)
        let content = rendered(values, lead, isHaltFrame: isHaltFrame, sequence: 0)
        let frame =
            frames.carriesSequence
            ? rendered(values, lead, isHaltFrame: isHaltFrame, sequence: state.sequence) : content
        state.outcome = .awaited
        state.proposal.outlet = outlet
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
    private func cause(_ outlet: Channel, _ values: PerChannel<Int32>, asZero: Bool) -> Channel {
        for channel in Channel.allCases where outlets[channel] == outlet && rules[channel] != nil {
            if asZero ? isZeroWaiting(channel) : values[channel] != state.channels[channel].written { return channel }
        }
        for channel in Channel.allCases where outlets[channel] == outlet && isMoving(channel) { return channel }
        return outlet
    }

    @inline(__always)
    var busyTime: Microseconds {
        var total: Microseconds = 0
        for channel in Channel.allCases where outlets[channel] == state.proposal.outlet {
            guard let busy = rules[channel]?.busy else { continue }
            let way = abs(Int64(state.proposal.values[channel]) - Int64(state.channels[channel].written))
            if way > 0 { total += busy.base + busy.perUnit * way }
        }
        return total
    }
}

import WaldoTime

/// The failsafe frames: the zero frames that stop the arm when the state machine cannot send, because the loop hangs or
/// the process ends. Rendered before they are needed.
public struct FailsafeFrames: Equatable, Sendable {
    /// The number of frames.
    public private(set) var count = 0
    private var frames = InlineArray<8, Frame>(repeating: Frame())

    /// The frame at a zero-based index, in the order of sending.
    public subscript(index: Int) -> Frame { frames[index] }

    mutating func append(_ frame: Frame) {
        frames[count] = frame
        count += 1
    }

    /// Equal if they have the same frames in the same order.
    public static func == (a: FailsafeFrames, b: FailsafeFrames) -> Bool {
        guard a.count == b.count else { return false }
        for index in 0..<a.count where a.frames[index] != b.frames[index] { return false }
        return true
    }
}

extension Encoder {
    /// Whether each command changes the failsafe frames, because these carry sequence numbers or positions.
    var failsafeChanges: Bool {
        frames.carriesSequence || channels.contains { hasVelocity[$0] && frames.zeroCarriesPositions($0) }
    }

    /// The zero frames of every velocity. They carry only positions that were written or given by the operator, and
    /// sequence numbers that follow a proposed command's.
    var failsafe: FailsafeFrames {
        var failsafe = FailsafeFrames()
        let isCounted = state.outcome != .known && state.proposal.frameChannel != nil
        let next = isCounted ? state.sequence &+ 1 : state.sequence
        for frameChannel in channels where hasZeroFrame(frameChannel) {
            let sequence = next &+ UInt8(failsafe.count)
            failsafe.append(
                knowsPositions(frameChannel)
                    ? frames.rendered(zeroed(frameChannel), own: frameChannel, sequence: sequence)
                    : frames.renderedHalt(sequence: sequence))
        }
        return failsafe
    }

    /// The channel's number that was written last, or proposed since.
    @inline(__always)
    func lastSent(_ channel: Channel) -> Int32 {
        isProposed(channel) ? state.proposal.values[channel] : state.channels[channel].written
    }

    @inline(__always)
    private func isProposed(_ channel: Channel) -> Bool {
        state.outcome != .known && frameChannel(of: channel) == state.proposal.frameChannel
    }

    /// The other end of the way on which a position is; `lastSent`: it is there.
    func origin(_ channel: Channel) -> Int32 {
        let isSent = isProposed(channel) && !state.proposal.isHaltFrame
        return state.channels[channel].isAssumed && !isSent ? state.channels[channel].origin : lastSent(channel)
    }

    /// Each channel's number that was written last, or proposed since.
    @inline(__always)
    var allLastSent: PerChannel<Int32> {
        var values = written
        for channel in channels { values[channel] = lastSent(channel) }
        return values
    }

    /// How many times each of the failsafe frames still has to be sent; none while no velocity has a zero pending. A
    /// proposed motion counts as written.
    /// - Parameter isWritten: whether a proposed zero counts as written, too.
    @inline(__always)
    mutating func pendingZeros(isWritten: Bool = false) -> ZeroCounts {
        var counts: UInt64 = 0, shift: UInt64 = 0, isPending = false
        let proposed = isWritten && state.outcome == .awaited ? state.proposal.frameChannel : nil
        for frameChannel in channels where hasZeroFrame(frameChannel) {
            var left = 0
            for channel in channels(of: frameChannel) {
                let rule = rules[channel]
                guard rule.mode == .velocity else { continue }
                if lastSent(channel) != rule.range.zero {
                    isPending = true
                    left = pacing.zeroRepeats
                } else {
                    let sent = frameChannel == proposed ? 1 : 0
                    if state.channels[channel].zerosPending > sent { isPending = true }
                    left = max(left, pacing.zeroRepeats - state.channels[channel].zerosSent - sent)
                }
            }
            counts |= UInt64(left) &<< shift
            shift &+= 8
        }
        return ZeroCounts(rawValue: isPending ? counts : 0)
    }

    /// Accounts for failsafe frames that were sent without the state machine: how many times each.
    mutating func noteFailsafe(_ sent: ZeroCounts, at now: Instant) {
        guard !sent.isEmpty else { return }
        if state.outcome == .awaited { discard() }
        var index = 0
        for frameChannel in channels where hasZeroFrame(frameChannel) {
            defer { index += 1 }
            guard sent[index] > 0 else { continue }
            let values = zeroed(frameChannel)
            let endsEarly = rules[frameChannel].isAction && isRunning(frameChannel, at: now)
            state.frames[frameChannel].content =
                knowsPositions(frameChannel)
                ? frames.rendered(values, own: frameChannel, sequence: 0) : frames.renderedHalt(sequence: 0)
            state.frames[frameChannel].values = values
            state.frameTimes[frameChannel].lastWrite = now
            state.lastWrite = now
            if !rules[frameChannel].isAction { state.lastFrame = frameChannel }
            for channel in channels(of: frameChannel) {
                let rule = rules[channel]
                guard rule.mode == .velocity else { continue }
                if state.channels[channel].written != rule.range.zero {
                    state.channels[channel].zerosSent = 0
                    if endsEarly { markUncertain(channel) }
                }
                state.channels[channel].written = rule.range.zero
                noteZeros(channel, sent[index])
            }
        }
        state.sequence &+= UInt8(index)
    }

    /// Whether every position that a frame channel's zero frame carries is known.
    @inline(__always)
    func knowsPositions(_ frameChannel: Channel) -> Bool {
        guard frames.zeroCarriesPositions(frameChannel) else { return true }
        if state.outcome != .known, state.proposal.frameChannel == frameChannel, !state.proposal.isHaltFrame {
            return true
        }
        for channel in channels {
            let rule = rules[channel]
            guard rule.mode == .position else { continue }
            if !state.channels[channel].isKnown { return false }
        }
        return true
    }

    /// Whether a frame channel's zero can be sent without moving a position.
    @inline(__always)
    func canSendZero(_ frameChannel: Channel) -> Bool { frames.hasHalt || knowsPositions(frameChannel) }

    /// Whether a frame channel carries a velocity whose zero can be sent.
    @inline(__always)
    func hasZeroFrame(_ frameChannel: Channel) -> Bool {
        canAlwaysSendZero[frameChannel] || hasVelocity[frameChannel] && canSendZero(frameChannel)
    }

    /// The numbers last written or proposed, with every velocity of a frame channel at zero.
    private func zeroed(_ frameChannel: Channel) -> PerChannel<Int32> {
        var values = allLastSent
        for channel in channels(of: frameChannel) {
            if rules[channel].mode == .velocity { values[channel] = rules[channel].range.zero }
        }
        return values
    }
}

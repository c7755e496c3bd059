/// The zero frames that are said when nobody else can speak: ready before they are needed.
public struct LastWord: Equatable, Sendable {
    /// Frames, in the order in which they are said.
    public private(set) var count = 0
    private var frames = PerChannel(repeating: Frame())

    /// One of them, from 0.
    public subscript(index: Int) -> Frame { frames[Channel.allCases[index]] }

    mutating func append(_ frame: Frame) {
        frames[Channel.allCases[count]] = frame
        count += 1
    }
}

extension Encoder {
    /// Whether the last word is another one after each command, because its frames are numbered or carry positions.
    var lastWordChanges: Bool {
        frames.carriesSequence || Channel.allCases.contains { hasZeroFrame($0) && frames.zeroCarriesPositions($0) }
    }

    /// The zero of every velocity. It carries no position that was neither written nor given, and comes behind a
    /// command that was handed out.
    var lastWord: LastWord {
        var word = LastWord()
        let next = state.outcome == .known ? state.sequence : state.sequence &+ 1
        for frameChannel in Channel.allCases where hasZeroFrame(frameChannel) {
            let sequence = next &+ UInt8(word.count)
            word.append(
                knowsPositions(frameChannel)
                    ? frames.rendered(zeroed(frameChannel), lead: frameChannel, sequence: sequence)
                    : frames.renderedHalt(sequence: sequence))
        }
        return word
    }

    /// The number of a channel that was written last, or handed out since.
    @inline(__always)
    func carried(_ channel: Channel) -> Int32 {
        let isProposed = state.outcome != .known && frameChannels[channel] == state.proposal.frameChannel
        return isProposed ? state.proposal.values[channel] : state.channels[channel].written
    }

    /// How often each frame of the last word has still to be said; nothing while no velocity is owed a zero. A motion
    /// that was handed out counts as written.
    /// - Parameter isWritten: whether a zero that was handed out counts as written, too.
    @inline(__always)
    func pendingZeros(isWritten: Bool = false) -> ZeroCounts {
        var counts: UInt64 = 0, place: UInt64 = 0, isPending = false
        let proposed = isWritten && state.outcome == .awaited ? state.proposal.frameChannel : nil
        for frameChannel in Channel.allCases where hasZeroFrame(frameChannel) {
            var left = 0
            for channel in Channel.allCases where isCombined || channel == frameChannel {
                guard let profile = rules[channel], profile.mode == .velocity else { continue }
                if carried(channel) != profile.range.zero {
                    isPending = true
                    left = pacing.zeroRepeats
                } else {
                    let said = frameChannels[channel] == proposed ? 1 : 0
                    if state.channels[channel].zerosPending > said { isPending = true }
                    left = max(left, pacing.zeroRepeats - state.channels[channel].zerosSent - said)
                }
            }
            counts |= UInt64(left) &<< place
            place &+= 8
        }
        return ZeroCounts(rawValue: isPending ? counts : 0)
    }

    /// The frames of the last word were said so often.
    mutating func noteLastWord(_ said: ZeroCounts, at now: Microseconds) {
        guard !said.isEmpty else { return }
        if state.outcome == .awaited { discard() }
        var place = 0
        for frameChannel in Channel.allCases where hasZeroFrame(frameChannel) {
            defer { place += 1 }
            guard said[place] > 0 else { continue }
            let values = zeroed(frameChannel)
            state.frameChannels[frameChannel].content =
                knowsPositions(frameChannel)
                ? frames.rendered(values, lead: frameChannel, sequence: 0) : frames.renderedHalt(sequence: 0)
            state.frameChannels[frameChannel].values = values
            state.frameChannels[frameChannel].lastWrite = now
            state.lastWrite = now
            for channel in Channel.allCases where frameChannels[channel] == frameChannel {
                guard let profile = rules[channel], profile.mode == .velocity else { continue }
                if state.channels[channel].written != profile.range.zero { state.channels[channel].zerosSent = 0 }
                state.channels[channel].written = profile.range.zero
                noteZeros(channel, said[place])
            }
        }
        state.sequence &+= UInt8(place)
    }

    /// Whether where the arm stands is known, as far as an outlet's zero frame says it.
    @inline(__always)
    func knowsPositions(_ frameChannel: Channel) -> Bool {
        guard frames.zeroCarriesPositions(frameChannel) else { return true }
        if state.outcome != .known, state.proposal.frameChannel == frameChannel, !state.proposal.isHaltFrame {
            return true
        }
        for channel in Channel.allCases {
            guard let profile = rules[channel], profile.mode == .position else { continue }
            if !state.channels[channel].isKnown { return false }
        }
        return true
    }

    /// Whether an outlet's zero can be said without moving a position.
    @inline(__always)
    func canSendZero(_ frameChannel: Channel) -> Bool { frames.hasHalt || knowsPositions(frameChannel) }

    /// Whether an outlet has a velocity, whose zero can be said.
    @inline(__always)
    private func hasZeroFrame(_ frameChannel: Channel) -> Bool {
        canAlwaysSendZero[frameChannel] || hasVelocity[frameChannel] && canSendZero(frameChannel)
    }

    /// What was last written or handed out, every velocity of an outlet at zero.
    private func zeroed(_ frameChannel: Channel) -> PerChannel<Int32> {
        var values = PerChannel(slider: carried(.slider), zx: carried(.zx), zy: carried(.zy))
        for channel in Channel.allCases where frameChannels[channel] == frameChannel {
            if let profile = rules[channel], profile.mode == .velocity { values[channel] = profile.range.zero }
        }
        return values
    }
}

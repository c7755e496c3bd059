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
        frames.carriesSequence || Channel.allCases.contains { isSpeaking($0) && frames.zeroCarriesPositions($0) }
    }

    /// The zero of every velocity. It carries no position that was neither written nor given, and comes behind a command that was
    /// handed out.
    var lastWord: LastWord {
        var word = LastWord()
        let next = state.outcome == .known ? state.sequence : state.sequence &+ 1
        for outlet in Channel.allCases where isSpeaking(outlet) {
            let sequence = next &+ UInt8(word.count)
            word.append(
                knowsPositions(outlet)
                    ? frames.rendered(zeroed(outlet), lead: outlet, sequence: sequence)
                    : frames.renderedHalt(sequence: sequence))
        }
        return word
    }

    /// The number of a channel that was written last, or handed out since.
    @inline(__always)
    func carried(_ channel: Channel) -> Int32 {
        let isProposed = state.outcome != .known && outlets[channel] == state.proposal.outlet
        return isProposed ? state.proposal.values[channel] : state.channels[channel].written
    }

    /// How often each frame of the last word has still to be said; nothing while no velocity is owed a zero. A motion that was
    /// handed out counts as written.
    /// - Parameter isWritten: whether a zero that was handed out counts as written, too.
    @inline(__always)
    func owedZeros(isWritten: Bool = false) -> ZeroCounts {
        var counts: UInt64 = 0, place: UInt64 = 0, isOwed = false
        let proposed = isWritten && state.outcome == .awaited ? state.proposal.outlet : nil
        for outlet in Channel.allCases where isSpeaking(outlet) {
            var left = 0
            for channel in Channel.allCases where isCombined || channel == outlet {
                guard let profile = rules[channel], profile.means == .velocity else { continue }
                if carried(channel) != profile.range.zero {
                    isOwed = true
                    left = pacing.stops
                } else {
                    let said = outlets[channel] == proposed ? 1 : 0
                    if state.channels[channel].zerosLeft > said { isOwed = true }
                    left = max(left, pacing.stops - state.channels[channel].zerosSaid - said)
                }
            }
            counts |= UInt64(left) &<< place
            place &+= 8
        }
        return ZeroCounts(rawValue: isOwed ? counts : 0)
    }

    /// The frames of the last word were said so often.
    mutating func noteLastWord(_ said: ZeroCounts, at now: Microseconds) {
        guard !said.isEmpty else { return }
        if state.outcome == .awaited { discard() }
        var place = 0
        for outlet in Channel.allCases where isSpeaking(outlet) {
            defer { place += 1 }
            guard said[place] > 0 else { continue }
            let values = zeroed(outlet)
            state.outlets[outlet].content =
                knowsPositions(outlet)
                ? frames.rendered(values, lead: outlet, sequence: 0) : frames.renderedHalt(sequence: 0)
            state.outlets[outlet].values = values
            state.outlets[outlet].lastWrite = now
            state.lastWrite = now
            for channel in Channel.allCases where outlets[channel] == outlet {
                guard let profile = rules[channel], profile.means == .velocity else { continue }
                if state.channels[channel].written != profile.range.zero { state.channels[channel].zerosSaid = 0 }
                state.channels[channel].written = profile.range.zero
                noteZeros(channel, said[place])
            }
        }
        state.sequence &+= UInt8(place)
    }

    /// Whether where the arm stands is known, as far as an outlet's zero frame says it.
    @inline(__always)
    func knowsPositions(_ outlet: Channel) -> Bool {
        guard frames.zeroCarriesPositions(outlet) else { return true }
        if state.outcome != .known, state.proposal.outlet == outlet, !state.proposal.isHaltFrame { return true }
        for channel in Channel.allCases {
            guard let profile = rules[channel], profile.means == .position else { continue }
            if !state.channels[channel].isKnown { return false }
        }
        return true
    }

    /// Whether an outlet's zero can be said without moving a position.
    @inline(__always)
    func canSayZero(_ outlet: Channel) -> Bool { frames.hasHalt || knowsPositions(outlet) }

    /// Whether an outlet has a velocity, whose zero can be said.
    @inline(__always)
    private func isSpeaking(_ outlet: Channel) -> Bool {
        canAlwaysSayZero[outlet] || hasVelocity[outlet] && canSayZero(outlet)
    }

    /// What was last written or handed out, every velocity of an outlet at zero.
    private func zeroed(_ outlet: Channel) -> PerChannel<Int32> {
        var values = PerChannel(slider: carried(.slider), zx: carried(.zx), zy: carried(.zy))
        for channel in Channel.allCases where outlets[channel] == outlet {
            if let profile = rules[channel], profile.means == .velocity { values[channel] = profile.range.zero }
        }
        return values
    }
}

import WaldoTime

/// The frame that keeps a board from acting on silence: the last one that this link carried, once more. It changes no
/// number, and is sent while the arm is stopped, halted or gated, too.
extension Encoder {
    /// When the last frame has to be repeated; nil: never, or not before the link carries one.
    @inline(__always)
    var keepAliveDue: Instant? {
        guard let keepAlive, let lastWrite = state.lastWrite, let frameChannel = state.lastFrame,
            !state.barsRepeats || isHaltRepeated(frameChannel)
        else { return nil }
        // What does not leave keeps nothing alive, and a link that takes zeros only takes no motion again.
        guard !state.link.isStalled, isAtZero(frameChannel) || takesMotion && !isSendingHalt else {
            return nil
        }
        return max(lastWrite + keepAlive, motionFrom)
    }

    /// Proposes the last frame if it is due; `commit` or `discard` concludes it.
    mutating func proposeKeepAlive(at now: Instant, zerosOnly: Bool) -> Command? {
        guard let due = keepAliveDue, due <= now, let frameChannel = state.lastFrame else { return nil }
        let isZero = isAtZero(frameChannel)
        guard isZero || !zerosOnly else { return nil }
        let command = propose(
            written, of: frameChannel, asZero: isZero, isHaltFrame: isHaltRepeated(frameChannel), at: now)
        if !isZero { state.proposal.kind = .keepAlive }
        return command
    }

    /// Whether a frame without positions is sent in place of the last one, which has them and a velocity.
    @inline(__always)
    private func isHaltRepeated(_ frameChannel: Channel) -> Bool {
        isAtZero(frameChannel) && hasVelocity[frameChannel] && !knowsPositions(frameChannel)
    }

    /// Whether every velocity of a frame channel is at zero, as last written.
    @inline(__always)
    private func isAtZero(_ frameChannel: Channel) -> Bool {
        for channel in channels(of: frameChannel) where rules[channel].mode == .velocity {
            if state.channels[channel].written != rules[channel].range.zero { return false }
        }
        return true
    }

    // MARK: boards that move by themselves

    /// A link has opened: nothing that an earlier one carried is repeated. A board that has started again is at its
    /// start.
    mutating func beginLink() {
        state.lastFrame = nil
        if restarts || state.wasLinked { losePositions() }
        state.wasLinked = true
    }

    /// Whether the board has heard nothing for so long that it has moved by itself.
    @inline(__always)
    func boardHasMoved(at now: Instant) -> Bool {
        guard let silence, silence.losesPositions, state.lastFrame != nil, let lastWrite = state.lastWrite else {
            return false
        }
        return lastWrite + silence.after <= now
    }

    /// The board may have moved by itself: no position is known, and no frame is repeated. A board that goes home is
    /// assumed there.
    mutating func losePositions() {
        guard restarts || silence?.losesPositions == true else { return }
        state.lastFrame = nil
        for channel in channels where rules[channel].mode == .position {
            if !state.channels[channel].isAssumed {
                state.channels[channel].origin = state.channels[channel].written
            }
            state.channels[channel].isAssumed = true
            state.channels[channel].isKnown = false
            guard restarts || silence?.action == .home else { continue }
            state.channels[channel].origin = starts[channel]
            state.channels[channel].written = starts[channel]
            state.channels[channel].desired = starts[channel]
        }
        renderWritten()
    }
}

import WaldoTime

/// What an arm does by a frame of its own: signals, and actions that may set positions.
extension Encoder {
    /// A press of a signal's key is pending until it is sent, however short it was.
    mutating func setSignal(_ channel: Channel, _ value: Int32, isTouched: Bool, at now: Instant) {
        let begins = isTouched && !state.channels[channel].isTouched
        state.channels[channel].isTouched = isTouched
        guard begins, value != rules[channel].range.zero else { return }
        state.channels[channel].desired = value
        noteChange(channel, at: now)
    }

    /// Drops presses of signals that were not sent.
    mutating func dropSignals(at now: Instant) {
        for channel in channels where rules[channel].mode == .signal {
            let zero = rules[channel].range.zero
            guard state.channels[channel].desired != zero else { continue }
            state.channels[channel].desired = zero
            noteChange(channel, at: now)
        }
    }

    /// Whether an action was sent, was not ended, and still keeps the arm busy.
    func isRunning(_ action: Channel, at time: Instant) -> Bool {
        guard let began = state.frameTimes[action].lastWrite, let busy = rules[action].busy,
            state.channels[action].written != rules[action].range.zero
        else { return false }
        return time < began + busy.base
    }

    /// A signal is over once it is sent. An action that moves sets positions; ended early, it leaves them uncertain.
    mutating func finishAction(_ action: Channel, endsEarly: Bool) {
        if rules[action].mode == .signal {
            state.channels[action].desired = rules[action].range.zero
            state.channels[action].written = rules[action].range.zero
            state.frames[action] = .init(content: Frame(), values: written)
        }
        let ends = rules[action].mode == .velocity && state.channels[action].written == rules[action].range.zero
        if ends, endsEarly {
            // Until now nothing but the action kept the arm busy.
            state.busyUntil = state.proposal.at
            markUncertain(action)
        }
        guard !ends, !settings[action.index].isEmpty else { return }
        for setting in settings[action.index] {
            // Cut short twice on its way, it is still between the first beginning and the end.
            if !state.channels[setting.channel].isAssumed {
                state.channels[setting.channel].origin = state.channels[setting.channel].written
            }
            state.channels[setting.channel].isAssumed = false
            state.channels[setting.channel].isKnown = true
            state.channels[setting.channel].desired = setting.value
            state.channels[setting.channel].written = setting.value
            state.newlySet |= 1 << setting.channel.raw
        }
        renderWritten()
        for channel in channels where isFrameChannel(channel) && !rules[channel].isAction {
            noteChange(channel, at: state.proposal.at)
        }
    }

    /// The arm is somewhere on its way to the positions that an action sets.
    mutating func markUncertain(_ action: Channel) {
        for setting in settings[action.index] {
            state.channels[setting.channel].isAssumed = true
            state.channels[setting.channel].isKnown = false
        }
    }
}

import WaldoTime

/// The state machine while recorded frames are sent again. Their numbers come from the recording; pacing, gates, zeros
/// and halts are those of this drive.
extension DriveStateMachine {
    /// How much sooner than recorded a frame may follow the one before it, because of scheduling jitter.
    private static let jitter: TimeSpan = .milliseconds(20)

    mutating func enqueue(_ motion: PlayedMotion) {
        playback?.motions.add(.init(due: time - motion.lateness, numbers: motion.numbers, isMotion: true))
    }

    /// Why the replay of recorded frames has ended; nil: it has not, or it plays numbers.
    public var playbackEnd: PlaybackEnd? { playback?.motions.end }

    /// Hands the next frame to the encoder once the one before it was sent.
    mutating func updateMotions(isBlocked: Bool) {
        if playback?.motions.isCut(at: time) == true { return halt(.late) }
        while playback?.motions.isEmpty == false {
            if playback?.motions.isLate(at: time) == true { return halt(.stalled, ends: .late) }
            // Where the link holds a motion back, the release behind it is not late: the motion would come after it.
            if !link.takesMotion, playback?.motions.isOvertaken(at: time) == true {
                return halt(.stalled, ends: .late)
            }
            guard let item = playback?.motions.next else { return }
            guard item.isMotion else {
                release(item.numbers)
                playback?.motions.finishFirst()
                continue
            }
            // A motion that is announced would cancel a zero that was not sent yet.
            guard !encoder.owesFirstZero else { return }
            let carried = arm.channels.filter { item.numbers[$0] != nil }
            guard let first = carried.first else {
                playback?.motions.finishFirst()
                continue
            }
            guard !isBlocked, carried.allSatisfy({ playback?.isOpen($0) == true }) else {
                playback?.motions.markWaiting()
                return
            }
            for channel in carried {
                guard let number = item.numbers[channel], let limit = brokenLimit(channel, number, due: item.due)
                else { continue }
                return halt(.limit, ends: .limit(channel, number, limit))
            }
            if let (channel, number, region) = fencedOff(carried, item.numbers) {
                return halt(.limit, ends: .limit(channel, number, .fence(region)))
            }
            for channel in carried { if let number = item.numbers[channel] { setNumber(channel, number) } }
            let frameChannel = encoder.frameChannel(of: first)
            encoder.resend(frameChannel, since: item.due)
            playback?.motions.beginFirst(frameChannel)
        }
    }

    /// A command was sent: the frame that was due, or a zero that went before it.
    mutating func noteSentMotion() {
        guard let pending = playback?.motions.pending else { return }
        if encoder.state.proposal.frameChannel == pending && !encoder.state.proposal.isZero {
            playback?.motions.finishFirst()
        } else {
            encoder.resend(pending, since: playback?.motions.due ?? time)
        }
    }

    private mutating func release(_ numbers: PerChannel<Int32?>) {
        for channel in arm.channels {
            let profile = arm.profiles[channel]
            guard profile.mode == .velocity, numbers[channel] == profile.range.zero else { continue }
            playback?.set(channel, profile.range.zero, profile, at: time)
            encoder.set(channel, profile.range.zero, isTouched: false, at: time)
        }
    }

    /// Sets a channel's number. Nothing is touched, so that the encoder has no heartbeat of its own to send.
    private mutating func setNumber(_ channel: Channel, _ number: Int32) {
        let profile = arm.profiles[channel]
        if profile.mode == .signal {
            encoder.set(channel, number, isTouched: true, at: time)
            encoder.set(channel, profile.range.zero, isTouched: false, at: time)
            return
        }
        playback?.set(channel, number, profile, at: time)
        if profile.mode == .position { positions[channel].reset(profile.range.normalised(Double(number))) }
        encoder.set(channel, number, isTouched: false, at: time)
    }

    // MARK: limits

    /// The limit that would change a number; nil: none would.
    private func brokenLimit(_ channel: Channel, _ number: Int32, due: Instant) -> PlaybackEnd.Limit? {
        let profile = arm.profiles[channel], whole = profile.range.bounds
        guard whole.contains(number) else { return .range(whole) }
        guard profile.mode == .position, let limits = profile.limits else { return nil }
        let written = encoder.state.channels[channel].written
        // A position that is outside of its travel comes back into it step by step.
        if let travel = limits.travel,
            number < min(travel.lowerBound, written) || number > max(travel.upperBound, written)
        {
            return .travel(travel)
        }
        guard let slew = limits.slew else { return nil }
        let change = Double((Int64(number) - Int64(written)).magnitude)
        guard let span = movingTime(channel, profile, until: due) else { return nil }
        // Both numbers are rounded.
        return change > slew * Double(span.microseconds) / 1_000_000 + 1 ? .slew(slew) : nil
    }

    /// The first position of a frame whose way the fence would shorten, its number, and the region; nil: it is free.
    private func fencedOff(
        _ carried: [Channel], _ numbers: PerChannel<Int32?>
    ) -> (channel: Channel, number: Int32, region: Int)? {
        guard let fence else { return nil }
        let place = place(by: fence)
        var target = place
        for channel in carried where encoder.rules[channel].mode == .position {
            if let number = numbers[channel] { target.set(channel, number) }
        }
        guard let region = fence.region(from: place, to: target) else { return nil }
        let first = arm.channels.first { !place.isSame($0, in: target) && fence.isMoved(by: $0) }
        return first.map { ($0, target.other[$0], region) }
    }

    /// The longest time that a position can have been moving before the frame that is due: since its last frame, but no
    /// longer than a change waits for the other channels and a busy arm. Nil: no limit, because it is sent at the end
    /// of a touch.
    private func movingTime(_ channel: Channel, _ profile: ChannelProfile, until due: Instant) -> TimeSpan? {
        guard profile.send == .change else { return nil }
        let turns = encoder.pacing.interval * encoder.channels.count
        var longest = turns
        if let lastWrite = encoder.state.lastWrite, encoder.state.busyUntil > lastWrite {
            longest = max(longest, encoder.state.busyUntil - lastWrite)
        }
        longest = longest + MotionQueue.patience
        guard let last = playback?.motions.lastDue[encoder.frameChannel(of: channel)] else { return longest }
        return min(longest, due - last) + Self.jitter
    }
}

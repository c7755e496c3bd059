import WaldoCore
import WaldoLoop
import WaldoTime

/// Reads moments and passes them on.
extension Player {
    func fetch() {
        guard next == nil, !hasEnded else { return }
        switch delegate?.next() ?? .end {
        case .moment(let moment):
            next = moment
            isStarving = false
        case .notYet: break
        case .end: hasEnded = true
        }
    }

    /// - Parameter planned: when it was to be passed on.
    func send(_ moment: PlaybackTimeline.Moment, due: Instant, from planned: Instant, at now: Instant) {
        next = nil
        position = max(position, moment.at)
        numbers.add(moment.numbers)
        guard sendsFrames else { return report(moment.numbers, at: due) }
        let time = now - planned <= Self.slack ? planned : now
        guard moment.isMotion else { return play(numbers.releases(in: moment.numbers), at: time) }
        delegate?.send(.replayed(PlayedMotion(moment.numbers, lateness: time - due)), at: time)
    }

    func report(_ numbers: PerChannel<Int32?>, at time: Instant) {
        play(self.numbers.muted(numbers), at: time)
    }

    func releaseAll(at now: Instant) { play(numbers.zeros, at: now) }

    func play(_ numbers: PerChannel<Int32?>, at time: Instant) { delegate?.send(.played(numbers), at: time) }

    func endNudge(at now: Instant) {
        guard nudgeEnds != nil else { return }
        nudgeEnds = nil
        timer?.disarm()
        releaseAll(at: now)
    }

    func finish() {
        guard timer != nil else { return }
        close()
        delegate?.reachedEnd()
    }
}

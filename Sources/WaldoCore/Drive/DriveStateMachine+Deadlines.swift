import WaldoTime

/// When the state machine has to be stepped next.
extension DriveStateMachine {
    /// Mutating only for speed: a method that only reads would be passed a copy of the whole state machine.
    mutating func nextDeadline() -> Instant? {
        var earliest = encoder.deadline(after: now)
        func consider(_ moment: Instant?) {
            if let moment { earliest = .earlier(earliest, max(now + .microseconds(1), moment)) }
        }
        if isStopped { consider(heldStops.releaseDeadline(after: now)) }
        consider(silentFrom())
        if parking.phase.isUnderWay { consider(parkingDeadline()) }
        let isBlocked = blocked != nil
        for index in sliders.indices {
            consider(sliders[index].touchDeadline)
            if !isBlocked, sliders[index].isInProfile { consider(sliders[index].gate.deadline) }
        }
        for index in joysticks.indices {
            consider(joysticks[index].touchDeadline)
            if !isBlocked, joysticks[index].isInProfile { consider(joysticks[index].gate.deadline) }
            if let recentreSince, awaitsRecentring(index) { consider(recentreSince + Self.recentreHold) }
        }
        if isPlayed {
            if !isBlocked { for channel in encoder.channels { consider(playback?.deadline(channel)) } }
            consider(playback?.motions.deadline(after: now, owesZero: encoder.owesFirstZero))
        }
        let motionFrom = encoder.motionFrom
        for channel in encoder.channels {
            let rule = encoder.rules[channel]
            guard rule.mode == .position, rule.send == .change else { continue }
            consider(positions[channel].nextChange(of: rule.range, after: now).map { max($0, motionFrom) })
        }
        return earliest
    }

    @inline(__always)
    private func awaitsRecentring(_ index: Int) -> Bool {
        !joysticks[index].isRecentring && joysticks[index].gate.isOpen && !joysticks[index].isTouched
    }
}

import WaldoTime

/// What a link reports about itself.
extension Encoder {
    /// Handles a link event. Returns whether something pending was dropped.
    mutating func follow(_ event: LinkEvent, at now: Instant) -> Bool {
        switch event {
        case .up, .opened:
            let isOpening = event == .opened(takenOver: true) || event == .opened(takenOver: false)
            state.link = .up(isOpening ? .opening : .flowing, isBusy: false)
            discard()
            state.sensorBytes = nil
            state.answers = .init()
            for channel in channels { state.channels[channel].zerosSent = 0 }
            beginLink()
            beginSteps(at: now)
        case .ready, .refused, .busy: state.link.become(busy: event != .ready)
        // A zero is written even during a stall or while the link opens, and ends neither.
        case .windowFull: if state.link.takesMotion { state.link.become(.full) }
        case .stalled: state.link.become(.stalled)
        case .flowing: state.link.become(.flowing)
        case .failsafe(let sent): noteFailsafe(sent, at: now)
        case .down:
            let dropped = hasPendingMotion || isSendingZeros
            for action in channels where rules[action].isAction && isRunning(action, at: now) { markUncertain(action) }
            state.link = .down
            discard()
            dropSteps()
            state.answers = .init()
            state.sensorBytes = nil
            halt(at: now)
            for channel in channels { state.channels[channel].zerosPending = 0 }
            return dropped
        }
        return false
    }
}

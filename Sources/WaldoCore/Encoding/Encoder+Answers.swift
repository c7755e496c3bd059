import WaldoTime

/// The board's answer to each motion: the next motion waits for it. An answer that does not come in time is a stall,
/// until the next answer or the end of the link. Zeros wait for none.
extension Encoder {
    /// Whether a motion is on its way to the link.
    private var isSendingMotion: Bool { state.outcome != .known && state.proposal.kind == .motion }

    /// Whether the answer to a motion that the link has, or has been given, has not come.
    var awaitsAnswer: Bool {
        guard script?.answers != nil else { return false }
        return state.answer.due != nil || state.answer.flow != nil || isSendingMotion && !state.answer.isEarly
    }

    /// The link has taken the proposed frame: motion waits for the answer from now on.
    mutating func beginAnswer(at now: Instant) {
        guard let answers = script?.answers, state.proposal.kind == .motion else { return }
        if !state.answer.isEarly { state.answer.due = now + answers.within }
        state.answer.isEarly = false
    }

    /// The board has answered. Returns whether the answer was missing.
    mutating func noteMotionAnswer() -> Bool {
        guard awaitsAnswer else { return false }
        let flow = state.answer.flow
        if let flow { state.link.become(flow) }
        state.answer = .init(isEarly: isSendingMotion)
        return flow != nil
    }

    /// Stalls the link if the answer is missing now, and returns whether.
    mutating func missesAnswer(at now: Instant) -> Bool {
        guard let due = state.answer.due, due <= now, case .up(let flow, _) = state.link else { return false }
        state.answer = .init(flow: flow)
        state.link.become(.stalled)
        return true
    }

    /// While the answer is missing, keeps in mind what the link itself reports of its flow. Returns whether it did.
    mutating func keepsStall(_ event: LinkEvent) -> Bool {
        guard let flow = state.answer.flow else { return false }
        switch event {
        case .windowFull: if flow == .flowing { state.answer.flow = .full }
        case .stalled: state.answer.flow = .stalled
        case .flowing: state.answer.flow = .flowing
        case .up, .opened, .down, .ready, .busy, .refused, .failsafe: return false
        }
        return true
    }
}

import WaldoTime

/// The board's answer to each frame, first in, first out: the next motion waits for that to the motion before it. One
/// that does not come in time is a stall, until the next answer or the end of the link. Zeros wait for none, and their
/// answers are counted.
extension Encoder {
    /// Whether a frame is on its way to the link.
    private var isSendingFrame: Bool { state.outcome != .known && state.proposal.frameChannel != nil }

    /// Whether the link has, or has been given, a frame whose answer has not come.
    var awaitsAnswer: Bool {
        guard script?.answers != nil else { return false }
        return state.answers.flow != nil || state.answers.left > (isSendingFrame ? -1 : 0)
    }

    /// How many answers from now the last motion's is; 0: it has come.
    var answersUntilMotion: Int {
        if state.answers.due != nil { return state.answers.untilMotion }
        return isSendingFrame && state.proposal.kind == .motion ? state.answers.left + 1 : 0
    }

    /// The link has taken the proposed frame, which is answered; after a motion, motion waits for that.
    mutating func beginAnswer(at now: Instant) {
        guard let answers = script?.answers else { return }
        // Only the first of those that are left counts: with each frame renewed, a lost one would never be given up.
        if state.answers.left <= 0 { state.answers.lostFrom = now + answers.within }
        state.answers.left += 1
        guard state.proposal.kind == .motion, state.answers.left > 0 else { return }
        state.answers.due = now + answers.within
        state.answers.untilMotion = state.answers.left
    }

    /// The board has answered. Returns whether the answer to a motion was missing.
    mutating func noteFrameAnswer() -> Bool {
        guard awaitsAnswer else { return false }
        let flow = state.answers.flow
        if let flow { state.link.become(flow) }
        state.answers.flow = nil
        state.answers.left = max(state.answers.left - 1, isSendingFrame ? -1 : 0)
        state.answers.untilMotion -= 1
        if state.answers.untilMotion <= 0 { state.answers.due = nil }
        return flow != nil
    }

    /// Gives up the answers that are lost. Stalls the link if a motion's is missing now; the halt then sends all zeros
    /// once more, so that a board which still obeys has something to answer. A board of positions alone has no zero:
    /// there the operator's next motion asks.
    /// - Returns: whether a motion's answer is missing, so that the arm has to halt.
    mutating func missesAnswer(at now: Instant) -> Bool {
        guard let due = state.answers.due else {
            if state.answers.lostFrom <= now { state.answers.left = min(state.answers.left, 0) }
            return false
        }
        guard due <= now, case .up(let flow, _) = state.link else { return false }
        guard channels.contains(where: { hasZeroFrame($0) }) else {
            state.answers = .init()
            return true
        }
        state.answers = .init(flow: flow)
        for channel in channels { state.channels[channel].zerosSent = 0 }
        state.link.become(.stalled)
        return true
    }

    /// While the answer is missing, keeps in mind what the link itself reports of its flow. Returns whether it did.
    mutating func keepsStall(_ event: LinkEvent) -> Bool {
        guard let flow = state.answers.flow else { return false }
        switch event {
        case .windowFull: if flow == .flowing { state.answers.flow = .full }
        case .stalled: state.answers.flow = .stalled
        case .flowing: state.answers.flow = .flowing
        case .up, .opened, .down, .ready, .busy, .refused, .failsafe: return false
        }
        return true
    }
}

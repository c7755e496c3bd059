import WaldoTime

/// The steps of `begin` and `end`, and the first report of the arm's positions. Until `begin` is done and the arm has
/// reported what it is asked for, only zeros are sent beside them.
extension Encoder {
    /// The bytes of the next step; nil: none is left.
    mutating func nextStep() -> Frame? {
        guard let steps = script?.steps(of: state.steps.phase), state.steps.index < steps.count,
            case .send(let bytes) = steps[state.steps.index]
        else { return nil }
        return bytes
    }

    /// A link has opened: the steps start over, with zeros before them.
    mutating func beginSteps(at now: Instant) {
        guard let script else { return }
        state.lastAsk = nil
        state.unreported = script.asked
        state.steps = .init(phase: script.begin.isEmpty ? .none : .begin, from: now)
        if script.begin.isEmpty { state.hasBegun = true }
        state.isBeginning = state.steps.phase == .begin || state.unreported != 0
        guard state.isBeginning else { return }
        halt(at: now)
        skipWaits(from: now)
    }

    /// The link is lost: what was begun on it is over.
    mutating func dropSteps() {
        state.steps = .init()
        state.isBeginning = false
        state.hasBegun = false
    }

    /// The drive ends: the steps of `end` follow its zeros, on a link whose `begin` was done.
    /// - Parameter mayGoLimp: whether they may switch the arm's torque off.
    mutating func endSteps(at now: Instant, mayGoLimp: Bool) {
        state.isEnding = true
        state.answers.due = nil
        guard let script, !script.end.isEmpty, mayGoLimp, state.link.isUp, state.hasBegun else {
            return dropSteps()
        }
        state.steps = .init(phase: .end, from: now)
        skipWaits(from: now)
    }

    /// Goes behind the waits that are next, and an answer that has come already.
    mutating func skipWaits(from now: Instant) {
        state.steps.from = now
        guard let steps = script?.steps(of: state.steps.phase) else { return }
        while state.steps.index < steps.count {
            switch steps[state.steps.index] {
            case .send: return
            case .wait(let span): state.steps.from = state.steps.from + span
            case .expect:
                guard state.steps.isAnswered else { return }
                state.steps.isAnswered = false
            }
            state.steps.index += 1
        }
    }

    /// Ends the phase whose last step and last wait are over, and the wait for an answer that has not come. Returns
    /// whether motion may begin now.
    mutating func finishSteps(at now: Instant) -> Bool {
        if let due = stepsEnd(), due <= now {
            if awaitedStepAnswer == nil {
                if state.steps.phase == .begin { state.hasBegun = true }
                state.steps.phase = .none
            } else if state.steps.phase == .begin {
                state.steps.phase = .failed
            } else {
                state.steps.index += 1
                skipWaits(from: now)
            }
        }
        guard state.isBeginning, state.steps.phase == .none, state.unreported == 0 else { return false }
        state.isBeginning = false
        for channel in channels { state.channels[channel].zerosSent = 0 }
        halt(at: now)
        return true
    }

    /// When the last wait is over, or that for an answer; nil: bytes are next, or there are no steps.
    mutating func stepsEnd() -> Instant? {
        guard state.steps.phase == .begin || state.steps.phase == .end,
            let steps = script?.steps(of: state.steps.phase)
        else { return nil }
        guard state.steps.index < steps.count else { return state.steps.from }
        if case .expect(_, let within) = steps[state.steps.index] { return state.steps.from + within }
        return nil
    }

    // MARK: answers

    /// Whether a step's bytes are on their way to the link.
    private var isSendingStep: Bool { state.outcome != .known && state.proposal.kind == .step }

    /// The answer that the next step waits for, from the moment that the bytes before it were written.
    var awaitedStepAnswer: ReportPattern? {
        guard let steps = script?.steps(of: state.steps.phase), !state.steps.isAnswered else { return nil }
        var index = state.steps.index + (isSendingStep ? 1 : 0)
        while index < steps.count, case .wait = steps[index] { index += 1 }
        guard index < steps.count, case .expect(let pattern, _) = steps[index] else { return nil }
        return pattern
    }

    /// The answer that the next step waits for, or else that to a frame.
    var awaitedAnswer: ReportPattern? { awaitedStepAnswer ?? (awaitsAnswer ? script?.answers?.each : nil) }

    /// The arm has given the awaited answer. Returns whether that to a motion was missing.
    mutating func noteAnswer(at now: Instant) -> Bool {
        guard awaitedStepAnswer != nil else { return noteFrameAnswer() }
        state.steps.isAnswered = true
        if !isSendingStep { skipWaits(from: max(now, state.steps.from)) }
        return false
    }

    // MARK: reported positions

    /// The arm is asked for positions and no longer reports them. It may have lost its power: as on a new link it is
    /// sent `begin`, motion waits until it has reported, and nothing that was sent before counts. Returns whether it
    /// did not wait for them already.
    mutating func awaitReports(at now: Instant) -> Bool {
        guard let script, script.asked != 0, state.link.isUp, !state.isBeginning, !state.isEnding else { return false }
        beginSteps(at: now)
        state.lastFrame = nil
        for channel in channels where script.asked >> channel.raw & 1 == 1 { state.channels[channel].isKnown = false }
        return true
    }

    /// Whether a position is where the arm reports it: until it was sent on this link.
    func adoptsReport(of channel: Channel) -> Bool {
        rules[channel].mode == .position
            && (state.channels[channel].isAssumed || state.unreported >> channel.raw & 1 == 1)
    }

    /// The position that a report gives; nil: it is beyond the range by more than a joint's play, which is the end.
    func position(reported number: Int32, of channel: Channel) -> Int32? {
        let bounds = rules[channel].range.bounds
        let play = (Int64(bounds.upperBound) - Int64(bounds.lowerBound)) / 50
        let beyond = max(Int64(bounds.lowerBound) - Int64(number), Int64(number) - Int64(bounds.upperBound))
        return beyond > play ? nil : min(max(number, bounds.lowerBound), bounds.upperBound)
    }

    /// A position is where the arm has reported it.
    mutating func adopt(_ number: Int32, of channel: Channel) {
        state.unreported &= ~(1 << channel.raw)
        state.channels[channel].isAssumed = false
        state.channels[channel].isKnown = true
        state.channels[channel].desired = number
        state.channels[channel].written = number
    }
}

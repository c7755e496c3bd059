import WaldoTime

/// Bytes that no channel sends: the steps of the arm's `begin` and `end`, bytes for a sensor on its peripheral, and the
/// question for its position. They keep to the arm's pacing and come after every zero; an emergency stop holds them
/// back.
///
/// Mutating only for speed: a method that only reads would be passed a copy of the encoder.
extension Encoder {
    /// Whether an emergency stop is latched: these bytes are held back. Motion is held back by the closed gates.
    @inline(__always)
    var isStopped: Bool { state.isStopped }

    /// Latches the emergency stop.
    mutating func stop() { state.isStopped = true }

    /// Ends the emergency stop.
    mutating func resume() { state.isStopped = false }

    /// Makes the bytes for a sensor pending; they replace others that wait. Without a link they are dropped.
    mutating func enqueueSensorBytes(_ bytes: Frame) { if state.link.isUp { state.sensorBytes = bytes } }

    /// Whether bytes for a sensor are pending that may be sent.
    @inline(__always)
    var hasSensorBytes: Bool { state.sensorBytes != nil && !isStopped }

    /// Whether there can be any such bytes.
    @inline(__always)
    var mayHaveBytes: Bool { script != nil || state.sensorBytes != nil }

    /// The bytes that are sent next, and the earliest time for them; nil: there are none, or the link takes none now.
    private mutating func nextBytes() -> (kind: EncoderState.Kind, bytes: Frame, due: Instant)? {
        guard state.link.takesMotion, !isStopped else { return nil }
        if let step = nextStep() { return (.step, step, state.steps.from) }
        if state.steps.phase == .begin || state.steps.phase == .failed { return nil }
        if let bytes = state.sensorBytes { return (.sensor, bytes, .distantPast) }
        guard let ask = script?.ask, !state.isEnding else { return nil }
        return (.ask, ask.bytes, state.lastAsk.map { $0 + ask.interval } ?? .distantPast)
    }

    /// When the next bytes are due; nil: none are.
    mutating func bytesDue() -> Instant? { nextBytes().map { max($0.due, motionFrom) } }

    /// When bytes are due that a drive which ends still waits for: a sensor's, and those of `end`.
    mutating func lastBytesDue() -> Instant? {
        if state.steps.phase == .end, state.link.takesMotion, !isStopped, awaitedStepAnswer != nil {
            return stepsEnd()
        }
        guard let next = nextBytes(), next.kind != .ask else { return nil }
        return max(next.due, motionFrom)
    }

    /// Proposes the bytes if they are due, and returns whether; `commit` or `discard` concludes it.
    mutating func proposeBytes(at now: Instant) -> Bool {
        guard state.outcome == .known, state.link.takesCommands, motionFrom <= now, !isSendingHalt,
            zeroDueNow(now) == nil, let next = nextBytes(), next.due <= now
        else { return false }
        state.outcome = .awaited
        state.proposal.frameChannel = nil
        state.proposal.kind = next.kind
        if next.kind == .step { state.steps.isAnswered = false }
        state.proposal.content = next.bytes
        state.proposal.at = now
        state.proposal.isHaltFrame = false
        state.proposal.isHalted = false
        return true
    }

    /// The link has taken them. Returns whether a halt came after they were proposed.
    mutating func commitBytes() -> Bool {
        state.lastWrite = state.proposal.at
        switch state.proposal.kind {
        case .sensor: if state.sensorBytes == state.proposal.content { state.sensorBytes = nil }
        case .ask: state.lastAsk = state.proposal.at
        case .step:
            state.steps.index += 1
            skipWaits(from: state.proposal.at)
        case .motion, .zero, .keepAlive: break
        }
        return state.proposal.isHalted
    }
}

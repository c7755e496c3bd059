internal import WaldoTime

/// Bytes for a sensor on the arm's peripheral. They keep to the arm's pacing and come after every zero; an emergency
/// stop holds them back.
extension Encoder {
    /// Makes the bytes pending; they replace others that wait. Without a link they are dropped.
    mutating func enqueueSensorBytes(_ bytes: Frame) { if state.link.isUp { state.sensorBytes = bytes } }

    /// Whether bytes are pending that may be sent.
    @inline(__always)
    var hasSensorBytes: Bool { state.sensorBytes != nil && !state.isStopped }

    /// Proposes the bytes if they are due, and returns whether; `commit` or `discard` concludes it.
    @inline(__always)
    mutating func proposeSensorBytes(at now: Instant) -> Bool {
        guard hasSensorBytes, let bytes = state.sensorBytes, state.outcome == .known, state.link.takesCommands,
            state.link.takesMotion,
            motionFrom <= now, !isSendingHalt, zeroDueNow(now) == nil
        else { return false }
        state.outcome = .awaited
        state.proposal.frameChannel = nil
        state.proposal.content = bytes
        state.proposal.at = now
        state.proposal.isZero = false
        state.proposal.isHaltFrame = false
        state.proposal.isHalted = false
        return true
    }

    /// The link has taken them. Returns whether a halt came after they were proposed.
    mutating func commitSensorBytes() -> Bool {
        state.lastWrite = state.proposal.at
        if state.sensorBytes == state.proposal.content { state.sensorBytes = nil }
        return state.proposal.isHalted
    }
}

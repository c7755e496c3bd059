public import WaldoTime

/// Decides what a hand at the pad feels of each step of the drive: at most one rumble for each loss of motion.
public struct RumbleRule: Sendable {
    /// No rumble follows another one sooner. Only a stop does not wait.
    public static let interval: TimeSpan = .milliseconds(700)
    /// A rumble that begins later than this would tell of what is over.
    public static let maxLateness: TimeSpan = .milliseconds(500)
    /// The notices of a step that concern it.
    public static let concerning: Notices = [.gate, .halt, .stop, .resume]

    /// Whether a gate has been open: before, no operator waits to be told why nothing moves.
    private var hasBegun = false
    /// Whether a gate has been open since the last halt: of a storm of halts the first one is felt.
    private var isArmed = false
    private var wasStopped = false
    private var last: (rumble: Rumble, at: Instant)?

    /// A drive at its beginning: nothing rumbles before a gate has been open.
    public init() {}

    /// What a step has to be felt as; nil: as nothing.
    /// - Parameters:
    ///   - notices: what the step changed.
    ///   - reason: the reason of the last halt.
    ///   - isStopped: whether an emergency stop is latched after the step.
    ///   - isOpen: whether a control's gate is open after the step.
    ///   - time: the time of the step.
    public mutating func rumble(
        after notices: Notices, reason: HaltReason?, isStopped: Bool, isOpen: Bool, at time: Instant
    ) -> Rumble? {
        let due = due(notices, reason: reason, isStopped: isStopped)
        wasStopped = isStopped
        // What opened its gate in this step may still halt; what this step halted is over.
        if notices.contains(.halt) { isArmed = false }
        if isOpen { (hasBegun, isArmed) = (true, true) }
        guard let due, isFree(for: due, at: time) else { return nil }
        last = (due, time)
        return due
    }

    private func due(_ notices: Notices, reason: HaltReason?, isStopped: Bool) -> Rumble? {
        guard hasBegun else { return nil }
        if isStopped, !wasStopped { return .stop }
        if notices.contains(.resume) { return .resume }
        // The program itself goes: who has it end or sleep knows, and it may be gone before the pad has taken it.
        return notices.contains(.halt) && isArmed && reason != .ending && reason != .suspended ? .halt : nil
    }

    private func isFree(for rumble: Rumble, at time: Instant) -> Bool {
        guard let last, time - last.at < Self.interval else { return true }
        return rumble == .stop && last.rumble != .stop
    }
}

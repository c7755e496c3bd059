import WaldoTime

/// Whether an alarm of a graph is raised.
struct AlarmState {
    private let node: String
    private let settings: GraphAlarm
    /// The level, or the anomaly, by which it is raised.
    private var level: AlarmChange.Cause?
    /// What will raise it if it lasts, and since when.
    private var pending: (cause: AlarmChange.Cause, since: Instant)?
    private var isSaturated = false
    private var isSilent = false
    /// When the newest valid value came; at first, the start; nil: silence is not counted.
    private var heard: Instant?
    private var shown: AlarmChange.Cause?
    private var newest: Double?

    init(_ node: String, _ settings: GraphAlarm) {
        self.node = node
        self.settings = settings
    }

    /// When time alone changes it.
    var deadline: Instant? {
        let silence = isSilent ? nil : settings.silent.flatMap { silent in heard.map { $0 + silent } }
        return Instant.earlier(silence, pending.map { $0.since + settings.hold })
    }

    /// The survey starts, or goes on after a pause: silence is counted from here.
    mutating func begin(at time: Instant) {
        if heard == nil { heard = time }
    }

    /// The operator pauses the survey: silence is not counted until `begin(at:)`.
    mutating func pauseSilence() { heard = nil }

    /// Nothing was measured for a while: a level was not exceeded without a break. Silence goes on.
    mutating func interrupt() { pending = nil }

    /// Nothing can be heard up to a time, for a known reason: silence is counted from there.
    mutating func excuse(until time: Instant) {
        if !isSilent, let heard, heard < time { self.heard = time }
    }

    /// Does what is due up to a time.
    /// - Parameter time: the present one.
    mutating func expire(due: Instant, at time: Instant) -> AlarmChange? {
        if !isSilent, let silent = settings.silent, let heard, heard + silent <= due { isSilent = true }
        if let pending, pending.since + settings.hold <= due {
            level = pending.cause
            self.pending = nil
        }
        return change(at: time)
    }

    /// Processes a value.
    /// - Parameters:
    ///   - time: the present one; the value may be older.
    ///   - anomaly: whether the value is one; nil: it is compared with the levels.
    mutating func process(_ value: NodeValue, at time: Instant, anomaly: Bool? = nil) -> AlarmChange? {
        if value.flags.contains(.saturated) {
            isSaturated = true
            pending = nil
            return change(at: time)
        }
        guard let number = value.number, !value.flags.contains(.invalid) else { return nil }
        (heard, isSilent, newest) = (time, false, number)
        let wasSaturated = isSaturated
        isSaturated = false
        guard settings.acceptsPartial || !value.flags.contains(.partial) else { return change(at: time) }
        if let cause = exceeded(by: number, anomaly) {
            if cause != level {
                if pending?.cause != cause { pending = (cause, value.to) }
                // A value that comes down from saturation has been above the level all the time.
                if wasSaturated || settings.hold == .zero { (level, pending) = (cause, nil) }
            }
        } else {
            pending = nil
            if clears(number) { level = nil }
        }
        return change(at: time)
    }

    private func exceeded(by number: Double, _ anomaly: Bool?) -> AlarmChange.Cause? {
        if let anomaly { return anomaly ? .anomaly : nil }
        if let above = settings.above, number > above { return .above }
        if let below = settings.below, number < below { return .below }
        return nil
    }

    private func clears(_ number: Double) -> Bool {
        switch level {
        case .above: settings.clear.map { number <= $0 } ?? true
        case .below: settings.clear.map { number >= $0 } ?? true
        default: true
        }
    }

    private mutating func change(at time: Instant) -> AlarmChange? {
        let cause: AlarmChange.Cause? = isSilent ? .silent : isSaturated ? .saturated : level
        guard cause != shown else { return nil }
        shown = cause
        let isByValue = cause != .silent && cause != .saturated
        return AlarmChange(
            node: node, at: time, cause: cause, value: isByValue ? newest : nil,
            halts: settings.halts && cause != nil)
    }
}

import WaldoTime

/// One axis as the wizard watches it: where it rests, how far it was pushed, and whether it is still.
struct WizardAxis: Sendable {
    /// An axis that stays within this part of its range is still.
    private static let stillness = 0.04
    /// The time after which an axis that has not moved is at rest.
    static let restTime: TimeSpan = .milliseconds(500)
    /// An axis that has turned so often without a rest, for so long, never rests.
    private static let turnsOfRestless = 8, timeOfRestless: TimeSpan = .seconds(3)
    /// One that was left out counts again after so long a rest.
    private static let calm: TimeSpan = .seconds(2)

    private(set) var state: AxisState
    private(set) var rest: Int32
    /// Where it has rested before, to know it when it returns there.
    private var earlierRest: Int32?
    /// Whether it has sent nothing yet: the kernel states 0 for such an axis, wherever it is.
    private(set) var isStated: Bool
    private var anchor: Int32
    private(set) var stillSince: Instant
    private var turn: Int32, isRising = false, turns = 0, movesSince: Instant
    private(set) var isRestless = false
    /// The values of the present push: the first, the lowest and the highest; nil: it has sent none.
    private var push: (first: Int32, low: Int32, high: Int32)?

    init(_ state: AxisState, at now: Instant) {
        self.state = state
        (rest, anchor, turn) = (state.value, state.value, state.value)
        (stillSince, movesSince) = (now, now)
        isStated = state.value == 0
    }

    private var range: Double { Double(state.maximum) - Double(state.minimum) }
    private var tolerance: Double { Self.stillness * range }

    /// Takes a new value.
    /// - Returns: whether the axis never rests, as is known from now on.
    mutating func apply(_ value: Int32, at now: Instant) -> Bool {
        state.value = Swift.max(state.minimum, Swift.min(state.maximum, value))
        let value = state.value
        push = push.map { ($0.first, Swift.min($0.low, value), Swift.max($0.high, value)) } ?? (value, value, value)
        if now - stillSince >= Self.restTime { (turns, movesSince, turn) = (0, now, anchor) }
        if Self.distance(value, anchor) > tolerance { (anchor, stillSince) = (value, now) }
        follow(value)
        guard !isRestless, turns >= Self.turnsOfRestless, now - movesSince >= Self.timeOfRestless else { return false }
        isRestless = true
        return true
    }

    private mutating func follow(_ value: Int32) {
        if isRising ? value > turn : value < turn {
            turn = value
        } else if Self.distance(value, turn) > tolerance {
            (turn, isRising, turns) = (value, !isRising, turns + 1)
        }
    }

    func isStill(for span: TimeSpan, at now: Instant) -> Bool { now - stillSince >= span }

    /// Learns that it rests where it is.
    mutating func learnRest() {
        if Self.distance(rest, state.value) > tolerance { earlierRest = rest }
        if push != nil { isStated = false }
        (rest, push) = (state.value, nil)
        if isRestless { (isRestless, turns) = (false, 0) }
    }

    /// Counts again after a long rest, if it was left out.
    mutating func calmDown(at now: Instant) { if isRestless, isStill(for: Self.calm, at: now) { learnRest() } }

    // MARK: a push

    /// Ends a push: it rests between where it rested before and where it rests now.
    mutating func endPush() {
        guard push != nil else { return }
        rest = isStated ? state.value : Int32((Int64(rest) + Int64(state.value)) / 2)
        (isStated, push) = (false, nil)
    }

    /// Forgets a push: it rests where it rested.
    mutating func forgetPush() { push = nil }

    /// Whether it is away from its rest so far that a push has begun.
    var isPushed: Bool { !isRestless && Swift.max(part(above: false), part(above: true)) >= 0.25 }

    /// Whether it has come back from a push, or has not been pushed.
    var isBack: Bool { isRestless || push == nil || isAtRest || isAtUnstatedRest }

    private var isAtRest: Bool { Self.distance(state.value, rest) <= 0.12 * range }

    /// Whether it rests elsewhere than the kernel has stated: its first own value was near where it is now.
    private var isAtUnstatedRest: Bool {
        guard isStated, let push, range > 2 else { return false }
        let first = (Double(push.first) - Double(state.minimum)) / range
        let distance = Self.distance(push.first, state.value)
        if state.minimum == 0 || state.maximum == 0 { return (0.4...0.6).contains(first) && distance <= 0.1 * range }
        let gone = Swift.max(Self.distance(push.high, state.value), Self.distance(push.low, state.value))
        return !(0.2...0.8).contains(first) && distance <= 0.2 * range && gone >= 0.25 * range
    }

    /// Whether it stands where it rested before its rest was learned again.
    var isAtEarlierRest: Bool { earlierRest.map { Self.distance($0, state.value) <= tolerance } ?? false }

    /// How far it was pushed at most, as a part of the way from its rest to the end, and in which direction; nil: it
    /// was not.
    /// - Returns: also how far it went the other way.
    var farthest: (part: Double, rises: Bool, other: Double)? {
        guard push != nil, !isRestless else { return nil }
        let up = part(above: true), down = part(above: false)
        return (Swift.max(up, down), up >= down, Swift.min(up, down))
    }

    /// The axis with its rest as value.
    var atRest: AxisState {
        var state = state
        state.value = rest
        return state
    }

    /// Where it is from its rest, -1...+1.
    var deflection: Double {
        let isUp = state.value >= rest, travel = Self.distance(isUp ? state.maximum : state.minimum, rest)
        guard travel > 0 else { return 0 }
        return Swift.min(1, Self.distance(state.value, rest) / travel) * (isUp ? 1 : -1)
    }

    private func part(above: Bool) -> Double {
        guard let push else { return 0 }
        let home = !isAtRest && isAtUnstatedRest ? state.value : rest
        let end = above ? state.maximum : state.minimum
        let travel = Self.distance(end, home)
        guard travel >= 0.2 * range else { return 0 }
        let gone = above ? Double(push.high) - Double(home) : Double(home) - Double(push.low)
        return Swift.max(0, Swift.min(1, gone / travel))
    }

    private static func distance(_ a: Int32, _ b: Int32) -> Double { (Double(a) - Double(b)).magnitude }
}

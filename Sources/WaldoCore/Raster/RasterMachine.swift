public import WaldoTime

/// Drives the hand over the points of a raster: what it wants the channels to be, and when the measurement at a point
/// begins and ends. No clock, no I/O.
///
/// It moves one axis at a time and rests at each point until the dwell has been measured. Whatever happens to the
/// drive pauses it, and only the operator lets it go on: the point is measured again. On a route
/// (`RasterDwell.passing`) it rests at both ends alone, and a route that was interrupted has no measurement.
public struct RasterMachine: Sendable {
    /// The plan.
    public let plan: RasterPlan
    /// What it does.
    public internal(set) var phase = Phase.waiting
    /// The point to which it moves, at which it measures, or which comes next.
    public internal(set) var point = 0
    /// How many points were left out.
    public internal(set) var skipped = 0
    /// When `deadline` is to be given; nil: at the next event.
    public internal(set) var deadline: Instant?

    let arm: Arm
    /// The time of the moves that are left once the arm stands at a point, for each of them.
    private let travelFrom: [TimeSpan]
    /// When the present measurement began, how long all before it took, and how many they were.
    private var began = Instant.distantPast, measuredTime = TimeSpan.zero, measuredCount = 0
    /// How long the sensor counts for one message.
    public let exposure: TimeSpan
    /// Where each axis stands by what was written.
    var standing: [Int32]
    /// Where the arm goes before the point: it has to move to be known again.
    var detour: [Int32]?
    /// The axis that moves; nil: none does.
    var axis: Int?
    /// Until when the arm is busy with what was written.
    private var busy = Instant.distantPast
    /// On a route, when it departed and when it arrived.
    var departed: Instant?, arrived: Instant?
    /// Whether the route was interrupted.
    var isBroken = false

    /// How much longer than it should a point may take until the sensor counts as silent.
    private static let patience: TimeSpan = .seconds(3)

    /// Creates a machine that has not begun.
    /// - Parameter exposure: how long the sensor counts for one message.
    public init(_ plan: RasterPlan, of arm: Arm, exposure: TimeSpan) {
        self.plan = plan
        self.arm = arm
        self.exposure = exposure
        standing = plan.start
        travelFrom = plan.travelFromEachPoint
    }

    /// Takes an event.
    public mutating func step(_ event: Event, at time: Instant) -> [Action] {
        if case .ended = phase { return [] }
        switch event {
        case .proceed: return proceed(at: time)
        case .sent(let channel, let number): return sent(channel, number, at: time)
        case .measured(let counts, let span): return measured(counts, span, at: time)
        case .pause(let reason): return pause(reason)
        case .skip: return skip(at: time)
        case .abort: return end(isComplete: false)
        case .deadline: return passed(time)
        }
    }

    // MARK: moving

    private mutating func proceed(at time: Instant) -> [Action] {
        switch phase {
        case .waiting, .paused: return approach(at: time)
        case .moving, .measuring, .ended: return []
        }
    }

    /// Moves towards the detour or the point, one axis at a time; at the point the measurement begins.
    mutating func approach(at time: Instant) -> [Action] {
        guard plan.points.indices.contains(point) else { return end(isComplete: true) }
        let target = detour ?? plan.points[point]
        guard let axis = plan.axes.indices.first(where: { standing[$0] != target[$0] }) else {
            if detour != nil {
                detour = nil
                return approach(at: time)
            }
            guard time >= busy else {
                // It was paused on its way there.
                (phase, self.axis, deadline) = (.moving, nil, busy)
                return []
            }
            return plan.dwell == .passing ? pass(at: time) : measure(from: time, .spot(.began))
        }
        (phase, self.axis, deadline) = (.moving, axis, nil)
        let channel = plan.axes[axis].channel, profile = arm.profiles[channel]
        guard profile.mode == .velocity else { return [set(channel, target[axis])] }
        return [set(channel, profile.range.zero + (target[axis] > standing[axis] ? 1 : -1))]
    }

    mutating func measure(from time: Instant, _ action: Action...) -> [Action] {
        (phase, axis, began) = (.measuring, nil, time)
        deadline = time + plan.dwell.limits.longest + exposure * 2 + Self.patience
        return action
    }

    private func set(_ channel: Channel, _ number: Int32) -> Action {
        var numbers = PerChannel<Int32?>(repeating: nil, for: arm.channels)
        numbers[channel] = number
        return .setChannels(numbers)
    }

    private mutating func sent(_ channel: Channel, _ number: Int32, at time: Instant) -> [Action] {
        guard let index = plan.axes.firstIndex(where: { $0.channel == channel }) else { return [] }
        let profile = arm.profiles[channel], before = standing[index]
        let isFrame = profile.mode == .velocity
        if isFrame {
            standing[index] += (number - profile.range.zero).signum()
        } else {
            standing[index] = number
        }
        let distance = isFrame ? (before == standing[index] ? 0 : 1) : Int((Int64(number) - Int64(before)).magnitude)
        if distance > 0 {
            let settling = isFrame ? RasterPlan.settlingTime(arm) : .zero
            busy = max(busy, time + RasterPlan.travel(by: distance, of: channel, arm) + settling)
        }
        guard phase == .moving, index == axis else { return [] }
        let target = (detour ?? plan.points[point])[index]
        guard standing[index] == target else { return [] }
        if isFrame, before == target { return [] }
        deadline = busy
        return isFrame ? [set(channel, profile.range.zero)] : []
    }

    // MARK: measuring

    private mutating func measured(_ counts: Double, _ span: TimeSpan, at time: Instant) -> [Action] {
        guard phase == .measuring else { return [] }
        guard plan.dwell != .passing else { return measuredOnRoute(span, at: time) }
        if let needed = plan.dwell.counts, counts >= needed { return finish(.counted, at: time) }
        // As near to the time as whole messages come.
        guard span + .microseconds(exposure.microseconds / 2) > plan.dwell.limits.longest else { return [] }
        return finish(.ended, at: time)
    }

    private mutating func finish(_ change: SpotChange, at time: Instant) -> [Action] {
        measuredTime += time - began
        measuredCount += 1
        return [.spot(change)] + next(at: time)
    }

    mutating func next(at time: Instant) -> [Action] {
        (phase, axis) = (.moving, nil)
        point += 1
        return approach(at: time)
    }

    private mutating func passed(_ time: Instant) -> [Action] {
        guard let deadline, time >= deadline else { return [] }
        self.deadline = nil
        switch phase {
        case .moving: return approach(at: time)
        case .measuring: return pause(.sensor)
        case .waiting, .paused, .ended: return []
        }
    }

    // MARK: progress

    /// The time that is expected to be left, from a point that has just begun.
    public var timeLeft: TimeSpan {
        guard point < plan.points.count else { return .zero }
        let travel = plan.travel(from: standing, to: plan.points[point]) + travelFrom[point]
        return plan.dwell == .passing ? travel : travel + timeAtPoint * (plan.points.count - point)
    }

    /// How long a measurement takes: as long as those before it, and the first as long as it may.
    private var timeAtPoint: TimeSpan {
        guard measuredCount > 0 else { return plan.dwell.limits.longest + exposure }
        return .microseconds(measuredTime.microseconds / Int64(measuredCount))
    }
}

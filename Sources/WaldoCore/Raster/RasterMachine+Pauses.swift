import WaldoTime

/// What the operator wants, and what goes wrong.
extension RasterMachine {
    mutating func skip(at time: Instant) -> [Action] {
        // Without one of its points a route leads through what it avoids.
        guard point < plan.points.count, plan.dwell != .passing else { return [] }
        skipped += 1
        // The next point may need another axis, beside which this one would move on.
        let rest: [Action] = phase == .moving ? [.setChannels(restNumbers)] : []
        let dropped = drop()
        point += 1
        if case .paused = phase { return dropped }
        return phase == .waiting ? dropped : dropped + rest + approach(at: time)
    }

    mutating func pause(_ reason: RasterPause) -> [Action] {
        switch phase {
        case .ended: return []
        case .waiting:
            // Nothing was sent yet: the arm stands where the operator has seen it.
            phase = .paused(reason)
            return []
        case .paused(let before):
            // A lost link stays the reason: where the arm stands is not known.
            if reason == .link, before != .link { lose() }
            if before != .link { phase = .paused(reason) }
            return []
        case .moving, .measuring:
            let dropped = drop()
            (phase, deadline, axis) = (.paused(reason), nil, nil)
            if reason == .link { lose() }
            return dropped + [.setChannels(restNumbers)]
        }
    }

    /// The arm has to move to be known again: it comes to the point from the one before.
    private mutating func lose() {
        guard plan.points.indices.contains(point) else { return }
        guard point == 0 else { return detour = plan.points[point - 1] }
        // A route does not leave its points; a raster may.
        detour = plan.dwell == .passing ? plan.start : plan.points[min(1, plan.points.count - 1)]
    }

    /// Gives up what is measured at the point or on the way; the arm counts as moving then.
    private mutating func drop() -> [Action] {
        if plan.dwell == .passing {
            guard departed != nil, !isBroken else { return [] }
            isBroken = true
            return [.spot(.dropped)]
        }
        guard phase == .measuring else { return [] }
        phase = .moving
        return [.spot(.dropped)]
    }

    /// What the arm is to do while it waits: each position stays where it was commanded, each velocity is at rest.
    private var restNumbers: PerChannel<Int32?> {
        var numbers = PerChannel<Int32?>(repeating: nil, for: arm.channels)
        for (axis, number) in zip(plan.axes, standing) {
            let profile = arm.profiles[axis.channel]
            numbers[axis.channel] = profile.mode == .velocity ? profile.range.zero : number
        }
        return numbers
    }

    mutating func end(isComplete: Bool) -> [Action] {
        let wasMoving = axis != nil, dropped = isComplete ? [] : drop()
        (phase, deadline, axis) = (.ended(isComplete: isComplete), nil, nil)
        return dropped + (wasMoving ? [.setChannels(restNumbers)] : [])
    }
}

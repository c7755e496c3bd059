public import WaldoTime

/// A route: the hand rests at both ends alone, and all of the way is one measurement.
extension RasterMachine {
    /// At a point of a route. It departs when an exposure begins, and has arrived when all of the route is measured.
    mutating func pass(at time: Instant) -> [Action] {
        let departs = departed == nil && point == plan.departure, isLast = point == plan.points.count - 1
        if isBroken || !departs && !isLast { return next(at: time) }
        if isLast { arrived = time }
        return measure(from: time)
    }

    mutating func measuredOnRoute(_ span: TimeSpan, at time: Instant) -> [Action] {
        guard let departed else {
            departed = time
            return [.spot(.departed)] + next(at: time)
        }
        guard let arrived, span >= arrived - departed else { return [] }
        return [.spot(.arrived)] + next(at: time)
    }

    /// How long the route took; nil: it was interrupted, or has not arrived.
    public var routeDuration: TimeSpan? {
        guard !isBroken, let departed, let arrived else { return nil }
        return arrived - departed
    }
}

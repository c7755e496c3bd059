internal import WaldoTime

/// A position that stays where it was left. Stored in closed form: the value at one moment and the rate since then.
struct HeldPosition: Equatable, Sendable {
    private var origin: Double
    private var since: Instant = .clockStart
    /// Full scales per second.
    private var rate = 0.0
    private var limits: ClosedRange<Double> = -1...1

    /// Creates a position at rest, -1...+1; a value that is not finite becomes the centre.
    init(_ position: Double) { origin = position.isFinite ? position : 0 }

    var isMoving: Bool { rate != 0 }

    func value(at now: Instant) -> Double {
        guard rate != 0 else { return origin }
        let moved = origin + rate * Double((now - since).microseconds) / 1_000_000
        return Swift.max(limits.lowerBound, Swift.min(limits.upperBound, moved))
    }

    /// Sets the position, at rest. A value that is not finite is ignored.
    mutating func place(_ position: Double) {
        guard position.isFinite else { return }
        origin = position
        rate = 0
    }

    /// Starts moving from the present position, clamped to -1...+1; a rate that is not finite stops it.
    mutating func move(_ rate: Double, at now: Instant) {
        origin = value(at: now)
        since = now
        self.rate = rate.isFinite ? rate : 0
        limits = -1...1
    }

    /// Starts moving towards the centre, at `speed` full scales per second, and stops there.
    mutating func recentre(_ speed: Double, at now: Instant) {
        origin = value(at: now)
        since = now
        rate = !speed.isFinite || origin == 0 ? 0 : origin > 0 ? -speed : speed
        limits = Swift.min(0, origin)...Swift.max(0, origin)
    }

    /// The first moment after `now` at which the position's quantised number changes; nil: never.
    func nextChange(of range: ValueRange, after now: Instant) -> Instant? {
        guard rate != 0 else { return nil }
        let current = range.quantised(value(at: now))
        let end = rate > 0 ? limits.upperBound : limits.lowerBound
        let last = range.quantised(end)
        guard current != last else { return nil }
        let edge = range.normalised(Double(current) + (last > current ? 0.5 : -0.5))
        let elapsed = ((edge - origin) / rate * 1_000_000).rounded(.up)
        return Swift.max(
            now + .microseconds(1), since + .microseconds(Int64(Swift.max(0, Swift.min(elapsed, 1e15)))))
    }
}

import WaldoTime

/// A position that stays where it was left, within its travel and no faster than its slew rate. Stored in closed form:
/// the value at one moment and the rate since then.
struct HeldPosition: Equatable, Sendable {
    /// The arm's limits of a position channel, in the scale of -1...+1.
    struct Limits: Equatable, Sendable {
        var travel: ClosedRange<Double> = -1...1
        /// Full scales per second; infinite: none.
        var slew = Double.infinity
    }

    private var origin: Double
    private var since: Instant = .clockStart
    /// Full scales per second.
    private var rate = 0.0
    /// Where a movement ends.
    private var ends: ClosedRange<Double>
    private let limits: Limits
    /// Whether a movement ends at a target, instead of at the end of the travel.
    private var hasTarget = false
    /// Whether a fence has put it back, and it has not come to a target since.
    private var isPutBack = false

    /// Creates a position at rest, -1...+1; a value that is not finite becomes the centre.
    init(_ position: Double, _ limits: Limits = Limits()) {
        origin = position.isFinite ? position : 0
        self.limits = limits
        ends = limits.travel
    }

    var isMoving: Bool { rate != 0 }

    /// Where it comes to rest if nothing changes.
    var target: Double { rate == 0 ? origin : rate > 0 ? ends.upperBound : ends.lowerBound }

    func value(at now: Instant) -> Double {
        guard rate != 0 else { return origin }
        let moved = origin + rate * Double((now - since).microseconds) / 1_000_000
        return Swift.max(ends.lowerBound, Swift.min(ends.upperBound, moved))
    }

    /// Sets the position that the arm has, at rest. A value that is not finite is ignored.
    mutating func reset(_ position: Double) {
        guard position.isFinite else { return }
        origin = position
        rate = 0
        isPutBack = false
    }

    /// Sets the position at which a fence holds it, at rest. Once the fence lets it go on, it does not jump.
    mutating func putBack(to position: Double) {
        reset(position)
        isPutBack = true
    }

    /// Comes to rest if it has reached its target.
    mutating func rest(at now: Instant) {
        if rate != 0, hasTarget, value(at: now) == target { reset(target) }
    }

    /// Goes to a position, at once or at the slew rate, and stops there. A value that is not finite is ignored.
    /// - Parameter speed: that of its control, in full scales per second, which holds behind a fence.
    mutating func go(to position: Double, at now: Instant, speed: Double = .infinity) {
        guard position.isFinite else { return }
        let target = Swift.max(limits.travel.lowerBound, Swift.min(limits.travel.upperBound, position))
        let fastest = isPutBack ? Swift.min(limits.slew, speed) : limits.slew
        guard fastest.isFinite, value(at: now) != target else { return reset(target) }
        go(to: target, fastest, at: now)
    }

    /// Starts moving from the present position, within its travel; a rate that is not finite stops it.
    mutating func move(_ rate: Double, at now: Instant) {
        origin = value(at: now)
        since = now
        hasTarget = false
        if rate != 0 { isPutBack = false }
        self.rate = rate.isFinite ? Swift.max(-limits.slew, Swift.min(limits.slew, rate)) : 0
        // A position that is outside of its travel comes back into it, and does not jump there.
        ends = Swift.min(limits.travel.lowerBound, origin)...Swift.max(limits.travel.upperBound, origin)
    }

    /// Starts moving towards the centre, at `speed` full scales per second, and stops there.
    mutating func recentre(_ speed: Double, at now: Instant) {
        let centre = Swift.max(limits.travel.lowerBound, Swift.min(limits.travel.upperBound, 0))
        go(to: centre, speed.isFinite ? Swift.min(speed, limits.slew) : 0, at: now)
    }

    private mutating func go(to target: Double, _ speed: Double, at now: Instant) {
        origin = value(at: now)
        since = now
        rate = origin == target ? 0 : origin > target ? -speed : speed
        hasTarget = true
        ends = Swift.min(target, origin)...Swift.max(target, origin)
    }

    /// The first moment after `now` at which the position's quantised number changes; nil: never.
    func nextChange(of range: ValueRange, after now: Instant) -> Instant? {
        guard rate != 0 else { return nil }
        let current = range.quantised(value(at: now))
        let end = rate > 0 ? ends.upperBound : ends.lowerBound
        let last = range.quantised(end)
        guard current != last else { return nil }
        let edge = range.normalised(Double(current) + (last > current ? 0.5 : -0.5))
        let elapsed = ((edge - origin) / rate * 1_000_000).rounded(.up)
        return Swift.max(
            now + .microseconds(1), since + .microseconds(Int64(Swift.max(0, Swift.min(elapsed, 1e15)))))
    }
}

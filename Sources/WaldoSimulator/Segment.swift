import WaldoCore
import WaldoTime

/// A stretch of a channel's motion at an even speed. It is replaced only where the motion changes, so that its numbers
/// do not depend on when they are asked for.
struct Segment: Sendable {
    /// When it begins to move, and when it stops.
    private(set) var at: Instant, until: Instant
    /// Where it stands then.
    private(set) var from: Double, to: Double
    /// The way of a second, where it moves.
    private(set) var rate: Double

    /// Rests.
    init(resting value: Double) {
        (at, until, from, to, rate) = (.distantPast, .distantPast, value, value, 0)
    }

    /// Moves to a value.
    init(from: Double, to: Double, at: Instant, until: Instant) {
        (self.at, self.until, self.from, self.to) = (at, until, from, to)
        rate = until > at ? (to - from) / (until - at).inSeconds : 0
    }

    /// Moves on at a rate, to its end at most.
    init(from: Double, rate: Double, at: Instant, limits: ClosedRange<Double>?) {
        (self.at, self.from, self.rate) = (at, from, rate)
        guard rate != 0 else {
            (until, to) = (at, from)
            return
        }
        guard let end = limits.map({ rate > 0 ? $0.upperBound : $0.lowerBound }) else {
            (until, to) = (Instant(microseconds: .max), from)
            return
        }
        let seconds = (end - from) / rate
        guard seconds > 0 else {
            (until, to, self.rate) = (at, from, 0)
            return
        }
        until = at.later(byMicroseconds: (seconds * 1_000_000).rounded())
        to = end
    }

    /// Where it is.
    func value(at time: Instant) -> Double {
        guard time < until else { return to }
        guard time > at else { return from }
        let value = from + rate * (time - at).inSeconds
        // An end is passed by no rounding.
        guard until.microseconds != .max else { return value }
        return rate > 0 ? min(value, to) : max(value, to)
    }

    /// The way of a second.
    func velocity(at time: Instant) -> Double { time >= at && time < until ? rate : 0 }

    /// Whether it moves, or will.
    func isMoving(at time: Instant) -> Bool { time < until && (rate != 0 || from != to) }
}

extension Instant {
    /// The instant that is later by so much, at most the last.
    func later(byMicroseconds count: Double) -> Instant {
        guard count < 9e18 else { return Instant(microseconds: .max) }
        let (sum, overflow) = microseconds.addingReportingOverflow(Int64(max(0, count)))
        return Instant(microseconds: overflow ? .max : sum)
    }
}

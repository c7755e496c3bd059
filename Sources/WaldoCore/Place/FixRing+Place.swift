internal import WaldoTime

extension FixRing {
    /// What a source knows of a place at a time.
    enum Answer {
        /// It was measured at that time, or lies between two fixes.
        case known(Place)
        /// It is that of the nearest fix, which is so far away in time.
        case nearest(Place, away: TimeSpan)
    }

    /// The speed in m/s up to which a carrier may leave the line between two fixes: that of a walker in a hurry. A
    /// faster carrier, a car or an aircraft, holds its direction for longer than the second between two fixes of a
    /// receiver.
    static let wander = 1.5

    /// The place at a time; nil: none is known, or it is stale.
    ///
    /// Between two fixes the accuracy is theirs, weighted as the coordinates are, and `wander` times the time to the
    /// nearer one; these two are independent, so their squares add. Beside them the carrier moves on as fast as it came
    /// to the nearest fix from the one before, or at the speed of `wander` if that is greater.
    func place(at time: Instant, _ rules: LocationRules) -> Answer? {
        let index = index(notBefore: time)
        let after = index < count ? self[index] : nil
        if let after, after.at == time { return .known(after.place) }
        let before = index > 0 ? self[index - 1] : nil
        if let before, let after, before.place.system == after.place.system {
            let (passed, left) = (time.away(from: before.at), time.away(from: after.at))
            let apart = after.at.away(from: before.at)
            if apart <= rules.across {
                return .known(
                    before.place.towards(
                        after.place, by: passed.inSeconds / apart.inSeconds,
                        growth: min(passed, left).inSeconds * Self.wander))
            }
        }
        return nearest(to: time, index, rules)
    }

    /// The nearer of the fixes around a time, the earlier one of two that are equally near.
    private func nearest(to time: Instant, _ index: Int, _ rules: LocationRules) -> Answer? {
        guard count > 0 else { return nil }
        let isLater =
            index == 0
            || index < count && time.away(from: self[index].at) < time.away(from: self[index - 1].at)
        let place = isLater ? index : index - 1
        let away = time.away(from: self[place].at)
        guard away <= rules.stale else { return nil }
        let speed = max(Self.wander, place > 0 ? speed(from: place - 1) : 0)
        return .nearest(self[place].place.blurred(by: away.inSeconds * speed), away: away)
    }

    /// The speed in m/s from a fix to the next one.
    private func speed(from index: Int) -> Double {
        let (one, other) = (self[index], self[index + 1])
        guard one.place.system == other.place.system else { return 0 }
        return one.place.distance(to: other.place) / other.at.away(from: one.at).inSeconds
    }
}

extension Instant {
    /// How far apart two instants are; the longest span if that is more. A file may state any time.
    func away(from other: Instant) -> TimeSpan {
        let (difference, overflow) = microseconds.subtractingReportingOverflow(other.microseconds)
        return .microseconds(overflow || difference == .min ? .max : difference < 0 ? -difference : difference)
    }
}

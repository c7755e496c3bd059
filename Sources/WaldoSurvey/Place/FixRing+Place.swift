import WaldoTime

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
    /// The acceleration in m/s^2, along its way or across, by which a faster carrier leaves the line: that of cars in a
    /// town, at one standard deviation.
    static let turn = 1.0

    /// The places around a time.
    private struct Around {
        /// The last usable place before the time, and the first that is not before it; nil: there is none.
        var before: Int?, after: Int?
        /// Whether a place beside the time is an outlier, or may be one.
        var hasOutlier = false
    }

    private func around(_ time: Instant, _ rules: LocationRules) -> Around {
        let index = index(notBefore: time)
        var after = index, before = index - 1
        while after < count, !isUsable(after) { after += 1 }
        while before >= 0, !isUsable(before) { before -= 1 }
        var around = Around(before: before < 0 ? nil : before, after: after < count ? after : nil)
        guard after > index || before < index - 1 else { return around }
        func isNear(_ index: Int) -> Bool { self[index].at.away(from: time) <= rules.across }
        let isMeasured = index < count && after == index && self[index].at == time
        around.hasOutlier =
            after > index && isNear(index) || !isMeasured && before < index - 1 && isNear(index - 1)
        return around
    }

    /// Whether two places are near enough in time, and the way from one to the other is explained.
    private func isLine(_ before: Int, _ after: Int, _ rules: LocationRules) -> Bool {
        let (before, after) = (self[before], self[after])
        return before.place.system == after.place.system && !after.isApart
            && after.at.away(from: before.at) <= rules.across
    }

    /// Whether a place is known at a time: measured, or between two fixes.
    func isKnown(at time: Instant, _ rules: LocationRules) -> Bool {
        let around = around(time, rules)
        guard let after = around.after else { return false }
        return self[after].at == time || around.before.map { isLine($0, after, rules) } == true
    }

    /// The place at a time, nil where none is known or it is stale; and whether a fix beside the time is an outlier, or
    /// may be one.
    ///
    /// Between two fixes the accuracy is theirs, weighted as the coordinates are, and what the carrier may be off the
    /// line: `wander` times the time to the nearer one, and the bend that `turn` makes in the time from both, at most
    /// half of the way to the nearer one, or half of the way between both where the time of it is not known. These are
    /// independent, so their squares add. Beside the fixes the carrier moves on as fast as it came to the nearest one
    /// from the one before, or at the speed of `wander` if that is greater.
    func place(at time: Instant, _ rules: LocationRules) -> (answer: Answer?, hasOutlier: Bool) {
        let around = around(time, rules)
        return (answer(at: time, around, rules), around.hasOutlier)
    }

    private func answer(at time: Instant, _ around: Around, _ rules: LocationRules) -> Answer? {
        if let after = around.after {
            if self[after].at == time { return .known(self[after].place) }
            if let before = around.before, isLine(before, after, rules) {
                return .known(between(self[before], self[after], at: time, rules))
            }
        }
        return nearest(to: time, around.before, around.after, rules)
    }

    private func between(_ before: Entry, _ after: Entry, at time: Instant, _ rules: LocationRules) -> Place {
        let (passed, left) = (time.away(from: before.at).inSeconds, time.away(from: after.at).inSeconds)
        let apart = after.at.away(from: before.at).inSeconds, near = min(passed, left)
        var growth = near * Self.wander
        // Runs of earlier versions know neither speeds nor bends.
        if judge != nil {
            let distance = before.place.distance(to: after.place)
            let bend = hasUnknownSteps ? distance / 2 : min(Self.turn / 2 * passed * left, distance * near / apart / 2)
            growth = (growth * growth + bend * bend).squareRoot()
        }
        return before.place.towards(
            after.place, by: passed / apart, growth: growth, overPole: rules.edition > 1)
    }

    /// The nearer of the fixes around a time; the earlier one of two that are equally near, unless the later one is
    /// apart from it.
    private func nearest(to time: Instant, _ before: Int?, _ after: Int?, _ rules: LocationRules) -> Answer? {
        func away(_ index: Int) -> TimeSpan { time.away(from: self[index].at) }
        var index = before ?? after
        if let before, let after {
            let isLater = away(after) < away(before) || self[after].isApart && away(after) == away(before)
            if isLater { index = after }
        }
        guard let index, away(index) <= rules.stale else { return nil }
        let speed = max(Self.wander, speed(to: index))
        return .nearest(self[index].place.blurred(by: away(index).inSeconds * speed), away: away(index))
    }

    /// The speed in m/s at which the carrier came to a fix from the one before; 0: it is not known.
    private func speed(to index: Int) -> Double {
        guard !self[index].isApart, let before = (0..<index).last(where: isUsable) else { return 0 }
        let (one, other) = (self[before], self[index])
        guard one.place.system == other.place.system else { return 0 }
        return one.place.distance(to: other.place) / other.at.away(from: one.at).inSeconds
    }

    /// Until when a place at a time waits for the verdict on fixes that are open; nil: there are none, or they cannot
    /// change it.
    ///
    /// A lone fix waits for another one as long as places between both would be known. Fixes that contradict each
    /// other, or need proof, wait until one of their runs has lasted for `FixJudge.patience`, if one does: it may begin
    /// one fix after the time, and the next fix shows it. Where somebody waits, no longer: of fixes that are far apart
    /// none becomes good by then.
    func verdict(at time: Instant, _ rules: LocationRules) -> Instant? {
        guard let judge, judge.isOpen, let latest = judge.latest, finalUntil.map({ $0 < time }) ?? true else {
            return nil
        }
        let interval = min(judge.interval, rules.across, FixJudge.patience)
        let span: TimeSpan
        if judge.proof > .zero {
            span = judge.patience(every: interval) + interval * 2
        } else {
            span = judge.isContested ? FixJudge.patience + interval * 2 : rules.across
        }
        return min(time, latest).later(by: span).later(by: rules.later)
    }
}

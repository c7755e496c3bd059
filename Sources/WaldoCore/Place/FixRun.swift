internal import WaldoTime

/// Fixes that follow each other at a speed that a carrier can have.
struct FixRun: Sendable {
    /// The way in metres that a receiver's errors make, whatever accuracies it states.
    private static let error = 50.0
    /// So many accuracies a fix may be off, and so many metres at most, whatever accuracy it states.
    private static let deviations = 3.0, mostError = 100_000.0

    /// Its number among the open ones.
    let number: UInt8
    /// Whether a speed explains how the carrier came to its first fix, or nothing is known of the time before.
    let isExplained: Bool
    /// The time of its first fix.
    let first: Instant
    /// The time and the place of its latest fix.
    private(set) var last: Instant, place: Place

    init(_ place: Place, at time: Instant, isExplained: Bool, number: UInt8) {
        (first, last) = (time, time)
        self.place = place
        self.isExplained = isExplained
        self.number = number
    }

    /// The time from its first fix to its latest.
    var length: TimeSpan { last.away(from: first) }

    /// Whether another one is more than twice as long.
    func isShort(beside other: FixRun) -> Bool { length < other.length && length < other.length - length }

    /// Adds a fix.
    mutating func go(on place: Place, at time: Instant) {
        last = time
        self.place = place
    }

    /// The speed in m/s at which the carrier came from the latest fix to another one, as far as their errors do not
    /// explain the way.
    func speed(to other: Place, at time: Instant) -> Double {
        let stated = Self.deviations * ((place.accuracy ?? 0) + (other.accuracy ?? 0))
        let error = Self.error + min(stated, Self.mostError)
        guard place.system == other.system, !place.isSurelyWithin(error, of: other) else { return 0 }
        let way = place.straightDistance(to: other) - error
        guard way > 0 else { return 0 }
        let seconds = time.away(from: last).inSeconds
        return seconds > 0 ? way / seconds : .infinity
    }
}

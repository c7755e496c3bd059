import WaldoTime

/// Fixes that follow each other at a speed that a carrier can have.
struct FixRun: Sendable {
    /// The way in metres that a receiver's errors make, whatever accuracies it states.
    private static let error = 50.0
    /// So many accuracies a fix may be off, and so many metres at most, whatever accuracy it states.
    private static let deviations = 3.0, maxError = 100_000.0

    /// Its number among the open ones.
    let number: UInt8
    /// Whether a speed explains how the carrier came to its first fix, or nothing is known of the time before.
    let isExplained: Bool
    /// The time of its first fix.
    let first: Instant
    /// How much the time between two of its fixes counts for at most; nil: all of it does.
    private let maxStep: TimeSpan?
    /// How long it lasts: the time from its first fix to its latest, as far as it counts.
    private(set) var length = TimeSpan.zero
    /// The time and the place of its latest fix.
    private(set) var last: Instant, place: Place

    /// - Parameter most: how much the time between two of its fixes counts for at most; nil: all of it does.
    init(_ place: Place, at time: Instant, isExplained: Bool, number: UInt8, maxStep: TimeSpan?) {
        (first, last) = (time, time)
        self.maxStep = maxStep
        self.place = place
        self.isExplained = isExplained
        self.number = number
    }

    /// Whether another one is more than twice as long.
    func isShort(beside other: FixRun) -> Bool { length < other.length && length < other.length - length }

    /// Adds a fix.
    mutating func go(on place: Place, at time: Instant) {
        length = maxStep.map { length + min(time.away(from: last), $0) } ?? time.away(from: first)
        last = time
        self.place = place
    }

    /// The speed in m/s at which the carrier came from the latest fix to another one, as far as their errors do not
    /// explain the way.
    func speed(to other: Place, at time: Instant) -> Double {
        let stated = Self.deviations * ((place.accuracy ?? 0) + (other.accuracy ?? 0))
        let error = Self.error + min(stated, Self.maxError)
        guard place.system == other.system, !place.isSurelyWithin(error, of: other) else { return 0 }
        let distance = place.straightDistance(to: other) - error
        guard distance > 0 else { return 0 }
        let seconds = time.away(from: last).inSeconds
        return seconds > 0 ? distance / seconds : .infinity
    }
}

/// Converts what a local clock showed, one time after another, to UTC.
///
/// The hour that a clock shows twice is the first one, unless that is before the time that was converted last. An hour
/// that a clock passes over, in which a device shows its time on that was not set forward, counts on from before it.
struct LocalClock {
    private let zone: LocalZone
    private var last: Int64?

    init(_ zone: LocalZone) { self.zone = zone }

    /// The time in UTC.
    /// - Parameter shown: microseconds since the clock showed the beginning of 1970.
    mutating func utc(of shown: Int64) -> Int64 {
        let found = candidates(shown)
        let utc = found.first { $0 >= last ?? .min } ?? found[0]
        last = utc
        return utc
    }

    /// The times at which the clock showed this one, the earlier first; one at least.
    private func candidates(_ shown: Int64) -> [Int64] {
        // No zone has two changes within two days, and none is a day away from UTC.
        let day: Int64 = 86_400_000_000
        let offsets = [shown - day, shown + day].map { Int64(zone.offset(at: $0)) * 1_000_000 }
        let found = Set(offsets).map { shown - $0 }.filter { Int64(zone.offset(at: $0)) * 1_000_000 == shown - $0 }
        return found.isEmpty ? [shown - offsets[0]] : found.sorted()
    }
}

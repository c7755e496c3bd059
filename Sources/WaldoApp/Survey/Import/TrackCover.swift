import WaldoCore
import WaldoSurvey
import WaldoTime

/// Counts the measurements that no point of a track is near to, for a sensor whose messages have no place.
struct TrackCover {
    /// So many measurements wait for a point before those are counted for which it would come too late.
    private static let maxWaiting = 4096

    private var last: Instant?
    private var waiting: [Instant] = []
    private var counted = 0

    /// Measurements without a point within `PlaceTrust.age`.
    var uncovered: Int { counted + waiting.count }

    /// A point of the track.
    mutating func point(at time: Instant) {
        last = time
        counted += waiting.count { $0 < time - PlaceTrust.age }
        waiting.removeAll(keepingCapacity: true)
    }

    /// A measurement, in the order of their times.
    mutating func measurement(at time: Instant) {
        if let last, time <= last + PlaceTrust.age { return }
        if waiting.count == Self.maxWaiting {
            let old = waiting.count { $0 < time - PlaceTrust.age }
            counted += old
            waiting.removeFirst(old)
        }
        waiting.append(time)
    }
}

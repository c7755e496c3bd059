import WaldoCore
import WaldoFiles
import WaldoSurvey
import WaldoTime

/// The events of a log, and among them the places of a track as fixes at their times, which the rows of the wall clock
/// relate to the session's.
final class TrackedEvents: ImportedEvents {
    /// Places this long before the first event and after the last one lie beside a measurement's exposure.
    private static let margin = LocationRules().across

    private let events: any ImportedEvents
    private let points: [TrackPoint]
    private var nextPoint = 0
    private var clock: (at: Instant, utc: Int64)?
    private var waiting: (at: Instant, event: SurveyEvent)?
    private var last = Instant.clockStart

    /// - Parameter points: in the order of their times.
    init(_ events: any ImportedEvents, _ points: [TrackPoint]) {
        self.events = events
        self.points = points
    }

    var progress: Double { events.progress }

    func next() throws(FileError) -> (at: Instant, event: SurveyEvent)? {
        if waiting == nil { waiting = try events.next() }
        guard let next = waiting else { return nil }
        if let fix = fix(before: next) {
            last = max(last, min(fix.at, next.at))
            return (last, .fix(fix))
        }
        waiting = nil
        if case .clock(let utc) = next.event { set(utc, at: next.at) }
        last = max(last, next.at)
        return next
    }

    /// The next place that is not after an event.
    private func fix(before next: (at: Instant, event: SurveyEvent)) -> Fix? {
        guard let clock, nextPoint < points.count else { return nil }
        let margin = next.event == .end ? Self.margin : .zero
        let point = points[nextPoint], at = clock.at + .microseconds(point.utc - clock.utc)
        guard at <= next.at + margin else { return nil }
        nextPoint += 1
        return Fix(source: .gpsd, at: at, place: point.place, hdop: point.hdop)
    }

    /// The clock was set: goes on with the places from its time on.
    private func set(_ utc: Int64, at time: Instant) {
        let from = clock == nil ? utc - Self.margin.microseconds : utc
        clock = (time, utc)
        var (low, high) = (0, points.count)
        while low < high {
            let middle = (low + high) / 2
            if points[middle].utc < from { low = middle + 1 } else { high = middle }
        }
        nextPoint = low
    }
}

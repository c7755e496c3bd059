import WaldoCore
import WaldoFiles
import WaldoStore
import WaldoSurvey

/// What becomes one survey: a file, or a part of one.
struct ImportItem {
    /// The survey's title, where the operator gives none.
    var title: String
    /// Sensor and graph.
    var plan: SurveyPlan
    /// Whether it is a log of lines; if not, a recording.
    var isLog: Bool
    /// The part of the file, from 0.
    var part = 0
    /// What the part is, where the file has several: `device 2735`; nil: it has none, or they have numbers alone.
    var label: String?
    /// Lines that are only the beginning of a row whose quoted text has line ends.
    var beginnings = 0
    /// The track whose places were joined, and the times of its first and last point; nil: none.
    private(set) var track: (name: String, first: Int64, last: Int64)?
    /// Whether its lines state the times of a local clock.
    var hasLocalTimes = false
    /// The device, as far as the file states it.
    var device = SurveyDescription.Device()
    /// The arm that was driven, and where it stood at the start.
    var arm: SurveyDescription.File?, startPosition: String?
    /// The characteristics that were heard.
    var characteristics: [String] = []
    /// Opens the file again.
    var open: () throws(FileError) -> any ImportedEvents

    /// Joins the places of a track, in the order of their times.
    mutating func join(_ points: [TrackPoint], of track: String) {
        self.track = points.first.flatMap { first in points.last.map { (track, first.utc, $0.utc) } }
        let open = open
        self.open = { () throws(FileError) in TrackedEvents(try open(), points) }
        if !plan.rules.sources.contains(.gpsd) { plan.rules.sources.append(.gpsd) }
        // The track is there: a sample waits for the next place as long as two may be apart.
        plan.rules.later = max(plan.rules.later, plan.rules.across)
    }
}

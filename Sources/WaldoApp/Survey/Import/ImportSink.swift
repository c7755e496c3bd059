import WaldoCore
import WaldoStore
import WaldoSurvey
import WaldoTime

/// Stores the results of an import, and counts what the operator reads of it.
struct ImportSink: SurveySink {
    private let writer: StoreWriter
    private let isMeasurement: [Bool]
    private let places: [MessagePlace?]
    /// The lines of a log; nil: a recording's notifications.
    private var lines: LineCount?
    private var rejectedLine = 0
    /// Lines, or notifications.
    private(set) var pieces = 0
    private(set) var measurements = 0, samples = 0
    /// Samples whose date is not known.
    private(set) var undated = 0
    /// Places that come from elsewhere than the messages.
    private(set) var fixes = 0
    /// Measurements whose format has a place, and that state no valid one.
    private var placeless = 0
    /// Those whose format has none, where a track is to give it; nil: there is no track.
    private var cover: TrackCover?
    /// Measurements without a place.
    var unplaced: Int { placeless + (cover?.uncovered ?? 0) }
    /// Rejected lines, or rejected pieces of notifications, by the index of their reason.
    private(set) var rejected = [Int](repeating: 0, count: Reject.Reason.allCases.count)

    init(_ writer: StoreWriter, _ sensor: Sensor, isLog: Bool, isTracked: Bool) {
        cover = isTracked ? TrackCover() : nil
        self.writer = writer
        isMeasurement = sensor.messages.map { !$0.fields.isEmpty }
        places = sensor.messages.map(\.place)
        lines = isLog ? LineCount() : nil
    }

    mutating func willProcess(_ event: SurveyEvent) {
        switch event {
        case .bytes(_, let bytes):
            lines?.add(bytes)
            pieces = lines?.number ?? pieces + 1
        case .fix(let fix):
            fixes += 1
            cover?.point(at: fix.at)
        default: break
        }
    }

    mutating func stream(_ number: Int, _ description: StreamDescription) { writer.stream(number, description) }
    mutating func message(_ message: borrowing SensorMessage) {
        guard isMeasurement[message.format] else { return }
        measurements += 1
        guard let place = places[message.format] else {
            cover?.measurement(at: message.at)
            return
        }
        if Fix(copy message, place)?.isValid != true { placeless += 1 }
    }
    mutating func sample(_ sample: Sample) {
        samples += 1
        if sample.flags.contains(.undated) { undated += 1 }
        writer.sample(sample)
    }
    mutating func alarm(_ change: AlarmChange) { writer.alarm(change) }
    mutating func gap(_ gap: Gap) { writer.gap(gap) }
    mutating func forbidsUpload(at time: Instant) { writer.forbidsUpload(at: time) }
    mutating func reject(_ reject: Reject) {
        writer.reject(reject, line: lines?.number)
        let line = lines?.number ?? rejectedLine + 1
        guard line != rejectedLine, let index = Reject.Reason.allCases.firstIndex(of: reject.reason) else { return }
        rejectedLine = line
        rejected[index] += 1
    }
}

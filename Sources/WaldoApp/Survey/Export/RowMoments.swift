import WaldoCore
import WaldoFiles
import WaldoStore
import WaldoSurvey
import WaldoTime

/// When and where the rows of a log end: the wall clock, the place and the quality of the fix at any time of a session.
/// Samples carry none of that, as their time and place are those of their middle.
///
/// It reads the session's events beside the samples, a little ahead of them, so that a place lies between two fixes and
/// it is known which of them are outliers. Fixes are judged by the whole track, also those of a run of an earlier
/// version, and those with which a survey begins, of which its machine had samples before it knew.
///
/// The samples of a survey whose raw rows were pruned take the place of fixes.
struct RowMoments {
    /// For a place between two fixes events are read no further ahead than this: the locator remembers the fixes of the
    /// newest 100 s at least.
    private static let farthest: TimeSpan = .seconds(60)
    private static let maxOutliers = 1024
    /// So many times at which fixes were forgotten are remembered.
    private static let maxPast = 64

    /// How much further than a row's end events are read: as far apart as two fixes may be that a place lies between.
    private let ahead: TimeSpan
    private var decoders: [SensorDecoder] = []
    private let isFile: Bool
    private var time = Instant.distantPast
    private var hasEnded = false
    private var clock = SurveyClock()
    private var collected: Collected
    /// The locators of the times before fixes were forgotten.
    private var past: [(end: Instant, locator: Locator)] = []
    /// The middles of samples beside an outlier.
    private var outliers: [Instant] = []

    /// - Parameters:
    ///   - rules: those by which the samples were located, in the newest edition. Without a speed in them it is that of
    ///     an aircraft.
    ///   - isFile: whether the sensor's bytes are those of a file.
    init(_ sensor: Sensor, _ rules: LocationRules, isFile: Bool) {
        self.isFile = isFile
        ahead = min(rules.across, Self.farthest)
        var rules = rules
        rules.fastest = rules.fastest ?? TravelMethod.aircraft.fastest
        rules.edition = LocationRules.newest
        collected = Collected(places: sensor.messages.map(\.place), rules)
        guard rules.sources.contains(.message) else { return }
        decoders = (0..<sensor.channels).map { SensorDecoder(sensor, channel: $0, isFile: isFile) }
    }

    /// Moments of a survey whose raw rows are not there any more.
    init() {
        isFile = false
        ahead = .zero
        collected = Collected(places: [], LocationRules(sources: [.message]))
    }

    /// Until when events have to be processed for what is known of a time. It may be later once they are.
    func due(for end: Instant) -> Instant {
        // The whole second that a row states may be as much later.
        let latest = end + .milliseconds(500), due = end + ahead
        return locator(at: end).verdict(at: latest).map { max($0, due) } ?? due
    }

    /// Processes an event of the session.
    mutating func process(_ event: SurveyEvent, at: Instant) {
        time = max(time, at)
        switch event {
        case .fix(let fix): collected.add(fix)
        case .clock(let utc): setDate(utc)
        case .undated: setDate(nil)
        case .bytes(let channel, let bytes):
            if decoders.indices.contains(channel) { decoders[channel].read(bytes, at: time, &collected) }
        case .end:
            hasEnded = true
            for channel in decoders.indices where isFile { decoders[channel].finish(at: time, &collected) }
            collected.locator.end()
        default: break
        }
    }

    /// No event follows: a session whose process was killed ends with its last row.
    mutating func end() {
        if !hasEnded { process(.end, at: time) }
    }

    /// Processes a sample instead of an event: what it states of its middle.
    mutating func process(_ sample: Sample) {
        time = max(time, sample.middle)
        if sample.utc != nil || sample.flags.contains(.undated) { setDate(sample.utc) }
        if sample.flags.contains(.outlierPlace) {
            if outliers.count == Self.maxOutliers { outliers.removeFirst(Self.maxOutliers / 2) }
            outliers.append(sample.middle)
        } else if let place = sample.place {
            collected.add(Fix(source: .message, at: sample.middle, place: place))
        }
    }

    /// The wall clock shows a date; nil: it is not known from here on. As for samples, no place lies between a fix with
    /// a date and one without.
    private mutating func setDate(_ utc: Int64?) {
        if utc == nil || clock.endsUndated {
            guard utc != nil || !clock.endsUndated else { return }
            collected.locator.end()
            if past.count == Self.maxPast { past.removeFirst() }
            past.append((time, collected.locator))
            collected.locator.forgetMessages()
        } else if let utc, clock.isInterrupted(by: utc, at: time) {
            collected.locator.interrupt()
        }
        clock.add(utc: utc, at: time)
    }

    private func locator(at time: Instant) -> Locator {
        past.first { time < $0.end }?.locator ?? collected.locator
    }

    /// What is known of a time. A log has whole seconds: its place is that of the whole second, if that lies between
    /// two fixes as well.
    func moment(of end: Instant) -> BGeigieMoment {
        let locator = locator(at: end)
        var moment = BGeigieMoment(utc: clock.utc(of: end)), found = locator.located(at: end)
        if let utc = moment.utc {
            let rest = (utc % 1_000_000 + 1_000_000) % 1_000_000, shift = rest < 500_000 ? -rest : 1_000_000 - rest
            moment.utc = utc &+ shift
            if shift != 0 {
                let stated = locator.located(at: end + .microseconds(shift))
                if stated.place != nil, !stated.flags.contains(.nearestPlace) { found = stated }
            }
        }
        moment.place = found.place
        moment.hasOutlier =
            found.flags.contains(.outlierPlace) || outliers.contains { FixQualities.isNear($0, end) }
        let quality = collected.qualities.quality(at: end)
        (moment.satellites, moment.hdop) = (quality?.satellites, quality?.hdop)
        return moment
    }

    /// The fixes, and what the receivers state with the newest of them, in the order of their times for each source.
    private struct Collected: DecoderSink {
        let places: [MessagePlace?]
        var locator: Locator
        var qualities: FixQualities

        init(places: [MessagePlace?], _ rules: LocationRules) {
            self.places = places
            // Nobody waits for a fix: they all are there.
            locator = Locator(rules, isFile: true)
            qualities = FixQualities(of: rules.sources)
        }

        mutating func add(_ fix: Fix) {
            locator.add(fix)
            qualities.add(fix)
        }

        mutating func message(_ message: borrowing SensorMessage) {
            guard let place = places[message.format], let fix = Fix(copy message, place) else { return }
            add(fix)
        }
        mutating func described(_ number: Int, channel: Int, _ description: StreamDescription) {}
        mutating func reject(_ reject: Reject) {}
    }
}

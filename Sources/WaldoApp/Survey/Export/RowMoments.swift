internal import WaldoCore
internal import WaldoFiles
internal import WaldoStore
internal import WaldoTime

/// When and where the rows of a log end: the wall clock, the place and the quality of the fix at any time of a session.
/// Samples carry none of that, as their time and place are those of their middle.
///
/// It reads the session's events beside the samples, a little ahead of them, so that a place lies between two fixes.
/// The samples of a survey whose raw rows were pruned take the place of fixes.
struct RowMoments {
    /// What a receiver states with a fix.
    private struct Quality {
        var at: Instant
        var satellites: Int?
        var hdop: Double?
    }

    /// A receiver's numbers are those of a row that ends as near to its fix: half of a row's five seconds.
    private static let near: TimeSpan = .milliseconds(2_500)
    /// Events are read no further ahead than this: the locator remembers the fixes of the newest 100 s at least.
    private static let farthest: TimeSpan = .seconds(60)
    private static let mostQualities = 2048

    /// How much further than a row's end events are read: as far apart as two fixes may be that a place lies between.
    let ahead: TimeSpan
    private var decoders: [SensorDecoder] = []
    private let isFile: Bool
    private var time = Instant.distantPast
    private var clock = SurveyClock()
    private var collected: Collected

    /// - Parameters:
    ///   - rules: those by which the samples were located.
    ///   - isFile: whether the sensor's bytes are those of a file.
    init(_ sensor: Sensor, _ rules: LocationRules, isFile: Bool) {
        self.isFile = isFile
        ahead = min(rules.across, Self.farthest)
        collected = Collected(places: sensor.messages.map(\.place), rules)
        guard rules.sources.contains(.message) else { return }
        decoders = (0..<sensor.channels).map { SensorDecoder(sensor, channel: $0) }
    }

    /// Moments of a survey whose raw rows are not there any more.
    init() {
        isFile = false
        ahead = .zero
        collected = Collected(places: [], LocationRules(sources: [.message]))
    }

    /// Takes an event of the session.
    mutating func take(_ event: SurveyEvent, at: Instant) {
        time = max(time, at)
        switch event {
        case .fix(let fix): collected.add(fix)
        case .clock(let utc): clock.add(utc: utc, at: time)
        case .bytes(let channel, let bytes):
            if decoders.indices.contains(channel) { decoders[channel].read(bytes, at: time, &collected) }
        case .end where isFile:
            for channel in decoders.indices { decoders[channel].finish(at: time, &collected) }
        default: break
        }
    }

    /// Takes a sample in place of an event: what it states of its middle.
    mutating func take(_ sample: Sample) {
        if let utc = sample.utc { clock.add(utc: utc, at: sample.middle) }
        if let place = sample.place { collected.add(Fix(source: .message, at: sample.middle, place: place)) }
    }

    /// What is known of a time. A log has whole seconds: its place is that of the whole second, if that lies between
    /// two fixes as well.
    func moment(of end: Instant) -> BGeigieMoment {
        var moment = BGeigieMoment(utc: clock.utc(of: end))
        var found = collected.locator.place(at: end)
        if let utc = moment.utc {
            let rest = (utc % 1_000_000 + 1_000_000) % 1_000_000, shift = rest < 500_000 ? -rest : 1_000_000 - rest
            moment.utc = utc &+ shift
            if shift != 0, let stated = collected.locator.place(at: end + .microseconds(shift)),
                !stated.flags.contains(.nearestPlace)
            {
                found = stated
            }
        }
        moment.place = found?.place
        let quality = quality(at: end)
        (moment.satellites, moment.hdop) = (quality?.satellites, quality?.hdop)
        return moment
    }

    /// What the receiver states at a time: that of the first source with a fix near it; nil: none has one.
    private func quality(at time: Instant) -> Quality? {
        for list in collected.qualities {
            var (low, high) = (0, list.count)
            while low < high {
                let middle = (low + high) / 2
                if list[middle].at < time { low = middle + 1 } else { high = middle }
            }
            let nearest = [low - 1, low].filter(list.indices.contains).map { list[$0] }
                .min { Self.distance($0.at, time) < Self.distance($1.at, time) }
            if let nearest, Self.distance(nearest.at, time) <= Self.near { return nearest }
        }
        return nil
    }

    private static func distance(_ one: Instant, _ other: Instant) -> TimeSpan {
        one < other ? other - one : one - other
    }

    /// The fixes, and what the receivers state with the newest of them, in the order of their times for each source.
    private struct Collected: DecoderSink {
        let places: [MessagePlace?]
        let sources: [Fix.Source]
        var locator: Locator
        var qualities: [[Quality]]

        init(places: [MessagePlace?], _ rules: LocationRules) {
            self.places = places
            sources = rules.sources
            locator = Locator(rules)
            qualities = rules.sources.map { _ in [] }
        }

        mutating func add(_ fix: Fix) {
            locator.take(fix)
            guard fix.isValid, fix.satellites != nil || fix.hdop != nil,
                let source = sources.firstIndex(of: fix.source),
                fix.at >= qualities[source].last?.at ?? .distantPast
            else { return }
            if qualities[source].count == RowMoments.mostQualities {
                qualities[source].removeFirst(RowMoments.mostQualities / 2)
            }
            qualities[source].append(Quality(at: fix.at, satellites: fix.satellites, hdop: fix.hdop))
        }

        mutating func message(_ message: borrowing SensorMessage) {
            guard let place = places[message.format], let fix = Fix(copy message, place) else { return }
            add(fix)
        }
        mutating func described(_ number: Int, channel: Int, _ description: StreamDescription) {}
        mutating func reject(_ reject: Reject) {}
    }
}

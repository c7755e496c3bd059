import WaldoCore
import WaldoFiles
import WaldoStore
import WaldoSurvey
import WaldoTime

/// Which samples of a run have a trusted place, by `PlaceTrust`.
///
/// How far a place of unknown accuracy is from its fix is no column of the store. The session's fixes are read once a
/// sample needs them, and only then. Without raw rows (`waldo survey prune`) such a place is not trusted.
final class TrustedPlaces {
    private let session: SessionSummary
    private let run: RunDescription
    private let name: String
    private let reader: StoreReader
    /// What was read of the fixes, or why they cannot be read: they are read once.
    private var fixes: Result<Fixes, any Error>?

    init(_ session: SessionSummary, _ run: RunSummary, of survey: SurveySummary, _ reader: StoreReader) {
        self.session = session
        self.run = run.description
        name = survey.description.sensor.name
        self.reader = reader
    }

    /// Whether a sample's place is trusted; a sample without one counts as such.
    /// - Throws: `StoreError`; `FileError` for a sensor that cannot be read any more.
    func trusts(_ sample: Sample) throws -> Bool {
        if let trusts = sample.trustsPlace { return trusts }
        guard let place = sample.place else { return true }
        let found = fixes ?? Result { try read() }
        fixes = found
        return try found.get().has(place, near: sample.middle)
    }

    private func read() throws -> Fixes {
        let sensor = try ParsedText.sensor(run.sensor, named: name)
        var found = Fixes(places: sensor.messages.map(\.place))
        var decoders =
            sensor.messages.contains { $0.place != nil }
            ? (0..<sensor.channels).map { SensorDecoder(sensor, channel: $0, isFile: session.isLog) } : []
        var last = Instant.distantPast
        try reader.events(of: session.id) { event, at in
            last = at
            switch event {
            case .fix(let fix): found.add(fix)
            case .bytes(let channel, let bytes):
                if decoders.indices.contains(channel) { decoders[channel].read(bytes, at: at, &found) }
            default: break
            }
            return !Interruption.hasCome
        }
        try Interruption.check()
        for channel in decoders.indices where session.isLog { decoders[channel].finish(at: last, &found) }
        found.sort()
        return found
    }

    /// The valid fixes of a session, in the order of their times.
    private struct Fixes: DecoderSink {
        let places: [MessagePlace?]
        private var entries: [(at: Instant, x: Double, y: Double)] = []

        init(places: [MessagePlace?]) { self.places = places }

        mutating func add(_ fix: Fix) {
            if fix.isValid { entries.append((fix.at, fix.place.x, fix.place.y)) }
        }

        mutating func sort() { entries.sort { $0.at < $1.at } }

        /// Whether one of them is at a place within `PlaceTrust.age` of a time: the nearest fix gives its coordinates
        /// as they are.
        func has(_ place: Place, near time: Instant) -> Bool {
            let first = time - PlaceTrust.age, last = time + PlaceTrust.age
            var (low, high) = (0, entries.count)
            while low < high {
                let middle = (low + high) / 2
                if entries[middle].at < first { low = middle + 1 } else { high = middle }
            }
            while low < entries.count, entries[low].at <= last {
                if entries[low].x == place.x, entries[low].y == place.y { return true }
                low += 1
            }
            return false
        }

        mutating func message(_ message: borrowing SensorMessage) {
            guard let place = places[message.format], let fix = Fix(copy message, place) else { return }
            add(fix)
        }
        mutating func described(_ number: Int, channel: Int, _ description: StreamDescription) {}
        mutating func reject(_ reject: Reject) {}
    }
}

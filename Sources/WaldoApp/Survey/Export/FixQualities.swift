internal import WaldoCore
internal import WaldoTime

/// How good the fixes of a session were: the satellites and the dilution of precision, which samples do not carry.
struct FixQualities {
    /// What a receiver states with a fix.
    struct Quality: Equatable {
        var at: Instant
        var satellites: Int?
        var hdop: Double?
    }

    /// A fix further away in time says nothing about a sample.
    private static let away: TimeSpan = .seconds(30)

    private var decoders: [SensorDecoder]
    private var collected: Collected
    private let isFile: Bool

    /// - Parameters:
    ///   - sources: those by which the samples were located, the preferred first.
    ///   - isFile: whether the sensor's bytes are those of a file.
    init(_ sensor: Sensor, sources: [Fix.Source], isFile: Bool) {
        self.isFile = isFile
        decoders = (0..<sensor.channels).map { SensorDecoder(sensor, channel: $0, isFile: isFile) }
        collected = Collected(places: sensor.messages.map(\.place), sources: sources, fixes: sources.map { _ in [] })
    }

    /// Takes an event of the session.
    mutating func take(_ event: SurveyEvent, at time: Instant) {
        switch event {
        case .fix(let fix): collected.add(fix)
        case .bytes(let channel, let bytes):
            guard decoders.indices.contains(channel), collected.sources.contains(.message) else { return }
            decoders[channel].read(bytes, at: time, &collected)
        case .end where isFile && collected.sources.contains(.message):
            for channel in decoders.indices { decoders[channel].finish(at: time, &collected) }
        default: break
        }
    }

    /// What is known of the fix at a time: that of the first source that has one near it; nil: nothing.
    func quality(at time: Instant) -> Quality? {
        for list in collected.fixes {
            var (low, high) = (0, list.count)
            while low < high {
                let middle = (low + high) / 2
                if list[middle].at < time { low = middle + 1 } else { high = middle }
            }
            var nearest = low < list.count ? list[low] : nil
            if low > 0,
                Self.distance(list[low - 1].at, time) <= nearest.map({ Self.distance($0.at, time) }) ?? Self.away
            {
                nearest = list[low - 1]
            }
            if let nearest, Self.distance(nearest.at, time) <= Self.away { return nearest }
        }
        return nil
    }

    private static func distance(_ one: Instant, _ other: Instant) -> TimeSpan {
        one < other ? other - one : one - other
    }

    /// The fixes of each source in the order of their times.
    private struct Collected: DecoderSink {
        let places: [MessagePlace?]
        let sources: [Fix.Source]
        var fixes: [[Quality]]

        mutating func add(_ fix: Fix) {
            guard fix.isValid, fix.satellites != nil || fix.hdop != nil,
                let source = sources.firstIndex(of: fix.source),
                fix.at >= fixes[source].last?.at ?? .distantPast
            else { return }
            fixes[source].append(Quality(at: fix.at, satellites: fix.satellites, hdop: fix.hdop))
        }

        mutating func message(_ message: borrowing SensorMessage) {
            guard let place = places[message.format], let fix = Fix(copy message, place) else { return }
            add(fix)
        }
        mutating func described(_ number: Int, channel: Int, _ description: StreamDescription) {}
        mutating func reject(_ reject: Reject) {}
    }
}

import WaldoCore
import WaldoMap
import WaldoStore
import WaldoSurvey
import WaldoTime

/// What the pages show of a survey: its streams, samples and gaps.
struct ViewSlot: Sendable {
    /// The most gaps that are drawn.
    private static let maxGaps = 200

    /// A gap in milliseconds of the slot's clock.
    struct Interval: Equatable, Sendable {
        let from: Double, to: Double, reason: String
    }

    /// The survey's title, where it is kept, and its number there; without a store it has no route.
    var title = "", store: String?, survey: Int64?
    /// Whether it is running.
    var isLive = false
    /// Of a survey of the folder, where it is in the list.
    var item: (list: Int, index: Int)?
    /// How it was made, and of an arm's raster the step in metres.
    var method = MapMethod.foot, step: Double?
    /// The streams.
    private(set) var streams: [StreamDescription] = []
    /// The graph, whose alarms have levels; nil: it is not known.
    var graph: Graph?
    /// The levels of each stream's alarms and the stream that is shown first, where a helper has read the graph.
    private var stated: (levels: [[Double]], preferred: Int)?
    /// When the clock is zero: microseconds since 1970; nil: not known.
    private(set) var utc: Int64?
    /// Where places are drawn; nil: there are none yet.
    private(set) var plane: MapPlane?
    /// The samples of each stream; nil: they have not been read.
    private(set) var series: [SampleSeries?] = []
    /// How many samples each stream has, and how many of them have a place.
    private(set) var counts: [(samples: Int, placed: Int)] = []
    private(set) var gaps: [Interval] = [], marks: [(at: Double, text: String)] = []

    /// No survey yet.
    init() {}

    /// Adds a stream of the running survey.
    mutating func add(_ stream: StreamDescription) {
        streams.append(stream)
        series.append(SampleSeries())
        counts.append((0, 0))
    }

    /// Adds a stream of a stored session; one of an earlier session goes on.
    mutating func add(_ stream: StreamSummary) {
        let known = streams.firstIndex { $0.name == stream.description.name }
        if known == nil {
            streams.append(stream.description)
            series.append(nil)
            counts.append((0, 0))
        }
        let index = known ?? streams.count - 1
        counts[index].samples += Int(stream.samples)
        counts[index].placed += Int(stream.placed)
    }

    /// States what a stream's samples are.
    mutating func set(_ series: SampleSeries, of stream: Int) {
        if self.series.indices.contains(stream) { self.series[stream] = series }
    }

    /// States when the clock is zero, and a place, unless they are known.
    /// - Returns: whether they were not.
    @discardableResult
    mutating func begin(utc: Int64?, _ place: Place?) -> Bool {
        var isNews = false
        if self.utc == nil, let utc { (self.utc, isNews) = (utc, true) }
        if plane == nil, let place {
            plane = place.system == .arm ? .arm(.xy) : .world(longitude: place.x, latitude: place.y)
            if place.system == .arm { method = .arm }
            isNews = true
        }
        return isNews
    }

    /// Adds a sample of the running survey.
    /// - Parameter milliseconds: its time on the slot's clock.
    /// - Returns: whether something else than samples has changed: the clock or the plane is known now.
    mutating func add(_ sample: Sample, at milliseconds: Double) -> Bool {
        guard series.indices.contains(sample.stream) else { return false }
        let isNews = begin(utc: sample.utc.map { $0 - Int64(milliseconds * 1_000) }, sample.place)
        counts[sample.stream].samples += 1
        if sample.place != nil { counts[sample.stream].placed += 1 }
        series[sample.stream]?.append(sample, at: milliseconds, on: plane)
        return isNews
    }

    /// Adds a time without measurements.
    mutating func add(gap: Interval) { gaps = (gaps + [gap]).suffix(Self.maxGaps) }

    /// Adds a moment that something is to be seen of, such as an alarm.
    mutating func add(mark text: String, at milliseconds: Double) {
        marks = (marks + [(milliseconds, text)]).suffix(Self.maxGaps)
    }

    /// The stream that is shown first: the one of the lowest rank.
    var preferred: Int {
        if let stated { return stated.preferred }
        // The whole points of a raster are its map.
        let spots = streams.indices.filter { streams[$0].name.hasPrefix(SurveyMachine.spotPrefix) }
        let shown = spots.isEmpty ? Array(streams.indices) : spots
        return StreamRank.first(of: shown.map { streams[$0] }, in: graph).map { shown[$0] } ?? 0
    }

    /// The levels of a stream's alarms.
    func levels(of stream: Int) -> [Double] {
        if let stated { return stated.levels[stream] }
        guard let graph, let output = graph.outputs.firstIndex(where: { $0.description.name == streams[stream].name })
        else { return [] }
        return graph.alarmLevels(ofOutput: output)
    }

    // MARK: from a helper

    /// The most streams of a survey of the folder.
    private static let maxStreams = 1_000

    /// What there is of a stored survey, without its samples, its title and its place.
    var packet: Packet {
        var packet = Packet()
        let shown = streams.indices.prefix(Self.maxStreams)
        packet.put(shown) { packet, index in
            packet.put(streams[index].name)
            packet.put(streams[index].unit)
            packet.put(counts[index].samples)
            packet.put(counts[index].placed)
            packet.put(levels(of: index)) { $0.put($1) }
        }
        packet.put(min(preferred, max(0, shown.count - 1)))
        packet.put(utc != nil)
        if let utc { packet.put(utc) }
        packet.put(plane)
        packet.put(gaps) { packet, gap in
            packet.put(gap.from)
            packet.put(gap.to)
            packet.put(gap.reason)
        }
        packet.put(marks) { packet, mark in
            packet.put(mark.at)
            packet.put(mark.text)
        }
        return packet
    }

    /// The most characters of a name, a unit and a sentence.
    private static let longestName = 200, longestUnit = 40, longestSentence = 200

    /// Reads what a helper has packed.
    init(_ packet: inout PacketReader) throws(PacketReader.Malformed) {
        var levels: [[Double]] = []
        let streams = try packet.list(limit: Self.maxStreams) { (packet) throws(PacketReader.Malformed) in
            let stream = StreamDescription(
                name: try packet.text(limit: Self.longestName), unit: try packet.text(limit: Self.longestUnit))
            counts.append((try packet.int(0...Int.max), try packet.int(0...Int.max)))
            levels.append(
                try packet.list(limit: 100) { (packet) throws(PacketReader.Malformed) in try packet.finite() })
            return stream
        }
        self.streams = streams
        series = streams.map { _ in nil }
        stated = (levels, try packet.int(0...max(0, streams.count - 1)))
        utc = try packet.flag() ? try packet.int64() : nil
        plane = try packet.plane()
        if plane?.system == .arm { method = .arm }
        gaps = try packet.list(limit: Self.maxGaps) { (packet) throws(PacketReader.Malformed) in
            Interval(
                from: try packet.finite(), to: try packet.finite(),
                reason: try packet.text(limit: Self.longestSentence))
        }
        marks = try packet.list(limit: Self.maxGaps) { (packet) throws(PacketReader.Malformed) in
            (try packet.finite(), try packet.text(limit: Self.longestSentence))
        }
    }
}

import WaldoCore
public import WaldoSurvey
import WaldoTime

/// Exports samples as GeoJSON (RFC 7946): one FeatureCollection with a point for each sample that has a place in the
/// world, and after the points of each run a line of its track. Coordinates have at most 7 decimals (1 cm), heights 2.
///
/// Points have the properties `time`, `run`, `stream`, `sequence`, `value`, `low`, `high`, `unit`, `flags` and
/// `accuracy`; tracks have `run`, `survey`, `title`, `device`, `sensor`, `from` and `to`. A point's time and place are
/// those of the middle of the sample's exposure.
public final class GeoJSONExport {
    private let file: ExportFile
    private let survey: ExportedSurvey
    private let names: [QuotedText], units: [QuotedText]
    private var flags = FlagNames()
    private var feature: [UInt8] = [], properties = JSONObject()
    private var isFirst = true
    private var run = QuotedText(""), track: Track
    /// Points written so far.
    public private(set) var points = 0
    /// Samples left out so far, because they have no place in the world.
    public private(set) var leftOut = 0
    /// Samples left out so far, because their place is not trusted.
    public private(set) var untrusted = 0

    /// Creates the file and begins the collection.
    /// - Throws: why the file cannot be created or written.
    public init(_ path: String, of survey: ExportedSurvey) throws(ExportError) {
        file = try ExportFile(path)
        self.survey = survey
        names = survey.streams.map { QuotedText($0.name) }
        units = survey.streams.map { QuotedText($0.unit) }
        track = Track(besides: path)
        feature.reserveCapacity(1024)
        feature.add("{\"type\":\"FeatureCollection\",\"features\":[" as StaticString)
        try file.write(feature)
    }

    /// Ends the track of the run before, and begins another run.
    /// - Throws: why the file cannot be written.
    public func begin(run name: String) throws(ExportError) {
        try endTrack()
        run = QuotedText(name)
    }

    /// Adds a sample.
    /// - Parameter isTrusted: whether its place is trusted (`PlaceTrust`).
    /// - Throws: why the file cannot be written.
    public func export(_ sample: Sample, isTrusted: Bool = true) throws(ExportError) {
        guard let place = sample.place, let position = Position(place) else {
            leftOut += 1
            return
        }
        guard isTrusted else {
            untrusted += 1
            return
        }
        try track.add(position, at: sample.utc)
        begin("Point")
        position.write(&feature)
        add(sample, accuracy: place.accuracy, to: &properties)
        try end()
        points += 1
    }

    private func add(_ sample: Sample, accuracy: Double?, to properties: inout JSONObject) {
        properties.add("time", utc: sample.utc, zone: survey.zone)
        properties.add("run", run)
        properties.add("stream", names[sample.stream])
        properties.add("sequence", digits: sample.sequence)
        properties.add("value", shortest: sample.value)
        properties.add("low", shortest: sample.low)
        properties.add("high", shortest: sample.high)
        properties.add("unit", units[sample.stream])
        properties.add("flags", plain: flags.text(sample.flags))
        properties.add("accuracy", shortest: accuracy)
    }

    /// Writes the last track and the end, and gives the file its name.
    /// - Throws: why the file cannot be written, or that its name is taken by now.
    public func finish() throws(ExportError) {
        try endTrack()
        try file.write(Array("\n]}\n".utf8))
        try file.finish()
    }

    private func endTrack() throws(ExportError) {
        defer { track.clear() }
        guard track.hasLine else { return }
        begin(track.isCut ? "MultiLineString" : "LineString")
        feature.add(track.isCut ? "[[" as StaticString : "[")
        try file.write(feature)
        try track.write(to: file)
        feature.removeAll(keepingCapacity: true)
        feature.add(track.isCut ? "]]" as StaticString : "]")
        properties.add("run", run)
        properties.add("survey", whole: survey.uuid)
        properties.add("title", whole: survey.title)
        properties.add("device", whole: survey.device)
        properties.add("sensor", whole: survey.sensor)
        properties.add("from", utc: track.from, zone: survey.zone)
        properties.add("to", utc: track.to, zone: survey.zone)
        try end()
    }

    /// Begins a feature, up to its coordinates.
    private func begin(_ geometry: StaticString) {
        feature.removeAll(keepingCapacity: true)
        feature.add(isFirst ? "\n" as StaticString : ",\n")
        isFirst = false
        feature.add("{\"type\":\"Feature\",\"geometry\":{\"type\":\"" as StaticString)
        feature.add(geometry)
        feature.add("\",\"coordinates\":" as StaticString)
        properties.begin()
    }

    /// Ends a feature, from the end of its coordinates on.
    private func end() throws(ExportError) {
        properties.end()
        feature.add("},\"properties\":" as StaticString)
        feature.append(contentsOf: properties.bytes)
        feature.append(UInt8(ascii: "}"))
        try file.write(feature)
    }
}

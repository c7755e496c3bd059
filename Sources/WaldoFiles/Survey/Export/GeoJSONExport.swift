public import WaldoCore
internal import WaldoTime

/// Exports samples as GeoJSON (RFC 7946): one FeatureCollection with a point for each sample that has a place in the
/// world, and after the points of each run a line of its track. Coordinates have at most 7 decimals (1 cm), heights 2.
///
/// Points have the properties `time`, `run`, `stream`, `sequence`, `value`, `low`, `high`, `unit`, `flags` and
/// `accuracy`; tracks have `run`, `survey`, `title`, `device`, `sensor`, `from` and `to`.
public final class GeoJSONExport {
    private let file: ExportFile
    private let survey: ExportedSurvey
    private let names: [[UInt8]], units: [[UInt8]]
    private var flags = FlagNames()
    private var feature: [UInt8] = []
    private var isFirst = true
    private var run: [UInt8] = [], track: Track
    /// Points written so far.
    public private(set) var points = 0
    /// Samples left out so far, because they have no place in the world.
    public private(set) var leftOut = 0

    /// Creates the file and begins the collection.
    /// - Throws: why the file cannot be created or written.
    public init(_ path: String, of survey: ExportedSurvey) throws(ExportError) {
        file = try ExportFile(path)
        self.survey = survey
        names = survey.streams.map { Self.quoted($0.name) }
        units = survey.streams.map { Self.quoted($0.unit) }
        track = Track(besides: path)
        run = Self.quoted("")
        feature.reserveCapacity(1024)
        feature.add("{\"type\":\"FeatureCollection\",\"features\":[" as StaticString)
        try file.write(feature)
    }

    private static func quoted(_ text: String) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.add(quoted: text)
        return bytes
    }

    /// Ends the track of the run before, and begins another run.
    /// - Throws: why the file cannot be written.
    public func begin(run name: String) throws(ExportError) {
        try endTrack()
        run = Self.quoted(name)
    }

    /// Adds a sample.
    /// - Throws: why the file cannot be written.
    public func export(_ sample: Sample) throws(ExportError) {
        guard let place = sample.place, let position = Position(place) else {
            leftOut += 1
            return
        }
        try track.add(position, at: sample.utc)
        begin()
        feature.add("Point\",\"coordinates\":" as StaticString)
        position.write(&feature)
        feature.add("},\"properties\":{\"time\":" as StaticString)
        add(time: sample.utc)
        property(",\"run\":", run)
        property(",\"stream\":", names[sample.stream])
        feature.add(",\"sequence\":" as StaticString)
        feature.add(digits: sample.sequence, decimals: 0)
        number(",\"value\":", sample.value)
        number(",\"low\":", sample.low)
        number(",\"high\":", sample.high)
        property(",\"unit\":", units[sample.stream])
        feature.add(",\"flags\":\"" as StaticString)
        feature.append(contentsOf: flags.text(sample.flags))
        number("\",\"accuracy\":", place.accuracy)
        try end()
        points += 1
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
        begin()
        feature.add(
            track.isCut ? "MultiLineString\",\"coordinates\":[[" as StaticString : "LineString\",\"coordinates\":[")
        try file.write(feature)
        try track.write(to: file)
        feature.removeAll(keepingCapacity: true)
        feature.add(track.isCut ? "]]},\"properties\":{\"run\":" as StaticString : "]},\"properties\":{\"run\":")
        feature.append(contentsOf: run)
        for (key, text) in [
            ("survey", survey.uuid), ("title", survey.title), ("device", survey.device), ("sensor", survey.sensor),
        ] {
            feature.add(key: key)
            feature.add(quoted: text)
        }
        feature.add(",\"from\":" as StaticString)
        add(time: track.from)
        feature.add(",\"to\":" as StaticString)
        add(time: track.to)
        try end()
    }

    private func begin() {
        feature.removeAll(keepingCapacity: true)
        feature.add(isFirst ? "\n" as StaticString : ",\n")
        isFirst = false
        feature.add("{\"type\":\"Feature\",\"geometry\":{\"type\":\"" as StaticString)
    }

    private func end() throws(ExportError) {
        feature.add("}}" as StaticString)
        try file.write(feature)
    }

    private func property(_ key: StaticString, _ value: [UInt8]) {
        feature.add(key)
        feature.append(contentsOf: value)
    }

    private func number(_ key: StaticString, _ value: Double?) {
        feature.add(key)
        if let value, value.isFinite { feature.add(shortest: value) } else { feature.add("null" as StaticString) }
    }

    private func add(time utc: Int64?) {
        guard let utc, CalendarTime.span.contains(utc) else { return feature.add("null" as StaticString) }
        feature.append(UInt8(ascii: "\""))
        feature.add(utc: utc, decimals: 6)
        feature.append(UInt8(ascii: "\""))
    }
}

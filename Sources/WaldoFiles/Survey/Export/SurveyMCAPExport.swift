public import WaldoCore
internal import WaldoTime

/// Exports samples as an MCAP file for Foxglove: a topic `/sample/NAME` for each stream, and `/fix` with places. What
/// has no wall-clock time is left out.
public final class SurveyMCAPExport {
    private let writer: MCAPWriter
    private let units: [[UInt8]]
    private let fixTopic: Int
    private let takesFixes: Bool
    private var flags = FlagNames()
    private var lastPlace: Place?
    private var data: [UInt8] = []
    /// Samples and fixes left out so far.
    public private(set) var leftOut = 0

    /// Messages written so far.
    public var messages: Int { Int(writer.messages) }

    /// Creates the file and writes its header and metadata.
    /// - Parameter takesFixes: whether a sample's place becomes a fix of its own when it differs from the one before;
    ///   false where the caller exports the fixes.
    /// - Throws: why the file cannot be created or written.
    public init(_ path: String, of survey: ExportedSurvey, takesFixes: Bool = true) throws(ExportError) {
        units = survey.streams.map { stream in
            var bytes: [UInt8] = []
            bytes.add(quoted: stream.unit)
            return bytes
        }
        fixTopic = survey.streams.count
        self.takesFixes = takesFixes
        data.reserveCapacity(512)
        let facts = [
            ("waldo", survey.version), ("survey", survey.uuid), ("title", survey.title), ("device", survey.device),
            ("sensor", survey.sensor),
        ]
        writer = try MCAPWriter(
            ExportFile(path), library: "waldo \(survey.version)",
            topics: survey.streams.map(SurveyMCAPTopics.topic) + [SurveyMCAPTopics.fix], facts: ("waldo survey", facts))
    }

    /// Adds a sample.
    /// - Throws: why the file cannot be written.
    public func export(_ sample: Sample) throws(ExportError) {
        guard let utc = sample.utc, CalendarTime.span.contains(utc) else {
            leftOut += 1
            return
        }
        if takesFixes, let place = sample.place, place != lastPlace {
            lastPlace = place
            try add(place, utc)
        }
        begin(utc)
        data.add(",\"sequence\":" as StaticString)
        data.add(digits: sample.sequence, decimals: 0)
        data.add(",\"value\":" as StaticString)
        if let value = sample.value, value.isFinite {
            data.add(shortest: value)
        } else {
            data.add("null" as StaticString)
        }
        number(",\"low\":", sample.low)
        number(",\"high\":", sample.high)
        data.add(",\"unit\":" as StaticString)
        data.append(contentsOf: units[sample.stream])
        number(",\"exposure\":", Double((sample.to - sample.from).microseconds) / 1_000_000)
        data.add(",\"flags\":\"" as StaticString)
        data.append(contentsOf: flags.text(sample.flags))
        data.append(UInt8(ascii: "\""))
        if let place = sample.place {
            let isWorld = place.system == .world
            number(isWorld ? ",\"longitude\":" : ",\"x\":", place.x)
            number(isWorld ? ",\"latitude\":" : ",\"y\":", place.y)
            number(isWorld ? ",\"height\":" : ",\"z\":", place.z)
            number(",\"accuracy\":", place.accuracy)
        }
        try end(sample.stream, utc)
    }

    /// Adds a place that a source has given; one that is not in the world is passed over.
    /// - Parameter utc: when it was measured, in microseconds since 1970.
    /// - Throws: why the file cannot be written.
    public func export(_ fix: Fix, utc: Int64) throws(ExportError) {
        guard fix.isValid, CalendarTime.span.contains(utc) else {
            leftOut += 1
            return
        }
        try add(fix.place, utc)
    }

    /// Writes the summary and gives the file its name.
    /// - Throws: why the file cannot be written, or that its name is taken by now.
    public func finish() throws(ExportError) { try writer.finish() }

    private func add(_ place: Place, _ utc: Int64) throws(ExportError) {
        guard let position = Position(place) else { return }
        begin(utc)
        data.add(",\"frame_id\":\"sensor\"" as StaticString)
        number(",\"latitude\":", position.latitude)
        number(",\"longitude\":", position.longitude)
        number(",\"altitude\":", position.height ?? 0)
        let across = place.accuracy.flatMap(Self.square), up = place.verticalAccuracy.flatMap(Self.square)
        number(",\"position_covariance\":[", across ?? 0)
        number(",0,0,0,", across ?? 0)
        number(",0,0,0,", up ?? 0)
        data.add(
            across == nil ? "],\"position_covariance_type\":0" as StaticString : "],\"position_covariance_type\":1")
        try end(fixTopic, utc)
    }

    private static func square(_ accuracy: Double) -> Double? {
        let square = accuracy * accuracy
        return square.isFinite ? square : nil
    }

    private func begin(_ utc: Int64) {
        data.removeAll(keepingCapacity: true)
        data.add("{\"timestamp\":{\"sec\":" as StaticString)
        data.add(digits: utc / 1_000_000, decimals: 0)
        data.add(",\"nsec\":" as StaticString)
        data.add(digits: utc % 1_000_000 * 1_000, decimals: 0)
        data.append(UInt8(ascii: "}"))
    }

    private func end(_ topic: Int, _ utc: Int64) throws(ExportError) {
        data.append(UInt8(ascii: "}"))
        try writer.add(topic: topic, time: UInt64(utc) * 1_000, data)
    }

    private func number(_ key: StaticString, _ value: Double?) {
        guard let value, value.isFinite else { return }
        data.add(key)
        data.add(shortest: value)
    }
}

import WaldoCore
public import WaldoSurvey
import WaldoTime

/// Exports samples as an MCAP file for Foxglove: a topic `/sample/NAME` for each stream, and `/fix` with places. What
/// has no wall-clock time is left out.
public final class SurveyMCAPExport {
    private let writer: MCAPWriter
    private var format: SurveyMessages
    private let fixTopic: Int
    private let derivesFixes: Bool
    private var lastPlace: Place?
    /// Samples and fixes left out so far.
    public private(set) var leftOut = 0

    /// Messages written so far.
    public var messages: Int { Int(writer.messages) }

    /// Creates the file and writes its header and metadata.
    /// - Parameter takesFixes: whether a sample's place becomes a fix of its own when it differs from the one before;
    ///   false where the caller exports the fixes.
    /// - Throws: why the file cannot be created or written.
    public init(_ path: String, of survey: ExportedSurvey, derivesFixes: Bool = true) throws(ExportError) {
        format = SurveyMessages(of: survey.streams)
        fixTopic = survey.streams.count
        self.derivesFixes = derivesFixes
        var facts = [
            ("waldo", survey.version), ("survey", survey.uuid), ("title", survey.title), ("device", survey.device),
            ("sensor", survey.sensor),
        ]
        // The format's times are numbers, of which no clock is required.
        if survey.hasUnknownZone { facts.append(("times", "local, zone unknown")) }
        writer = try MCAPWriter(
            ExportFile(path), library: "waldo \(survey.version)",
            topics: survey.streams.map(SurveyTopics.topic) + [SurveyTopics.fix], facts: ("waldo survey", facts))
    }

    /// Adds a sample.
    /// - Throws: why the file cannot be written.
    public func export(_ sample: Sample) throws(ExportError) {
        guard let utc = sample.utc, CalendarTime.span.contains(utc) else {
            leftOut += 1
            return
        }
        if derivesFixes, let place = sample.place, place != lastPlace {
            lastPlace = place
            try add(place, utc)
        }
        format.sample(sample, utc: utc)
        try writer.add(topic: sample.stream, time: UInt64(utc) * 1_000, format.json)
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
        guard format.fix(place, utc: utc) else { return }
        try writer.add(topic: fixTopic, time: UInt64(utc) * 1_000, format.json)
    }
}

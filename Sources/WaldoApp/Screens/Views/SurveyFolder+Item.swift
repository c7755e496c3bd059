import Glibc
import WaldoCore
import WaldoFiles
import WaldoStore
import WaldoSurvey
import WaldoTime

extension SurveyFolder {
    /// A survey of the folder.
    struct Item: Sendable {
        /// The file's path, and the survey's number in it.
        let path: String, survey: Int64
        /// When it began, in microseconds since 1970.
        let started: Int64
        let uuid: String
        let title: String, begun: String, duration: String, ending: String, upload: String
        let samples: Int64
        /// Where its first place is; nil: it has none.
        let system: Place.System?
        let notes: [(id: Int64, text: String)]
        /// Whether it is being written.
        let isCurrent: Bool
        /// The file's bytes; 0: not known.
        var size: Int64 = 0

        /// The file's name.
        var file: String { String(path[(path.lastIndex(of: "/").map { path.index(after: $0) } ?? path.startIndex)...]) }

        /// Whether it is the same survey, whatever has been changed of it.
        func isSame(as other: Item) -> Bool { (path, survey, uuid) == (other.path, other.survey, other.uuid) }
    }
}

extension SurveyFolder.Item {
    /// The most notes that pages show of a survey.
    private static let maxNotes = 20

    /// Reads the surveys of a file, the newest of them.
    /// - Throws: `StoreError`.
    static func read(_ path: String) throws -> [SurveyFolder.Item] {
        let reader = try StoreReader(path: path, evenWithoutLog: true)
        return try reader.surveys().suffix(SurveyFolder.maxPerFile).map { survey in
            let description = survey.description, last = survey.sessions.last?.ending
            return SurveyFolder.Item(
                path: path, survey: survey.id, started: description.started, uuid: description.uuid,
                title: description.title, begun: survey.begunText,
                duration: SurveyNumber.duration(survey.measured),
                ending: last == .open || last == .unclean ? "its process was killed" : "",
                upload: try Publication.refusal(survey, reader) ?? "",
                samples: survey.sessions.reduce(0) { $0 + ($1.runs.last?.samples ?? 0) },
                system: try system(survey, reader), notes: survey.notes.suffix(maxNotes).map { ($0.id, $0.text) },
                isCurrent: last == .running)
        }
    }

    private static func system(_ survey: SurveySummary, _ reader: StoreReader) throws -> Place.System? {
        var system: Place.System?
        for run in survey.sessions.compactMap(\.runs.last) where run.streams.contains(where: { $0.placed > 0 }) {
            try reader.samples(ofRun: run.id) { sample, _ in
                system = sample.place?.system
                return system == nil
            }
            if system != nil { break }
        }
        return system
    }

    // MARK: from a helper

    /// The most characters that pages show of a text.
    private static let longestText = 400

    private static func shown(_ text: String) -> String { String(text.unicodeScalars.prefix(longestText)) }

    func put(to packet: inout Packet) {
        packet.put(survey)
        packet.put(started)
        for text in [uuid, title, begun, duration, ending, upload] { packet.put(Self.shown(text)) }
        packet.put(samples)
        packet.put(system.map { $0 == .arm ? 1 : 2 } ?? 0 as Int)
        packet.put(notes) { packet, note in
            packet.put(note.id)
            packet.put(Self.shown(note.text))
        }
        packet.put(isCurrent)
    }

    init(_ packet: inout PacketReader, path: String) throws(PacketReader.Malformed) {
        self.path = path
        survey = try packet.int64()
        started = try packet.int64()
        func text() throws(PacketReader.Malformed) -> String { try packet.text(limit: Self.longestText) }
        (uuid, title, begun) = (try text(), try text(), try text())
        (duration, ending, upload) = (try text(), try text(), try text())
        samples = Int64(try packet.int(0...Int.max))
        system = [nil, .arm, .world][try packet.int(0...2)]
        notes = try packet.list(limit: Self.maxNotes) { (packet) throws(PacketReader.Malformed) in
            (try packet.int64(), try packet.text(limit: Self.longestText))
        }
        isCurrent = try packet.flag()
        var status = stat()
        if stat(path, &status) == 0 { size = Int64(status.st_size) }
    }
}

extension ViewSlot.Interval {
    /// A gap on the clock of a slot.
    /// - Parameter shift: the slot's milliseconds at the session clock's zero.
    init(_ gap: Gap, shift: Double) {
        func milliseconds(_ time: Instant) -> Double { (time - .clockStart).inSeconds * 1_000 + shift }
        let missing = gap.missing.map { ", \(SurveyNumber.count($0, "message")) missing" } ?? ""
        self.init(
            from: milliseconds(gap.from), to: milliseconds(gap.to),
            reason: "\(SurveyNumber.seconds(gap.to - gap.from)) (\(gap.cause.rawValue))\(missing)")
    }
}

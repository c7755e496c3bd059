internal import Glibc
internal import WaldoCore
internal import WaldoFiles
internal import WaldoLoop
internal import WaldoStore
internal import WaldoTime

/// The surveys of a folder, for the pages. A thread beside the loop waits for the helper that reads them.
struct SurveyFolder: Sendable {
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

        /// The file's name.
        var file: String { String(path[(path.lastIndex(of: "/").map { path.index(after: $0) } ?? path.startIndex)...]) }

        /// Whether it is the same survey, whatever has been changed of it.
        func isSame(as other: Item) -> Bool { (path, survey, uuid) == (other.path, other.survey, other.uuid) }
    }

    /// So many are listed, and so many of one file.
    private static let most = 200
    static let mostOfAFile = most
    /// How long the files of a folder may take together.
    private static let patience: TimeSpan = .seconds(60)

    let path: String

    /// The surveys, the newest first, and what could not be read. A file that holds a helper up costs its own time
    /// only.
    func items() -> (items: [Item], trouble: String) {
        guard let directory = opendir(path) else { return ([], "\(path): \(String(cString: strerror(errno)))") }
        defer { closedir(directory) }
        var names: [String] = []
        while let entry = readdir(directory) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            if name.hasSuffix(".gpkg") { names.append(name) }
        }
        var items: [Item] = [], trouble = ""
        let helper = FileHelper(), deadline = Monotonic.now() + Self.patience
        for name in names.sorted() {
            guard Monotonic.now() < deadline else {
                trouble = "not all files of this folder could be read in time"
                break
            }
            do throws(Failure) { items += try Self.items("\(path)/\(name)", helper) } catch {
                trouble = error.description
            }
        }
        return (Array(items.sorted { $0.started > $1.started }.prefix(Self.most)), trouble)
    }

    private static func items(_ path: String, _ helper: FileHelper) throws(Failure) -> [Item] {
        var packet = PacketReader(try helper.ask(FileJob(path, .surveys)))
        do throws(PacketReader.Malformed) {
            let items = try packet.list(most: Self.most) { (packet) throws(PacketReader.Malformed) in
                try Item(&packet, path: path)
            }
            try packet.end()
            return items
        } catch { throw FileHelper.malformed(path) }
    }
}

extension SurveyFolder.Item {
    /// The most notes that pages show of a survey.
    private static let mostNotes = 20

    /// Reads the surveys of a file, the newest of them.
    /// - Throws: `StoreError`.
    static func read(_ path: String) throws -> [SurveyFolder.Item] {
        let reader = try StoreReader(path: path, evenWithoutLog: true)
        return try reader.surveys().suffix(SurveyFolder.mostOfAFile).map { survey in
            let description = survey.description, last = survey.sessions.last?.ending
            return SurveyFolder.Item(
                path: path, survey: survey.id, started: description.started, uuid: description.uuid,
                title: description.title, begun: survey.begunText,
                duration: SurveyNumber.duration(survey.measured),
                ending: last == .open || last == .unclean ? "its process was killed" : "",
                upload: try Publication.refusal(survey, reader) ?? "",
                samples: survey.sessions.reduce(0) { $0 + ($1.runs.last?.samples ?? 0) },
                system: try system(survey, reader), notes: survey.notes.suffix(mostNotes).map { ($0.id, $0.text) },
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

    /// What pages show of a text at most.
    private static func shown(_ text: String) -> String { String(text.unicodeScalars.prefix(400).map(Character.init)) }

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
        (uuid, title, begun) = (try packet.text(), try packet.text(), try packet.text())
        (duration, ending, upload) = (try packet.text(), try packet.text(), try packet.text())
        samples = Int64(try packet.int(0...Int.max))
        system = [nil, .arm, .world][try packet.int(0...2)]
        notes = try packet.list(most: Self.mostNotes) { (packet) throws(PacketReader.Malformed) in
            (try packet.int64(), try packet.text())
        }
        isCurrent = try packet.flag()
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

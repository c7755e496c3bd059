import Glibc
import WaldoCore
import WaldoFiles
import WaldoLoop
import WaldoStore
import WaldoSurvey
import WaldoTime

/// Imports logs and recordings into a store, a survey for each.
package struct SurveyImport {
    private let options: Options
    private let store: String
    private let isOne: Bool
    private var hasWritten = false
    /// The track, and the hash of its file, once they are read.
    private var track: (points: [TrackPoint], hash: String)?
    /// What is to be said of the track; nil: nothing, or it was said.
    private var trackNote: String?

    /// Prepares the import of so many files.
    package init(_ options: Options, files: [String]) {
        self.options = options
        isOne = files.count == 1
        store = RecordingFile.path(
            for: options.store, named: files.first ?? "import", suffix: "gpkg",
            started: WallClock.now())
    }

    /// Imports a file.
    /// - Parameter say: takes a line for each survey that it becomes, once it is in the store.
    /// - Throws: `FileError` for a file that cannot be read, `StoreError` for a store that cannot be written,
    ///   `ExitStatus`.
    package mutating func add(_ file: String, say: (String) -> Void) throws {
        if let path = options.track, track == nil {
            track = (try read(track: path), try FileBeginning.hash(of: path))
        }
        var items = try ImportItem.items(
            of: file,
            ImportItem.Wishes(
                sensor: options.sensor, graph: options.graph, zone: options.zone, now: WallClock.now()))
        if let method = options.method { for index in items.indices { items[index].plan.carry(by: method) } }
        let hash = try FileBeginning.hash(of: file)
        for item in items {
            let line = try add(item, of: file, hash, isLast: isOne && items.count == 1)
            trackNote.map(say)
            trackNote = nil
            say(line)
        }
    }

    /// Reads the track.
    /// - Throws: that it is none, or cannot be read.
    private mutating func read(track path: String) throws(FileError) -> [TrackPoint] {
        if let sentence = ForeignFile.sentence(ofTrack: try FileBeginning.bytes(of: path)) {
            throw FileError(file: path, "this is \(sentence)")
        }
        let track = try GPXTrack(path)
        var notes: [String] = []
        if track.isCut { notes.append("the file ends inside an element, and what followed is missing") }
        if track.leftOut > 0 {
            notes.append(
                "\(SurveyNumber.count(track.leftOut, "point")) left out, without a time and a place that can be read")
        }
        if track.zoneless > 0 {
            notes.append("the times of \(SurveyNumber.count(track.zoneless, "point")) state no zone and count as UTC")
        }
        if !notes.isEmpty {
            let name = SafeText.escaped(InputFile.name(path), upTo: .max)
            trackNote = "\(name): \(SurveyNumber.count(track.points.count, "point")); \(notes.joined(separator: "; "))"
        }
        return track.points
    }

    /// Builds the indexes that the files have left to the end.
    /// - Throws: `StoreError` for a store that cannot be written.
    package func finish() throws {
        guard hasWritten else { return }
        let editor = try StoreEditor(path: store, isInterrupted: { Interruption.hasCome })
        editor.rebuildLayers()
        try editor.close()
    }

    private mutating func add(
        _ found: ImportItem, of file: String, _ hash: String, isLast: Bool
    ) throws -> String {
        var item = found
        if let track { item.join(track.points, of: options.track ?? "") }
        let name = items(file, item)
        let uuid: String
        switch try identity(hash, item) {
        case .new(let free): uuid = free
        case .known(let survey):
            return "\(name): already there as survey \(survey.id)"
                + (survey.isDeleted
                    ? ", which is deleted; `waldo survey delete \(SafeText.escaped(store, upTo: .max)) --survey \(survey.id) "
                        + "--undo` restores it" : "")
        }
        let plan = item.plan, probe = try ImportProbe(item.open(), plan.sensor, plan.graph, isLog: item.isLog)
        guard probe.isFound else {
            if let reason = try ForeignFile.reason(file, FileBeginning.bytes(of: file)) {
                throw FileError(file: file, reason)
            }
            throw FileError(
                file: file,
                "no line of it is a measurement of the sensor “\(plan.sensor.name)”\(probe.reject.map(Self.shown) ?? ""); "
                    + "name the right one by --sensor, or correct the sensor's file")
        }
        if let problem = probe.problem { throw FileError(file: file, problem) }
        let hasUnknownZone = item.hasLocalTimes && options.zone == nil
        if let track = options.track {
            guard probe.started != nil, !hasUnknownZone else {
                throw FileError(
                    file: file,
                    (probe.started == nil
                        ? "its lines state no times" : "its times are local, and their zone is not known")
                        + ", so the places of \(SafeText.escaped(InputFile.name(track), upTo: .max)) cannot be joined"
                        + (probe.started == nil ? "" : "; give --zone"))
            }
        }
        var session = try ImportSession(
            item, file: file, into: store, options, uuid: uuid,
            started: probe.started ?? WallClock.now(),
            mark: SessionSummary.mark(isLog: item.isLog, hash: hash, hasUnknownZone: hasUnknownZone),
            isFollowed: !isLast)
        hasWritten = hasWritten || !isLast
        return "\(name): " + (try session.run()) + (hasUnknownZone ? "; times as written, zone unknown" : "")
    }

    /// A file's name, with its part where there are several.
    private func items(_ file: String, _ item: ImportItem) -> String {
        let name = SafeText.escaped(InputFile.name(file), upTo: .max)
        if let label = item.label { return "\(name), \(SafeText.escaped(label))" }
        return item.part == 0 ? name : "\(name), part \(item.part + 1)"
    }

    /// The first bytes that are no message, and why: ` (“T=21,5”: invalid field value: `temperature`)`.
    private static func shown(_ reject: Reject) -> String {
        let text = SafeText.escaped(String(decoding: reject.bytes, as: UTF8.self), upTo: 60)
        return " (“\(text)”: \(reject.reason.text)\(reject.field.map { ": `\($0)`" } ?? ""))"
    }

    private enum Identity {
        case new(String)
        case known(StoreReader.Found)
    }

    /// Whether a file's contents are in the store. An import that was cut off is marked as deleted, and made again. The
    /// zone of local times, and a track, make it another survey.
    private func identity(_ hash: String, _ item: ImportItem) throws -> Identity {
        let zone = item.hasLocalTimes ? options.zone.map { " \($0.name)" } ?? "" : ""
        let further = zone + (track.map { " \($0.hash)" } ?? "")
        func uuid(_ attempt: Int) -> String {
            var mixed = ContentHash()
            Array("\(hash) \(item.part) \(attempt)\(further)".utf8).withUnsafeBytes { mixed.update($0) }
            return UUIDText.text(mixed.bytes)
        }
        guard access(store, F_OK) == 0 else { return .new(uuid(0)) }
        var attempt = 0
        while true {
            let reader = try StoreReader(path: store, isInterrupted: { Interruption.hasCome })
            guard let found = try reader.survey(uuid: uuid(attempt)) else { return .new(uuid(attempt)) }
            if found.isWhole { return .known(found) }
            if !found.isDeleted {
                let editor = try StoreEditor(path: store, isInterrupted: { Interruption.hasCome })
                try editor.setDeleted(found.id, at: WallClock.now())
                try editor.close()
            }
            attempt += 1
        }
    }
}

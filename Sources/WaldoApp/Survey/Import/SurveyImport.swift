internal import Glibc
internal import WaldoCore
internal import WaldoFiles
internal import WaldoLoop
internal import WaldoStore
internal import WaldoTime

/// Imports logs and recordings into a store, a survey for each.
package struct SurveyImport {
    /// What the operator asks for.
    package struct Options {
        /// The store: a file, or a directory.
        package var store: String
        /// Sensor and graph, each a name or a file; nil: those of the format.
        package var sensor: String?, graph: String?
        /// The survey's title; nil: the file's name.
        package var title: String?
        /// Tags of each survey.
        package var tags: [String]
        /// Whether the surveys may be published.
        package var allowsUpload: Bool

        /// Options of these parts.
        package init(
            store: String, sensor: String?, graph: String?, title: String?, tags: [String], allowsUpload: Bool
        ) {
            self.store = store
            self.sensor = sensor
            self.graph = graph
            self.title = title
            self.tags = tags
            self.allowsUpload = allowsUpload
        }
    }

    private let options: Options
    private let store: String
    private let isOne: Bool
    private var hasWritten = false

    /// Prepares the import of so many files.
    package init(_ options: Options, files: [String]) {
        self.options = options
        isOne = files.count == 1
        store = RecordingFile.path(
            for: options.store, named: files.first ?? "import", suffix: "gpkg",
            started: WallClock.now())
    }

    /// Imports a file.
    /// - Returns: a line for each survey that it became.
    /// - Throws: `FileError` for a file that cannot be read, `StoreError` for a store that cannot be written,
    ///   `ExitStatus`.
    package mutating func add(_ file: String) throws -> [String] {
        let items = try ImportItem.items(of: file, sensor: options.sensor, graph: options.graph)
        let hash = try FileBeginning.hash(of: file)
        return try items.map { try add($0, of: file, hash, isLast: isOne && items.count == 1) }
    }

    /// Builds the indexes that the files have left to the end.
    /// - Throws: `StoreError` for a store that cannot be written.
    package func finish() throws {
        guard hasWritten else { return }
        let editor = try StoreEditor(path: store)
        editor.rebuildLayers()
        try editor.close()
    }

    private mutating func add(
        _ item: ImportItem, of file: String, _ hash: String, isLast: Bool
    ) throws -> String {
        let name = items(file, item)
        let uuid: String
        switch try identity(hash, item.part) {
        case .new(let free): uuid = free
        case .known(let survey):
            return "\(name): already there as survey \(survey.id)"
                + (survey.isDeleted
                    ? ", which is deleted; `waldo survey delete \(SafeText.escaped(store, upTo: .max)) --survey \(survey.id) "
                        + "--undo` restores it" : "")
        }
        let (measures, started, reject) = try ImportProbe.look(item.open(), item.plan.sensor, isLog: item.isLog)
        guard measures else {
            throw FileError(
                file: file,
                "no line of it is a measurement of the sensor “\(item.plan.sensor.name)”\(reject.map(Self.shown) ?? ""); "
                    + "name the right one by --sensor, or correct the sensor's file")
        }
        var session = try ImportSession(
            item, file: file, into: store, options, uuid: uuid,
            started: started ?? WallClock.now(),
            mark: SessionSummary.mark(isLog: item.isLog, hash: hash),
            isFollowed: !isLast)
        hasWritten = hasWritten || !isLast
        return "\(name): " + (try session.run())
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
        return " (“\(text)”: \(reject.reason.words)\(reject.field.map { ": `\($0)`" } ?? ""))"
    }

    private enum Identity {
        case new(String)
        case known(StoreReader.Found)
    }

    /// Whether a file's contents are in the store. An import that was cut off is marked as deleted, and made again.
    private func identity(_ hash: String, _ part: Int) throws -> Identity {
        func uuid(_ attempt: Int) -> String {
            var mixed = ContentHash()
            Array("\(hash) \(part) \(attempt)".utf8).withUnsafeBytes { mixed.update($0) }
            return UUIDText.text(mixed.bytes)
        }
        guard access(store, F_OK) == 0 else { return .new(uuid(0)) }
        var attempt = 0
        while let found = try StoreReader(path: store).survey(uuid: uuid(attempt)) {
            if found.isWhole { return .known(found) }
            if !found.isDeleted {
                let editor = try StoreEditor(path: store)
                try editor.setDeleted(found.id, at: WallClock.now())
                try editor.close()
            }
            attempt += 1
        }
        return .new(uuid(attempt))
    }
}

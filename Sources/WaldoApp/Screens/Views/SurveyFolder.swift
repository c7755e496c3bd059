internal import Glibc
internal import WaldoCore
internal import WaldoMap
internal import WaldoPanel
internal import WaldoStore
internal import WaldoTime

/// The surveys of a folder, for the pages: what reads and writes files, on a thread beside the loop.
struct SurveyFolder: Sendable {
    /// A survey of the folder.
    struct Item: Sendable {
        /// The file, and its path.
        let file: String, path: String
        let survey: Int64
        let uuid: String
        let title: String, begun: String, duration: String, ending: String, upload: String
        let samples: Int64
        /// Where its first place is; nil: it has none.
        let system: Place.System?
        let notes: [(id: Int64, text: String)]
        /// Whether it is being written.
        let isCurrent: Bool

        /// Whether it is the same survey, whatever has been changed of it.
        func isSame(as other: Item) -> Bool { (path, survey, uuid) == (other.path, other.survey, other.uuid) }
    }

    /// So many are listed.
    private static let most = 200

    let path: String

    /// The surveys, the newest first, and what could not be read.
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
        var items: [(Int64, Item)] = [], trouble = ""
        for name in names.sorted() {
            do {
                items += try surveys(of: name)
            } catch {
                // A GeoPackage of something else is none of ours.
                if (error as? StoreError)?.kind != .notAStore { trouble = "\(error)" }
            }
        }
        return (items.sorted { $0.0 > $1.0 }.prefix(Self.most).map(\.1), trouble)
    }

    private func surveys(of name: String) throws -> [(Int64, Item)] {
        let path = "\(self.path)/\(name)", reader = try StoreReader(path: path, evenWithoutLog: true)
        return try reader.surveys().map { survey in
            let description = survey.description, last = survey.sessions.last?.ending
            let isRunning = last == .running
            let item = Item(
                file: name, path: path, survey: survey.id, uuid: description.uuid, title: description.title,
                begun: survey.begunText,
                duration: SurveyNumber.duration(survey.measured),
                ending: last == .open || last == .unclean ? "its process was killed" : "",
                upload: try Publication.refusal(survey, reader) ?? "",
                samples: survey.sessions.reduce(0) { $0 + ($1.runs.last?.samples ?? 0) },
                system: try Self.system(survey, reader), notes: survey.notes.map { ($0.id, $0.text) },
                isCurrent: isRunning)
            return (description.started, item)
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

    // MARK: one survey

    /// Routes through a survey, as the text for the pages.
    static func route(_ wanted: ViewMessage.Route, _ request: RouteRequest, on plane: MapPlane) -> [UInt8] {
        do {
            return ViewTexts.route(try SurveyRoute(request).table, wanted.slot, on: plane)
        } catch {
            return ViewTexts.route(refused: "\(error)", wanted.slot)
        }
    }

    // MARK: changes

    /// Exports a survey beside its store.
    /// - Returns: what was written.
    /// - Throws: `Failure`.
    static func export(_ item: Item, _ format: ExportRequest.Format) throws -> String {
        let base = item.path.dropLast(".gpkg".count) + (item.survey == 1 ? "" : "-\(item.survey)")
        let ending = format == .bgeigie ? "log" : format == .aircasting ? "aircasting.csv" : format.rawValue
        var path = "\(base).\(ending)", number = 2
        // What is there stays.
        while access(path, F_OK) == 0 {
            path = "\(base)-\(number).\(ending)"
            number += 1
        }
        return try SurveyExport.run(ExportRequest(store: item.path, survey: item.survey, outputs: [format: path]))
            .joined(separator: "; ")
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

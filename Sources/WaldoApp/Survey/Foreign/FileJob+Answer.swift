import Glibc
import WaldoCore
import WaldoFiles
import WaldoLoop
import WaldoStore

/// What a helper does.
extension FileJob {
    /// Does it.
    /// - Returns: what was asked for; for a change, a sentence of what was done.
    func answer() -> AnsweringChild.Answer {
        do {
            return AnsweringChild.Answer(status: 0, bytes: try result())
        } catch let error as any ProgramError {
            return AnsweringChild.Answer(status: error.status.number, bytes: Array("\(error)".utf8))
        } catch {
            return AnsweringChild.Answer(status: ExitStatus.output.number, bytes: Array("\(path): \(error)".utf8))
        }
    }

    private func result() throws -> [UInt8] {
        switch work {
        case .surveys: return try surveys().bytes
        case .open(let survey): return try SurveyContents.read(survey, of: path).bytes
        case .series(let wish): return try SurveyContents.series(wish, of: path).packet.bytes
        case .note(let survey, let text): return Array(try SurveyEdits.note(text, in: path, survey: survey).utf8)
        case .publish(let survey, let isAllowed):
            return Array(try SurveyEdits.publish(survey, in: path, isAllowed: isAllowed).utf8)
        case .delete(let survey): return Array(try SurveyEdits.delete(survey, in: path, undoes: false).utf8)
        case .export(let survey, let format): return Array(try export(survey, format).utf8)
        case .route(let wish): return SurveyContents.route(wish, of: path)
        case .vet:
            try StoreWriter.prepare(path: path)
            return []
        case .roads: return try MapGround.roads(path)
        case .tiles: return MapGround.Tiles(try TileSet(path: path)).packet.bytes
        case .tile(let zoom, let column, let row):
            return try TileSet(path: path).picture(zoom: zoom, column: column, row: row) ?? []
        }
    }

    /// The surveys of a file; none for a GeoPackage of something else.
    private func surveys() throws -> Packet {
        var packet = Packet()
        do {
            let items = try SurveyFolder.Item.read(path)
            packet.put(items) { $1.put(to: &$0) }
        } catch let error as StoreError where error.kind == .notAStore {
            packet.put(0)
        }
        return packet
    }

    /// Exports a survey beside its store, where `ExportBounds` has room for it.
    /// - Returns: what was written.
    private func export(_ survey: Int64, _ format: ExportRequest.Format) throws -> String {
        let base = path.dropLast(".gpkg".count) + (survey == 1 ? "" : "-\(survey)")
        let ending = format == .bgeigie ? "log" : format == .aircasting ? "aircasting.csv" : format.rawValue
        var output = "\(base).\(ending)", number = 2
        // What is there stays.
        while access(output, F_OK) == 0 {
            output = "\(base)-\(number).\(ending)"
            number += 1
        }
        let free = FreeSpace.at(path) ?? .max
        guard let room = ExportBounds.room(free: free, survey: StoreReader.size(of: path)) else {
            throw Failure(
                .output,
                "\(SafeText.escaped(path, upTo: .max)): beside an export less than twice the survey's size, or less "
                    + "than 100 MB, would stay free: make room, or use `waldo survey export`")
        }
        // How large it becomes shows only when it is written.
        ProcessLimits.limitFileSize(to: UInt64(room))
        defer { ProcessLimits.liftFileSize() }
        return try SurveyExport.run(ExportRequest(store: path, survey: survey, outputs: [format: output]))
            .joined(separator: "; ")
    }
}

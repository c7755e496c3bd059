internal import WaldoCore
internal import WaldoFiles
internal import WaldoLoop
internal import WaldoPanel
internal import WaldoStore

/// What lies under a map on the pages: roads and pictures, from files of this machine.
@LoopActor
final class MapGround {
    /// The files, as they were found at the start.
    struct Files: Sendable {
        /// The roads as the pages read them; empty: there are none.
        var roads: [UInt8] = []
        var tiles: TileSet?

        /// The largest text of roads: what a phone draws without a stutter.
        private static let most = 4 << 20

        /// No files.
        init() {}

        /// Reads the files.
        /// - Throws: `FileError`, `StoreError`: one cannot be read; `Failure`: it has too much.
        init(roads: String?, tiles: String?) throws {
            if let roads {
                self.roads = Self.text(try GeoJSONShapes(roads, system: .world))
                guard self.roads.count <= Self.most else {
                    throw Failure(
                        .file, "\(roads): more roads than a page can draw; cut the file to the survey's area")
                }
            }
            self.tiles = try tiles.map { try TileSet(path: $0) }
        }

        private static func text(_ shapes: GeoJSONShapes) -> [UInt8] {
            var bytes = Array("{\"lines\":[".utf8)
            for (index, line) in (shapes.lines + shapes.areas.flatMap(\.self)).enumerated() {
                if index > 0 { bytes.append(UInt8(ascii: ",")) }
                let points = line.map { "[\(decimal($0.x)),\(decimal($0.y))]" }
                bytes += "[\(points.joined(separator: ","))]".utf8
            }
            return bytes + Array("]}".utf8)
        }

        /// A tenth of a metre is enough for a line on a screen.
        private static func decimal(_ degrees: Double) -> String {
            DecimalText.trimmed(Int64((min(max(-1e3, degrees), 1e3) * 1e6).rounded()), decimals: 6)
        }
    }

    let files: Files
    private let worker = ViewWorker()

    init(_ files: Files) { self.files = files }

    /// Answers a page; nil: there is nothing there.
    func answer(_ asset: PanelAsset, _ reply: @escaping @LoopActor (PanelAsset.Answer?) -> Void) {
        switch asset {
        case .roads: reply(files.roads.isEmpty ? nil : .init(type: "application/json", bytes: files.roads))
        case .tile(let zoom, let column, let row):
            guard let tiles = files.tiles else { return reply(nil) }
            let isTaken = worker.add {
                let bytes = try? tiles.picture(zoom: zoom, column: column, row: row)
                return { reply(bytes.map { .init(type: tiles.type, bytes: $0) }) }
            }
            if !isTaken { reply(nil) }
        }
    }

    func close() { worker.close() }
}

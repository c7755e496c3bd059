import Synchronization
import WaldoCore
import WaldoFiles
import WaldoLoop
import WaldoPanel
import WaldoStore
import WaldoSurvey

/// What lies under a map on the pages: roads and pictures, from files of this machine.
@LoopActor
final class MapGround {
    /// The files, as they were found at the start.
    struct Files: Sendable {
        /// The roads as the pages read them; empty: there are none.
        var roads: [UInt8] = []
        var tiles: Tiles?

        /// No files.
        init() {}

        /// Has a helper read the files.
        /// - Throws: `Failure`: one cannot be read, or has too much.
        init(roads: String?, tiles: String?) throws(Failure) {
            if let roads { self.roads = try FileHelper.once(FileJob(roads, .roads)) }
            self.tiles = try tiles.map { (path) throws(Failure) in
                var packet = PacketReader(try FileHelper.once(FileJob(path, .tiles)))
                do throws(PacketReader.Malformed) { return try Tiles(&packet) } catch {
                    throw FileHelper.malformed(path)
                }
            }
        }
    }

    /// What an MBTiles file states of its pictures.
    struct Tiles: Sendable {
        let path: String, type: String
        let zooms: ClosedRange<Int>
        let attribution: String

        /// What a helper has read.
        init(_ tiles: TileSet) {
            (path, type, zooms, attribution) = (tiles.path, tiles.type, tiles.zooms, tiles.attribution)
        }

        init(_ packet: inout PacketReader) throws(PacketReader.Malformed) {
            (path, type) = (try packet.text(limit: 4_096), try packet.text(limit: 40))
            let low = try packet.int(0...30)
            zooms = low...(try packet.int(low...30))
            attribution = try packet.text(limit: 200)
            // It becomes a line of an answer to a browser.
            guard ["image/png", "image/jpeg", "image/webp"].contains(type) else { throw PacketReader.Malformed() }
        }

        var packet: Packet {
            var packet = Packet()
            packet.put(path)
            packet.put(type)
            packet.put(zooms.lowerBound)
            packet.put(zooms.upperBound)
            packet.put(String(attribution.unicodeScalars.prefix(200).map(Character.init)))
            return packet
        }
    }

    /// The largest text of roads: what a phone draws without a stutter.
    private nonisolated static let maxRoadBytes = 4 << 20

    /// Reads roads, as the pages read them.
    /// - Throws: `FileError`: the file cannot be read; `Failure`: it has too much.
    nonisolated static func roads(_ path: String) throws -> [UInt8] {
        let text = text(try GeoJSONShapes(path, system: .world))
        guard text.count <= maxRoadBytes else {
            throw Failure(.file, "\(path): more roads than a page can draw; cut the file to the survey's area")
        }
        return text
    }

    private nonisolated static func text(_ shapes: GeoJSONShapes) -> [UInt8] {
        var bytes = Array("{\"lines\":[".utf8)
        for (index, line) in (shapes.lines + shapes.areas.flatMap(\.self)).enumerated() {
            if index > 0 { bytes.append(UInt8(ascii: ",")) }
            let points = line.map { "[\(decimal($0.x)),\(decimal($0.y))]" }
            bytes += "[\(points.joined(separator: ","))]".utf8
        }
        return bytes + Array("]}".utf8)
    }

    /// A tenth of a metre is enough for a line on a screen.
    private nonisolated static func decimal(_ degrees: Double) -> String {
        DecimalText.trimmed(Int64((min(max(-1e3, degrees), 1e3) * 1e6).rounded()), decimals: 6)
    }

    /// Reads pictures by one helper after the other, each for as long as it answers.
    private final class Pictures: Sendable {
        private struct State {
            let helper = FileHelper()
            /// Whether the operator knows that pictures cannot be read.
            var hasSaid = false
        }
        private let state = Mutex(State())

        /// The bytes of a picture; empty: there is none, or it cannot be read. The first failure is reported.
        func read(_ job: FileJob) -> [UInt8] {
            state.withLock { state in
                do throws(Failure) { return try state.helper.ask(job) } catch {
                    if !state.hasSaid { Diagnostics.write("waldo: pictures of the map are missing: \(error)") }
                    state.hasSaid = true
                    return []
                }
            }
        }
    }

    let files: Files
    private let worker = ViewWorker()
    private let pictures = Pictures()

    init(_ files: Files) { self.files = files }

    /// Answers a page; nil: there is nothing there.
    func answer(_ asset: PanelAsset, _ reply: @escaping @LoopActor (PanelAsset.Answer?) -> Void) {
        switch asset {
        case .roads: reply(files.roads.isEmpty ? nil : .init(type: "application/json", bytes: files.roads))
        case .tile(let zoom, let column, let row):
            guard let tiles = files.tiles else { return reply(nil) }
            guard tiles.zooms.contains(zoom), (0..<1 << zoom).contains(column), (0..<1 << zoom).contains(row) else {
                return reply(nil)
            }
            let job = FileJob(tiles.path, .tile(zoom: zoom, column: column, row: row))
            let isAccepted = worker.add { [pictures] in
                let bytes = pictures.read(job)
                return { reply(bytes.isEmpty ? nil : .init(type: tiles.type, bytes: bytes)) }
            }
            if !isAccepted { reply(nil) }
        }
    }

    func close() { worker.close() }
}

import WaldoCore
import WaldoMap
import WaldoStore
import WaldoTime

/// A job with a file that may come from anybody.
struct FileJob: Equatable, Sendable {
    /// A kind of job, with what it needs.
    enum Work: Equatable, Sendable {
        /// List its surveys.
        case surveys
        /// Read what there is of a survey, without samples.
        case open(survey: Int64)
        /// Read the samples of a stream.
        case series(SurveyContents.Wish)
        case note(survey: Int64, String)
        case publish(survey: Int64, isAllowed: Bool)
        case delete(survey: Int64)
        case export(survey: Int64, ExportRequest.Format)
        case route(SurveyContents.RouteWish)
        /// Check that a session can be added to it, and do what takes long before that.
        case vet
        /// Read the roads of a GeoJSON file, as text for the pages.
        case roads
        /// Say what pictures an MBTiles file has.
        case tiles
        case tile(zoom: Int, column: Int, row: Int)
    }

    let path: String
    let work: Work
    /// How long it may take at most, whatever the file's size is. It is no part of the job's bytes.
    var share = Self.longest

    init(_ path: String, _ work: Work) { (self.path, self.work) = (path, work) }

    // MARK: bounds

    /// The longest that a job may take.
    private static let longest: TimeSpan = .seconds(600)

    /// How long it may take: a time of its own, and a second for each 10 MB that are stored of the file.
    var patience: TimeSpan { min(share, ownPatience) }

    private var ownPatience: TimeSpan {
        let seconds: Int64 =
            switch work {
            case .surveys, .tiles: 5
            case .tile: 2
            case .open, .series, .roads: 20
            case .note, .publish, .delete, .vet: 30
            case .route: 60
            case .export: 300
            }
        if case .tile = work { return .seconds(seconds) }
        let size = TimeSpan.microseconds(StoreReader.size(of: path) / 10)
        return min(size, Self.longest) + .seconds(seconds)
    }

    /// The most bytes of its answer.
    var maxBytes: Int {
        switch work {
        case .surveys, .open, .series, .roads: 8 << 20
        case .tile, .route: 2 << 20
        case .note, .publish, .delete, .export, .vet, .tiles: 1 << 16
        }
    }

    // MARK: on its way

    /// The job as bytes.
    var packet: Packet {
        var packet = Packet()
        packet.put(path)
        packet.put(code.rawValue)
        switch work {
        case .surveys, .vet, .roads, .tiles: break
        case .open(let survey), .delete(let survey): packet.put(survey)
        case .series(let wish): wish.put(to: &packet)
        case .note(let survey, let text):
            packet.put(survey)
            packet.put(text)
        case .publish(let survey, let isAllowed):
            packet.put(survey)
            packet.put(isAllowed)
        case .export(let survey, let format):
            packet.put(survey)
            packet.put(format.rawValue)
        case .route(let wish): wish.put(to: &packet)
        case .tile(let zoom, let column, let row): for number in [zoom, column, row] { packet.put(number) }
        }
        return packet
    }

    /// A kind of job in its bytes.
    private enum Code: Int {
        case surveys, open, series, note, publish, delete, export, route, vet, roads, tiles, tile
    }

    private var code: Code {
        switch work {
        case .surveys: .surveys
        case .open: .open
        case .series: .series
        case .note: .note
        case .publish: .publish
        case .delete: .delete
        case .export: .export
        case .route: .route
        case .vet: .vet
        case .roads: .roads
        case .tiles: .tiles
        case .tile: .tile
        }
    }

    /// Reads a job from bytes.
    init(_ bytes: [UInt8]) throws(PacketReader.Malformed) {
        var packet = PacketReader(bytes)
        path = try packet.text()
        switch Code(rawValue: try packet.int()) {
        case .surveys: work = .surveys
        case .open: work = .open(survey: try packet.int64())
        case .series: work = .series(try SurveyContents.Wish(&packet))
        case .note: work = .note(survey: try packet.int64(), try packet.text())
        case .publish: work = .publish(survey: try packet.int64(), isAllowed: try packet.flag())
        case .delete: work = .delete(survey: try packet.int64())
        case .export:
            let survey = try packet.int64()
            guard let format = ExportRequest.Format(rawValue: try packet.text()) else {
                throw PacketReader.Malformed()
            }
            work = .export(survey: survey, format)
        case .route: work = .route(try SurveyContents.RouteWish(&packet))
        case .vet: work = .vet
        case .roads: work = .roads
        case .tiles: work = .tiles
        case .tile: work = .tile(zoom: try packet.int(), column: try packet.int(), row: try packet.int())
        case nil: throw PacketReader.Malformed()
        }
        try packet.end()
    }
}

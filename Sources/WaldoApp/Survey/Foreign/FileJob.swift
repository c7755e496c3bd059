internal import WaldoCore
internal import WaldoMap
internal import WaldoStore
internal import WaldoTime

/// What is done with a file that may come from anybody.
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
        /// Say whether a session can be added to it.
        case vet
        /// Read the roads of a GeoJSON file, as text for the pages.
        case roads
        /// Say what pictures an MBTiles file has.
        case tiles
        case tile(zoom: Int, column: Int, row: Int)
    }

    let path: String
    let work: Work

    init(_ path: String, _ work: Work) { (self.path, self.work) = (path, work) }

    // MARK: bounds

    /// How long it may take: a time of its own, and a second for each 10 MB of the file.
    var patience: TimeSpan {
        let seconds: Int64 =
            switch work {
            case .surveys, .tiles: 5
            case .tile: 2
            case .vet: 10
            case .open, .series, .roads: 20
            case .note, .publish, .delete: 30
            case .route: 60
            case .export: 300
            }
        if case .tile = work { return .seconds(seconds) }
        return .seconds(seconds) + .microseconds(StoreReader.size(of: path) / 10)
    }

    /// The most bytes of its answer.
    var mostBytes: Int {
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
        packet.put(number)
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

    private var number: Int {
        switch work {
        case .surveys: 0
        case .open: 1
        case .series: 2
        case .note: 3
        case .publish: 4
        case .delete: 5
        case .export: 6
        case .route: 7
        case .vet: 8
        case .roads: 9
        case .tiles: 10
        case .tile: 11
        }
    }

    /// Reads a job from bytes.
    init(_ bytes: [UInt8]) throws(PacketReader.Malformed) {
        var packet = PacketReader(bytes)
        path = try packet.text()
        switch try packet.int() {
        case 0: work = .surveys
        case 1: work = .open(survey: try packet.int64())
        case 2: work = .series(try SurveyContents.Wish(&packet))
        case 3: work = .note(survey: try packet.int64(), try packet.text())
        case 4: work = .publish(survey: try packet.int64(), isAllowed: try packet.flag())
        case 5: work = .delete(survey: try packet.int64())
        case 6:
            let survey = try packet.int64()
            guard let format = ExportRequest.Format(rawValue: try packet.text()) else {
                throw PacketReader.Malformed()
            }
            work = .export(survey: survey, format)
        case 7: work = .route(try SurveyContents.RouteWish(&packet))
        case 8: work = .vet
        case 9: work = .roads
        case 10: work = .tiles
        case 11: work = .tile(zoom: try packet.int(), column: try packet.int(), row: try packet.int())
        default: throw PacketReader.Malformed()
        }
        try packet.end()
    }
}

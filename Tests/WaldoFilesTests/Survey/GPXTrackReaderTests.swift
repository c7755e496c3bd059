import Foundation
import Testing
import WaldoCore
import WaldoSurvey
import WaldoTestSupport

@testable import WaldoFiles

/// The points of GPX tracks.
@Suite struct GPXTrackReaderTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func points(_ text: String) throws -> [TrackPoint] {
        try GPXTrack(try folder.write(text, to: "t.gpx")).points
    }

    private static let utc: Int64 = 1_753_441_205_000_000

    private static let track = """
        <?xml version="1.0" encoding="UTF-8"?>
        <gpx version="1.1" xmlns="http://www.topografix.com/GPX/1/1">
        <!-- <trkpt lat="1" lon="1"><time>2025-07-25T11:00:00Z</time></trkpt> -->
        <metadata><time>2020-01-01T00:00:00Z</time></metadata>
        <wpt lat="3" lon="3"><time>2025-07-25T11:00:00Z</time></wpt>
        <trk><name><![CDATA[a <trkpt lat="1" lon="1"> > walk]]></name><trkseg>
          <trkpt lat="50.85" lon="4.36">
            <ele>30.5</ele>
            <time>2025-07-25T11:00:05Z</time>
            <hdop>1.5</hdop>
            <extensions><time>2000-01-01T00:00:00Z</time><ele>7</ele></extensions>
          </trkpt>
          <trkpt lon='4.37' lat = '50.86' note="1 > 0"><time> 2025-07-25T13:00:06.5+02:00 </time></trkpt>
          <trkpt lat="50.87" lon="4.38"/>
          <trkpt lat="50.88" lon="4.39"><ele>1</ele></trkpt>
          <trkpt lat="91" lon="4.39"><time>2025-07-25T11:00:07Z</time></trkpt>
        </trkseg></trk>
        </gpx>

        """

    @Test func pointsHaveTheirTimesAndPlaces() throws {
        let found = try points(Self.track)
        #expect(
            found == [
                TrackPoint(
                    utc: Self.utc, place: Place(x: 4.36, y: 50.85, z: 30.5, accuracy: 9), hdop: 1.5),
                TrackPoint(utc: Self.utc + 1_500_000, place: Place(x: 4.37, y: 50.86)),
            ])
        let reader = try GPXTrackReader(folder.path + "/t.gpx")
        while try reader.next() != nil {}
        #expect(reader.leftOut == 3)
    }

    @Test func namesMayHaveThePrefixOfTheirNamespace() throws {
        let text = "<g:gpx><g:trkpt lat=\"-1\" lon=\"-2\"><g:time>2025-07-25T11:00:05Z</g:time></g:trkpt></g:gpx>"
        #expect(try points(text) == [TrackPoint(utc: Self.utc, place: Place(x: -2, y: -1))])
    }

    @Test func severalTracksAreInTheOrderOfTheirTimes() throws {
        let text = [9, 10, 3, 4].map {
            "<trk><trkpt lat=\"1\" lon=\"\($0)\"><time>2025-07-25T11:00:\($0 < 10 ? "0" : "")\($0)Z</time></trkpt></trk>"
        }.joined()
        #expect(try points(text).map(\.place.x) == [3, 4, 9, 10])
    }

    @Test func whatWaldoExportsComesBack() throws {
        let path = folder.path + "/w.gpx"
        let export = try GPXExport(path, of: SurveyFileSamples.survey)
        let samples = SurveyFileSamples.all(50)
        for sample in samples { try export.export(sample) }
        try export.finish()
        let found = try GPXTrack(path).points
        #expect(found.count == export.points && !found.isEmpty)
        let first = try #require(samples.first { $0.place?.system == .world && $0.utc != nil })
        #expect(found.contains { $0.utc == first.utc && ($0.place.x - first.place!.x).magnitude < 1e-6 })
    }

    @Test(arguments: ["", "no track", "<gpx></gpx>", "<trkpt lat=\"1\" lon=\"1\"></trkpt>", "<trkpt lat=\"1\""])
    func aFileWithoutPointsIsRefused(_ text: String) {
        #expect(throws: FileError.self) { try points(text) }
    }

    private func track(_ text: String) throws -> GPXTrack { try GPXTrack(try folder.write(text, to: "t.gpx")) }

    /// Wherever a file ends before its root element does, it is cut; a tag longer than what is kept of it is not.
    @Test func aFileThatIsCutIsKnown() throws {
        #expect(try !track(Self.track).isCut)
        let end = try #require(Self.track.range(of: "<trkpt lat=\"50.87\"")).lowerBound
        for cut in [Self.track[..<end], Self.track[..<end] + "<trkpt lat=\"5", Self.track.dropLast(4)] {
            let found = try track(String(cut))
            #expect(found.isCut && found.points.count == 2, "\(cut.suffix(20))")
        }
        let long = String(repeating: "x", count: 3_000)
        let point = "<trkpt lat=\"1\" lon=\"1\"><time>2025-07-25T11:00:05Z</time><link href=\"\(long)\"/></trkpt>"
        #expect(try track("<gpx><metadata x=\"\(long)\"/>\(point)</gpx>") == track("<gpx>\(point)</gpx>"))
    }

    @Test func whatIsWrongWithPointsIsCounted() throws {
        #expect(try track(Self.track).leftOut == 3 && track(Self.track).zoneless == 0)
        let wrong = Self.track.replacing("2025-07-25T11:00:05Z", with: "yesterday")
        #expect(try track(wrong).leftOut == 4)
        let local = try track(Self.track.replacing("2025-07-25T11:00:05Z", with: "2025-07-25T11:00:05"))
        #expect(local.zoneless == 1 && local.points.first?.utc == Self.utc && local.points.count == 2)
        let both =
            "<gpx><trkpt lat=\"nan\" lon=\"1\"><time>2025-07-25T11:00:05</time></trkpt>"
            + "<trkpt lat=\"1\" lon=\"1\"><time>2025-07-25T11:00:05Z</time></trkpt></gpx>"
        #expect(try track(both).leftOut == 1 && track(both).zoneless == 0)
    }

    private static let tokens = [
        "<", ">", "/", "\"", "'", "=", "<!--", "-->", "<![CDATA[", "]]>", "<?", "?>", "<trkpt ", "lat=\"5\" ",
        "lon='6' ",
        "</trkpt>", "<time>", "</time>", "<ele>", "1e9", "nan", "<extensions>", "</extensions>", "\u{0}", "\u{feff}",
        "&lt;",
    ]

    /// Whatever is in a file, points are possible places with times, and each byte is read once.
    @Test(arguments: [UInt64](1...4)) func fuzz(_ seed: UInt64) throws {
        var generator = SeededGenerator(seed)
        var found = 0
        for _ in HostileTime.rounds(500, cases: 4) {
            var bytes = Array(Self.track.utf8)
            for _ in 0..<Int.random(in: 0...8, using: &generator) {
                let place = Int.random(in: 0..<bytes.count, using: &generator)
                let end = min(bytes.count, place + Int.random(in: 0...30, using: &generator))
                switch Int.random(in: 0..<4, using: &generator) {
                case 0: bytes.removeSubrange(place..<end)
                case 1: bytes.insert(contentsOf: bytes[place..<end], at: place)
                case 2: bytes.insert(contentsOf: Self.tokens.randomElement(using: &generator)!.utf8, at: place)
                default: bytes[place] = .random(in: 0...255, using: &generator)
                }
                if bytes.isEmpty { bytes = [0x3c] }
            }
            let path = folder.path + "/f.gpx"
            try Data(bytes).write(to: URL(filePath: path))
            let reader = try GPXTrackReader(path)
            while let point = try reader.next() {
                found += 1
                #expect(point.place.x.magnitude <= 180 && point.place.y.magnitude <= 90)
                #expect(CalendarTime.span.contains(point.utc) && point.place.z?.isFinite ?? true)
            }
            #expect(reader.zoneless <= found && reader.leftOut >= 0)
        }
        #expect(found > 300, "\(found)")
    }

    /// Comments and tags longer than what is kept of them.
    @Test func longTagsAndCommentsArePassedOver() throws {
        let long = String(repeating: "x", count: 200_000)
        let text =
            "<!-- \(long) --><a b=\"\(long)\"><![CDATA[\(long)]]></a><trkpt lat=\"1\" lon=\"2\">\(long)"
            + "<time>2025-07-25T11:00:05Z</time></trkpt>"
        #expect(try points(text) == [TrackPoint(utc: Self.utc, place: Place(x: 2, y: 1))])
    }

    @Test func aTrackWithoutEndIsRefused() throws {
        let path = try folder.write(Self.track, to: "t.gpx")
        #expect(try GPXTrack(path, limit: 2).points.count == 2)
        let error = #expect(throws: FileError.self) { try GPXTrack(path, limit: 1) }
        #expect(error?.sentence.contains("more than 1 points") == true)
    }
}

import Testing
import WaldoMap
import WaldoTestSupport
import WaldoTime

@testable import WaldoApp

/// What comes from a helper may be anything, once a file has taken it over: never a trap.
struct PacketFuzzTests {
    private static let jobs: [FileJob] = {
        let plane = MapPlane.world(longitude: 8, latitude: 47)
        let wish = SurveyContents.Wish(
            stream: "dose", sessions: [.init(run: 1, shift: -2.5), .init(run: 2, shift: 0)], plane: plane)
        let route = SurveyContents.RouteWish(
            survey: 1, stream: "dose", plane: .arm(.xy), from: PlanePoint(x: 1, y: 2), to: PlanePoint(x: -3, y: 4),
            weights: RouteWeights(dose: 1, time: 0.1), slot: 2)
        let works: [FileJob.Work] = [
            .surveys, .open(survey: 1), .series(wish), .note(survey: .max, "näher\n"),
            .publish(survey: 1, isAllowed: false), .delete(survey: -1), .export(survey: 1, .mcap), .route(route), .vet,
            .roads, .tiles, .tile(zoom: 3, column: 7, row: 1),
        ]
        return works.map { FileJob("a b/ü.gpkg", $0) }
    }()

    @Test func aJobIsTheSameOnTheOtherSide() throws {
        for job in Self.jobs {
            #expect(try FileJob(job.packet.bytes) == job)
            #expect(job.patience > .zero && job.mostBytes > 0)
            #expect(throws: PacketReader.Malformed.self) { try FileJob(job.packet.bytes + [0]) }
            for count in 0..<job.packet.bytes.count {
                #expect(throws: PacketReader.Malformed.self) { try FileJob(Array(job.packet.bytes.prefix(count))) }
            }
        }
    }

    @Test(arguments: 0..<4) func anyBytesAreReadOrRefused(_ seed: UInt64) throws {
        var generator = SeededGenerator(seed), slot = ViewSlot()
        slot.begin(utc: 5, nil)
        var packet = slot.packet
        packet.put([SurveyContents.Session(run: 1, shift: 2)])
        let known = Self.jobs.map(\.packet.bytes) + [packet.bytes, SampleSeries().packet.bytes]
        for _ in 0..<3_000 {
            var bytes = known.randomElement(using: &generator)!
            for _ in 0..<Int.random(in: 0...8, using: &generator) where !bytes.isEmpty {
                let place = Int.random(in: 0..<bytes.count, using: &generator)
                bytes[place] = [0, 1, 0x7f, 0x80, 0xff, UInt8.random(in: 0...255, using: &generator)].randomElement(
                    using: &generator)!
            }
            if Bool.random(using: &generator) { bytes.removeLast(Int.random(in: 0...bytes.count, using: &generator)) }
            _ = try? FileJob(bytes).patience
            var reader = PacketReader(bytes)
            if let slot = try? ViewSlot(&reader) { #expect(!ViewTexts.streams(slot, 1).isEmpty) }
            reader = PacketReader(bytes)
            if let series = try? SampleSeries(&reader) { _ = series.frame(slot: 1, stream: 0, from: 0) }
            reader = PacketReader(bytes)
            _ = try? SurveyFolder.Item(&reader, path: "x.gpkg").file
            reader = PacketReader(bytes)
            _ = try? MapGround.Tiles(&reader).zooms
        }
    }
}

import Testing
import WaldoCore
import WaldoMap
import WaldoSurvey
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
            #expect(job.patience > .zero && job.maxBytes > 0)
            #expect(throws: PacketReader.Malformed.self) { try FileJob(job.packet.bytes + [0]) }
            for count in 0..<job.packet.bytes.count {
                #expect(throws: PacketReader.Malformed.self) { try FileJob(Array(job.packet.bytes.prefix(count))) }
            }
        }
    }

    // MARK: answers

    private static let slot: Packet = {
        var packet = Packet()
        packet.put(["dose", "näher"]) { packet, name in
            packet.put(name)
            packet.put("uSv/h")
            packet.put(70)
            packet.put(69)
            packet.put([0.3, 2.5]) { $0.put($1) }
        }
        packet.put(1)
        packet.put(true)
        packet.put(1_700_000_000_000_000 as Int64)
        packet.put(MapPlane.world(longitude: 8, latitude: 47))
        packet.put([10.0, 20]) { packet, from in
            packet.put(from)
            packet.put(from + 5)
            packet.put("5 s (silence)")
        }
        packet.put([7.5]) { packet, at in
            packet.put(at)
            packet.put("alarm: dose")
        }
        return packet
    }()

    private static let sessions: Packet = {
        var packet = Packet()
        packet.put([SurveyContents.Session(run: 1, shift: 2), .init(run: 2, shift: -1e9)])
        return packet
    }()

    private static let series: Packet = {
        var packet = Packet()
        packet.put(3)
        packet.put([UInt8](repeating: 7, count: 2 * 32))
        return packet
    }()

    private static let item: Packet = {
        var packet = Packet()
        SurveyFolder.Item(
            path: "x.gpkg", survey: 1, started: 5, uuid: "u", title: "Wäldchen", begun: "b", duration: "1 min",
            ending: "its process was killed", upload: "no", samples: 9, system: .world,
            notes: [(1, "wet"), (2, "dry")], isCurrent: false
        ).put(to: &packet)
        return packet
    }()

    private static let tiles: Packet = {
        var packet = Packet()
        for text in ["t.mbtiles", "image/png"] { packet.put(text) }
        packet.put(3)
        packet.put(14)
        packet.put("© somebody")
        return packet
    }()

    /// Reads bytes as each kind of answer.
    /// - Returns: which of them they are.
    private static func readings(_ bytes: [UInt8]) -> Set<String> {
        var found: Set<String> = []
        var reader = PacketReader(bytes)
        if let slot = try? ViewSlot(&reader) {
            found.insert("slot")
            #expect(!ViewTexts.streams(slot, 1).isEmpty)
            #expect(
                slot.gaps.allSatisfy { $0.from.isFinite && $0.to.isFinite && $0.reason.unicodeScalars.count <= 200 })
            #expect(slot.marks.allSatisfy { $0.at.isFinite && $0.text.unicodeScalars.count <= 200 })
            #expect(slot.streams.indices.allSatisfy { slot.levels(of: $0).allSatisfy(\.isFinite) })
            _ = (slot.preferred, slot.packet)
        }
        reader = PacketReader(bytes)
        if (try? reader.sessions()) != nil { found.insert("sessions") }
        reader = PacketReader(bytes)
        if let series = try? SampleSeries(&reader) {
            found.insert("series")
            _ = series.frame(slot: 1, stream: 0, from: 0)
        }
        reader = PacketReader(bytes)
        if let item = try? SurveyFolder.Item(&reader, path: "x.gpkg") {
            found.insert("item")
            #expect(item.title.unicodeScalars.count <= 400)
            #expect(!ViewTexts.surveys([item], list: 1, folder: "f", why: "").isEmpty)
        }
        reader = PacketReader(bytes)
        if let tiles = try? MapGround.Tiles(&reader) {
            found.insert("tiles")
            _ = (tiles.zooms, tiles.packet)
        }
        return found
    }

    private static let answers = ["slot": slot, "sessions": sessions, "series": series, "item": item, "tiles": tiles]

    @Test func eachAnswerIsReadAsWhatItIs() throws {
        for (kind, packet) in Self.answers { #expect(Self.readings(packet.bytes).contains(kind), "\(kind)") }
        var reader = PacketReader(Self.slot.bytes)
        #expect(try ViewSlot(&reader).packet == Self.slot)
        reader = PacketReader(Self.item.bytes)
        var packet = Packet()
        try SurveyFolder.Item(&reader, path: "x.gpkg").put(to: &packet)
        #expect(packet == Self.item)
    }

    @Test(arguments: [Double.infinity, -.infinity, .nan]) func noNumberOfASlotIsInfinite(_ number: Double) {
        for known in [0.3, 10, 20, 7.5] {
            func bytes(_ number: Double) -> [UInt8] {
                var packet = Packet()
                packet.put(number)
                return packet.bytes
            }
            let changed = Self.slot.bytes.replacing(bytes(known), with: bytes(number))
            var reader = PacketReader(changed)
            #expect(changed != Self.slot.bytes)
            #expect(throws: PacketReader.Malformed.self, "\(known)") { try ViewSlot(&reader) }
        }
    }

    @Test(arguments: 0..<4) func anyBytesAreReadOrRefused(_ seed: UInt64) throws {
        var generator = SeededGenerator(seed)
        let known = Self.jobs.map(\.packet.bytes) + Self.answers.keys.sorted().map { Self.answers[$0]!.bytes }
        var rounds = 0, read = 0
        for _ in HostileTime.rounds(3_000, cases: 4) {
            rounds += 1
            var bytes = known.randomElement(using: &generator)!
            for _ in 0..<Int.random(in: 0...8, using: &generator) where !bytes.isEmpty {
                let place = Int.random(in: 0..<bytes.count, using: &generator)
                bytes[place] = [0, 1, 0x7f, 0x80, 0xff, UInt8.random(in: 0...255, using: &generator)].randomElement(
                    using: &generator)!
            }
            if Int.random(in: 0..<4, using: &generator) == 0 {
                bytes.removeLast(Int.random(in: 0...bytes.count, using: &generator))
            }
            _ = try? FileJob(bytes).patience
            read += Self.readings(bytes).count
        }
        #expect(read > rounds / 100, "seed \(seed): \(read) of \(rounds)")
    }
}

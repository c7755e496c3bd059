import WaldoCore
import WaldoRelay
import WaldoStore
import WaldoSurvey
import WaldoTestSupport
import WaldoTime

/// A survey's file with rows of all nine tables, and what a station sends of it.
struct SampleSurvey {
    let folder: TemporaryFolder
    let survey: SurveyID
    var path: String { folder.path + "/s.gpkg" }

    private static let started: Int64 = 1_795_366_800_000_000

    static func description(_ uuid: String) -> SurveyDescription {
        SurveyDescription(
            uuid: uuid, title: "The yard \u{e4}\\\t'", method: "by hand", started: started,
            arm: .init(name: "robot", text: "arm: text\n"), sensor: .init(name: "demo", text: "s: 1\n"),
            graph: .init(name: "dose", text: "g: 'quoted'\n"), version: "1.4.0", tags: ["yard", "2026"],
            allowsUpload: true, device: .init(address: "/org/bluez/dev", name: "unit", serial: "17"),
            characteristics: ["713d0002-503e-4c75-ba94-3148f18d941e", "ffe1"])
    }

    /// - Parameter samples: how many samples; of them every tenth has a reading.
    init(
        samples: Int, uuid: String = "6f2b7a52-3c0e-4b7e-9a51-0d3f6a1c2e44", step: Int64 = 1_000_000,
        stream: String = "dose"
    ) throws {
        folder = try TemporaryFolder()
        guard let survey = SurveyID(uuid) else { throw DidNotHappen("a UUID") }
        self.survey = survey
        let writer = try StoreWriter.create(
            path: folder.path + "/s.gpkg", description: Self.description(uuid), whenFull: .wait)
        writer.record(.clock(utc: Self.started), at: 1_000_000)
        writer.record(.linkUp, at: 1_000_100)
        writer.record(.bytes(channel: 1, []), at: 1_000_200)
        writer.record(.command(Channel(2), -75), at: 1_000_300)
        writer.record(
            .fix(
                Fix(
                    source: .gpsd, at: 1_000_250, place: Place(x: 145.0125, y: -37.5, z: 31.25), isValid: true,
                    hdop: 0.9)),
            at: 1_000_400)
        writer.stream(
            0,
            StreamDescription(name: stream, quantity: "Dose", unit: "uSv/h", exposure: .seconds(5), thresholds: [0, 1]))
        writer.stream(1, StreamDescription(name: "place"))
        for number in 0..<samples {
            let at = Instant(microseconds: 2_000_000 + Int64(number) * 1000)
            if number % 10 == 0 {
                writer.record(.bytes(channel: 0, [UInt8(truncatingIfNeeded: number), 0, 9, 10, 92, 255]), at: at)
            }
            writer.sample(Self.sample(number, step))
        }
        writer.sample(
            Sample(
                stream: 1, sequence: 0, value: .infinity, from: 2_000_000, to: 2_000_001, flags: [.saturated],
                place: Place(system: .arm, x: 0.5, y: -0.25)))
        writer.alarm(AlarmChange(node: "li\u{b}mit", at: 2_200_000, cause: .above, value: 1.5, halts: true))
        writer.gap(Gap(from: 2_100_000, to: 2_200_000, cause: .counter, missing: 3))
        writer.reject(Reject(at: 2_000_200, channel: 0, bytes: [1, 2], reason: .check, field: "a\tb\u{8}\u{c}"))
        let end = Instant(microseconds: 3_000_000 + Int64(samples) * 1000)
        writer.record(.linkDown, at: end)
        writer.record(.end, at: end)
        guard writer.finish(within: .seconds(60)) else { throw DidNotHappen("a survey's file") }
    }

    private static func sample(_ number: Int, _ step: Int64) -> Sample {
        let at = Instant(microseconds: 2_000_000 + Int64(number) * 1000)
        let place = Place(
            x: 145 + Double(number % 1000) * 1e-5, y: -37.5 - Double(number / 1000) / 3e5, z: 12, accuracy: 3)
        return Sample(
            stream: 0, sequence: Int64(number), value: Double(number % 97) / 7, low: 0.5, high: 1.5,
            from: at, to: at + .seconds(1), utc: started - Int64(number) * step, flags: [.partial],
            place: number % 5 == 4 ? nil : place)
    }

    /// All batches, with at most so many rows each.
    func batches(rows: Int = 100) throws -> [Batch] {
        let reader = try RelayReader(path: path)
        guard let found = try reader.surveys().first else { throw DidNotHappen("a survey") }
        var batches: [Batch] = []
        for extent in try reader.streams(of: found.id) {
            var after = extent.stream.start
            while let page = try reader.page(
                of: extent.stream, after: after, rows: rows, bytes: 256 << 10, greatest: 900 << 10)
            {
                batches.append(Batch(extent.stream, after: after, last: page.last, count: page.count, rows: page.rows))
                after = page.last
            }
        }
        return batches
    }

    func meta(revision: Int64 = 1) throws -> MetaDocument {
        MetaDocument(revision: revision, rows: try RelayReader(path: path).meta(of: 1))
    }

    /// All of it in groups.
    func groups() throws -> [IngestGroup] {
        var groups = [IngestGroup()]
        groups[0].add(try meta(), of: place)
        for batch in try batches() {
            if groups[groups.count - 1].isFull { groups.append(IngestGroup()) }
            _ = groups[groups.count - 1].add(batch, of: place)
        }
        return groups
    }

    static func digest(_ path: String) throws -> String { try StoreReader(path: path).digest() }
}

import Glibc
import Testing
import WaldoStore
import WaldoTestSupport

@testable import WaldoRelay

/// Rows in a real database, and back.
@Suite(.serialized) struct IngestTests {
    /// Stores and pulls back, as the roles with the least rights.
    private func pull(_ sample: SampleSurvey, from server: RealPostgres, _ name: String) throws -> String {
        let connection = try server.plan(name, user: "reader").open()
        defer { connection.close() }
        let path = sample.folder.path + "/pulled.gpkg", pull = try Pull(connection)
        _ = try pull.write(try pull.one(sample.survey.text).survey, to: path)
        return path
    }

    @Test func aSurveyThatIsPulledBackIsEqualToTheOneThatWasStored() async throws {
        let server = try await RealPostgres.common()
        try server.database("equal")
        // Twelve hours a sample: the months are some partitions.
        let sample = try SampleSurvey(samples: 300, step: 43_200_000_000)
        let connection = try server.plan("equal", user: "collector").open()
        for group in try sample.groups() {
            let outcome = try Ingest(connection).store(group)
            #expect(outcome.refused.isEmpty && outcome.streams.allSatisfy { !$0.followsGap && $0.conflicts == 0 })
        }
        let path = try pull(sample, from: server, "equal")
        #expect(try SampleSurvey.digest(path) == SampleSurvey.digest(sample.path))
        let reader = try StoreReader(path: path), original = try StoreReader(path: sample.path)
        let (found, expected) = (try reader.check(), try original.check())
        #expect(found == expected)
        #expect(access(path + ".part", F_OK) != 0)
        #expect(throws: StoreError.self) { try pull(sample, from: server, "equal") }
        #expect(
            try server.rows("SELECT count(DISTINCT tableoid) BETWEEN 5 AND 8 FROM waldo.sample", in: "equal") == ["t"])
        #expect(try server.rows("SELECT count(*) FROM waldo.sample WHERE place IS NOT NULL", in: "equal") == ["240"])
        #expect(try server.rows("SELECT count(*) FROM waldo.sample WHERE hand IS NOT NULL", in: "equal") == ["1"])
        // Another station has it as a title.
        _ = try Ingest(connection).store(try CraftedStation(1).group([.init()]))
        _ = try server.rows(
            SQL(test: "UPDATE waldo.survey SET title = '\(sample.survey)' WHERE title = 'station 001'"), in: "equal")
        #expect(try Pull(connection).one(sample.survey.text).survey == sample.survey)
    }

    @Test func whatComesAgainIsComparedAndWhatDiffersIsKept() async throws {
        let server = try await RealPostgres.common()
        try server.database("again")
        let sample = try SampleSurvey(samples: 250)
        let connection = try server.plan("again", user: "collector").open(), ingest = Ingest(connection)
        for group in try sample.groups() { _ = try ingest.store(group) }
        var equal = 0
        for group in try sample.groups() {
            for stream in try ingest.store(group).streams {
                #expect(stream.inserted == 0 && stream.conflicts == 0)
                equal += stream.equal
            }
        }
        #expect(equal == (try sample.batches().reduce(0) { $0 + $1.count }))
        // The same station sends other contents: they are conflicts, the first ones stay.
        for batch in try sample.batches() where batch.stream.table == .sample || batch.stream.table == .event {
            var group = IngestGroup()
            let other = Batch(
                batch.stream, after: batch.after, last: batch.last, count: batch.count,
                rows: Array(
                    String(decoding: batch.rows, as: UTF8.self).replacing("\t0.5\t1.5\t", with: "\t0.25\t1.5\t").utf8))
            _ = group.add(other, of: sample.place)
            for _ in 0..<2 {
                let stream = try #require(try ingest.store(group).streams.first)
                let differs = batch.stream.name == "sample-1-0"
                #expect(stream.conflicts == (differs ? batch.count : 0) && stream.equal == (differs ? 0 : batch.count))
            }
        }
        #expect(try server.rows("SELECT count(*), min(seen) FROM waldo.conflict", in: "again") == ["250\t2"])
        #expect(
            try server.rows("SELECT count(*) FROM waldo.conflict WHERE stored ->> 'low' = '0.5'", in: "again") == [
                "250"
            ])
        #expect(try SampleSurvey.digest(pull(sample, from: server, "again")) == SampleSurvey.digest(sample.path))
    }

    @Test func aBatchBehindAGapIsLeftAndComesInItsTurn() async throws {
        let server = try await RealPostgres.common()
        try server.database("gap")
        let sample = try SampleSurvey(samples: 350)
        let connection = try server.plan("gap", user: "collector").open(), ingest = Ingest(connection)
        let batches = try sample.batches().filter { $0.stream.name == "sample-1-0" }
        var group = IngestGroup()
        let added = [batches[0], batches[2], batches[1]].map { group.add($0, of: sample.place) }
        #expect(added == [true, true, false], "the last would be compared with rows that are not stored yet")
        var stream = try #require(try ingest.store(group).streams.first)
        #expect(stream.followsGap && stream.upto == batches[0].last && stream.inserted == 100)
        group = IngestGroup()
        for batch in batches[1...] { _ = group.add(batch, of: sample.place) }
        stream = try #require(try ingest.store(group).streams.first)
        #expect(!stream.followsGap && stream.inserted == 250 && stream.upto == batches[3].last)
    }

    @Test func whatTheDatabaseRefusesHoldsUpNothingElse() async throws {
        let server = try await RealPostgres.common()
        try server.database("poison")
        let sample = try SampleSurvey(samples: 10)
        let connection = try server.plan("poison", user: "collector").open(), ingest = Ingest(connection)
        var group = try sample.groups()[0]
        // A batch that keeps to no rules, as only an error of this program could let it through.
        let stream = try #require(RelayStream(.event, of: 7))
        _ = group.add(
            Batch(stream, after: stream.start, last: stream.start + 1, count: 1, rows: Array("x\t7\n".utf8)),
            of: sample.place)
        let outcome = try ingest.store(group)
        #expect(outcome.refused.count == 1)
        #expect(outcome.stored[sample.place]?.upto[stream] == nil)
        #expect(
            try server.rows("SELECT topic FROM waldo.rejected", in: "poison") == [
                Topic(sample.place, .rows(stream)).description
            ])
        #expect(try SampleSurvey.digest(pull(sample, from: server, "poison")) == SampleSurvey.digest(sample.path))
    }

    @Test func theNewestMetaHolds() async throws {
        let server = try await RealPostgres.common()
        try server.database("meta")
        let sample = try SampleSurvey(samples: 10)
        let connection = try server.plan("meta", user: "collector").open(), ingest = Ingest(connection)
        _ = try ingest.store(try sample.groups()[0])
        let editor = try StoreEditor(path: sample.path)
        try editor.removeTag("yard", from: 1)
        try editor.setDeleted(1, at: 1_795_366_900_000_000)
        try editor.close()
        for (revision, expected) in [(1, "2\t\\N"), (3, "1\t1795366900000000"), (2, "1\t1795366900000000")]
            as [(Int64, String)]
        {
            var group = IngestGroup()
            group.add(try sample.meta(revision: revision), of: sample.place)
            #expect(try ingest.store(group).stored[sample.place]?.meta == max(revision, revision == 2 ? 3 : 0))
            #expect(
                try server.rows("SELECT (SELECT count(*) FROM waldo.tag), deleted FROM waldo.survey", in: "meta") == [
                    expected
                ])
        }
        #expect(try SampleSurvey.digest(pull(sample, from: server, "meta")) == SampleSurvey.digest(sample.path))
    }

    @Test func rolesMayDoWhatTheyNeedAndNoMore() async throws {
        let server = try await RealPostgres.common()
        try server.database("roles")
        let sample = try SampleSurvey(samples: 10)
        let collector = try server.plan("roles", user: "collector").open()
        _ = try Ingest(collector).store(try sample.groups()[0])
        for statement: SQL in [
            "DELETE FROM waldo.sample", "UPDATE waldo.reading SET bytes = ''", "TRUNCATE waldo.event",
            "DROP TABLE waldo.event", "DELETE FROM waldo.rejected", "SELECT * FROM pg_authid",
            "DELETE FROM waldo.progress",
        ] { #expect(throws: DatabaseError.self) { try collector.query(statement) } }
        let reader = try server.plan("roles", user: "reader").open()
        #expect(try reader.query("SELECT count(*) FROM waldo.sample").first == ["11"])
        for statement: SQL in [
            "SELECT waldo.begin_take()", "INSERT INTO waldo.tag VALUES (NULL)", "SELECT waldo.make_days('{20000}')",
        ] {
            #expect(throws: DatabaseError.self) { try reader.query(statement) }
        }
        #expect(throws: DatabaseError.self) { try Ingest(reader).store(try sample.groups()[0]) }
    }

    @Test func theSchemaIsAppliedAgainWithoutAChange() async throws {
        let server = try await RealPostgres.common()
        try server.database("schema")
        let connection = try server.plan("schema").open(), schema = DatabaseSchema(connection)
        // Logins are those of all tests.
        _ = try schema.apply()
        #expect(try schema.apply() == .nothing)
        #expect(try schema.allDifferences().allSatisfy { $0.hasPrefix("the login") })
        try connection.query("UPDATE waldo.schema_version SET contents = 'other'")
        #expect(try schema.plan() == .renew && schema.apply() == .renew && schema.apply() == .nothing)
        try connection.query("ALTER TABLE waldo.note RENAME COLUMN text TO words")
        #expect(try schema.allDifferences().first == "waldo.note.text is missing")
        try connection.query("UPDATE waldo.schema_version SET version = 99")
        #expect(throws: DatabaseError.self) { try schema.apply() }
        #expect(throws: DatabaseError.self) { try schema.require() }
    }

    @Test func whatTheRulesLetThroughTheDatabaseTakes() async throws {
        let server = try await RealPostgres.common()
        try server.database("fuzz")
        let sample = try SampleSurvey(samples: 20), place = sample.place
        let connection = try server.plan("fuzz", user: "collector").open(), ingest = Ingest(connection)
        var random = SeededGenerator(5), taken = 0
        let batches = try sample.batches(rows: 5)
        var collector = Collector(.every, utc: 1)
        for _ in 0..<3000 {
            let batch = batches.randomElement(using: &random)!
            var payload = batch.payload
            payload.removeLast(15)
            let head = (payload.firstIndex(of: 10) ?? 0) + 1
            for _ in 0..<Int.random(in: 1...2, using: &random) {
                let place = Int.random(in: head..<payload.count, using: &random)
                let bytes: [UInt8] = [48, 57, 45, 46, 101, 92, 110, 0xc3, 0xa4, 9, 10, 78, 1, 127, 116]
                switch Int.random(in: 0..<3, using: &random) {
                case 0: payload[place] = bytes.randomElement(using: &random)!
                case 1: payload.remove(at: place)
                default: payload.insert(bytes.randomElement(using: &random)!, at: place)
                }
            }
            Wire.seal(&payload)
            let topic = Topic(place, .rows(batch.stream)).description
            while !payload.withUnsafeBytes({ collector.receive(topic, $0, at: 0) }) {
                let outcome = try ingest.store(collector.takeGroup())
                #expect(outcome.refused.isEmpty, "\(outcome.refused)")
                taken += outcome.streams.reduce(0) { $0 + $1.inserted + $1.equal + $1.conflicts }
            }
        }
        #expect(try ingest.store(collector.takeGroup()).refused.isEmpty)
        #expect(taken > 50)
    }

    @Test func aSurveyHasNoMoreStreamsThanADocumentOfItsProgress() async throws {
        let map = try await CraftedMap("streams"), station = try CraftedStation(1)
        try map.take(try station.group([CraftedStation.Sample()]))
        try map.rows(
            SQL(
                test: """
                    INSERT INTO waldo.progress (survey_uuid, stream, upto)
                    SELECT '\(station.survey)'::uuid, 'event-' || i, 0
                    FROM generate_series(100, 98 + \(ProgressDocument.maxStreams)) i
                    """))
        let other = try #require(RelayStream(.event, of: 7))
        var group = try CraftedStation(2).group([CraftedStation.Sample()])
        _ = group.add(try station.batch([CraftedStation.Sample()], from: 1), of: station.place)
        _ = group.add(
            Batch(other, after: other.start - 1, last: other.start, count: 0, rows: []), of: station.place)
        let outcome = try map.ingest.store(group)
        #expect(outcome.refused.map(\.topic) == [Topic(station.place, .rows(other)).description])
        #expect(outcome.streams.map(\.inserted) == [1, 1])
    }

    @Test func anInterruptedPullLeavesNoFile() async throws {
        let server = try await RealPostgres.common()
        try server.database("interrupted")
        let sample = try SampleSurvey(samples: 10)
        let collector = try server.plan("interrupted", user: "collector").open()
        _ = try Ingest(collector).store(try sample.groups()[0])
        var isInterrupted = false
        let reader = try DatabaseConnection(server.plan("interrupted", user: "reader")) { isInterrupted }
        let pull = try Pull(reader), path = sample.folder.path + "/pulled.gpkg"
        isInterrupted = true
        #expect(throws: DatabaseError.self) { try pull.write(sample.survey, to: path) }
        #expect(access(path, F_OK) != 0 && access(path + ".part", F_OK) != 0)
    }
}

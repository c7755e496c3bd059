import Testing
import WaldoStore
import WaldoTestSupport
import WaldoTime

@testable import WaldoRelay

/// What the database refuses of one station, by a real one: it ends no collector, and costs the others little.
@Suite(.serialized) struct IngestPartsTests {
    /// A document with the rows of a table twice, as it comes past no parser.
    private static func repeated(_ document: MetaDocument, _ table: String) -> MetaDocument {
        MetaDocument(
            revision: document.revision,
            rows: document.tables.map { $0.table.name == table ? $0.rows + $0.rows : $0.rows })
    }

    @Test func aSurveyHasOneRowWhateverIdsItsStationGivesIt() async throws {
        let server = try await RealPostgres.common()
        try server.database("rows")
        let ingest = Ingest(try server.plan("rows", user: "collector").open())
        var roof = try CraftedStation(30)
        _ = try ingest.store(try roof.group([CraftedStation.Sample(), CraftedStation.Sample()]))
        for row in 2...4 {
            roof.surveyRow = row
            var group = IngestGroup()
            group.add(roof.meta(revision: Int64(row)), of: roof.place)
            #expect(try ingest.store(group).stored[roof.place]?.meta == Int64(row))
        }
        #expect(try server.rows("SELECT id FROM waldo.survey", in: "rows") == ["4"])
        #expect(try server.rows("SELECT count(*) FROM waldo.samples", in: "rows") == ["2"])
        // Two in one document.
        let rows = roof.meta(revision: 9).tables, other = try CraftedStation(30).meta().tables
        var group = IngestGroup()
        group.add(
            MetaDocument(
                revision: 9,
                rows: zip(rows, other).map { $0.table.name == "survey" ? $0.rows + $1.rows : $0.rows }),
            of: roof.place)
        #expect(try ingest.store(group).refused.count == 1)
        #expect(try server.rows("SELECT id FROM waldo.survey", in: "rows") == ["4"])
    }

    @Test func aDatabaseWithMoreRowsOfASurveyKeepsTheNewest() async throws {
        let server = try await RealPostgres.common()
        try server.database("newest")
        let admin = try server.plan("newest").open()
        let ingest = Ingest(try server.plan("newest", user: "collector").open())
        let roof = try CraftedStation(31)
        _ = try ingest.store(try roof.group([CraftedStation.Sample()]))
        try server.makeVersionOne("newest")
        for statement: SQL in [
            // That version's triggers need a lock which the present one has taken from all.
            "SET session_replication_role = replica",
            """
            INSERT INTO waldo.survey (survey_uuid, id, uuid, title, sensor_name, sensor, upload, started, version)
            SELECT survey_uuid, 7, uuid, 'other', sensor_name, sensor, upload, started, version FROM waldo.survey
            """, "UPDATE waldo.survey SET title = 'newest' WHERE id = 1",
            "RESET session_replication_role",
        ] { try admin.query(statement) }
        #expect(try DatabaseSchema(admin).apply() == .migrate([1]))
        #expect(try server.rows("SELECT id, title FROM waldo.survey", in: "newest") == ["1\tnewest"])
        #expect(try server.rows("SELECT count(*) FROM waldo.samples", in: "newest") == ["1"])
    }

    @Test func aDocumentWithARowTwiceEndsNoCollector() async throws {
        let server = try await RealPostgres.common()
        try server.database("twice")
        let ingest = Ingest(try server.plan("twice", user: "collector").open())
        for (number, table) in ["survey", "session", "run", "stream"].enumerated() {
            let roof = try CraftedStation(10 + number), mallory = try CraftedStation(20 + number)
            var group = try roof.group([CraftedStation.Sample()])
            group.add(Self.repeated(mallory.meta(), table), of: mallory.place)
            let outcome = try ingest.store(group)
            #expect(outcome.stored[roof.place]?.meta == 1 && outcome.streams.map(\.inserted) == [1], "\(table)")
            #expect(outcome.refused.map(\.topic) == [Topic(mallory.place, .meta).description], "\(table)")
        }
        #expect(try server.rows("SELECT count(*) FROM waldo.rejected", in: "twice") == ["4"])
    }

    @Test(arguments: ["XX000", "42P17", "21000", "0A000"]) func noStateThatARowCausesEndsIt(state: String) async throws
    {
        let server = try await RealPostgres.common(), name = "state_" + state.lowercased()
        try server.database(name)
        // As if a function of the schema raised it for this value.
        _ = try server.rows(
            SQL(
                test: """
                    CREATE FUNCTION public.raise() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
                        RAISE EXCEPTION 'no' USING ERRCODE = '\(state)'; END $$
                    """), in: name)
        _ = try server.rows(
            """
            CREATE TRIGGER hostile BEFORE INSERT ON waldo.sample FOR EACH ROW WHEN (NEW.value = 7)
            EXECUTE FUNCTION public.raise()
            """, in: name)
        let ingest = Ingest(try server.plan(name, user: "collector").open())
        let roof = try CraftedStation(1), mallory = try CraftedStation(2)
        var group = try roof.group([CraftedStation.Sample()])
        group.add(mallory.meta(), of: mallory.place)
        _ = group.add(try mallory.batch([CraftedStation.Sample(value: 7)]), of: mallory.place)
        let outcome = try ingest.store(group)
        #expect(outcome.stored[roof.place]?.meta == 1 && outcome.stored[mallory.place]?.meta == 1)
        #expect(outcome.streams.map(\.place) == [roof.place] && outcome.refusedCount == 1)
        // The user's rights are no fault of a row.
        _ = try server.rows("REVOKE EXECUTE ON FUNCTION waldo.take() FROM waldo_collector, PUBLIC", in: name)
        let error = #expect(throws: DatabaseError.self) { try ingest.store(group) }
        #expect(error?.kind == .schema)
    }

    @Test func whatIsRefusedIsFoundByHalvesAndItsStationIsStoredApart() async throws {
        // Of its own: no other test takes numbers of transactions.
        let server = try await RealPostgres()
        try server.database("halves")
        let ingest = Ingest(try server.plan("halves", user: "collector").open())
        let roof = try CraftedStation(1), mallory = try CraftedStation(2), most: Int64 = 200
        func group(from first: Int64) throws -> IngestGroup {
            var group = IngestGroup()
            for station in [roof, mallory] { group.add(station.meta(), of: station.place) }
            _ = group.add(try roof.batch([CraftedStation.Sample()], from: first), of: roof.place)
            for number in first..<first + most {
                _ = group.add(try mallory.batch([CraftedStation.Sample()], from: number), of: mallory.place)
            }
            return group
        }
        // As only an error of this program could let it through.
        let stream = try #require(RelayStream(.event, of: 1))
        let bad = Batch(stream, after: stream.start, last: stream.start + 1, count: 1, rows: Array("x\t7\n".utf8))
        var poisoned = try group(from: 0)
        _ = poisoned.add(bad, of: mallory.place)
        let before = try Self.transaction(server)
        let outcome = try ingest.store(poisoned)
        #expect(outcome.refused.map(\.topic) == [Topic(mallory.place, .rows(stream)).description])
        #expect(outcome.stored[mallory.place]?.upto[mallory.stream] == mallory.stream.start + most)
        #expect(outcome.stored[roof.place]?.upto[roof.stream] == roof.stream.start + 1)
        // Far from one for each batch.
        let tried = try Self.transaction(server) - before
        #expect((3..<40).contains(tried), "\(tried)")
        // For a minute what it sends is in no transaction of another's.
        var later = IngestGroup()
        _ = later.add(try roof.batch([CraftedStation.Sample()], from: 1), of: roof.place)
        _ = later.add(try mallory.batch([CraftedStation.Sample()], from: most), of: mallory.place)
        #expect(try ingest.store(later).refusedCount == 0)
        #expect(
            try server.rows("SELECT count(DISTINCT xmin::text) FROM waldo.progress", in: "halves") == ["2"])
    }

    private static func transaction(_ server: RealPostgres) throws -> Int {
        try server.rows("SELECT pg_current_xact_id()", in: "halves").first.flatMap { Int($0) } ?? 0
    }

    @Test func muchThatIsRefusedIsNotLookedForOneByOne() async throws {
        let server = try await RealPostgres.common()
        try server.database("much")
        let ingest = Ingest(try server.plan("much", user: "collector").open())
        let mallory = try CraftedStation(2), roof = try CraftedStation(1)
        let stream = try #require(RelayStream(.event, of: 1))
        func group() throws -> IngestGroup {
            var group = try roof.group([CraftedStation.Sample()])
            for number in 0..<300 as Range<Int64> {
                _ = group.add(
                    Batch(
                        stream, after: stream.start + number, last: stream.start + number + 1, count: 1,
                        rows: Array("x\t7\n".utf8)), of: mallory.place)
            }
            return group
        }
        for _ in 0..<3 {
            let outcome = try ingest.store(try group())
            #expect(outcome.refusedCount == 300 && outcome.refused.count <= 40 && outcome.stored[roof.place]?.meta == 1)
        }
        #expect(try server.rows("SELECT count(*) FROM waldo.rejected", in: "much") == ["16"])
    }

    /// The search ends after so many refusals, and with it what is left of a station's rows is refused.
    @Test func theSearchInOneStationsRowsRefusesNothingOfAnother() async throws {
        let server = try await RealPostgres.common()
        try server.database("others")
        let ingest = Ingest(try server.plan("others", user: "collector").open())
        let mallory = try #require(StationName("mallory")), roof = try CraftedStation(1)
        let stream = try #require(RelayStream(.event, of: 1))
        var group = IngestGroup()
        group.add(roof.meta(), of: roof.place)
        for number in 2..<62 {
            let place = SurveyPlace(mallory, try CraftedStation(number).survey)
            let bad = Batch(stream, after: stream.start, last: stream.start + 1, count: 1, rows: Array("x\t7\n".utf8))
            _ = group.add(bad, of: place)
        }
        _ = group.add(try roof.batch([CraftedStation.Sample()]), of: roof.place)
        let outcome = try ingest.store(group)
        #expect(outcome.refusedCount == 60 && outcome.stored[roof.place]?.upto[roof.stream] == roof.stream.start + 1)
    }

    @Test func handedSurveysOfOneStationTakeNoSpaceOfOtherReasons() async throws {
        let server = try await RealPostgres.common()
        try server.database("notes")
        let ingest = Ingest(try server.plan("notes", user: "collector").open())
        let mallory = try #require(StationName("mallory"))
        var places: [SurveyPlace] = []
        for number in 0..<150 { places.append(SurveyPlace(mallory, try CraftedStation(number).survey)) }
        var group = IngestGroup()
        for place in places { group.hear(place) }
        _ = try ingest.store(group)
        _ = try server.rows("UPDATE waldo.station_survey SET station = NULL", in: "notes")
        for _ in 0..<3 {
            let outcome = try ingest.store(group)
            #expect(outcome.refusedCount == 150 && outcome.refused.count == 100 && outcome.stored.isEmpty)
        }
        #expect(
            try server.rows(
                "SELECT count(*), min(reason) LIKE '%149 other surveys of mallory' FROM waldo.rejected", in: "notes")
                == ["1\tt"])
    }

    @Test func aSurveyWithManyStreamsIsNamedAndCostsLittle() async throws {
        let server = try await RealPostgres.common()
        try server.database("many_streams")
        let ingest = Ingest(try server.plan("many_streams", user: "collector").open())
        let roof = try CraftedStation(1), mallory = try CraftedStation(2)
        var group = try roof.group([CraftedStation.Sample()])
        group.add(mallory.meta(), of: mallory.place)
        #expect(try ingest.store(group).refusedCount == 0)
        // What a station can bring about by batches without rows.
        _ = try server.rows(
            SQL(
                test: """
                    INSERT INTO waldo.progress (survey_uuid, stream, upto)
                    SELECT '\(mallory.survey)', 'sample-' || run || '-0', run << 42 FROM generate_series(2, 50001) run
                    """), in: "many_streams")
        let outcome = try ingest.store(group)
        #expect(outcome.stored[roof.place]?.meta == 1 && outcome.stored[mallory.place] == nil)
        #expect(outcome.refused.map(\.reason).allSatisfy { $0.contains("more than 20000 streams") })
        #expect(outcome.refusedCount == 1)
    }

    /// What is held of a station is read up to a number of streams: the survey in which it ends is read by itself.
    @Test func ofManySurveysWithManyStreamsNoneIsCut() async throws {
        let server = try await RealPostgres.common()
        try server.database("many_surveys")
        let ingest = Ingest(try server.plan("many_surveys", user: "collector").open())
        let mallory = try #require(StationName("mallory"))
        var group = IngestGroup()
        for number in 1...3 { group.hear(SurveyPlace(mallory, try CraftedStation(number).survey)) }
        #expect(try ingest.store(group).stored.count == 3)
        _ = try server.rows(
            """
            INSERT INTO waldo.progress (survey_uuid, stream, upto)
            SELECT o.survey_uuid, 'sample-' || run || '-0', run << 42
            FROM waldo.station_survey o, generate_series(1, 15000) run
            """, in: "many_surveys")
        #expect(try ingest.store(group).stored.values.map(\.upto.count) == [15_000, 15_000, 15_000])
    }

    @Test func theReadersJobRunsWhileStationsSendAndItsFaultIsReported() async throws {
        let server = try await RealPostgres.common()
        try server.database("readers_job")
        let owner = try server.plan("readers_job").open()
        let work = IngestWork(
            Ingest(try server.plan("readers_job", user: "collector").open(), readersInterval: .milliseconds(50)))
        let reader = try server.plan("readers_job", user: "reader").open(), roof = try CraftedStation(1)
        try reader.query("BEGIN")
        try reader.query("SELECT count(*) FROM waldo.sample")
        // The next group is always there, and the work never rests.
        func store(_ number: Int64) throws -> IngestOutcome {
            var group = IngestGroup()
            group.add(roof.meta(), of: roof.place)
            _ = group.add(try roof.batch([CraftedStation.Sample()], from: number), of: roof.place)
            try work.begin(group)
            work.wait()
            return try #require(work.take()).outcome.get()
        }
        var ended = 0, number: Int64 = 0
        for _ in 0..<20 {
            ended += try store(number).endedReaders
            number += 1
        }
        #expect(ended == 0)
        try owner.query("UPDATE waldo.reader_limit SET longest = '0 s'")
        try await waitUntil("the end of the reader's session") {
            ended += try store(number).endedReaders
            number += 1
            return ended == 1 ? true : nil
        }
        #expect(throws: DatabaseError.self) { try reader.query("SELECT 1") }
        // Where the owner may not end sessions, rows are stored as before.
        try owner.query("ALTER FUNCTION waldo.end_long_readers() RENAME TO end_none")
        let fault = try await waitUntil("a fault") {
            let outcome = try store(number)
            number += 1
            #expect(outcome.streams.map(\.inserted) == [1])
            return outcome.readersFault
        }
        #expect(fault.contains("end_long_readers"), "\(fault)")
    }

    @Test func aGroupThatALockKeepsBackIsStoredLater() async throws {
        let server = try await RealPostgres.common()
        try server.database("kept_back")
        let connection = try server.plan("kept_back", user: "collector").open()
        try connection.query("SET lock_timeout = '20ms'")
        let work = IngestWork(Ingest(connection)), owner = try server.plan("kept_back").open()
        let roof = try CraftedStation(1), group = try roof.group([CraftedStation.Sample()])
        try owner.query("BEGIN")
        try owner.query("LOCK TABLE waldo.progress IN ACCESS EXCLUSIVE MODE")
        try work.begin(group)
        work.wait()
        let first = try #require(work.take())
        #expect(throws: DatabaseError.self) { try first.outcome.get() }
        #expect(!work.isBusy && first.group.partCount == 2)
        try owner.query("ROLLBACK")
        try work.begin(first.group)
        work.wait()
        #expect(try #require(work.take()).outcome.get().streams.map(\.inserted) == [1])
    }
}

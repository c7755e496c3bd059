import Testing
import WaldoStore
import WaldoTestSupport

@testable import WaldoRelay

/// One station's surveys are no business of another's, whatever it sends.
@Suite(.serialized) struct StationsTests {
    private static let roof = StationName("roof")!, mallory = StationName("mallory")!
    /// The greatest revision that a document may have.
    private static let greatest = Wire.revisions.upperBound

    /// A group of all that a station sends of a survey.
    private static func group(
        _ sample: SampleSurvey, of station: StationName, revision: Int64 = 1, rows: Bool = true
    ) throws -> IngestGroup {
        var group = IngestGroup()
        let place = SurveyPlace(station, sample.survey)
        group.add(try sample.meta(revision: revision), of: place)
        for batch in try sample.batches() where rows { _ = group.add(batch, of: place) }
        return group
    }

    @Test func aStationThatUsesAnothersUUIDHasASurveyOfItsOwn() async throws {
        let server = try await RealPostgres.common()
        try server.database("principals")
        let sample = try SampleSurvey(samples: 30)
        let ingest = Ingest(try server.plan("principals", user: "collector").open())
        _ = try ingest.store(try Self.group(sample, of: Self.roof, revision: 5))
        let before = try server.rows("SELECT * FROM waldo.survey", in: "principals")
        // The same UUID, the greatest revision, deleted, and with rows that would be conflicts.
        let editor = try StoreEditor(path: sample.path)
        try editor.removeTag("yard", from: 1)
        try editor.setDeleted(1, at: 1_795_366_900_000_000)
        try editor.close()
        let other = SurveyPlace(Self.mallory, sample.survey), own = SurveyPlace(Self.roof, sample.survey)
        let outcome = try ingest.store(try Self.group(sample, of: Self.mallory, revision: Self.greatest))
        #expect(outcome.refused.isEmpty && outcome.stored.keys.elementsEqual([other]))
        #expect(
            outcome.stored[other]?.meta == Self.greatest
                && outcome.streams.allSatisfy { $0.conflicts == 0 && $0.equal == 0 })
        let survey = SQL(test: "SELECT * FROM waldo.survey WHERE survey_uuid = '\(sample.survey)'")
        #expect(try server.rows(survey, in: "principals") == before)
        #expect(
            try server.rows(
                "SELECT station, survey_uuid = sent_uuid FROM waldo.station_survey ORDER BY 1", in: "principals")
                == ["mallory\tf", "roof\tt"])
        #expect(try server.rows("SELECT station FROM waldo.surveys", in: "principals") == ["roof"])
        // The first one's own change is taken.
        var group = IngestGroup()
        group.add(try sample.meta(revision: 6), of: own)
        #expect(try ingest.store(group).stored[own]?.meta == 6)
        #expect(try server.rows("SELECT count(*) FROM waldo.conflict", in: "principals") == ["0"])
    }

    @Test func aUUIDThatIsTakenFirstByAnotherKeepsNobodyOut() async throws {
        let server = try await RealPostgres.common()
        try server.database("squatted")
        let sample = try SampleSurvey(samples: 30)
        let ingest = Ingest(try server.plan("squatted", user: "collector").open())
        var empty = IngestGroup()
        empty.hear(SurveyPlace(Self.mallory, sample.survey))
        _ = try ingest.store(empty)
        let outcome = try ingest.store(try Self.group(sample, of: Self.roof))
        #expect(outcome.refused.isEmpty && outcome.stored[SurveyPlace(Self.roof, sample.survey)]?.meta == 1)
        #expect(
            try server.rows(
                "SELECT DISTINCT o.station FROM waldo.sample s JOIN waldo.station_survey o USING (survey_uuid)",
                in: "squatted") == ["roof"])
    }

    @Test func aRevisionAheadOfAllClocksLocksNothing() async throws {
        let server = try await RealPostgres.common()
        try server.database("revisions")
        let sample = try SampleSurvey(samples: 5), place = SurveyPlace(Self.roof, sample.survey)
        let ingest = Ingest(try server.plan("revisions", user: "collector").open()), last = Self.greatest
        for (revision, held) in [(last, last), (7, 7), (6, 7), (last, last), (last, last), (8, 8)] {
            var group = IngestGroup()
            group.add(try sample.meta(revision: revision), of: place)
            #expect(try ingest.store(group).stored[place]?.meta == held)
        }
    }

    @Test func theOwnerHandsASurveyToAnotherStation() async throws {
        let server = try await RealPostgres.common()
        try server.database("handed")
        let sample = try SampleSurvey(samples: 250), lab = StationName("lab")!
        let collector = try server.plan("handed", user: "collector").open(), ingest = Ingest(collector)
        let batches = try sample.batches()
        var group = IngestGroup()
        group.add(try sample.meta(revision: Self.greatest), of: SurveyPlace(Self.roof, sample.survey))
        for batch in batches.dropLast(2) { _ = group.add(batch, of: SurveyPlace(Self.roof, sample.survey)) }
        _ = try ingest.store(group)
        // The new station has begun a copy.
        _ = try ingest.store(try Self.group(sample, of: lab))
        #expect(throws: DatabaseError.self) {
            try collector.query("SELECT waldo.hand($1::uuid, 'mallory')", [sample.survey.text])
        }
        #expect(throws: DatabaseError.self) {
            try collector.query("UPDATE waldo.station_survey SET station = 'mallory'")
        }
        let ownership = try Ownership(try server.plan("handed").open())
        #expect(try ownership.doubt(lab) == nil && ownership.doubt(Self.roof) == nil)
        #expect(
            try ownership.doubt(Self.mallory)?.hasPrefix("the database knew no survey of station mallory") == true)
        #expect(
            try ownership.hand(try ownership.one(sample.survey.text), to: lab).contains("from roof to lab; its copy"))
        #expect(try ownership.entries().map(\.station) == [lab])
        let outcome = try ingest.store(try Self.group(sample, of: lab, revision: 2))
        #expect(outcome.refused.isEmpty && outcome.stored[SurveyPlace(lab, sample.survey)]?.meta == 2)
        #expect(outcome.streams.reduce(0) { $0 + $1.inserted } == batches.suffix(2).reduce(0) { $0 + $1.count })
        // What the former one still has in the broker changes nothing, and is no new survey.
        let refused = try ingest.store(try Self.group(sample, of: Self.roof, revision: Self.greatest))
        #expect(refused.refused.count == 1 && refused.stored.isEmpty && refused.streams.isEmpty)
        #expect(try server.rows("SELECT count(*), min(station) FROM waldo.surveys", in: "handed") == ["1\tlab"])
        // And back.
        _ = try ownership.hand(sample.survey, to: Self.roof)
        #expect(try ingest.store(try Self.group(sample, of: Self.roof, revision: 1)).refused.isEmpty)
    }

    @Test func theSurveysOfAnOlderDatabaseWaitForTheirStations() async throws {
        let server = try await RealPostgres.common()
        try server.database("older")
        let sample = try SampleSurvey(samples: 30)
        let ingest = Ingest(try server.plan("older", user: "collector").open())
        _ = try ingest.store(try Self.group(sample, of: Self.roof))
        let owner = try server.plan("older").open(), schema = DatabaseSchema(owner)
        try server.makeVersionOne("older")
        #expect(throws: DatabaseError.self) { try schema.require() }
        #expect(try schema.apply() == .migrate([1]))
        let before = try server.rows("SELECT count(*) FROM waldo.sample", in: "older")
        // All stations have seen its UUID: none may take it.
        for station in [Self.mallory, Self.roof] {
            let outcome = try ingest.store(try Self.group(sample, of: station, revision: 9))
            #expect(outcome.refused.count == 1 && outcome.refused[0].reason.contains("waldo-relay hand"))
            #expect(outcome.stored.isEmpty)
        }
        #expect(try server.rows("SELECT count(*) FROM waldo.rejected", in: "older") == ["2"])
        let ownership = try Ownership(owner)
        #expect(try ownership.entries().map(\.station) == [nil])
        _ = try ownership.hand(sample.survey, to: Self.roof)
        let outcome = try ingest.store(try Self.group(sample, of: Self.roof, revision: 9))
        #expect(outcome.refused.isEmpty && outcome.streams.allSatisfy { $0.inserted == 0 && $0.conflicts == 0 })
        #expect(try server.rows("SELECT count(*) FROM waldo.sample", in: "older") == before)
    }

    @Test func theMapCountsAStationOnceHoweverManySurveysItHas() async throws {
        let server = try await RealPostgres.common()
        try server.database("counted")
        let ingest = Ingest(try server.plan("counted", user: "collector").open())
        let stations = try (1...3).map { try CraftedStation($0) }
        for station in stations { _ = try ingest.store(try station.group([CraftedStation.Sample()])) }
        let owner = try server.plan("counted").open()
        let count: SQL = "SELECT stations, n FROM waldo.common_cells WHERE level = 18"
        try owner.query("SELECT waldo.refresh_cells()")
        #expect(try server.rows(count, in: "counted") == ["3\t3"])
        _ = try Ownership(owner).hand(stations[2].survey, to: stations[0].place.station)
        try owner.query("SELECT waldo.refresh_cells()")
        #expect(try server.rows(count, in: "counted") == ["2\t3"])
        // Surveys without a station count as those of one.
        try owner.query("UPDATE waldo.station_survey SET station = NULL")
        try owner.query("SELECT waldo.refresh_cells()")
        #expect(try server.rows(count, in: "counted") == ["1\t3"])
    }

    @Test func whatChangesDuringARefreshIsOnTheMapAfterTheNextOne() async throws {
        let server = try await RealPostgres.common()
        try server.database("during")
        let ingest = Ingest(try server.plan("during", user: "collector").open())
        let station = try CraftedStation(1)
        var rows = IngestGroup(), meta = IngestGroup()
        _ = rows.add(try station.batch([CraftedStation.Sample()]), of: station.place)
        meta.add(station.meta(), of: station.place)
        _ = try ingest.store(rows)
        // Another collector's refresh, which sums by what is known now, lasts.
        let other = try server.plan("during", user: "collector").open()
        try other.query("BEGIN")
        try other.query("SELECT waldo.refresh_cells()")
        #expect(try ingest.store(meta).stored[station.place]?.meta == 1)
        try other.query("COMMIT")
        try other.query("SELECT waldo.refresh_cells()")
        #expect(
            try server.rows("SELECT n FROM waldo.common_cells WHERE level IN (6, 21)", in: "during") == ["1", "1"])
        #expect(try server.rows("SELECT count(*) FROM waldo.cell_spoiled", in: "during") == ["0"])
    }

    @Test func whatOneStationSendsIsRefusedWithoutTheOthers() async throws {
        let server = try await RealPostgres.common()
        try server.database("parts")
        let sample = try SampleSurvey(samples: 30)
        let ingest = Ingest(try server.plan("parts", user: "collector").open())
        var group = try Self.group(sample, of: Self.roof)
        let stream = try #require(RelayStream(.event, of: 7))
        _ = group.add(
            Batch(stream, after: stream.start, last: stream.start + 1, count: 1, rows: Array("x\t7\n".utf8)),
            of: SurveyPlace(Self.mallory, sample.survey))
        let outcome = try ingest.store(group)
        #expect(
            outcome.refused.map(\.topic) == [Topic(SurveyPlace(Self.mallory, sample.survey), .rows(stream)).description]
        )
        #expect(outcome.stored[SurveyPlace(Self.roof, sample.survey)]?.meta == 1)
    }

    @Test func aTitleReachesNoTerminalAsItIs() throws {
        let entry = Ownership.Entry(
            survey: try CraftedStation(1).survey, station: Self.mallory, title: "a\u{1b}[2Jb\u{202e}")
        #expect(entry.line.hasSuffix("  mallory  a\\u{1b}[2Jb\\u{202e}"), "\(entry.line)")
    }

    /// Whatever a collector asks for: a name of another form would be no level of a topic.
    @Test func theDatabaseTakesNamesOfStationsAlone() async throws {
        let server = try await RealPostgres.common()
        try server.database("names")
        let collector = try server.plan("names", user: "collector").open()
        let uuid = "gen_random_uuid()"
        for name in ["a b", "a/b", "+", "", "\u{e4}", String(repeating: "x", count: 65)] {
            let claimed = try collector.query(
                SQL(test: "SELECT station FROM waldo.claim(ARRAY['roof', $1], ARRAY[\(uuid), \(uuid)])"), [name])
            #expect(claimed == [["roof"]], "\(name)")
            let hand = #expect(throws: DatabaseError.self) {
                try server.plan("names").open().query(SQL(test: "SELECT waldo.hand(\(uuid), $1)"), [name])
            }
            #expect(hand?.reason.contains("invalid station name") == true)
        }
    }

    /// What a station sends again with other contents is kept up to a number, and counted for ever.
    @Test func conflictsOfAStreamHaveALimit() async throws {
        let server = try await RealPostgres.common()
        try server.database("conflicts")
        let ingest = Ingest(try server.plan("conflicts", user: "collector").open()), station = try CraftedStation(1)
        func send(_ value: Double) throws -> Int? {
            var sample = CraftedStation.Sample()
            sample.value = value
            return try ingest.store(try station.group([sample])).streams.first?.conflicts
        }
        #expect(try send(1) == 0 && send(2) == 1)
        _ = try server.rows("UPDATE waldo.progress SET conflicts = 1000", in: "conflicts")
        #expect(try send(3) == 1)
        let query: SQL = "SELECT (SELECT count(*) FROM waldo.conflict), conflicts FROM waldo.progress"
        #expect(try server.rows(query, in: "conflicts") == ["1\t1001"])
    }
}

import Testing
import WaldoCore
import WaldoTestSupport
import WaldoTime

@testable import WaldoStore

/// A second session in the same file.
struct AppendTests {
    private func fill(_ store: HandDrivenStore) throws {
        for (event, at) in Fixtures.events { store.writer.record(event, at: at) }
        Fixtures.give(to: &store.writer)
        try store.finish()
    }

    @Test func theSameFilesMakeASessionOfTheSameSurvey() throws {
        let folder = try TemporaryFolder()
        try fill(HandDrivenStore(in: folder))
        var again = Fixtures.description
        again.uuid = "another"
        again.version = "2.0.0"
        let second = try HandDrivenStore(in: folder, appending: true, again)
        #expect(second.writer.survey == Fixtures.description.uuid && second.writer.session == 2)
        #expect(!second.writer.recovered)
        try fill(second)
        let reader = try StoreReader(path: second.path)
        let surveys = try reader.surveys()
        #expect(surveys.count == 1 && surveys[0].sessions.map(\.readings) == [3, 3])
        #expect(surveys[0].sessions.map(\.ending) == [.clean, .clean])
        #expect(try reader.newestRuns(of: 1) == [1, 2])
        var samples = 0
        try reader.samples(of: 1) { _, _ in
            samples += 1
            return true
        }
        #expect(samples == 8)
        #expect(try reader.check() == [])
    }

    @Test func anotherGraphMakesAnotherSurvey() throws {
        let folder = try TemporaryFolder()
        try fill(HandDrivenStore(in: folder))
        var other = Fixtures.description
        other.uuid = "another"
        other.graph = nil
        try fill(HandDrivenStore(in: folder, appending: true, other))
        let surveys = try StoreReader(path: folder.path + "/s.gpkg").surveys()
        #expect(surveys.map(\.description) == [Fixtures.description, other])
    }

    @Test func aUUIDStandsForOneSurvey() throws {
        let folder = try TemporaryFolder()
        try fill(HandDrivenStore(in: folder))
        var other = Fixtures.description
        other.graph = nil
        #expect(throws: StoreError.self) { try HandDrivenStore(in: folder, appending: true, other) }
        #expect(try StoreReader(path: folder.path + "/s.gpkg").check() == [])
    }

    @Test func appendingDropsTheSpatialIndexAndTheEndBuildsItAgain() throws {
        let folder = try TemporaryFolder()
        let indexes = "SELECT count(*) FROM gpkg_extensions WHERE extension_name = 'gpkg_rtree_index'"
        try fill(HandDrivenStore(in: folder))
        #expect(try StoreReader(path: folder.path + "/s.gpkg").connection.number(indexes) == 2)
        let second = try HandDrivenStore(in: folder, appending: true)
        let live = try StoreReader(path: second.path)
        #expect(try live.connection.number(indexes) == 0 && live.check() == [])
        try fill(second)
        let after = try StoreReader(path: second.path)
        #expect(try after.connection.number(indexes) == 2 && after.check() == [])
        // One placed sample of each session in each layer.
        #expect(try after.connection.number("SELECT count(*) FROM rtree_sample_world_geom WHERE minx > 145") == 2)
    }

    @Test func anUncleanSessionIsMarkedAndTheNextBegins() throws {
        let folder = try TemporaryFolder()
        let first = try HandDrivenStore(in: folder)
        for (event, at) in Fixtures.events.dropLast(2) { first.writer.record(event, at: at) }
        try first.commit()
        let reader = try StoreReader(path: first.path)
        // While the file is held it is being written; without a writer its last one was killed.
        #expect(try reader.surveys().first?.sessions.first?.ending == .running && reader.isBeingWritten)
        first.writer.engine.abandon()
        #expect(try reader.surveys().first?.sessions.first?.ending == .open && !reader.isBeingWritten)
        let second = try HandDrivenStore(in: folder, appending: true)
        #expect(second.writer.recovered)
        try fill(second)
        let survey = try #require(try StoreReader(path: second.path).surveys().first)
        #expect(survey.sessions.map(\.ending) == [.unclean, .clean])
        #expect(survey.sessions.map(\.end) == [2_000_000, 3_000_000])
    }
}

import Testing
import WaldoTestSupport

@testable import WaldoRelay

/// The schema of a database is compared part by part with what the program has made, and restored.
@Suite(.serialized) struct SchemaPartsTests {
    private func schema(_ name: String) async throws -> (DatabaseConnection, DatabaseSchema) {
        let server = try await RealPostgres.common()
        try server.database(name)
        let owner = try server.plan(name, for: .installing).open(), schema = DatabaseSchema(owner)
        _ = try schema.apply()
        #expect(try differences(schema) == [])
        return (owner, schema)
    }

    /// Without logins, which are those of all tests.
    private func differences(_ schema: DatabaseSchema) throws -> [String] {
        try schema.allDifferences().filter { !$0.hasPrefix("the login") }
    }

    @Test(arguments: [
        ("DROP VIEW waldo.quarantined", "the view waldo.quarantined is missing"),
        ("DROP FUNCTION waldo.route CASCADE", "the function waldo.route("),
        ("DROP FUNCTION waldo.lacking_rights", "the function waldo.lacking_rights() is missing"),
        ("DROP INDEX waldo.fix_place", "the index waldo.fix_place is missing"),
        ("DROP TABLE waldo.reader_limit", "the table waldo.reader_limit is missing"),
        ("DROP TRIGGER sample_cells ON waldo.sample", "the trigger sample_cells of waldo.sample is missing"),
        ("DROP TABLE waldo.schema_part", "the table waldo.schema_part is missing"),
        ("DELETE FROM waldo.schema_part", "the table waldo.schema_part is empty"),
        (
            """
            CREATE OR REPLACE FUNCTION waldo.is_usable(flags bigint) RETURNS boolean LANGUAGE sql IMMUTABLE PARALLEL SAFE
            RETURN true
            """, "the function waldo.is_usable(bigint) is not that of this program"
        ),
        (
            """
            CREATE OR REPLACE FUNCTION waldo.station_hash(station text) RETURNS bigint LANGUAGE sql IMMUTABLE
            AS $$ SELECT 1::bigint $$
            """, "the function waldo.station_hash(text) is not that of this program"
        ),
    ]) func whatIsMissingOrAnotherIsNamedAndMadeAgain(change: String, difference: String) async throws {
        let name = "part_\(difference.utf8.reduce(0) { ($0 * 31 + Int($1)) % 1_000_003 })"
        let (owner, schema) = try await schema(name)
        try owner.query(SQL(test: change))
        let found = try differences(schema)
        #expect(found.contains { $0.hasPrefix(difference) }, "\(found)")
        #expect(try schema.apply().done.contains(difference))
        #expect(try differences(schema) == [])
        #expect(try schema.apply().done.hasPrefix("the schema is that of this program already"))
    }

    @Test func partitionsAndRowsAreNoDifference() async throws {
        let map = try await CraftedMap("parts_of_rows")
        let schema = DatabaseSchema(try map.server.plan(map.name, for: .installing).open())
        _ = try schema.apply()
        try map.take(CraftedStation(1).group([CraftedStation.Sample(utc: 1_500_000_000_000_000)]))
        #expect(try map.rows("SELECT count(*) FROM waldo.sample_20170101") == ["1"])
        #expect(try differences(schema) == [])
    }
}

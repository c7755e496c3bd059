import WaldoTestSupport

@testable import WaldoRelay

extension RealPostgres {
    /// The SQL that `waldo-relay schema` printed when the schema was of version 1.
    private static let versionOne = SourceModule.projectFolder + "/Tests/Corpus/databases/schema-1.sql"

    /// Makes of a database one of version 1: no stations, no ranks of them, a partition a day at most, and that
    /// version's functions, views, triggers and rights. The tables of surveys were the same.
    func makeVersionOne(_ name: String) throws {
        let admin = try plan(name).open()
        defer { admin.close() }
        for statement: SQL in [
            // Each partition of the fixture has the samples of one day.
            "SET timezone = 'UTC'",
            """
            DO $$ DECLARE part text; day date; BEGIN
                FOR part IN SELECT name FROM waldo.sample_span LOOP
                    EXECUTE format('SELECT min(t)::date FROM waldo.%I', part) INTO day;
                    EXECUTE format('ALTER TABLE waldo.sample DETACH PARTITION waldo.%I', part);
                    EXECUTE format('ALTER TABLE waldo.%I RENAME TO moving', part);
                    EXECUTE format('ALTER TABLE waldo.moving RENAME TO %I', to_char(day, '"sample_"YYYYMMDD'));
                    EXECUTE format(
                        'ALTER TABLE waldo.sample ATTACH PARTITION waldo.%I FOR VALUES FROM (%L) TO (%L)',
                        to_char(day, '"sample_"YYYYMMDD'), day, day + 1);
                END LOOP;
            END $$
            """,
            """
            DO $$ DECLARE made text; BEGIN
                FOREACH made IN ARRAY ARRAY(
                    SELECT format('VIEW IF EXISTS waldo.%I', c.relname) FROM pg_class c
                    WHERE c.relnamespace = 'waldo'::regnamespace AND c.relkind = 'v'
                    UNION ALL
                    SELECT 'FUNCTION IF EXISTS ' || p.oid::regprocedure FROM pg_proc p
                    WHERE p.pronamespace = 'waldo'::regnamespace)
                LOOP EXECUTE 'DROP ' || made || ' CASCADE'; END LOOP;
            END $$
            """,
            """
            DROP TABLE waldo.station_survey, waldo.station_handed, waldo.turn, waldo.reader_limit, waldo.sample_span,
                waldo.quarantine, waldo.cell_spoiled, waldo.cell_walk, waldo.schema_part CASCADE
            """,
            "ALTER TABLE waldo.cell_stale DROP CONSTRAINT cell_stale_pkey",
            "DROP INDEX waldo.cell_survey_code", "DROP INDEX waldo.survey_once",
            """
            ALTER TABLE waldo.cell_sum DROP first_station, DROP last_station, DROP unranked, DROP ranked, DROP stations,
                DROP median, DROP trimmed
            """,
            "ALTER TABLE waldo.cell_refresh DROP fault, DROP took, DROP behind",
            "DELETE FROM waldo.schema_version",
            SQL(test: try readFile(Self.versionOne)),
        ] { try admin.script(statement) }
    }
}

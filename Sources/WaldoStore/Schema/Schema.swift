/// The store's tables.
///
/// Raw rows (`reading`, `command`, `fix`, `clock`, `event`) have the id `session << 40 | ordinal`: their ids alone are
/// the exact order of a session's events, over all five tables, and need no further index. The ids of derived rows
/// are formed from their run in the same way. So no id depends on when a transaction was committed.
enum Schema {
    /// The version that this program writes.
    static let version: Int64 = 1
    /// `GPKG` (GeoPackage 1.3, requirement 2).
    static let applicationID: Int64 = 0x4750_4B47
    /// GeoPackage 1.3.0.
    static let userVersion: Int64 = 10300

    /// What the schema's objects are created by, in order.
    static let statements = [geoPackage, tables, features, styles, protection].joined(separator: "\n")

    static let tables = """
        CREATE TABLE waldo_schema (
            id INTEGER PRIMARY KEY CHECK (id = 1), version INTEGER NOT NULL, written_by TEXT NOT NULL,
            whole BOOLEAN NOT NULL);

        CREATE TABLE survey (
            id INTEGER PRIMARY KEY NOT NULL, uuid TEXT NOT NULL UNIQUE, title TEXT NOT NULL, method TEXT,
            started INTEGER NOT NULL, started_time DATETIME, ended INTEGER, ended_time DATETIME,
            arm_name TEXT, arm TEXT, sensor_name TEXT NOT NULL, sensor TEXT NOT NULL,
            graph_name TEXT, graph TEXT, location TEXT, start_position TEXT,
            upload BOOLEAN NOT NULL, serial TEXT, version TEXT NOT NULL, deleted INTEGER, pruned INTEGER);
        CREATE TABLE session (
            id INTEGER PRIMARY KEY NOT NULL, survey INTEGER NOT NULL REFERENCES survey(id), boot TEXT NOT NULL,
            mono_start INTEGER, mono_end INTEGER, clean BOOLEAN);
        CREATE TABLE device (
            id INTEGER PRIMARY KEY NOT NULL, survey INTEGER NOT NULL REFERENCES survey(id), address TEXT, name TEXT,
            serial TEXT);
        CREATE TABLE channel (
            id INTEGER PRIMARY KEY NOT NULL, session INTEGER NOT NULL REFERENCES session(id),
            device INTEGER NOT NULL REFERENCES device(id), channel INTEGER NOT NULL, uuid TEXT NOT NULL);
        CREATE TABLE tag (
            id INTEGER PRIMARY KEY NOT NULL, survey INTEGER NOT NULL REFERENCES survey(id), text TEXT NOT NULL,
            UNIQUE (survey, text));
        CREATE TABLE note (
            id INTEGER PRIMARY KEY NOT NULL, survey INTEGER NOT NULL REFERENCES survey(id), utc INTEGER NOT NULL,
            time DATETIME, x DOUBLE, y DOUBLE, srs INTEGER, text TEXT NOT NULL);

        CREATE TABLE clock (
            id INTEGER PRIMARY KEY NOT NULL, session INTEGER NOT NULL REFERENCES session(id),
            ordinal INTEGER NOT NULL, mono INTEGER NOT NULL, utc INTEGER NOT NULL, source TEXT NOT NULL);
        CREATE TABLE reading (
            id INTEGER PRIMARY KEY NOT NULL, session INTEGER NOT NULL REFERENCES session(id),
            ordinal INTEGER NOT NULL, mono INTEGER NOT NULL, channel INTEGER NOT NULL, bytes BLOB NOT NULL);
        CREATE TABLE command (
            id INTEGER PRIMARY KEY NOT NULL, session INTEGER NOT NULL REFERENCES session(id),
            ordinal INTEGER NOT NULL, mono INTEGER NOT NULL, channel INTEGER NOT NULL, value INTEGER NOT NULL);
        CREATE TABLE fix (
            id INTEGER PRIMARY KEY NOT NULL, session INTEGER NOT NULL REFERENCES session(id),
            ordinal INTEGER NOT NULL, mono INTEGER NOT NULL, source TEXT NOT NULL, measured INTEGER NOT NULL,
            x DOUBLE, y DOUBLE, z DOUBLE, srs INTEGER NOT NULL, accuracy DOUBLE, vertical DOUBLE,
            valid BOOLEAN NOT NULL, satellites INTEGER, hdop DOUBLE);
        CREATE TABLE event (
            id INTEGER PRIMARY KEY NOT NULL, session INTEGER NOT NULL REFERENCES session(id),
            ordinal INTEGER NOT NULL, mono INTEGER NOT NULL, kind TEXT NOT NULL);

        CREATE TABLE run (
            id INTEGER PRIMARY KEY NOT NULL, session INTEGER NOT NULL REFERENCES session(id), hash TEXT NOT NULL,
            version TEXT NOT NULL, live BOOLEAN NOT NULL, made INTEGER NOT NULL, arm TEXT, sensor TEXT NOT NULL,
            graph_name TEXT, graph TEXT, location TEXT, start_position TEXT);
        CREATE TABLE stream (
            id INTEGER PRIMARY KEY NOT NULL, run INTEGER NOT NULL REFERENCES run(id), number INTEGER NOT NULL,
            name TEXT NOT NULL, quantity TEXT, unit TEXT NOT NULL, exposure INTEGER, interval INTEGER,
            compensated BOOLEAN NOT NULL, t1 DOUBLE, t2 DOUBLE, t3 DOUBLE, t4 DOUBLE, t5 DOUBLE);
        CREATE TABLE sample (
            id INTEGER PRIMARY KEY NOT NULL, run INTEGER NOT NULL REFERENCES run(id),
            stream INTEGER NOT NULL REFERENCES stream(id), seq INTEGER NOT NULL, value DOUBLE, low DOUBLE, high DOUBLE,
            sigma DOUBLE, mono_from INTEGER NOT NULL, mono_to INTEGER NOT NULL, utc INTEGER, time DATETIME,
            flags INTEGER NOT NULL, x DOUBLE, y DOUBLE, z DOUBLE, srs INTEGER, accuracy DOUBLE, vertical DOUBLE);
        CREATE TABLE alarm (
            id INTEGER PRIMARY KEY NOT NULL, run INTEGER NOT NULL REFERENCES run(id), ordinal INTEGER NOT NULL,
            node TEXT NOT NULL, mono INTEGER NOT NULL, cause TEXT, value DOUBLE, halts BOOLEAN NOT NULL);
        CREATE TABLE gap (
            id INTEGER PRIMARY KEY NOT NULL, run INTEGER NOT NULL REFERENCES run(id), ordinal INTEGER NOT NULL,
            mono_from INTEGER NOT NULL, mono_to INTEGER NOT NULL, cause TEXT NOT NULL, missing INTEGER);
        CREATE TABLE reject (
            id INTEGER PRIMARY KEY NOT NULL, run INTEGER NOT NULL REFERENCES run(id), ordinal INTEGER NOT NULL,
            mono INTEGER NOT NULL, channel INTEGER NOT NULL, bytes BLOB NOT NULL, reason TEXT NOT NULL, field TEXT,
            line INTEGER);

        CREATE TABLE account (
            session INTEGER NOT NULL REFERENCES session(id), channel INTEGER NOT NULL, received INTEGER NOT NULL,
            stored INTEGER NOT NULL, overflowed INTEGER NOT NULL, overflowed_rows INTEGER NOT NULL, accepted INTEGER,
            rejected INTEGER NOT NULL, PRIMARY KEY (session, channel)) WITHOUT ROWID;
        CREATE TABLE account_reason (
            session INTEGER NOT NULL REFERENCES session(id), channel INTEGER NOT NULL, reason TEXT NOT NULL,
            rows INTEGER NOT NULL, bytes INTEGER NOT NULL, PRIMARY KEY (session, channel, reason)) WITHOUT ROWID;
        CREATE TABLE account_lost (
            session INTEGER NOT NULL REFERENCES session(id), kind TEXT NOT NULL, rows INTEGER NOT NULL,
            PRIMARY KEY (session, kind)) WITHOUT ROWID;
        """

    /// The truth: rows that are only ever added.
    static let rawTables = ["clock", "reading", "command", "fix", "event"]

    static let protection = rawTables.map { table in
        ["UPDATE", "DELETE"].map { action in
            """
            CREATE TRIGGER \(table)_no_\(action.lowercased()) BEFORE \(action) ON \(table)
            BEGIN SELECT RAISE(ABORT, 'rows of \(table) are kept as they came'); END;
            """
        }
        .joined(separator: "\n")
    }
    .joined(separator: "\n")

    /// What `prune` executes before it deletes raw rows.
    static let protectionDropped = rawTables.map {
        "DROP TRIGGER IF EXISTS \($0)_no_update; DROP TRIGGER IF EXISTS \($0)_no_delete;"
    }
    .joined(separator: "\n")
}

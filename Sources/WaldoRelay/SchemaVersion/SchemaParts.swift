/// What the schema consists of in a database: its tables, indexes, views, functions and triggers. The texts of the last
/// three are noted when they are made, in the server's own words, so that a later look tells what is missing or
/// another.
enum SchemaParts {
    /// What there is now. Partitions come and go. The server's words differ by its version, and by parentheses after a
    /// dump was restored. They are those of a fixed search path, which the transaction has to set.
    private static let found = """
        SELECT CASE WHEN c.relkind = 'v' THEN 'view' WHEN c.relkind IN ('r', 'p') THEN 'table' ELSE 'index' END AS kind,
            'waldo.' || c.relname AS name,
            CASE WHEN c.relkind = 'v' THEN pg_get_viewdef(c.oid) ELSE '' END AS words
        FROM pg_class c
        WHERE c.relnamespace = 'waldo'::regnamespace AND c.relkind IN ('r', 'p', 'v', 'i', 'I') AND NOT c.relispartition
            AND c.relname !~ '^sample_[0-9]'
        UNION ALL
        SELECT 'function', p.oid::regprocedure::text, pg_get_functiondef(p.oid)
        FROM pg_proc p WHERE p.pronamespace = 'waldo'::regnamespace AND p.prokind IN ('f', 'p')
        UNION ALL
        SELECT 'trigger', t.tgname || ' of waldo.' || c.relname, pg_get_triggerdef(t.oid)
        FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid
        WHERE c.relnamespace = 'waldo'::regnamespace AND NOT t.tgisinternal AND NOT c.relispartition
        """
    private static let parts = """
        SELECT kind, name, current_setting('server_version_num')::integer / 10000 AS server,
            encode(sha256(convert_to(regexp_replace(words, '[()[:space:]]', '', 'g'), 'UTF8')), 'hex') AS digest
        FROM (\(found)) f
        """

    /// Sets that path, and the session's own one again.
    static let path: SQL = "SET LOCAL search_path = pg_catalog, pg_temp"
    static let ownPath: SQL = "SET LOCAL search_path TO DEFAULT"

    /// Notes what was made just now.
    static let note = """
        \(path.text);
        DELETE FROM waldo.schema_part;
        INSERT INTO waldo.schema_part (kind, name, server, digest) \(parts);
        """

    /// Whether it was noted at all.
    static let isNoted: SQL = "SELECT 1 WHERE to_regclass('waldo.schema_part') IS NOT NULL"

    /// A sentence for each part that differs from what was noted.
    static let differences = SQL(
        embedded: """
            SELECT 'the ' || n.kind || ' ' || n.name
                || CASE WHEN p.name IS NULL THEN ' is missing' ELSE ' is not that of this program' END
            FROM waldo.schema_part n LEFT JOIN (\(parts)) p ON p.kind = n.kind AND p.name = n.name
            WHERE p.name IS NULL OR p.server = n.server AND p.digest <> n.digest
            UNION ALL
            SELECT 'the table waldo.schema_part is empty' WHERE NOT EXISTS (SELECT FROM waldo.schema_part)
            ORDER BY 1
            """)
}

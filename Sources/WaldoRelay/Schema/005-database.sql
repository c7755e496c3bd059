-- The schema `waldo`. All files of the schema may be applied again: they change what differs.

-- Functions of this schema look for those of the extensions in theirs, where nobody else adds any.
DO $$
DECLARE
    name text;
BEGIN
    FOR name IN
        SELECT DISTINCT nspname FROM pg_catalog.pg_extension e JOIN pg_catalog.pg_namespace n ON n.oid = e.extnamespace
        WHERE extname IN ('postgis', 'pgrouting') AND pg_catalog.has_schema_privilege('public', n.oid, 'CREATE')
    LOOP
        EXECUTE format('REVOKE CREATE ON SCHEMA %I FROM PUBLIC', name);
    END LOOP;
END $$;

CREATE SCHEMA IF NOT EXISTS waldo AUTHORIZATION waldo_owner;
COMMENT ON SCHEMA waldo IS 'surveys of all stations, as waldo-relay has collected them';

-- Everything below belongs to the owner. The extensions may have been installed in a schema of their own. A caller's
-- temporary objects come last, so that no function takes them for others.
SET LOCAL ROLE waldo_owner;
DO $$
BEGIN
    PERFORM set_config(
        'search_path', 'pg_catalog, ' || string_agg(DISTINCT quote_ident(nspname), ', ') || ', pg_temp', true)
    FROM pg_catalog.pg_extension JOIN pg_catalog.pg_namespace ON pg_namespace.oid = extnamespace
    WHERE extname IN ('postgis', 'pgrouting');
END $$;

CREATE TABLE IF NOT EXISTS waldo.schema_version (
    version integer PRIMARY KEY, contents text NOT NULL, program text NOT NULL,
    applied timestamptz NOT NULL DEFAULT now());
COMMENT ON TABLE waldo.schema_version IS 'the versions of this schema that were applied, and a checksum of their texts';

-- What was made then. The program writes it behind the last text; `waldo-relay schema --check` compares.
CREATE TABLE IF NOT EXISTS waldo.schema_part (
    kind text NOT NULL, name text NOT NULL, server integer NOT NULL, digest text NOT NULL, PRIMARY KEY (kind, name));
COMMENT ON TABLE waldo.schema_part IS
    'the tables, indexes, views, functions and triggers of this schema, and a checksum of the text of each in the words of that version of PostgreSQL';

-- What the rights of this database lack, a sentence each: rights are not part of a dump of it, and logins come later.
CREATE OR REPLACE FUNCTION waldo.lacking_rights() RETURNS SETOF text
LANGUAGE sql STABLE SET search_path = pg_catalog, pg_temp AS $$
    SELECT 'everybody may make temporary tables in this database'
    WHERE has_database_privilege('public', current_database(), 'TEMPORARY')
    UNION ALL
    SELECT 'everybody may take advisory locks in this database'
    WHERE has_function_privilege('public', 'pg_catalog.pg_advisory_lock(bigint)', 'EXECUTE')
    UNION ALL
    SELECT 'everybody may call functions of pgRouting that end the server' WHERE EXISTS (
        SELECT FROM pg_depend d JOIN pg_extension e ON e.oid = d.refobjid
        WHERE d.classid = 'pg_proc'::regclass AND d.refclassid = 'pg_extension'::regclass AND e.extname = 'pgrouting'
            AND has_function_privilege('public', d.objid, 'EXECUTE'))
    UNION ALL
    SELECT format('waldo_owner has not the role %s', name) FROM unnest(ARRAY['pg_signal_backend', 'pg_read_all_stats']) AS name
    WHERE NOT pg_has_role('waldo_owner', name, 'MEMBER')
    UNION ALL
    SELECT format('the login %s, which only reads, has no limit of %s', r.rolname, l.name) FROM pg_roles r CROSS JOIN LATERAL (
        SELECT 'connections' AS name WHERE r.rolconnlimit < 0
        UNION ALL
        SELECT v.name FROM (VALUES ('temporary files', 'temp_file_limit='),
            ('messages in the log', 'log_min_messages='), ('statements in the log', 'log_min_error_statement='),
            ('contexts in the log', 'log_error_verbosity=')) v (name, setting)
        WHERE NOT EXISTS (
            SELECT FROM pg_db_role_setting s, unnest(s.setconfig) AS c
            WHERE s.setrole = r.oid AND starts_with(c, v.setting))) l
    WHERE r.rolcanlogin AND NOT r.rolsuper AND pg_has_role(r.oid, 'waldo_reader', 'MEMBER')
        AND NOT pg_has_role(r.oid, 'waldo_collector', 'MEMBER') AND NOT pg_has_role(r.oid, 'waldo_owner', 'MEMBER')
$$;

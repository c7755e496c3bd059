-- Roles, extensions and the schema `waldo`. All files of the schema may be applied again: they change what differs.

SET LOCAL client_min_messages = warning;

DO $$
DECLARE
    name text;
BEGIN
    FOREACH name IN ARRAY ARRAY['waldo_owner', 'waldo_collector', 'waldo_reader'] LOOP
        IF NOT EXISTS (SELECT FROM pg_catalog.pg_roles WHERE rolname = name) THEN
            EXECUTE format('CREATE ROLE %I NOLOGIN', name);
        END IF;
    END LOOP;
    IF NOT pg_catalog.pg_has_role(current_user, 'waldo_owner', 'MEMBER') THEN
        GRANT waldo_owner TO CURRENT_USER;
    END IF;
    -- So the owner's functions see how long sessions of readers last, and end them.
    FOREACH name IN ARRAY ARRAY['pg_signal_backend', 'pg_read_all_stats'] LOOP
        IF NOT pg_catalog.pg_has_role('waldo_owner', name, 'MEMBER') THEN
            EXECUTE format('GRANT %I TO waldo_owner', name);
        END IF;
    END LOOP;
END $$;

-- What a reader could take from all others is not for everybody in this database: the space for locks, of which advisory locks
-- and temporary tables take any number, and the disk, which temporary tables, large objects and messages in the journal
-- fill. Whoever created a database may change its rights; those of functions are a superuser's.
DO $$
DECLARE
    is_super CONSTANT boolean := (SELECT rolsuper FROM pg_catalog.pg_roles WHERE rolname = current_user);
    name CONSTANT text := pg_catalog.current_database();
    taken pg_catalog.regprocedure;
BEGIN
    IF is_super OR (SELECT pg_catalog.pg_has_role(datdba, 'MEMBER') FROM pg_catalog.pg_database WHERE datname = name) THEN
        EXECUTE format('REVOKE TEMPORARY ON DATABASE %I FROM PUBLIC', name);
        EXECUTE format('GRANT TEMPORARY ON DATABASE %I TO waldo_owner, waldo_collector', name);
    END IF;
    IF NOT is_super THEN RETURN; END IF;
    FOR taken IN
        SELECT oid FROM pg_catalog.pg_proc
        WHERE pronamespace = 'pg_catalog'::pg_catalog.regnamespace AND proname
            ~ '^(pg_(try_)?advisory_(xact_)?lock|lo_(creat|from_bytea|put|truncate)|lowrite|pg_logical_emit_message)'
            AND pg_catalog.has_function_privilege('public', oid, 'EXECUTE')
    LOOP
        EXECUTE format('REVOKE EXECUTE ON FUNCTION %s FROM PUBLIC', taken);
    END LOOP;
END $$;

-- A reader cannot lift these two, unlike time-outs. They hold for a login and not for the members of a role, so that each
-- login that only reads gets them here, unless it has some already; only a superuser may set the second.
DO $$
DECLARE
    login record;
BEGIN
    FOR login IN
        SELECT r.oid, r.rolname, r.rolconnlimit FROM pg_catalog.pg_roles r
        WHERE r.rolcanlogin AND NOT r.rolsuper AND pg_catalog.pg_has_role(r.oid, 'waldo_reader', 'MEMBER')
            AND NOT pg_catalog.pg_has_role(r.oid, 'waldo_collector', 'MEMBER')
            AND NOT pg_catalog.pg_has_role(r.oid, 'waldo_owner', 'MEMBER')
    LOOP
        IF login.rolconnlimit < 0 THEN EXECUTE format('ALTER ROLE %I CONNECTION LIMIT 16', login.rolname); END IF;
        IF (SELECT rolsuper FROM pg_catalog.pg_roles WHERE rolname = current_user) AND NOT EXISTS (
            SELECT FROM pg_catalog.pg_db_role_setting s, pg_catalog.unnest(s.setconfig) AS c
            WHERE s.setrole = login.oid AND pg_catalog.starts_with(c, 'temp_file_limit='))
        THEN
            EXECUTE format('ALTER ROLE %I SET temp_file_limit = ''4GB''', login.rolname);
        END IF;
    END LOOP;
-- Logins belong to all databases of a server: another one may just have set theirs.
EXCEPTION WHEN internal_error THEN
    NULL;
END $$;

CREATE EXTENSION IF NOT EXISTS postgis;
CREATE EXTENSION IF NOT EXISTS pgrouting;

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

-- Everything below belongs to the owner. The extensions may have been installed in a schema of their own. A
-- caller's temporary objects come last, so that no function takes them for others.
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

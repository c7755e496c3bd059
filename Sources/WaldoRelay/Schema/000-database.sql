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
END $$;

CREATE EXTENSION IF NOT EXISTS postgis;
CREATE EXTENSION IF NOT EXISTS pgrouting;

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

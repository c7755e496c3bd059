-- Extensions, roles, and what everybody may do in this database. `waldo-relay schema` applies this file also where nothing
-- else is to be done: it has no effect on what is right already, and what the user may not change it only warns of.

SET LOCAL client_min_messages = warning;

CREATE EXTENSION IF NOT EXISTS postgis;
CREATE EXTENSION IF NOT EXISTS pgrouting;

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

-- With these the owner's functions see how long sessions of readers last, and end them.
DO $$
DECLARE
    name text;
BEGIN
    FOREACH name IN ARRAY ARRAY['pg_signal_backend', 'pg_read_all_stats'] LOOP
        IF NOT pg_catalog.pg_has_role('waldo_owner', name, 'MEMBER') THEN
            EXECUTE format('GRANT %I TO waldo_owner', name);
        END IF;
    END LOOP;
EXCEPTION WHEN insufficient_privilege THEN
    RAISE WARNING 'sessions of readers that last too long cannot be ended; as a superuser: GRANT pg_signal_backend, pg_read_all_stats TO waldo_owner';
END $$;

-- Revokes from PUBLIC what exhausts shared memory or disk: advisory locks, temporary tables, large objects, logical
-- messages. Whoever created a database may change its rights; those of functions are a superuser's.
DO $$
DECLARE
    is_super CONSTANT boolean := (SELECT rolsuper FROM pg_catalog.pg_roles WHERE rolname = current_user);
    name CONSTANT text := pg_catalog.current_database();
    taken pg_catalog.regprocedure;
BEGIN
    IF is_super OR (SELECT pg_catalog.pg_has_role(datdba, 'MEMBER') FROM pg_catalog.pg_database WHERE datname = name) THEN
        IF pg_catalog.has_database_privilege('public', name, 'TEMPORARY') THEN
            EXECUTE format('REVOKE TEMPORARY ON DATABASE %I FROM PUBLIC', name);
        END IF;
        IF NOT pg_catalog.has_database_privilege('waldo_owner', name, 'TEMPORARY')
            OR NOT pg_catalog.has_database_privilege('waldo_collector', name, 'TEMPORARY')
        THEN
            EXECUTE format('GRANT TEMPORARY ON DATABASE %I TO waldo_owner, waldo_collector', name);
        END IF;
    ELSIF pg_catalog.has_database_privilege('public', name, 'TEMPORARY') THEN
        RAISE WARNING 'everybody may make temporary tables; as its owner: REVOKE TEMPORARY ON DATABASE % FROM PUBLIC', name;
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

-- Some of pgRouting's functions end the whole server by arguments that are null: they are for `waldo.route` alone, which
-- runs as the owner. An update of the extension may add some.
DO $$
DECLARE
    is_super CONSTANT boolean := (SELECT rolsuper FROM pg_catalog.pg_roles WHERE rolname = current_user);
    taken pg_catalog.regprocedure;
BEGIN
    FOR taken IN
        SELECT d.objid FROM pg_catalog.pg_depend d JOIN pg_catalog.pg_extension e ON e.oid = d.refobjid
        WHERE d.classid = 'pg_catalog.pg_proc'::pg_catalog.regclass AND d.refclassid = 'pg_catalog.pg_extension'::pg_catalog.regclass
            AND e.extname = 'pgrouting' AND pg_catalog.has_function_privilege('public', d.objid, 'EXECUTE')
    LOOP
        IF NOT is_super THEN
            RAISE WARNING 'everybody may call functions of pgRouting that end the server; apply the schema as a superuser';
            RETURN;
        END IF;
        EXECUTE format('REVOKE EXECUTE ON ROUTINE %s FROM PUBLIC', taken);
        EXECUTE format('GRANT EXECUTE ON ROUTINE %s TO waldo_owner', taken);
    END LOOP;
END $$;

-- A reader cannot lift these, unlike time-outs. They hold for a login and not for the members of a role, so that each
-- login that only reads gets them here, unless it has its own already. Only a superuser may set those of `settings`:
-- messages, statements and their contexts of any length would fill the disk by the server's log.
DO $$
DECLARE
    is_super CONSTANT boolean := (SELECT rolsuper FROM pg_catalog.pg_roles WHERE rolname = current_user);
    settings CONSTANT text[] := ARRAY[
        'temp_file_limit=4GB', 'log_min_messages=fatal', 'log_min_error_statement=panic', 'log_error_verbosity=terse'];
    login record;
    name text;
    value text;
BEGIN
    FOR login IN
        SELECT r.oid, r.rolname, r.rolconnlimit FROM pg_catalog.pg_roles r
        WHERE r.rolcanlogin AND NOT r.rolsuper AND pg_catalog.pg_has_role(r.oid, 'waldo_reader', 'MEMBER')
            AND NOT pg_catalog.pg_has_role(r.oid, 'waldo_collector', 'MEMBER')
            AND NOT pg_catalog.pg_has_role(r.oid, 'waldo_owner', 'MEMBER')
    LOOP
        BEGIN
            IF login.rolconnlimit < 0 THEN EXECUTE format('ALTER ROLE %I CONNECTION LIMIT 16', login.rolname); END IF;
            FOR name, value IN
                SELECT pg_catalog.split_part(t, '=', 1), pg_catalog.split_part(t, '=', 2) FROM pg_catalog.unnest(settings) AS t
            LOOP
                IF is_super AND NOT EXISTS (
                    SELECT FROM pg_catalog.pg_db_role_setting s, pg_catalog.unnest(s.setconfig) AS c
                    WHERE s.setrole = login.oid AND pg_catalog.starts_with(c, name || '='))
                THEN
                    EXECUTE format('ALTER ROLE %I SET %I = %L', login.rolname, name, value);
                END IF;
            END LOOP;
        EXCEPTION
            WHEN insufficient_privilege THEN
                RAISE WARNING 'the login % has no limit of connections; this user may set none', login.rolname;
            -- Logins belong to all databases of a server: another one may just have set theirs.
            WHEN internal_error THEN
                NULL;
        END;
    END LOOP;
END $$;

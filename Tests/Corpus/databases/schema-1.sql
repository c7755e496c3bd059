BEGIN;
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

-- The tables of a station's GeoPackage, of all surveys. Names and columns are the same, and are filled in from the store's
-- own description; each row has its survey's UUID.

-- Meta: what a station may still change. The newest revision of a survey's meta replaces these rows.

CREATE TABLE IF NOT EXISTS waldo.survey (
    survey_uuid uuid NOT NULL, id bigint NOT NULL, uuid text NOT NULL, title text NOT NULL, method text, started bigint NOT NULL, started_time text, ended bigint, ended_time text, arm_name text, arm text, sensor_name text NOT NULL, sensor text NOT NULL, graph_name text, graph text, location text, start_position text, upload boolean NOT NULL, serial text, version text NOT NULL, deleted bigint, pruned bigint, PRIMARY KEY (survey_uuid, id));
CREATE TABLE IF NOT EXISTS waldo.session (
    survey_uuid uuid NOT NULL, id bigint NOT NULL, survey bigint NOT NULL, boot text NOT NULL, mono_start bigint, mono_end bigint, clean boolean, PRIMARY KEY (survey_uuid, id));
CREATE TABLE IF NOT EXISTS waldo.device (
    survey_uuid uuid NOT NULL, id bigint NOT NULL, survey bigint NOT NULL, address text, name text, serial text, PRIMARY KEY (survey_uuid, id));
CREATE TABLE IF NOT EXISTS waldo.channel (
    survey_uuid uuid NOT NULL, id bigint NOT NULL, session bigint NOT NULL, device bigint NOT NULL, channel bigint NOT NULL, uuid text NOT NULL, PRIMARY KEY (survey_uuid, id));
CREATE TABLE IF NOT EXISTS waldo.tag (
    survey_uuid uuid NOT NULL, id bigint NOT NULL, survey bigint NOT NULL, text text NOT NULL, PRIMARY KEY (survey_uuid, id));
CREATE TABLE IF NOT EXISTS waldo.note (
    survey_uuid uuid NOT NULL, id bigint NOT NULL, survey bigint NOT NULL, utc bigint NOT NULL, time text, x double precision, y double precision, srs bigint, text text NOT NULL, PRIMARY KEY (survey_uuid, id));
CREATE TABLE IF NOT EXISTS waldo.run (
    survey_uuid uuid NOT NULL, id bigint NOT NULL, session bigint NOT NULL, hash text NOT NULL, version text NOT NULL, live boolean NOT NULL, made bigint NOT NULL, arm text, sensor text NOT NULL, graph_name text, graph text, location text, start_position text, PRIMARY KEY (survey_uuid, id));
CREATE TABLE IF NOT EXISTS waldo.stream (
    survey_uuid uuid NOT NULL, id bigint NOT NULL, run bigint NOT NULL, number bigint NOT NULL, name text NOT NULL, quantity text, unit text NOT NULL, exposure bigint, interval bigint, compensated boolean NOT NULL, t1 double precision, t2 double precision, t3 double precision, t4 double precision, t5 double precision, PRIMARY KEY (survey_uuid, id));
CREATE TABLE IF NOT EXISTS waldo.account (
    survey_uuid uuid NOT NULL, session bigint NOT NULL, channel bigint NOT NULL, received bigint NOT NULL, stored bigint NOT NULL, overflowed bigint NOT NULL, overflowed_rows bigint NOT NULL, accepted bigint, rejected bigint NOT NULL, PRIMARY KEY (survey_uuid, session, channel));
CREATE TABLE IF NOT EXISTS waldo.account_reason (
    survey_uuid uuid NOT NULL, session bigint NOT NULL, channel bigint NOT NULL, reason text NOT NULL, rows bigint NOT NULL, bytes bigint NOT NULL, PRIMARY KEY (survey_uuid, session, channel, reason));
CREATE TABLE IF NOT EXISTS waldo.account_lost (
    survey_uuid uuid NOT NULL, session bigint NOT NULL, kind text NOT NULL, rows bigint NOT NULL, PRIMARY KEY (survey_uuid, session, kind));

-- Raw rows, as they came. `id` is session << 40 | ordinal.

CREATE TABLE IF NOT EXISTS waldo.clock (
    survey_uuid uuid NOT NULL, id bigint NOT NULL, session bigint NOT NULL, ordinal bigint NOT NULL, mono bigint NOT NULL, utc bigint NOT NULL, source text NOT NULL, PRIMARY KEY (survey_uuid, id));
CREATE TABLE IF NOT EXISTS waldo.reading (
    survey_uuid uuid NOT NULL, id bigint NOT NULL, session bigint NOT NULL, ordinal bigint NOT NULL, mono bigint NOT NULL, channel bigint NOT NULL, bytes bytea NOT NULL, PRIMARY KEY (survey_uuid, id));
CREATE TABLE IF NOT EXISTS waldo.command (
    survey_uuid uuid NOT NULL, id bigint NOT NULL, session bigint NOT NULL, ordinal bigint NOT NULL, mono bigint NOT NULL, channel bigint NOT NULL, value bigint NOT NULL, PRIMARY KEY (survey_uuid, id));
CREATE TABLE IF NOT EXISTS waldo.fix (
    survey_uuid uuid NOT NULL, id bigint NOT NULL, session bigint NOT NULL, ordinal bigint NOT NULL, mono bigint NOT NULL, source text NOT NULL, measured bigint NOT NULL, x double precision, y double precision, z double precision, srs bigint NOT NULL, accuracy double precision, vertical double precision, valid boolean NOT NULL, satellites bigint, hdop double precision,
    place geometry(PointZ, 4326) GENERATED ALWAYS AS (
        CASE WHEN srs = 4326 AND x BETWEEN -180 AND 180 AND y BETWEEN -90 AND 90
        THEN ST_SetSRID(ST_MakePoint(x, y, coalesce(z, 0)), 4326) END) STORED,
    PRIMARY KEY (survey_uuid, id));
CREATE INDEX IF NOT EXISTS fix_place ON waldo.fix USING gist (place) WHERE place IS NOT NULL;
CREATE TABLE IF NOT EXISTS waldo.event (
    survey_uuid uuid NOT NULL, id bigint NOT NULL, session bigint NOT NULL, ordinal bigint NOT NULL, mono bigint NOT NULL, kind text NOT NULL, PRIMARY KEY (survey_uuid, id));

-- Derived rows. `id` is run << 42 | stream number << 32 | sequence of a sample, run << 32 | ordinal of the others.

-- `t` is the time of a sample, and decides its partition: one a day, made as samples of that day come. It is the epoch
-- where a sample has no time, or one before 2000 or after today: `sample_timeless` has those. There is no default
-- partition: attaching a day beside one would wait for every reader.
CREATE TABLE IF NOT EXISTS waldo.sample (
    survey_uuid uuid NOT NULL, t timestamptz NOT NULL, id bigint NOT NULL, run bigint NOT NULL, stream bigint NOT NULL, seq bigint NOT NULL, value double precision, low double precision, high double precision, sigma double precision, mono_from bigint NOT NULL, mono_to bigint NOT NULL, utc bigint, time text, flags bigint NOT NULL, x double precision, y double precision, z double precision, srs bigint, accuracy double precision, vertical double precision,
    place geometry(PointZ, 4326) GENERATED ALWAYS AS (
        CASE WHEN srs = 4326 AND x BETWEEN -180 AND 180 AND y BETWEEN -90 AND 90
        THEN ST_SetSRID(ST_MakePoint(x, y, coalesce(z, 0)), 4326) END) STORED,
    hand geometry(PointZ, 0) GENERATED ALWAYS AS (
        CASE WHEN srs = -1 THEN ST_MakePoint(x, y, coalesce(z, 0)) END) STORED,
    PRIMARY KEY (survey_uuid, id, t)) PARTITION BY RANGE (t);
CREATE INDEX IF NOT EXISTS sample_t ON waldo.sample USING brin (t) WITH (pages_per_range = 32, autosummarize = on);
CREATE INDEX IF NOT EXISTS sample_place ON waldo.sample USING gist (place) WHERE place IS NOT NULL;
CREATE INDEX IF NOT EXISTS sample_hand ON waldo.sample USING gist (hand) WHERE hand IS NOT NULL;
CREATE TABLE IF NOT EXISTS waldo.sample_timeless PARTITION OF waldo.sample
    FOR VALUES FROM ('1970-01-01 00:00:00+00') TO ('1970-01-02 00:00:00+00');

CREATE TABLE IF NOT EXISTS waldo.alarm (
    survey_uuid uuid NOT NULL, id bigint NOT NULL, run bigint NOT NULL, ordinal bigint NOT NULL, node text NOT NULL, mono bigint NOT NULL, cause text, value double precision, halts boolean NOT NULL, PRIMARY KEY (survey_uuid, id));
CREATE TABLE IF NOT EXISTS waldo.gap (
    survey_uuid uuid NOT NULL, id bigint NOT NULL, run bigint NOT NULL, ordinal bigint NOT NULL, mono_from bigint NOT NULL, mono_to bigint NOT NULL, cause text NOT NULL, missing bigint, PRIMARY KEY (survey_uuid, id));
CREATE TABLE IF NOT EXISTS waldo.reject (
    survey_uuid uuid NOT NULL, id bigint NOT NULL, run bigint NOT NULL, ordinal bigint NOT NULL, mono bigint NOT NULL, channel bigint NOT NULL, bytes bytea NOT NULL, reason text NOT NULL, field text, line bigint, PRIMARY KEY (survey_uuid, id));

-- The account of the ingest.

CREATE TABLE IF NOT EXISTS waldo.progress (
    survey_uuid uuid NOT NULL, stream text NOT NULL, upto bigint NOT NULL, first_t timestamptz, last_t timestamptz,
    conflicts bigint NOT NULL DEFAULT 0, PRIMARY KEY (survey_uuid, stream)) WITH (fillfactor = 70);
COMMENT ON TABLE waldo.progress IS
    'up to which id each stream is stored without a gap, the times of its samples, and how many conflicts it had';
CREATE TABLE IF NOT EXISTS waldo.meta_revision (
    survey_uuid uuid PRIMARY KEY, revision bigint NOT NULL, applied timestamptz NOT NULL DEFAULT now());
CREATE TABLE IF NOT EXISTS waldo.conflict (
    survey_uuid uuid NOT NULL, tbl text NOT NULL, id bigint NOT NULL, offered jsonb NOT NULL, stored jsonb,
    first_seen timestamptz NOT NULL DEFAULT now(), seen bigint NOT NULL DEFAULT 1);
CREATE UNIQUE INDEX IF NOT EXISTS conflict_once ON waldo.conflict (survey_uuid, tbl, id, md5(offered::text));
COMMENT ON TABLE waldo.conflict IS
    'rows that were sent again with another content: the first one stays where it is. At most 1000 of a stream';
CREATE TABLE IF NOT EXISTS waldo.rejected (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, at timestamptz NOT NULL DEFAULT now(), topic text NOT NULL,
    reason text NOT NULL, beginning bytea NOT NULL);
COMMENT ON TABLE waldo.rejected IS 'the newest 10000 payloads that were refused, why, and how they begin';

-- How rows are stored, on one connection and in one transaction:
--     SELECT waldo.begin_take();
--     COPY stage_batch (n, survey_uuid, stream, tbl, after, last, count) FROM STDIN;   -- the ranges of ids
--     COPY stage_TABLE (survey_uuid, COLUMNS...) FROM STDIN;                           -- their rows
--     SELECT * FROM waldo.take();
-- The functions run with the caller's rights: they read temporary tables, whose contents the caller chooses.

-- The columns of a table that a station sends.
CREATE OR REPLACE FUNCTION waldo.sent_columns(tbl text) RETURNS text[]
LANGUAGE sql STABLE SET search_path = pg_catalog, pg_temp AS $$
    SELECT array_agg(quote_ident(attname) ORDER BY attnum) FROM pg_attribute
    WHERE attrelid = format('waldo.%I', tbl)::regclass AND attnum > 0 AND NOT attisdropped AND attgenerated = ''
        AND attname NOT IN ('survey_uuid', 't')
$$;

CREATE OR REPLACE FUNCTION waldo.begin_take() RETURNS void
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp SET client_min_messages = warning AS $$
DECLARE
    name text;
BEGIN
    IF to_regclass('pg_temp.stage_batch') IS NOT NULL THEN RETURN; END IF;
    FOREACH name IN ARRAY
        ARRAY['clock', 'reading', 'command', 'fix', 'event', 'sample', 'alarm', 'gap', 'reject']
    LOOP
        EXECUTE format(
            'CREATE TEMPORARY TABLE %I ON COMMIT DELETE ROWS AS SELECT survey_uuid, %s FROM waldo.%I WITH NO DATA',
            'stage_' || name, array_to_string(waldo.sent_columns(name), ', '), name);
    END LOOP;
    CREATE TEMPORARY TABLE stage_taken (
        survey_uuid uuid, stream text, tbl text, owner bigint, before bigint, upto bigint, rows bigint,
        again boolean, refused boolean) ON COMMIT DELETE ROWS;
    CREATE TEMPORARY TABLE stage_compared (
        survey_uuid uuid, stream text, rows bigint, conflicts bigint) ON COMMIT DELETE ROWS;
    CREATE TEMPORARY TABLE stage_batch (
        n bigint, survey_uuid uuid, stream text, tbl text, after bigint, last bigint, count bigint)
        ON COMMIT DELETE ROWS;
END $$;

-- The column that assigns the rows of a table to a stream.
CREATE OR REPLACE FUNCTION waldo.owner_column(tbl text) RETURNS text
LANGUAGE sql IMMUTABLE SET search_path = pg_catalog, pg_temp AS $$
    SELECT CASE WHEN tbl IN ('clock', 'reading', 'command', 'fix', 'event') THEN 'session'
        WHEN tbl = 'sample' THEN 'stream' WHEN tbl IN ('alarm', 'gap', 'reject') THEN 'run' END
$$;

-- The value of that column for a stream such as `reading-1` or `sample-3-0`.
CREATE OR REPLACE FUNCTION waldo.owner_of(stream text) RETURNS bigint
LANGUAGE sql IMMUTABLE SET search_path = pg_catalog, pg_temp AS $$
    SELECT CASE WHEN split_part(stream, '-', 1) = 'sample'
        THEN split_part(stream, '-', 2)::bigint << 10 | split_part(stream, '-', 3)::bigint
        ELSE split_part(stream, '-', 2)::bigint END
$$;

-- The id before the first one that a stream can have.
CREATE OR REPLACE FUNCTION waldo.before_first(stream text) RETURNS bigint
LANGUAGE sql IMMUTABLE SET search_path = pg_catalog, pg_temp AS $$
    SELECT (waldo.owner_of(stream)
        << CASE WHEN split_part(stream, '-', 1) IN ('clock', 'reading', 'command', 'fix', 'event') THEN 40 ELSE 32 END)
        - 1
$$;

-- Makes the partitions of days (counted from 1970-01-01), and returns the days that have one. Attaching a table waits
-- for no reader and no writer. It runs as the owner, and uses nothing of the caller but the numbers.
CREATE OR REPLACE FUNCTION waldo.make_days(days bigint[]) RETURNS bigint[]
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp SET timezone = 'UTC'
SET client_min_messages = warning AS $$
DECLARE
    day bigint;
    date_of_day date;
    name text;
    made bigint[] := '{}';
BEGIN
    FOREACH day IN ARRAY days LOOP
        CONTINUE WHEN day IS NULL OR day NOT BETWEEN 10957 AND CURRENT_DATE - date '1970-01-01' + 1;
        date_of_day := date '1970-01-01' + day::integer;
        name := 'sample_' || to_char(date_of_day, 'YYYYMMDD');
        IF to_regclass('waldo.' || name) IS NULL THEN
            PERFORM pg_advisory_xact_lock(hashtext('waldo.make_days'));
            IF to_regclass('waldo.' || name) IS NULL THEN
                CONTINUE WHEN
                    (SELECT count(*) FROM pg_inherits WHERE inhparent = 'waldo.sample'::regclass) >= 4000;
                EXECUTE format('CREATE TABLE waldo.%I (LIKE waldo.sample INCLUDING GENERATED)', name);
                EXECUTE format(
                    'ALTER TABLE waldo.sample ATTACH PARTITION waldo.%I FOR VALUES FROM (%L) TO (%L)',
                    name, date_of_day::timestamptz, (date_of_day + 1)::timestamptz);
            END IF;
        END IF;
        made := made || day;
    END LOOP;
    RETURN made;
END $$;

-- Microseconds since 1970 as a time. It is exact: a double resolves below a microsecond until the year 2242. Without
-- settings of its own it is inlined into queries.
CREATE OR REPLACE FUNCTION waldo.time_of(utc bigint) RETURNS timestamptz
LANGUAGE sql IMMUTABLE AS $$
    SELECT to_timestamp(utc / 1e6::double precision)
$$;

-- Decides which batches of each stream are stored, in their order: a batch behind a gap is refused.
CREATE OR REPLACE FUNCTION waldo.decide() RETURNS void
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    batch record;
    now_at waldo.progress;
    taken record;
BEGIN
    INSERT INTO waldo.progress (survey_uuid, stream, upto)
    SELECT DISTINCT b.survey_uuid, b.stream, waldo.before_first(b.stream) FROM pg_temp.stage_batch b
    ORDER BY 1, 2 ON CONFLICT DO NOTHING;
    PERFORM FROM waldo.progress p
    WHERE (p.survey_uuid, p.stream) IN (SELECT b.survey_uuid, b.stream FROM pg_temp.stage_batch b)
    ORDER BY p.survey_uuid, p.stream FOR NO KEY UPDATE;

    FOR batch IN
        SELECT b.*, p.upto, lag(b.last) OVER w AS previous, lead(b.n) OVER w IS NULL AS ends
        FROM pg_temp.stage_batch b JOIN waldo.progress p USING (survey_uuid, stream)
        WINDOW w AS (PARTITION BY b.survey_uuid, b.stream ORDER BY b.n)
        ORDER BY b.survey_uuid, b.stream, b.n
    LOOP
        IF batch.previous IS NULL THEN
            SELECT batch.upto AS before, batch.upto AS upto, 0::bigint AS rows, false AS again, false AS refused
            INTO taken;
        ELSIF batch.after < batch.previous THEN
            RAISE EXCEPTION 'two batches of stream % in one transaction overlap', batch.stream;
        END IF;
        IF batch.after > taken.upto THEN
            taken.refused := true;
        ELSE
            taken.rows := taken.rows + batch.count;
            taken.again := taken.again OR batch.after < taken.before;
            taken.upto := greatest(taken.upto, batch.last);
        END IF;
        IF batch.ends THEN
            INSERT INTO pg_temp.stage_taken VALUES (
                batch.survey_uuid, batch.stream, batch.tbl, waldo.owner_of(batch.stream), taken.before, taken.upto,
                taken.rows, taken.again, taken.refused);
        END IF;
    END LOOP;
END $$;

-- Compares rows that are received again with those that are stored, and keeps those that differ as conflicts.
CREATE OR REPLACE FUNCTION waldo.compare(name text) RETURNS TABLE (survey_uuid uuid, stream text, n bigint, m bigint)
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp SET jit = off AS $$
#variable_conflict use_column
DECLARE
    columns text[] := waldo.sent_columns(name);
    -- The partition of a sample follows from its time, so that no other partition is locked.
    at text := CASE WHEN name = 'sample' THEN ' AND t IN (timestamptz ''epoch'', coalesce(waldo.time_of(s.utc), ''epoch''))'
        ELSE '' END;
    around text := '';
BEGIN
    IF name = 'sample' THEN
        SELECT format(
            ' AND (t = timestamptz ''epoch'' OR t BETWEEN %L AND %L)',
            coalesce(min(p.first_t), 'epoch'), coalesce(max(p.last_t), 'epoch'))
        INTO around FROM pg_temp.stage_taken k JOIN waldo.progress p USING (survey_uuid, stream)
        WHERE k.tbl = name AND k.again;
    END IF;
    RETURN QUERY EXECUTE format($query$
        WITH came AS (
            SELECT k.stream AS of_stream, s.* FROM pg_temp.%1$I s
            JOIN pg_temp.stage_taken k ON k.survey_uuid = s.survey_uuid AND k.tbl = %2$L AND k.owner = s.%3$I
                AND k.again AND s.id <= k.before),
        different AS (
            SELECT a.* FROM came a WHERE NOT EXISTS (
                SELECT FROM (SELECT a.*) s, LATERAL (
                    SELECT * FROM waldo.%4$I
                    WHERE survey_uuid = s.survey_uuid AND id = s.id %6$s %7$s OFFSET 0) o
                WHERE (%5$s) IS NOT DISTINCT FROM (%8$s))),
        kept AS (
            INSERT INTO waldo.conflict (survey_uuid, tbl, id, offered, stored)
            SELECT d.survey_uuid, %2$L, d.id, to_jsonb(d) - 'of_stream' - 'survey_uuid', (
                SELECT to_jsonb(o) - ARRAY['survey_uuid', 't', 'place', 'hand'] FROM waldo.%4$I o
                WHERE o.survey_uuid = d.survey_uuid AND o.id = d.id %7$s LIMIT 1)
            FROM different d JOIN waldo.progress p ON p.survey_uuid = d.survey_uuid AND p.stream = d.of_stream
            WHERE p.conflicts < 1000
            ORDER BY d.id
            ON CONFLICT (survey_uuid, tbl, id, md5(offered::text)) DO UPDATE SET seen = waldo.conflict.seen + 1)
        SELECT a.survey_uuid, a.of_stream, count(*), count(d.id)
        FROM came a LEFT JOIN different d ON d.survey_uuid = a.survey_uuid AND d.id = a.id
        GROUP BY 1, 2 $query$,
        'stage_' || name, name, waldo.owner_column(name), name,
        (SELECT string_agg('s.' || c, ', ') FROM unnest(columns) c), at, around,
        (SELECT string_agg('o.' || c, ', ') FROM unnest(columns) c));
END $$;

-- Inserts the staged rows of a table that are not stored yet.
CREATE OR REPLACE FUNCTION waldo.insert_staged(name text) RETURNS void
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp SET jit = off AS $$
DECLARE
    columns text[] := waldo.sent_columns(name);
    days bigint[];
    inserted bigint;
BEGIN
    IF name = 'sample' THEN
        SELECT waldo.make_days(
            coalesce(array_agg(DISTINCT utc / 86400000000) FILTER (WHERE utc >= 0), '{}')) INTO days
        FROM pg_temp.stage_sample;
    END IF;
    EXECUTE format($query$
        INSERT INTO waldo.%1$I (survey_uuid, %2$s %3$s)
        SELECT s.survey_uuid, %4$s %5$s FROM pg_temp.%6$I s
        JOIN pg_temp.stage_taken k ON k.survey_uuid = s.survey_uuid AND k.tbl = %7$L AND k.owner = s.%8$I
            AND s.id > k.before AND s.id <= k.upto $query$,
        name, array_to_string(columns, ', '), CASE WHEN name = 'sample' THEN ', t' ELSE '' END,
        (SELECT string_agg('s.' || c, ', ') FROM unnest(columns) c),
        CASE WHEN name = 'sample' THEN
            ', CASE WHEN s.utc / 86400000000 = ANY ($1) THEN waldo.time_of(s.utc) ELSE timestamptz ''epoch'' END'
        ELSE '' END,
        'stage_' || name, name, waldo.owner_column(name))
    USING days;
END $$;

-- Stores what is staged: new rows are inserted, rows that are received again are compared, a batch behind a gap is left out.
CREATE OR REPLACE FUNCTION waldo.take() RETURNS TABLE (
    survey_uuid uuid, stream text, upto bigint, inserted bigint, equal bigint, conflicts bigint, refused boolean)
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp SET jit = off AS $$
#variable_conflict use_column
DECLARE
    name text;
BEGIN
    PERFORM waldo.decide();
    FOR name IN SELECT DISTINCT tbl FROM pg_temp.stage_taken LOOP
        IF EXISTS (SELECT FROM pg_temp.stage_taken WHERE tbl = name AND upto > before) THEN
            PERFORM waldo.insert_staged(name);
        END IF;
        IF EXISTS (SELECT FROM pg_temp.stage_taken WHERE tbl = name AND again) THEN
            INSERT INTO pg_temp.stage_compared SELECT * FROM waldo.compare(name);
        END IF;
    END LOOP;
    UPDATE waldo.progress p SET upto = k.upto, conflicts = p.conflicts + coalesce(c.conflicts, 0),
        first_t = least(p.first_t, d.first_t), last_t = greatest(p.last_t, d.last_t)
    FROM pg_temp.stage_taken k
    LEFT JOIN pg_temp.stage_compared c USING (survey_uuid, stream)
    LEFT JOIN (
        SELECT s.survey_uuid, s.stream, waldo.time_of(min(s.utc)) AS first_t, waldo.time_of(max(s.utc)) AS last_t
        FROM pg_temp.stage_sample s GROUP BY 1, 2) d
        ON d.survey_uuid = k.survey_uuid AND d.stream = k.owner AND k.tbl = 'sample'
    WHERE p.survey_uuid = k.survey_uuid AND p.stream = k.stream
        AND (k.upto > k.before OR c.conflicts > 0);
    RETURN QUERY
    SELECT k.survey_uuid, k.stream, k.upto, k.rows - coalesce(c.rows, 0), coalesce(c.rows - c.conflicts, 0),
        coalesce(c.conflicts, 0), k.refused
    FROM pg_temp.stage_taken k LEFT JOIN pg_temp.stage_compared c USING (survey_uuid, stream);
END $$;

-- Meta: `SELECT waldo.take_meta(UUID, REVISION, JSON)` with {"TABLE": [{"COLUMN": "VALUE", ...}, ...], ...}, values as text.

-- Replaces a survey's meta with a newer revision of it, and says whether it was newer. Tags and notes that are not in it
-- were deleted; other rows that are not in it stay.
CREATE OR REPLACE FUNCTION waldo.take_meta(survey uuid, revision bigint, tables json) RETURNS boolean
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp SET jit = off AS $$
DECLARE
    name text;
    columns text[];
    keys text[];
BEGIN
    INSERT INTO waldo.meta_revision AS m (survey_uuid, revision) VALUES (survey, take_meta.revision)
    ON CONFLICT (survey_uuid) DO UPDATE SET revision = excluded.revision, applied = now()
    WHERE m.revision < excluded.revision;
    IF NOT FOUND THEN RETURN false; END IF;
    DELETE FROM waldo.tag WHERE survey_uuid = take_meta.survey;
    DELETE FROM waldo.note WHERE survey_uuid = take_meta.survey;
    FOREACH name IN ARRAY ARRAY['survey', 'session', 'device', 'channel', 'tag', 'note', 'run', 'stream', 'account',
        'account_reason', 'account_lost']
    LOOP
        CONTINUE WHEN tables -> name IS NULL;
        columns := waldo.sent_columns(name);
        SELECT array_agg(quote_ident(a.attname)) INTO keys FROM pg_index i
        JOIN pg_attribute a ON a.attrelid = i.indrelid AND a.attnum = ANY (i.indkey)
        WHERE i.indrelid = format('waldo.%I', name)::regclass AND i.indisprimary;
        EXECUTE format(
            'INSERT INTO waldo.%1$I (survey_uuid, %2$s)
             SELECT $1, %2$s FROM json_populate_recordset(null::waldo.%1$I, $2)
             ON CONFLICT (%3$s) DO UPDATE SET (%2$s) = ROW (%4$s)',
            name, array_to_string(columns, ', '), array_to_string(keys, ', '),
            (SELECT string_agg('excluded.' || c, ', ') FROM unnest(columns) c))
        USING survey, tables -> name;
    END LOOP;
    RETURN true;
END $$;

-- Notes a payload that was refused, and forgets the oldest above 10000. It runs as the owner, and uses nothing but
-- its arguments.
CREATE OR REPLACE FUNCTION waldo.note_rejected(topic text, reason text, beginning bytea) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
    INSERT INTO waldo.rejected (topic, reason, beginning)
    VALUES (left(note_rejected.topic, 200), left(note_rejected.reason, 400), substring(note_rejected.beginning FOR 200));
    DELETE FROM waldo.rejected WHERE id <= (SELECT max(id) FROM waldo.rejected) - 10000;
$$;

-- What the roles may do. A collector adds rows, and can neither change nor remove a row that came from a station; only
-- meta, which stations change, is replaced. A reader reads.

ALTER DEFAULT PRIVILEGES IN SCHEMA waldo GRANT SELECT ON TABLES TO waldo_reader;
GRANT USAGE ON SCHEMA waldo TO waldo_collector, waldo_reader;
GRANT SELECT ON ALL TABLES IN SCHEMA waldo TO waldo_reader, waldo_collector;
GRANT INSERT ON waldo.clock, waldo.reading, waldo.command, waldo.fix, waldo.event, waldo.sample, waldo.alarm, waldo.gap,
    waldo.reject, waldo.conflict, waldo.progress TO waldo_collector;
GRANT UPDATE ON waldo.progress TO waldo_collector;
GRANT UPDATE (seen) ON waldo.conflict TO waldo_collector;
GRANT INSERT, UPDATE, DELETE ON waldo.survey, waldo.session, waldo.device, waldo.channel, waldo.tag, waldo.note,
    waldo.run, waldo.stream, waldo.account, waldo.account_reason, waldo.account_lost, waldo.meta_revision
    TO waldo_collector;

REVOKE EXECUTE ON ALL FUNCTIONS IN SCHEMA waldo FROM PUBLIC;
GRANT EXECUTE ON FUNCTION
    waldo.begin_take(), waldo.take(), waldo.take_meta(uuid, bigint, json), waldo.note_rejected(text, text, bytea),
    waldo.sent_columns(text), waldo.owner_column(text), waldo.owner_of(text), waldo.before_first(text),
    waldo.make_days(bigint[]), waldo.decide(), waldo.compare(text), waldo.insert_staged(text)
    TO waldo_collector;
GRANT EXECUTE ON FUNCTION waldo.time_of(bigint) TO waldo_collector, waldo_reader;

-- Views for QGIS, Grafana and psql. They leave out surveys that their station has deleted, and all but the newest run of a
-- session.

CREATE INDEX IF NOT EXISTS run_session ON waldo.run (survey_uuid, session, id);

CREATE OR REPLACE VIEW waldo.surveys AS
SELECT v.survey_uuid, v.title, v.method, waldo.time_of(v.started) AS started, waldo.time_of(v.ended) AS ended,
    v.arm_name AS arm, v.sensor_name AS sensor, v.graph_name AS graph, v.serial,
    (SELECT string_agg(g.text, ', ' ORDER BY g.text) FROM waldo.tag g WHERE g.survey_uuid = v.survey_uuid) AS tags,
    p.first_t, p.last_t, p.conflicts, m.revision, m.applied
FROM waldo.survey v
LEFT JOIN waldo.meta_revision m USING (survey_uuid)
LEFT JOIN (
    SELECT survey_uuid, min(first_t) AS first_t, max(last_t) AS last_t, sum(conflicts)::bigint AS conflicts
    FROM waldo.progress GROUP BY survey_uuid) p USING (survey_uuid)
WHERE v.deleted IS NULL;
COMMENT ON VIEW waldo.surveys IS 'the surveys, with the times of their first and last sample';

CREATE OR REPLACE VIEW waldo.streams AS
SELECT m.survey_uuid, m.id AS stream, m.run, r.session, v.title, m.name, m.quantity, m.unit,
    'sample-' || m.run || '-' || m.number AS relay_stream
FROM waldo.stream m
JOIN waldo.run r ON r.survey_uuid = m.survey_uuid AND r.id = m.run
JOIN waldo.survey v ON v.survey_uuid = m.survey_uuid
WHERE v.deleted IS NULL AND NOT EXISTS (
    SELECT FROM waldo.run n WHERE n.survey_uuid = r.survey_uuid AND n.session = r.session AND n.id > r.id);
COMMENT ON VIEW waldo.streams IS 'the streams of the newest run of each session';

-- Samples are partitioned by `time`: a condition on it reads only the days that it covers.
CREATE OR REPLACE VIEW waldo.samples AS
SELECT s.survey_uuid, s.id, s.t AS time, m.title, m.name AS stream, m.quantity, s.value, s.sigma, s.low, s.high, m.unit,
    s.flags, s.accuracy, m.session, s.run, s.place, s.hand
FROM waldo.sample s JOIN waldo.streams m ON m.survey_uuid = s.survey_uuid AND m.stream = s.stream;
COMMENT ON VIEW waldo.samples IS
    'samples with what they mean; a sample without a time has that of 1970-01-01. Key: survey_uuid, id';

-- The ids of a stream increase with time, so its last sample is in the partition of its last day.
CREATE OR REPLACE VIEW waldo.latest AS
SELECT m.survey_uuid, m.title, m.name AS stream, m.quantity, m.unit, s.t AS time, s.value, s.sigma, s.flags, s.place,
    s.hand
FROM waldo.streams m
JOIN waldo.progress p ON p.survey_uuid = m.survey_uuid AND p.stream = m.relay_stream
CROSS JOIN LATERAL (
    SELECT * FROM waldo.sample s
    WHERE s.survey_uuid = p.survey_uuid AND s.id BETWEEN (m.stream << 32) AND p.upto
        AND (s.t >= date_trunc('day', p.last_t, 'UTC') OR s.t < timestamptz '1970-01-02 00:00:00+00')
    ORDER BY s.id DESC LIMIT 1) s;
COMMENT ON VIEW waldo.latest IS 'the last sample of each stream';

-- Imported logs have places in their messages and no fixes: their track is that of the samples of one stream.
CREATE OR REPLACE VIEW waldo.tracks AS
SELECT p.survey_uuid, p.session, v.title, count(*) AS places,
    ST_MakeLine(p.place ORDER BY p.id)::geometry(LineStringZ, 4326) AS line
FROM waldo.survey v JOIN (
    SELECT f.survey_uuid, f.session, f.id, f.place FROM waldo.fix f WHERE f.valid AND f.place IS NOT NULL
    UNION ALL
    SELECT s.survey_uuid, m.session, s.id, s.place
    FROM (SELECT survey_uuid, session, min(stream) AS stream FROM waldo.streams GROUP BY 1, 2) m
    JOIN waldo.sample s ON s.survey_uuid = m.survey_uuid AND s.stream = m.stream AND s.place IS NOT NULL
    WHERE NOT EXISTS (
        SELECT FROM waldo.fix f
        WHERE f.survey_uuid = m.survey_uuid AND f.session = m.session AND f.valid AND f.place IS NOT NULL)) p
    ON p.survey_uuid = v.survey_uuid
WHERE v.deleted IS NULL
GROUP BY p.survey_uuid, p.session, v.title
HAVING count(*) > 1;
COMMENT ON VIEW waldo.tracks IS 'the way of each session. Key: survey_uuid, session';

-- Map tiles: sums of the samples in each cell of the Web Mercator grid, at six levels. A tile of any zoom is one range of cells
-- of one level, so that its cost does not depend on the number of samples and surveys below it.

-- The code of a cell is the column and row of the tile of that zoom, their bits interleaved (Z-order): the cells below a tile
-- are contiguous. These are the sums of one stream of a survey.
CREATE TABLE IF NOT EXISTS waldo.cell (
    level smallint NOT NULL, code bigint NOT NULL, survey_uuid uuid NOT NULL, stream bigint NOT NULL,
    n bigint NOT NULL, weight double precision NOT NULL, weighted double precision NOT NULL,
    low double precision NOT NULL, high double precision NOT NULL, longitudes double precision NOT NULL,
    latitudes double precision NOT NULL, last_t timestamptz NOT NULL,
    PRIMARY KEY (level, code, survey_uuid, stream)) WITH (fillfactor = 80);
CREATE INDEX IF NOT EXISTS cell_survey ON waldo.cell (survey_uuid) WHERE level = 18;
COMMENT ON TABLE waldo.cell IS
    'sums of the samples in a cell: how many, their seconds, values times seconds, extremes, places, newest time';

-- The sums of all surveys, by the name and the unit of the stream. They are out of date in the cells of level 18 that
-- `cell_stale` lists, and in those above and below them, until waldo.refresh_cells().
CREATE TABLE IF NOT EXISTS waldo.cell_sum (
    level smallint NOT NULL, code bigint NOT NULL, name text NOT NULL, unit text NOT NULL,
    n bigint NOT NULL, weight double precision NOT NULL, weighted double precision NOT NULL,
    low double precision NOT NULL, high double precision NOT NULL, longitudes double precision NOT NULL,
    latitudes double precision NOT NULL, last_t timestamptz NOT NULL,
    PRIMARY KEY (level, code, name, unit)) WITH (fillfactor = 80);
CREATE TABLE IF NOT EXISTS waldo.cell_stale (code bigint NOT NULL);

-- What was added to cells of level 21 and is not in the sums yet. Inserts only append here, at a cost that does not depend on
-- the sums' size: one process at a time moves all of it into the sums, every second.
CREATE TABLE IF NOT EXISTS waldo.cell_added (
    code bigint NOT NULL, survey_uuid uuid NOT NULL, stream bigint NOT NULL, n bigint NOT NULL,
    weight double precision NOT NULL, weighted double precision NOT NULL, low double precision NOT NULL,
    high double precision NOT NULL, longitudes double precision NOT NULL, latitudes double precision NOT NULL,
    last_t timestamptz NOT NULL, xact xid8 NOT NULL DEFAULT pg_current_xact_id())
    WITH (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 100000);

-- When that was done last, and the transaction before which all rows were moved: a scan from there skips the dead rows
-- that no vacuum has removed yet. A transaction that writes and stays open holds both back.
CREATE TABLE IF NOT EXISTS waldo.cell_refresh (
    only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row), at timestamptz NOT NULL DEFAULT '-infinity',
    moved xid8 NOT NULL DEFAULT '0');
INSERT INTO waldo.cell_refresh DEFAULT VALUES ON CONFLICT DO NOTHING;

-- What a database of an earlier build lacks. Where nothing is missing, no table is locked.
DO $$
BEGIN
    IF NOT EXISTS (
        SELECT FROM pg_attribute WHERE attrelid = 'waldo.cell_added'::regclass AND attname = 'xact' AND NOT attisdropped)
    THEN
        ALTER TABLE waldo.cell_added ADD COLUMN xact xid8 NOT NULL DEFAULT pg_current_xact_id();
        ALTER TABLE waldo.cell_refresh ADD COLUMN moved xid8 NOT NULL DEFAULT '0';
        DROP INDEX IF EXISTS waldo.cell_added_code;
    END IF;
    IF to_regclass('waldo.cell_added_xact') IS NULL THEN
        CREATE INDEX cell_added_xact ON waldo.cell_added (xact);
    END IF;
END $$;

-- The first transaction whose rows may not be moved yet. In a database that was restored from a dump, the numbers of
-- transactions start from a lower one.
CREATE OR REPLACE FUNCTION waldo.first_unmoved() RETURNS xid8
LANGUAGE sql STABLE PARALLEL SAFE SET search_path FROM CURRENT AS $$
    SELECT CASE WHEN moved <= pg_snapshot_xmin(pg_current_snapshot()) THEN moved ELSE '0' END FROM waldo.cell_refresh
$$;

-- The code of the cell with this column and row, of at most 21 bits each.
CREATE OR REPLACE FUNCTION waldo.cell_code(x bigint, y bigint) RETURNS bigint
LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE SET search_path FROM CURRENT AS $$
BEGIN
    x := (x | (x << 16)) & x'0000ffff0000ffff'::bigint;
    y := (y | (y << 16)) & x'0000ffff0000ffff'::bigint;
    x := (x | (x << 8)) & x'00ff00ff00ff00ff'::bigint;
    y := (y | (y << 8)) & x'00ff00ff00ff00ff'::bigint;
    x := (x | (x << 4)) & x'0f0f0f0f0f0f0f0f'::bigint;
    y := (y | (y << 4)) & x'0f0f0f0f0f0f0f0f'::bigint;
    x := (x | (x << 2)) & x'3333333333333333'::bigint;
    y := (y | (y << 2)) & x'3333333333333333'::bigint;
    x := (x | (x << 1)) & x'5555555555555555'::bigint;
    y := (y | (y << 1)) & x'5555555555555555'::bigint;
    RETURN y << 1 | x;
END $$;

-- The column and the row of a place in the grid of a level.
CREATE OR REPLACE FUNCTION waldo.cell_column(longitude double precision, level integer) RETURNS bigint
LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN least(floor((longitude + 180) / 360 * (1::bigint << level))::bigint, (1::bigint << level) - 1);
CREATE OR REPLACE FUNCTION waldo.cell_row(latitude double precision, level integer) RETURNS bigint
LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN least(
    floor((0.5 - asinh(tand(latitude)) / (2 * pi())) * (1::bigint << level))::bigint, (1::bigint << level) - 1);

-- The levels that are kept.
CREATE OR REPLACE FUNCTION waldo.cell_levels() RETURNS integer[] LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN ARRAY[6, 9, 12, 15, 18, 21];

-- The ranges of cells, level by level, that these cells of level 18 belong to.
CREATE OR REPLACE FUNCTION waldo.stale_ranges(codes bigint[]) RETURNS TABLE (level integer, first bigint, last bigint)
LANGUAGE sql IMMUTABLE PARALLEL SAFE ROWS 1000 SET search_path FROM CURRENT AS $$
    SELECT DISTINCT level, code >> 2 * (18 - level), code >> 2 * (18 - level)
    FROM unnest(codes) AS code, unnest(waldo.cell_levels()) AS level WHERE level <= 18
    UNION ALL
    SELECT DISTINCT 21, code << 6, (code << 6) + 63 FROM unnest(codes) AS code
$$;

-- Moves what was added into the sums, and sums up again the cells that are stale. One call at a time does so; others return
-- at once.
CREATE OR REPLACE FUNCTION waldo.refresh_cells() RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT SET jit = off SET enable_nestloop = off
SET enable_seqscan = off SET work_mem = '64MB' AS $$
DECLARE
    codes bigint[];
BEGIN
    IF NOT pg_try_advisory_xact_lock(hashtext('waldo.refresh_cells')) THEN RETURN; END IF;
    WITH taken AS (DELETE FROM waldo.cell_added WHERE xact >= waldo.first_unmoved() RETURNING *),
    parts AS MATERIALIZED (
        SELECT level, code >> 2 * (21 - level) AS code, survey_uuid, stream, sum(n)::bigint AS n, sum(weight) AS weight,
            sum(weighted) AS weighted, min(low) AS low, max(high) AS high, sum(longitudes) AS longitudes,
            sum(latitudes) AS latitudes, max(last_t) AS last_t
        FROM taken CROSS JOIN unnest(waldo.cell_levels()) AS level
        GROUP BY 1, 2, 3, 4),
    of_surveys AS (
        INSERT INTO waldo.cell AS c
        SELECT * FROM parts ORDER BY 1, 2, 3, 4
        ON CONFLICT (level, code, survey_uuid, stream) DO UPDATE SET
            n = c.n + excluded.n, weight = c.weight + excluded.weight, weighted = c.weighted + excluded.weighted,
            low = least(c.low, excluded.low), high = greatest(c.high, excluded.high),
            longitudes = c.longitudes + excluded.longitudes, latitudes = c.latitudes + excluded.latitudes,
            last_t = greatest(c.last_t, excluded.last_t)),
    of_all AS (
        INSERT INTO waldo.cell_sum AS c
        SELECT p.level, p.code, m.name, m.unit, sum(p.n), sum(p.weight), sum(p.weighted), min(p.low), max(p.high),
            sum(p.longitudes), sum(p.latitudes), max(p.last_t)
        FROM parts p JOIN waldo.streams m ON m.survey_uuid = p.survey_uuid AND m.stream = p.stream
        GROUP BY 1, 2, 3, 4 ORDER BY 1, 2, 3, 4
        ON CONFLICT (level, code, name, unit) DO UPDATE SET
            n = c.n + excluded.n, weight = c.weight + excluded.weight, weighted = c.weighted + excluded.weighted,
            low = least(c.low, excluded.low), high = greatest(c.high, excluded.high),
            longitudes = c.longitudes + excluded.longitudes, latitudes = c.latitudes + excluded.latitudes,
            last_t = greatest(c.last_t, excluded.last_t))
    UPDATE waldo.cell_refresh SET moved = pg_snapshot_xmin(pg_current_snapshot());
    WITH taken AS (
        DELETE FROM waldo.cell_stale WHERE code IN (SELECT DISTINCT s.code FROM waldo.cell_stale s LIMIT 2000) RETURNING code)
    SELECT array_agg(DISTINCT code) INTO codes FROM taken;
    IF codes IS NOT NULL THEN
        -- Ranges are read by the index and streams joined by a hash table, whatever the planner estimates of tables that have
        -- just begun to grow: LATERAL is a nested loop even where those are off.
        DELETE FROM waldo.cell_sum WHERE (level, code, name, unit) IN (
            SELECT c.level, c.code, c.name, c.unit FROM waldo.stale_ranges(codes) s CROSS JOIN LATERAL (
                SELECT * FROM waldo.cell_sum c WHERE c.level = s.level AND c.code BETWEEN s.first AND s.last OFFSET 0) c);
        INSERT INTO waldo.cell_sum
        SELECT c.level, c.code, m.name, m.unit, sum(c.n), sum(c.weight), sum(c.weighted), min(c.low), max(c.high),
            sum(c.longitudes), sum(c.latitudes), max(c.last_t)
        FROM waldo.stale_ranges(codes) s
        CROSS JOIN LATERAL (
            SELECT * FROM waldo.cell c WHERE c.level = s.level AND c.code BETWEEN s.first AND s.last OFFSET 0) c
        JOIN waldo.streams m ON m.survey_uuid = c.survey_uuid AND m.stream = c.stream
        GROUP BY 1, 2, 3, 4;
    END IF;
    UPDATE waldo.cell_refresh SET at = clock_timestamp();
END $$;

-- Adds new samples to their cells, except those whose value means nothing (invalid, saturated, check failed) or whose place is
-- outside the grid. It runs as the owner, and reads nothing but the rows that were inserted.
CREATE OR REPLACE FUNCTION waldo.add_to_cells() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT SET jit = off AS $$
BEGIN
    INSERT INTO waldo.cell_added (
        code, survey_uuid, stream, n, weight, weighted, low, high, longitudes, latitudes, last_t)
    SELECT waldo.cell_code(cell_column, cell_row), survey_uuid, stream, n, weight, weighted, low, high, longitudes, latitudes,
        last_t
    FROM (
        SELECT survey_uuid, stream, waldo.cell_column(x, 21) AS cell_column, waldo.cell_row(y, 21) AS cell_row,
            count(*) AS n, sum(greatest(mono_to - mono_from, 1) / 1e6::double precision) AS weight,
            sum(value * (greatest(mono_to - mono_from, 1) / 1e6::double precision)) AS weighted,
            min(value) AS low, max(value) AS high, sum(x) AS longitudes, sum(y) AS latitudes, max(t) AS last_t
        FROM added
        WHERE srs = 4326 AND x BETWEEN -180 AND 180 AND y BETWEEN -85.0511287 AND 85.0511287
            AND abs(value) < 'Infinity' AND flags & 69 = 0
        GROUP BY 1, 2, 3, 4) a;
    IF FOUND AND (SELECT at < clock_timestamp() - interval '1 second' FROM waldo.cell_refresh) THEN
        PERFORM waldo.refresh_cells();
    END IF;
    RETURN NULL;
END $$;
CREATE OR REPLACE TRIGGER sample_cells AFTER INSERT ON waldo.sample
    REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION waldo.add_to_cells();

-- A survey that is deleted or becomes known after its samples, and a run that replaces another, change which samples count. Both
-- wait for a refresh in progress: it sums by the surveys and runs that were known when it began.
CREATE OR REPLACE FUNCTION waldo.spoil_cells() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
BEGIN
    IF NOT EXISTS (SELECT FROM changed) THEN RETURN NULL; END IF;
    PERFORM pg_advisory_xact_lock(hashtext('waldo.refresh_cells'));
    INSERT INTO waldo.cell_stale
    SELECT DISTINCT c.code FROM changed v JOIN waldo.cell c ON c.survey_uuid = v.survey_uuid AND c.level = 18;
    RETURN NULL;
END $$;
CREATE OR REPLACE FUNCTION waldo.spoil_deleted_cells() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
DECLARE
    surveys uuid[] := ARRAY(
        SELECT v.survey_uuid FROM changed v JOIN was w ON w.survey_uuid = v.survey_uuid AND w.id = v.id
        WHERE v.deleted IS DISTINCT FROM w.deleted);
BEGIN
    IF surveys = '{}' THEN RETURN NULL; END IF;
    PERFORM pg_advisory_xact_lock(hashtext('waldo.refresh_cells'));
    INSERT INTO waldo.cell_stale
    SELECT DISTINCT c.code FROM waldo.cell c WHERE c.survey_uuid = ANY (surveys) AND c.level = 18;
    RETURN NULL;
END $$;
CREATE OR REPLACE TRIGGER survey_cells AFTER INSERT ON waldo.survey
    REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION waldo.spoil_cells();
CREATE OR REPLACE TRIGGER survey_cells_deleted AFTER UPDATE ON waldo.survey
    REFERENCING OLD TABLE AS was NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION waldo.spoil_deleted_cells();
CREATE OR REPLACE TRIGGER run_cells AFTER INSERT ON waldo.run
    REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION waldo.spoil_cells();
CREATE OR REPLACE TRIGGER stream_cells AFTER INSERT ON waldo.stream
    REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION waldo.spoil_cells();

-- The cells of a range of codes of one level, of all surveys: the sums where they are up to date, else those of each survey,
-- and what was added since.
CREATE OR REPLACE FUNCTION waldo.cells_between(cell_level integer, first_code bigint, last_code bigint, only_name text)
RETURNS SETOF waldo.cell_sum
LANGUAGE sql STABLE PARALLEL SAFE SECURITY DEFINER SET search_path FROM CURRENT SET jit = off SET enable_nestloop = off
SET enable_seqscan = off AS $$
    WITH stale AS MATERIALIZED (
        SELECT DISTINCT CASE WHEN $1 = 21 THEN code << 6 ELSE code >> 2 * (18 - $1) END AS first,
            CASE WHEN $1 = 21 THEN (code << 6) + 63 ELSE code >> 2 * (18 - $1) END AS last
        FROM waldo.cell_stale
        WHERE code BETWEEN CASE WHEN $1 = 21 THEN $2 >> 6 ELSE $2 << 2 * (18 - $1) END
            AND CASE WHEN $1 = 21 THEN $3 >> 6 ELSE ($3 + 1 << 2 * (18 - $1)) - 1 END),
    of_surveys AS (
        SELECT c.code, c.survey_uuid, c.stream, c.n, c.weight, c.weighted, c.low, c.high, c.longitudes, c.latitudes, c.last_t
        FROM stale s CROSS JOIN LATERAL (
            SELECT * FROM waldo.cell c
            WHERE c.level = $1 AND c.code BETWEEN greatest(s.first, $2) AND least(s.last, $3) OFFSET 0) c
        UNION ALL
        SELECT a.code >> 2 * (21 - $1), a.survey_uuid, a.stream, a.n, a.weight, a.weighted, a.low, a.high, a.longitudes,
            a.latitudes, a.last_t
        FROM waldo.cell_added a
        WHERE a.xact >= waldo.first_unmoved()
            AND a.code BETWEEN $2 << 2 * (21 - $1) AND ($3 + 1 << 2 * (21 - $1)) - 1),
    parts AS (
        SELECT c.code, c.name, c.unit, c.n, c.weight, c.weighted, c.low, c.high, c.longitudes, c.latitudes, c.last_t
        FROM waldo.cell_sum c
        WHERE c.level = $1 AND c.code BETWEEN $2 AND $3
            AND CASE WHEN $1 = 21 THEN c.code >> 6 << 6 ELSE c.code END NOT IN (SELECT s.first FROM stale s)
        UNION ALL
        SELECT c.code, m.name, m.unit, c.n, c.weight, c.weighted, c.low, c.high, c.longitudes, c.latitudes, c.last_t
        FROM of_surveys c JOIN waldo.streams m ON m.survey_uuid = c.survey_uuid AND m.stream = c.stream)
    SELECT $1::smallint, code, name, unit, sum(n)::bigint, sum(weight), sum(weighted), min(low), max(high), sum(longitudes),
        sum(latitudes), max(last_t)
    FROM parts WHERE $4 IS NULL OR name = $4
    GROUP BY 2, 3, 4
$$;

CREATE OR REPLACE VIEW waldo.cells AS
SELECT c.level, c.code, m.survey_uuid, m.stream, m.title, m.name, m.quantity, m.unit, c.n, c.weighted / c.weight AS mean,
    c.low, c.high, c.last_t, ST_SetSRID(ST_MakePoint(c.longitudes / c.n, c.latitudes / c.n), 4326)::geometry(Point, 4326)
        AS place
FROM (
    SELECT level, code, survey_uuid, stream, sum(n)::bigint AS n, sum(weight) AS weight, sum(weighted) AS weighted,
        min(low) AS low, max(high) AS high, sum(longitudes) AS longitudes, sum(latitudes) AS latitudes, max(last_t) AS last_t
    FROM (
        SELECT * FROM waldo.cell
        UNION ALL
        SELECT level::smallint, code >> 2 * (21 - level), survey_uuid, stream, n, weight, weighted, low, high, longitudes,
            latitudes, last_t
        FROM waldo.cell_added CROSS JOIN unnest(waldo.cell_levels()) AS level) parts
    GROUP BY 1, 2, 3, 4) c
JOIN waldo.streams m ON m.survey_uuid = c.survey_uuid AND m.stream = c.stream;
COMMENT ON VIEW waldo.cells IS
    'the mean of each stream in each cell of level 6 (about 600 km), 9, 12, 15, 18 or 21 (20 m). Key: level, code, survey_uuid, stream';

-- A Mapbox vector tile of one layer, `samples`: at most 64 by 64 cells with mean, extremes and count of each stream name;
-- from zoom 17 on the samples themselves, unless there are too many.
CREATE OR REPLACE FUNCTION waldo.tile(z integer, x integer, y integer, stream text DEFAULT NULL) RETURNS bytea
LANGUAGE plpgsql STABLE PARALLEL SAFE SET search_path FROM CURRENT SET jit = off SET enable_nestloop = off AS $$
DECLARE
    most CONSTANT bigint := 20000;
    cell_level integer := greatest(6, least((z + 6) / 3 * 3, 21));
    first_code bigint;
    last_code bigint;
    area geometry;
    found bytea;
BEGIN
    IF z NOT BETWEEN 0 AND 24 OR x NOT BETWEEN 0 AND (1 << z) - 1 OR y NOT BETWEEN 0 AND (1 << z) - 1 THEN
        RAISE EXCEPTION 'there is no tile %/%/%; z is from 0 to 24, x and y from 0 to below 2^z', z, x, y
            USING ERRCODE = 'invalid_parameter_value';
    END IF;
    area := ST_TileEnvelope(z, x, y);
    IF z <= cell_level THEN
        first_code := waldo.cell_code(x, y) << 2 * (cell_level - z);
        last_code := first_code + (1::bigint << 2 * (cell_level - z)) - 1;
    ELSE
        first_code := waldo.cell_code(x >> z - cell_level, y >> z - cell_level);
        last_code := first_code;
    END IF;
    IF z > 16 AND (
        SELECT coalesce(sum(c.n), 0) <= most FROM waldo.cells_between(cell_level, first_code, last_code, NULL) c)
    THEN
        WITH near AS MATERIALIZED (
            SELECT s.survey_uuid, s.stream, s.value, s.sigma, s.t, s.place FROM waldo.sample s
            WHERE s.place && ST_Transform(area, 4326) AND abs(s.value) < 'Infinity' AND s.flags & 69 = 0)
        SELECT ST_AsMVT(r, 'samples', 4096, 'geom') INTO found FROM (
            SELECT ST_AsMVTGeom(ST_Transform(ST_Force2D(s.place), 3857), area) AS geom, m.name AS stream, m.unit, s.value,
                s.sigma, s.value AS low, s.value AS high, 1 AS n, extract(epoch FROM s.t)::bigint AS time
            FROM near s JOIN waldo.streams m ON m.survey_uuid = s.survey_uuid AND m.stream = s.stream
            WHERE tile.stream IS NULL OR m.name = tile.stream) r
        WHERE r.geom IS NOT NULL;
    ELSE
        SELECT ST_AsMVT(r, 'samples', 4096, 'geom') INTO found FROM (
            SELECT ST_AsMVTGeom(ST_Transform(ST_SetSRID(ST_MakePoint(c.longitudes / c.n, c.latitudes / c.n), 4326), 3857), area)
                    AS geom,
                c.name AS stream, c.unit, c.weighted / c.weight AS value, c.low, c.high, c.n,
                extract(epoch FROM c.last_t)::bigint AS time
            FROM waldo.cells_between(cell_level, first_code, last_code, tile.stream) c) r
        WHERE r.geom IS NOT NULL;
    END IF;
    RETURN coalesce(found, '');
END $$;
COMMENT ON FUNCTION waldo.tile IS 'a Mapbox vector tile of what was measured';

REVOKE EXECUTE ON FUNCTION waldo.add_to_cells, waldo.spoil_cells, waldo.spoil_deleted_cells, waldo.refresh_cells,
    waldo.tile, waldo.cells_between, waldo.stale_ranges, waldo.first_unmoved, waldo.cell_code, waldo.cell_column, waldo.cell_row,
    waldo.cell_levels FROM PUBLIC;
GRANT EXECUTE ON FUNCTION waldo.tile, waldo.cells_between, waldo.cell_code, waldo.cell_column, waldo.cell_row,
    waldo.cell_levels TO waldo_reader;
GRANT EXECUTE ON FUNCTION waldo.refresh_cells TO waldo_collector;

-- Routes of least exposure by pgRouting, with the network, the costs and the results of `waldo survey route` on geographic places:
-- measured places, each joined to the 8 nearest; the cost of a way is the dose received on it, plus its uncertainty, and its
-- hours. The functions work on temporary tables of the caller, with the caller's rights.

-- Those tables exist only while a route is computed, so the functions' bodies cannot be checked before.
SET LOCAL check_function_bodies = off;

-- Metres of a degree of longitude and of latitude at a latitude, by the radii of curvature of WGS 84.
CREATE OR REPLACE FUNCTION waldo.metres_of_degree(latitude double precision, OUT east double precision, OUT north double precision)
LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE SET search_path FROM CURRENT AS $$
DECLARE
    square CONSTANT double precision := 0.00669437999014;
    part double precision := 1 - square * sind(latitude) * sind(latitude);
    vertical double precision := 6378137.0 / sqrt(part);
BEGIN
    east := greatest(vertical * cosd(latitude) * (pi() / 180), 0.01);
    north := vertical * (1 - square) / part * (pi() / 180);
END $$;

-- Fills pg_temp.route_place with the means of the samples in each square of `side` metres, in the order of the first visit,
-- and returns how many samples share each moment.
CREATE OR REPLACE FUNCTION waldo.make_route_places(
    survey uuid, stream text, side double precision, factor double precision, OUT sharing double precision,
    OUT longitude double precision, OUT latitude double precision)
LANGUAGE plpgsql SET search_path FROM CURRENT SET client_min_messages = warning SET jit = off AS $$
DECLARE
    degree record;
BEGIN
    DROP TABLE IF EXISTS pg_temp.route_sample, pg_temp.route_place;
    CREATE TEMPORARY TABLE route_sample ON COMMIT DROP AS
    SELECT row_number() OVER (ORDER BY m.session, s.id) AS n, m.session, s.x, s.y, s.value, coalesce(s.sigma, 0) AS sigma,
        s.mono_from, s.mono_to
    FROM waldo.streams m JOIN waldo.sample s ON s.survey_uuid = m.survey_uuid
        AND s.id BETWEEN m.stream << 32 AND (m.stream + 1 << 32) - 1
    WHERE m.survey_uuid = make_route_places.survey AND m.name = make_route_places.stream
        AND s.srs = 4326 AND s.x IS NOT NULL AND s.y IS NOT NULL AND abs(s.value) < 'Infinity' AND s.flags & 69 = 0;
    SELECT d.* INTO degree FROM pg_temp.route_sample s, waldo.metres_of_degree(s.y) d WHERE s.n = 1;
    CREATE TEMPORARY TABLE route_place ON COMMIT DROP AS
    WITH keyed AS (
        SELECT s.*, greatest(mono_to - mono_from, 1) AS span,
            sign(x) * floor(abs(x) / (side / degree.east) + 0.5) AS cell_column,
            sign(y) * floor(abs(y) / (side / degree.north) + 0.5) AS cell_row
        FROM pg_temp.route_sample s),
    spans AS (
        SELECT k.*, greatest(0, mono_to - greatest(mono_from, max(mono_to) OVER (
            PARTITION BY session, cell_column, cell_row ORDER BY n
            ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING))) AS covered
        FROM keyed k),
    sums AS (
        SELECT min(n) AS first, sum(x ORDER BY n) / count(*) AS longitude, sum(y ORDER BY n) / count(*) AS latitude,
            sum(value * (span / 1e6::double precision) ORDER BY n) AS weighted,
            sum(span / 1e6::double precision ORDER BY n) AS weight,
            sum((sigma * (span / 1e6::double precision)) ^ 2 ORDER BY n) AS squares,
            sum(span)::double precision AS exposures, sum(covered)::double precision AS covered
        FROM spans GROUP BY cell_column, cell_row)
    SELECT row_number() OVER (ORDER BY first) AS id, s.longitude, s.latitude, weighted / weight * factor AS value,
        sqrt(squares * CASE WHEN s.covered > 0 THEN greatest(1, exposures / s.covered) ELSE 1 END) / weight * factor AS sigma,
        0::double precision AS x, 0::double precision AS y, NULL::geometry(Point, 0) AS point
    FROM sums s;
    SELECT p.longitude, p.latitude INTO longitude, latitude FROM pg_temp.route_place p WHERE id = 1;
    -- Metres on the tangent plane at the first place.
    UPDATE pg_temp.route_place p SET x = q.x, y = q.y, point = ST_MakePoint(q.x, q.y)
    FROM pg_temp.route_place r, waldo.plane_point(
        r.longitude, r.latitude, make_route_places.longitude, make_route_places.latitude) q WHERE r.id = p.id;
    CREATE INDEX ON pg_temp.route_place USING gist (point);
    ANALYZE pg_temp.route_place;
    SELECT CASE WHEN sum(covered) > 0 THEN greatest(1, sum(span) / sum(covered)) ELSE 1 END INTO sharing FROM (
        SELECT (mono_to - mono_from)::double precision AS span, greatest(0, mono_to - greatest(mono_from, max(mono_to) OVER (
            PARTITION BY session ORDER BY n ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING)))::double precision AS covered
        FROM pg_temp.route_sample) s;
END $$;

-- Where a place is on that plane, in metres.
CREATE OR REPLACE FUNCTION waldo.plane_point(
    longitude double precision, latitude double precision, middle_longitude double precision,
    middle_latitude double precision, OUT x double precision, OUT y double precision)
LANGUAGE sql IMMUTABLE PARALLEL SAFE SET search_path FROM CURRENT AS $$
    SELECT (longitude - middle_longitude - CASE WHEN longitude - middle_longitude > 180 THEN 360
            WHEN longitude - middle_longitude < -180 THEN -360 ELSE 0 END) * d.east,
        (latitude - middle_latitude) * d.north
    FROM waldo.metres_of_degree(middle_latitude) d
$$;

-- What a metre of distance adds to the error of a rate, by cross-validation: each place is left out in turn and estimated from
-- the 12 nearest.
CREATE OR REPLACE FUNCTION waldo.route_error_per_metre() RETURNS double precision
LANGUAGE plpgsql SET search_path FROM CURRENT SET jit = off AS $$
DECLARE
    places bigint := (SELECT count(*) FROM pg_temp.route_place);
    result double precision;
BEGIN
    IF places < 3 THEN RETURN 0; END IF;
    SELECT greatest(
        (array_agg(sigma ORDER BY sigma))[count(*) / 2 + 1] / (array_agg(distance ORDER BY distance))[count(*) / 2 + 1] / 2,
        (array_agg(needed ORDER BY needed))[least(count(*) - 1, floor(count(*) * 0.95::double precision)::bigint) + 1])
    INTO result FROM (
        SELECT m.sigma, m.distance, sqrt(greatest(0, (m.value - m.mean) ^ 2 / 4 - m.variance - m.sigma * m.sigma)) / m.distance
            AS needed
        FROM (
            SELECT p.sigma, p.value, least(greatest(min(q.value), sum(q.value / q.square) / sum(1 / q.square)), max(q.value))
                AS mean,
                sum((q.sigma / q.square) ^ 2) / sum(1 / q.square) ^ 2 AS variance, sqrt(count(*) / sum(1 / q.square)) AS distance
            FROM pg_temp.route_place p CROSS JOIN LATERAL waldo.nearest_places(p.x, p.y, 12, 'Infinity', p.id) q
            WHERE (p.id - 1) % ((places + 4095) / 4096) = 0
            GROUP BY p.id, p.sigma, p.value HAVING min(q.square) > 0) m) f;
    RETURN coalesce(result, 0);
END $$;

-- The places nearest to a point, at most `most` of them, within `reach` metres. At equal distances the earlier one is first;
-- more are read than needed because the index orders by rounded distances.
CREATE OR REPLACE FUNCTION waldo.nearest_places(
    x double precision, y double precision, most integer, reach double precision, excluded bigint)
RETURNS TABLE (id bigint, square double precision, value double precision, sigma double precision)
LANGUAGE sql SET search_path FROM CURRENT AS $$
    SELECT c.id, c.square, c.value, c.sigma FROM (
        SELECT p.id, (p.x - $1) * (p.x - $1) + (p.y - $2) * (p.y - $2) AS square, p.value, p.sigma
        FROM pg_temp.route_place p WHERE p.id <> $5
        ORDER BY p.point <-> ST_MakePoint($1, $2) LIMIT $3 + 8) c
    WHERE c.square <= $4 * $4 ORDER BY c.square, c.id LIMIT $3
$$;

-- Fills pg_temp.route_way: each place is joined to the 8 nearest within reach.
CREATE OR REPLACE FUNCTION waldo.make_route_ways(
    speed double precision, reach double precision, error_per_metre double precision, keep_out geometry)
RETURNS void LANGUAGE plpgsql SET search_path FROM CURRENT SET client_min_messages = warning SET jit = off AS $$
BEGIN
    DROP TABLE IF EXISTS pg_temp.route_way;
    CREATE TEMPORARY TABLE route_way ON COMMIT DROP AS
    SELECT row_number() OVER () AS id, source, target, length, length / speed / 3600 AS hours,
        ((greatest(0, one.value) + one.sigma + greatest(0, other.value) + other.sigma) / 2 + error_per_metre * length / 4)
            * (length / speed / 3600) AS dose
    FROM (
        SELECT DISTINCT least(p.id, q.id) AS source, greatest(p.id, q.id) AS target, sqrt(q.square) AS length
        FROM pg_temp.route_place p CROSS JOIN LATERAL waldo.nearest_places(p.x, p.y, 8, reach, p.id) q) w
    JOIN pg_temp.route_place one ON one.id = source JOIN pg_temp.route_place other ON other.id = target
    WHERE keep_out IS NULL OR NOT ST_Intersects(keep_out, ST_SetSRID(ST_MakeLine(
        ST_MakePoint(one.longitude, one.latitude), ST_MakePoint(other.longitude, other.latitude)), 4326));
END $$;

-- Adds the cheapest route by these weights to pg_temp.route_found, unless it is there already or there is none.
CREATE OR REPLACE FUNCTION waldo.add_route(start bigint, finish bigint, dose_weight double precision, time_weight double precision)
RETURNS boolean LANGUAGE plpgsql SET search_path FROM CURRENT SET jit = off AS $$
DECLARE
    added record;
BEGIN
    SELECT array_agg(d.node ORDER BY d.path_seq) AS places, coalesce(sum(w.hours ORDER BY d.path_seq), 0) AS hours,
        coalesce(sum(w.dose ORDER BY d.path_seq), 0) AS dose, coalesce(sum(w.length ORDER BY d.path_seq), 0) AS length
    INTO added FROM pgr_dijkstra(
        format(
            'SELECT id, source, target, %L::double precision * dose + %L::double precision * hours AS cost FROM pg_temp.route_way',
            dose_weight, time_weight),
        start, finish, directed => false) d LEFT JOIN pg_temp.route_way w ON w.id = d.edge;
    IF start = finish THEN added.places := ARRAY[start]; END IF;
    IF added.places IS NULL THEN RETURN false; END IF;
    -- Equal up to rounding: the same steps in another order.
    IF EXISTS (
        SELECT FROM pg_temp.route_found f
        WHERE abs(f.hours - added.hours) <= 1e-9 * greatest(f.hours, added.hours)
            AND abs(f.dose - added.dose) <= 1e-9 * greatest(f.dose, added.dose))
    THEN
        RETURN false;
    END IF;
    INSERT INTO pg_temp.route_found (places, hours, dose, length)
    VALUES (added.places, added.hours, added.dose, added.length);
    RETURN true;
END $$;

-- Fills pg_temp.route_found with routes from the fastest to the cleanest; each is optimal for some weights.
CREATE OR REPLACE FUNCTION waldo.find_routes(
    start bigint, finish bigint, dose_weight double precision, time_weight double precision, most integer)
RETURNS void LANGUAGE plpgsql SET search_path FROM CURRENT SET client_min_messages = warning SET jit = off AS $$
DECLARE
    scale double precision;
    pair record;
    has_grown boolean := true;
BEGIN
    DROP TABLE IF EXISTS pg_temp.route_found;
    CREATE TEMPORARY TABLE route_found (
        places bigint[], hours double precision, dose double precision, length double precision) ON COMMIT DROP;
    IF NOT waldo.add_route(start, finish, dose_weight, time_weight) THEN RETURN; END IF;
    SELECT CASE WHEN f.dose > 0 THEN greatest(f.hours, 2.2250738585072014e-308) / f.dose ELSE 1 END
    INTO scale FROM pg_temp.route_found f;
    -- The ends: time alone, ties broken by the dose, and the dose alone, ties broken by the time.
    IF most > 1 THEN PERFORM waldo.add_route(start, finish, scale * 1e-6, 1); END IF;
    IF most > 2 THEN PERFORM waldo.add_route(start, finish, scale, 1e-6); END IF;
    WHILE has_grown AND (SELECT count(*) FROM pg_temp.route_found) < most LOOP
        has_grown := false;
        -- Between two neighbours: the weights at which both cost the same.
        FOR pair IN
            SELECT * FROM (
                SELECT lead(f.hours) OVER w - f.hours AS hours, f.dose - lead(f.dose) OVER w AS dose
                FROM pg_temp.route_found f WINDOW w AS (ORDER BY f.hours)) p
            WHERE p.hours > 0 AND p.dose > 0 ORDER BY 1
        LOOP
            EXIT WHEN (SELECT count(*) FROM pg_temp.route_found) >= most;
            has_grown := waldo.add_route(start, finish, pair.hours, pair.dose) OR has_grown;
        END LOOP;
    END LOOP;
END $$;

-- The expected dose on a route from what was measured at its places, with its error.
CREATE OR REPLACE FUNCTION waldo.route_exposure(
    places bigint[], error_per_metre double precision, sharing double precision, OUT dose double precision,
    OUT sigma double precision)
LANGUAGE sql SET search_path FROM CURRENT AS $$
    WITH pieces AS (
        SELECT s.n, w.source, w.target, w.hours, w.length
        FROM generate_series(1, cardinality($1) - 1) AS s(n)
        JOIN pg_temp.route_way w ON w.source = least($1[n], $1[n + 1]) AND w.target = greatest($1[n], $1[n + 1])),
    shares AS (
        SELECT p.id, greatest(0, p.value) AS value, p.sigma, sum(h.hours / 2 ORDER BY h.n) AS hours
        FROM (SELECT n, source AS id, hours FROM pieces UNION ALL SELECT n, target, hours FROM pieces) h
        JOIN pg_temp.route_place p USING (id) GROUP BY p.id, p.value, p.sigma)
    SELECT coalesce(sum(s.value * s.hours ORDER BY s.id), 0), coalesce(sqrt(
        least(sum(s.sigma * s.hours), sqrt(sum((s.sigma * s.hours) ^ 2) * $3)) ^ 2
        + (SELECT sum($2 * p.length / 4 * p.hours) FROM pieces p) ^ 2), 0)
    FROM shares s
$$;

CREATE OR REPLACE FUNCTION waldo.route(
    survey uuid, stream text, start geometry, finish geometry, dose_weight double precision DEFAULT 1,
    time_weight double precision DEFAULT 0.1, speed double precision DEFAULT 1.4, reach double precision DEFAULT 50,
    side double precision DEFAULT 5, keep_out geometry DEFAULT NULL, alternatives integer DEFAULT 5)
RETURNS TABLE (
    route bigint, cheapest boolean, length double precision, hours double precision, cost double precision,
    dose double precision, dose_sigma double precision, dose_unit text, places integer, line geometry(LineString, 4326))
LANGUAGE plpgsql SET search_path FROM CURRENT SET jit = off AS $$
#variable_conflict use_column
DECLARE
    unit text;
    middle record;
    metre double precision;
    ends bigint[];
    place record;
    finish_place geometry := finish;
BEGIN
    IF NOT (speed > 0 AND reach > 0 AND side > 0 AND dose_weight >= 0 AND time_weight >= 0
        AND dose_weight + time_weight > 0 AND alternatives BETWEEN 1 AND 50)
    THEN
        RAISE EXCEPTION 'speed, reach and side are above 0, weights from 0 on and not both 0, alternatives from 1 to 50'
            USING ERRCODE = 'invalid_parameter_value';
    END IF;
    SELECT m.unit INTO unit FROM waldo.streams m WHERE m.survey_uuid = route.survey AND m.name = route.stream LIMIT 1;
    IF NOT FOUND THEN
        RAISE EXCEPTION 'survey % has no stream “%”', survey, stream USING ERRCODE = 'no_data_found';
    ELSIF unit = 'count' OR unit LIKE '%Sv' THEN
        RAISE EXCEPTION '“%” is no rate, but counts or a sum; name a rate', stream USING ERRCODE = 'invalid_parameter_value';
    END IF;
    middle := waldo.make_route_places(
        survey, stream, side, CASE unit WHEN 'cps' THEN 3600 WHEN 'cpm' THEN 60 ELSE 1 END);
    FOREACH finish_place IN ARRAY ARRAY[start, finish] LOOP
        SELECT n.id, sqrt(n.square) AS distance INTO place
        FROM waldo.plane_point(ST_X(finish_place), ST_Y(finish_place), middle.longitude, middle.latitude) p,
            waldo.nearest_places(p.x, p.y, 1, 'Infinity', 0) n;
        IF place.distance IS NULL OR place.distance > reach THEN
            RAISE EXCEPTION 'the nearest measured place is % m away from %, and reach is % m',
                coalesce(round(place.distance)::text, 'infinitely many'), ST_AsText(finish_place), reach USING ERRCODE = 'no_data_found';
        END IF;
        ends := ends || place.id;
    END LOOP;
    metre := waldo.route_error_per_metre();
    PERFORM waldo.make_route_ways(speed, reach, metre, keep_out);
    PERFORM waldo.find_routes(ends[1], ends[2], dose_weight, time_weight, alternatives);
    RETURN QUERY
    SELECT row_number() OVER (ORDER BY f.hours), f.cost = min(f.cost) OVER (), f.length, f.hours, f.cost, e.dose, e.sigma,
        CASE WHEN unit IN ('cps', 'cpm') THEN 'count' WHEN unit LIKE '%/h' THEN left(unit, -2) WHEN unit = '' THEN 'h'
            ELSE unit || '.h' END,
        cardinality(f.places), (
            SELECT ST_SetSRID(ST_MakeLine(ST_MakePoint(p.longitude, p.latitude) ORDER BY a.n), 4326)
            FROM unnest(f.places) WITH ORDINALITY a(id, n) JOIN pg_temp.route_place p ON p.id = a.id)::geometry(LineString, 4326)
    FROM (SELECT g.*, dose_weight * g.dose + time_weight * g.hours AS cost FROM pg_temp.route_found g) f,
        waldo.route_exposure(f.places, metre, middle.sharing) e
    ORDER BY f.hours;
END $$;
COMMENT ON FUNCTION waldo.route IS
    'routes of little exposure between two places, from the fastest to the cleanest, as `waldo survey route` finds them';

REVOKE EXECUTE ON FUNCTION waldo.metres_of_degree, waldo.make_route_places, waldo.plane_point, waldo.route_error_per_metre,
    waldo.nearest_places, waldo.make_route_ways, waldo.add_route, waldo.find_routes, waldo.route_exposure, waldo.route FROM PUBLIC;
GRANT EXECUTE ON FUNCTION waldo.metres_of_degree, waldo.make_route_places, waldo.plane_point, waldo.route_error_per_metre,
    waldo.nearest_places, waldo.make_route_ways, waldo.add_route, waldo.find_routes, waldo.route_exposure, waldo.route
    TO waldo_reader;

INSERT INTO waldo.schema_version (version, contents, program)
VALUES (1, '508cb0415c677794214e1baf8c02c135141e1079f98cce9035dae2db7bc465c4', '0.2.0-dev')
ON CONFLICT (version) DO UPDATE SET contents = excluded.contents, program = excluded.program, applied = now();
COMMIT;

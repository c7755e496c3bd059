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

-- The value of that column for a stream such as `reading-1` or `sample-3-0`. Without settings of their own this and the
-- next one are inlined: a transaction of many stations calls them for each stream.
CREATE OR REPLACE FUNCTION waldo.owner_of(stream text) RETURNS bigint
LANGUAGE sql IMMUTABLE AS $$
    SELECT CASE WHEN split_part(stream, '-', 1) = 'sample'
        THEN split_part(stream, '-', 2)::bigint << 10 | split_part(stream, '-', 3)::bigint
        ELSE split_part(stream, '-', 2)::bigint END
$$;

-- The id before the first one that a stream can have.
CREATE OR REPLACE FUNCTION waldo.before_first(stream text) RETURNS bigint
LANGUAGE sql IMMUTABLE AS $$
    SELECT (waldo.owner_of(stream)
        << CASE WHEN split_part(stream, '-', 1) IN ('clock', 'reading', 'command', 'fix', 'event') THEN 40 ELSE 32 END)
        - 1
$$;

-- Decides which batches of each stream are stored, in their order: a batch behind a gap is refused.
CREATE OR REPLACE FUNCTION waldo.decide() RETURNS void
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    -- As many as a document of the progress has.
    most CONSTANT bigint := 20000;
    batch record;
    taken record;
BEGIN
    -- What the database holds of a survey is one document, and is read whole.
    FOR batch IN
        SELECT b.survey_uuid, count(DISTINCT b.stream) AS streams FROM pg_temp.stage_batch b
        WHERE NOT EXISTS (SELECT FROM waldo.progress p WHERE p.survey_uuid = b.survey_uuid AND p.stream = b.stream)
        GROUP BY 1
    LOOP
        IF batch.streams + (
            SELECT count(*) FROM (SELECT FROM waldo.progress p WHERE p.survey_uuid = batch.survey_uuid LIMIT most) l) > most
        THEN
            RAISE EXCEPTION 'survey % has % streams, and no room for more', batch.survey_uuid, most
                USING ERRCODE = 'program_limit_exceeded';
        END IF;
    END LOOP;
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

-- Inserts the staged rows of a table that are not stored yet.
CREATE OR REPLACE FUNCTION waldo.insert_staged(name text) RETURNS void
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp SET jit = off AS $$
DECLARE
    columns text[] := waldo.sent_columns(name);
    days bigint[];
BEGIN
    IF name = 'sample' THEN days := waldo.fit_days(); END IF;
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

-- Stores what is staged: new rows are inserted, rows that are received again are compared, a batch behind a gap is left
-- out.
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

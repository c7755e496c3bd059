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

-- The value of that column for a stream such as `reading-1` or `sample-3-0`. Without settings of their own this and the next one
-- are inlined: a transaction of many stations calls them for each stream.
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

-- Whether samples of a day (counted from 1970-01-01) have partitions by time: those of 2000 to tomorrow.
CREATE OR REPLACE FUNCTION waldo.is_dated(day bigint) RETURNS boolean
LANGUAGE sql STABLE AS $$
    SELECT day BETWEEN 10957 AND floor(extract(epoch FROM now()) / 86400)::bigint + 1
$$;

-- Makes the partitions of days, and returns the days that have one and that the transaction may write to. One covers a
-- year that is over, or a month of this one; a day while more than 4 GB come a day. Where others are in the way it
-- covers what is free between them, so that years of days never need as many partitions. A transaction makes 16 and
-- writes to 64 at most: each takes some of the locks that all transactions share.
-- Attaching a table waits for no reader and no writer. It runs as the owner, and uses nothing of the caller but numbers.
CREATE OR REPLACE FUNCTION waldo.make_days(days bigint[]) RETURNS bigint[]
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp SET timezone = 'UTC'
SET client_min_messages = warning AS $$
DECLARE
    most_new CONSTANT integer := 16;
    most_used CONSTANT integer := 64;
    today CONSTANT date := CURRENT_DATE;
    day bigint;
    wanted date;
    unit text;
    span waldo.sample_span;
    used date[] := '{}';
    made integer := 0;
    has_turn boolean := false;
    covered bigint[] := '{}';
BEGIN
    FOREACH day IN ARRAY days LOOP
        CONTINUE WHEN day IS NULL OR NOT waldo.is_dated(day);
        wanted := date '1970-01-01' + day::integer;
        -- Days mostly come in their order.
        IF span.first IS NULL OR wanted < span.first OR wanted >= span.past THEN
            span := waldo.span_of(wanted);
            IF span.first IS NULL THEN
                CONTINUE WHEN made >= most_new OR cardinality(used) >= most_used;
                IF NOT has_turn THEN
                    PERFORM waldo.wait_for_turn('make_days');
                    has_turn := true;
                    -- Another transaction may have made it meanwhile.
                    span := waldo.span_of(wanted);
                END IF;
            END IF;
            IF span.first IS NULL THEN
                DELETE FROM waldo.sample_span s WHERE s.first <= wanted AND s.past > wanted;
                unit := CASE WHEN wanted < date_trunc('year', today::timestamp)::date THEN 'year'
                    WHEN waldo.is_busy(today) THEN 'day' ELSE 'month' END;
                span.first := greatest(
                    date_trunc(unit, wanted::timestamp)::date,
                    (SELECT max(s.past) FROM waldo.sample_span s WHERE s.first <= wanted));
                span.past := least(
                    (date_trunc(unit, wanted::timestamp) + ('1 ' || unit)::interval)::date,
                    (SELECT min(s.first) FROM waldo.sample_span s WHERE s.first > wanted));
                span.name := 'sample_' || to_char(span.first, 'YYYYMMDD');
                -- One that was detached keeps its name.
                IF to_regclass('waldo.' || span.name) IS NOT NULL THEN
                    span.name := span.name || '_' || pg_current_xact_id();
                END IF;
                EXECUTE format('CREATE TABLE waldo.%I (LIKE waldo.sample INCLUDING GENERATED)', span.name);
                EXECUTE format(
                    'ALTER TABLE waldo.sample ATTACH PARTITION waldo.%I FOR VALUES FROM (%L) TO (%L)',
                    span.name, span.first::timestamptz, span.past::timestamptz);
                INSERT INTO waldo.sample_span SELECT span.*;
                made := made + 1;
            END IF;
        END IF;
        IF NOT span.first = ANY (used) THEN
            CONTINUE WHEN cardinality(used) >= most_used;
            used := used || span.first;
        END IF;
        covered := covered || day;
    END LOOP;
    RETURN covered;
END $$;

-- The partition that has a day; nothing: there is none.
CREATE OR REPLACE FUNCTION waldo.span_of(day date) RETURNS waldo.sample_span
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    span waldo.sample_span;
BEGIN
    SELECT s.* INTO span FROM waldo.sample_span s WHERE s.first <= span_of.day ORDER BY s.first DESC LIMIT 1;
    -- Its owner may have dropped it.
    IF span.past > day AND EXISTS (
        SELECT FROM pg_inherits i
        WHERE i.inhrelid = to_regclass('waldo.' || span.name) AND i.inhparent = 'waldo.sample'::regclass)
    THEN
        RETURN span;
    END IF;
    RETURN NULL;
END $$;

-- Whether so much comes that a partition of a month would be too large: the newest one has more than 4 GB a day. Of more
-- than 1000 partitions none is made for a day.
CREATE OR REPLACE FUNCTION waldo.is_busy(today date) RETURNS boolean
LANGUAGE sql STABLE SET search_path = pg_catalog, pg_temp AS $$
    SELECT coalesce((SELECT count(*) < 1000 FROM waldo.sample_span) AND (
        SELECT pg_total_relation_size(to_regclass('waldo.' || s.name))
            / greatest(1, least(s.past, is_busy.today + 1) - s.first) > 4000000000
        FROM waldo.sample_span s WHERE s.first <= is_busy.today ORDER BY s.first DESC LIMIT 1), false)
$$;

-- Makes the partitions of the staged samples, and returns their days. A stream is stored up to the first sample whose
-- partition this transaction cannot make or write to; the station sends the rest again.
CREATE OR REPLACE FUNCTION waldo.fit_days() RETURNS bigint[]
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp SET jit = off AS $$
DECLARE
    wanted bigint[];
    days bigint[];
BEGIN
    SELECT coalesce(array_agg(d.day), '{}') INTO wanted FROM (
        SELECT DISTINCT s.utc / 86400000000 AS day FROM pg_temp.stage_sample s WHERE s.utc >= 0) d WHERE waldo.is_dated(d.day);
    -- As many partitions as days can be made: most transactions have one or two.
    IF cardinality(wanted) <= 16 THEN RETURN waldo.make_days(wanted); END IF;
    -- Those of each stream's first samples come first, so that each transaction stores something of each stream. Of these the
    -- present day precedes, and the others take turns: streams with many old days hold up no other for good.
    SELECT coalesce(array_agg(d.day ORDER BY d.place, d.day < extract(epoch FROM now()) / 86400 - 2, random()), '{}')
    INTO wanted FROM (
        SELECT s.utc / 86400000000 AS day, min(s.id - k.before) AS place
        FROM pg_temp.stage_sample s
        JOIN pg_temp.stage_taken k ON k.survey_uuid = s.survey_uuid AND k.tbl = 'sample' AND k.owner = s.stream
            AND s.id > k.before AND s.id <= k.upto
        WHERE s.utc >= 0
        GROUP BY 1) d WHERE waldo.is_dated(d.day);
    days := waldo.make_days(wanted);
    IF cardinality(days) < cardinality(wanted) THEN
        UPDATE pg_temp.stage_taken t SET upto = l.first - 1, refused = true, rows = t.rows - (
            SELECT count(*) FROM pg_temp.stage_sample s
            WHERE s.survey_uuid = t.survey_uuid AND s.stream = t.owner AND s.id >= l.first AND s.id <= t.upto)
        FROM (
            SELECT k.survey_uuid, k.stream, min(s.id) AS first
            FROM pg_temp.stage_sample s
            JOIN pg_temp.stage_taken k ON k.survey_uuid = s.survey_uuid AND k.tbl = 'sample' AND k.owner = s.stream
                AND s.id > k.before AND s.id <= k.upto
            WHERE s.utc >= 0 AND s.utc / 86400000000 IN (SELECT unnest(wanted) EXCEPT SELECT unnest(days))
            GROUP BY 1, 2) l
        WHERE t.survey_uuid = l.survey_uuid AND t.stream = l.stream;
    END IF;
    RETURN days;
END $$;

-- Microseconds since 1970 as a time. It is exact: a double resolves below a microsecond until the year 2242. Without
-- settings of its own it is inlined into queries. Outside of the years 1 to 9999 there is none.
CREATE OR REPLACE FUNCTION waldo.time_of(utc bigint) RETURNS timestamptz
LANGUAGE sql IMMUTABLE AS $$
    SELECT CASE WHEN utc BETWEEN -62135596800000000 AND 253402300799999999 THEN to_timestamp(utc / 1e6::double precision) END
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

-- The condition for the partitions that samples which came again may be in: those of their streams, or only those of the samples
-- themselves where their streams have too many. Each takes some of the locks that all transactions share.
CREATE OR REPLACE FUNCTION waldo.around_again() RETURNS text
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp SET timezone = 'UTC' SET jit = off AS $$
DECLARE
    most CONSTANT integer := 64;
    first_t timestamptz;
    last_t timestamptz;
    condition text;
    spans bigint;
BEGIN
    SELECT min(p.first_t), max(p.last_t) INTO first_t, last_t
    FROM pg_temp.stage_taken k JOIN waldo.progress p USING (survey_uuid, stream) WHERE k.tbl = 'sample' AND k.again;
    IF (SELECT count(*) <= most FROM waldo.sample_span s WHERE s.first <= last_t AND s.past > first_t) THEN
        RETURN format(
            ' AND (t = timestamptz ''epoch'' OR t BETWEEN %L AND %L)', coalesce(first_t, 'epoch'), coalesce(last_t, 'epoch'));
    END IF;
    SELECT ' AND (t = timestamptz ''epoch''' || coalesce(string_agg(format(
        ' OR t >= %L AND t < %L', p.first::timestamptz, p.past::timestamptz), ''), '') || ')', count(*)
    INTO condition, spans FROM (
        SELECT DISTINCT o.first, o.past FROM (
            SELECT DISTINCT s.utc / 86400000000 AS day FROM pg_temp.stage_sample s
            JOIN pg_temp.stage_taken k ON k.survey_uuid = s.survey_uuid AND k.tbl = 'sample' AND k.owner = s.stream
                AND k.again AND s.id <= k.before
            WHERE s.utc >= 0) d
        CROSS JOIN LATERAL waldo.span_of(date '1970-01-01' + d.day::integer) o WHERE o.first IS NOT NULL) p;
    -- A caller goes on with one batch at a time, whose 100 rows have as many partitions at most.
    IF spans > most AND (SELECT count(*) > 1 FROM pg_temp.stage_batch) THEN
        RAISE EXCEPTION 'rows that came again are of % partitions; a transaction reads %', spans, most
            USING ERRCODE = 'program_limit_exceeded';
    END IF;
    RETURN condition;
END $$;

-- Compares rows that are received again with those that are stored, and keeps those that differ as conflicts.
CREATE OR REPLACE FUNCTION waldo.compare(name text) RETURNS TABLE (survey_uuid uuid, stream text, n bigint, m bigint)
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp SET jit = off AS $$
#variable_conflict use_column
DECLARE
    columns text[] := waldo.sent_columns(name);
    -- The partition of a sample follows from its time, so that no other partition is read.
    at text := CASE WHEN name = 'sample' THEN ' AND t IN (timestamptz ''epoch'', coalesce(waldo.time_of(s.utc), ''epoch''))'
        ELSE '' END;
    around text := '';
BEGIN
    IF name = 'sample' THEN around := waldo.around_again(); END IF;
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

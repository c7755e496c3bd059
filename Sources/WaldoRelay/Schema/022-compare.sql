-- Rows that come again.

-- The condition for the partitions that samples which came again may be in: those of their streams, or only those of
-- the samples themselves where their streams have too many. Each takes some of the locks that all transactions share.
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

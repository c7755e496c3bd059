-- The partitions of samples by time.

-- Whether samples of a day (counted from 1970-01-01) have partitions by time: those of 2000 to tomorrow.
CREATE OR REPLACE FUNCTION waldo.is_dated(day bigint) RETURNS boolean
LANGUAGE sql STABLE AS $$
    SELECT day BETWEEN 10957 AND floor(extract(epoch FROM now()) / 86400)::bigint + 1
$$;

-- Makes the partitions of days, and returns the days that have one and that the transaction may write to. One covers a
-- year that is over, or a month of this one; a day while more than 4 GB come a day. Where others are in the way it
-- covers what is free between them, so that years of days never need as many partitions. A transaction makes 16 and
-- writes to 64 at most: each takes some of the locks that all transactions share. Attaching a table waits for no reader
-- and no writer. It runs as the owner, and uses nothing of the caller but numbers.
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
                -- By itself: default privileges of a role are gone once a member of it drops what it owns.
                EXECUTE format('GRANT SELECT ON waldo.%I TO waldo_reader, waldo_collector', span.name);
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

-- Whether so much comes that a partition of a month would be too large: the newest one has more than 4 GB a day. Of
-- more than 1000 partitions none is made for a day.
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
    -- Those of each stream's first samples come first, so that each transaction stores something of each stream. Of
    -- these the present day precedes, and the others take turns: streams with many old days hold up no other for good.
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

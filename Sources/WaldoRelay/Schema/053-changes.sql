-- What adds to the cells of the map, and what has them summed up again.

-- Adds new samples to their cells, except those whose value means nothing (invalid, saturated, check failed) or that
-- have no place. What is out of range is left out and counted in the quarantine: a place outside the grid, which is in
-- no cell, a value that is not below 1e15, a time outside the session, a date outside the survey. A sample counts for its exposure, and at most for that
-- of its stream, the session's length and a day; one of twice that is counted there, too. It runs as the owner, and
-- reads nothing but the rows that were inserted and what is known of their own streams. Tiny numbers count as 0, great
-- ones are left out, so no product or quotient overflows or underflows.
CREATE OR REPLACE FUNCTION waldo.add_to_cells() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT SET jit = off AS $$
DECLARE
    left_out record;
BEGIN
    FOR left_out IN
        WITH limits AS MATERIALIZED (
            SELECT k.survey_uuid, k.stream, l.* FROM (SELECT DISTINCT survey_uuid, stream FROM added) k
            CROSS JOIN LATERAL waldo.sample_limits(k.survey_uuid, k.stream) l),
        judged AS MATERIALIZED (
            SELECT a.survey_uuid, a.stream, a.id, waldo.counted_degrees(a.x) AS x, waldo.counted_degrees(a.y) AS y,
                waldo.counted_value(a.value) AS value, a.t,
                least(greatest(a.mono_to::double precision - a.mono_from, 1) / 1e6::double precision, l.longest) AS exposure,
                CASE WHEN waldo.is_in_grid(a.x, a.y) THEN waldo.sample_fault(
                    a.value, a.mono_from, a.mono_to, a.utc, l.longest, l.earliest, l.latest, l.since, l.until)
                ELSE 'place' END AS fault
            FROM added a JOIN limits l ON l.survey_uuid = a.survey_uuid AND l.stream = a.stream
            WHERE a.srs = 4326 AND a.x IS NOT NULL AND a.y IS NOT NULL AND a.value IS NOT NULL AND waldo.is_usable(a.flags)),
        put AS (
            INSERT INTO waldo.cell_added (
                code, survey_uuid, stream, n, weight, weighted, low, high, longitudes, latitudes, last_t)
            SELECT waldo.cell_code(cell_column, cell_row), survey_uuid, stream, n, weight, weighted, low, high, longitudes,
                latitudes, last_t
            FROM (
                SELECT survey_uuid, stream, waldo.cell_column(x, 21) AS cell_column, waldo.cell_row(y, 21) AS cell_row,
                    count(*) AS n, sum(exposure) AS weight, sum(value * exposure) AS weighted,
                    min(value) AS low, max(value) AS high, sum(x) AS longitudes, sum(y) AS latitudes, max(t) AS last_t
                FROM judged WHERE waldo.is_counted(fault)
                GROUP BY 1, 2, 3, 4) g)
        SELECT o.survey_uuid, o.stream, CASE WHEN o.place <= 8 THEN o.code ELSE -1 END AS code, o.fault,
            sum(o.samples)::bigint AS samples, max(o.last_id) AS last_id
        FROM (
            SELECT j.survey_uuid, j.stream,
                CASE WHEN j.fault = 'place' THEN -1
                    ELSE waldo.cell_code(waldo.cell_column(j.x, 18), waldo.cell_row(j.y, 18)) END AS code,
                j.fault, count(*) AS samples, max(j.id) AS last_id,
                row_number() OVER (PARTITION BY j.survey_uuid, j.stream) AS place
            FROM judged j WHERE j.fault IS NOT NULL
            GROUP BY 1, 2, 3, 4) o
        GROUP BY 1, 2, 3, 4 ORDER BY 1, 2, 3, 4
    LOOP
        PERFORM waldo.quarantine(
            left_out.survey_uuid, left_out.stream, left_out.code, left_out.fault, left_out.samples, left_out.last_id);
    END LOOP;
    RETURN NULL;
END $$;
CREATE OR REPLACE TRIGGER sample_cells AFTER INSERT ON waldo.sample
    REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION waldo.add_to_cells();

-- What is known of a stream when its samples come: the seconds that one counts for at most, between which microseconds
-- of the session's clock they lie, and between which dates: those of the survey's begin and end. There is room for the
-- stream's exposure and a minute. What is not known yet limits nothing, nor does a begin that is still to come or after
-- the end; and while a session goes on, the survey's end is that of an earlier one. Without settings of its own it is
-- inlined.
CREATE OR REPLACE FUNCTION waldo.sample_limits(survey uuid, stream bigint) RETURNS TABLE (
    longest double precision, earliest double precision, latest double precision, since double precision,
    until double precision)
LANGUAGE sql STABLE ROWS 1 AS $$
    SELECT least(k.own, CASE WHEN k.mono_end > k.mono_start THEN (k.mono_end - k.mono_start) / 1e6::double precision END),
        coalesce(k.mono_start - k.room, '-Infinity'), coalesce(k.mono_end + k.room, 'Infinity'),
        CASE WHEN k.has_begin THEN k.started - k.room END,
        CASE WHEN k.has_begin AND k.mono_end IS NOT NULL THEN k.ended + k.room END
    FROM (
        SELECT o.own, o.own * 1e6::double precision + 6e7::double precision AS room,
            s.mono_start::double precision AS mono_start, s.mono_end::double precision AS mono_end,
            v.started::double precision AS started, v.ended::double precision AS ended,
            v.started BETWEEN 1 AND coalesce(v.ended, (extract(epoch FROM now()) * 1000000)::bigint + 86400000000)
                AS has_begin
        FROM (SELECT) one
        LEFT JOIN waldo.stream m ON m.survey_uuid = $1 AND m.id = $2
        LEFT JOIN waldo.run r ON r.survey_uuid = m.survey_uuid AND r.id = m.run
        LEFT JOIN waldo.session s ON s.survey_uuid = m.survey_uuid AND s.id = r.session
        LEFT JOIN waldo.survey v ON v.survey_uuid = m.survey_uuid AND v.id = s.survey
        CROSS JOIN LATERAL (SELECT waldo.counted_seconds(m.exposure) AS own) o) k
$$;

-- What is wrong with a sample, by what is known of its stream, and whether it is on the map all the same.
CREATE OR REPLACE FUNCTION waldo.sample_fault(
    value double precision, mono_from bigint, mono_to bigint, utc bigint, longest double precision,
    earliest double precision, latest double precision, since double precision, until double precision) RETURNS text
LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN CASE WHEN NOT waldo.is_in_range(value) THEN 'value'
    WHEN mono_from < earliest OR mono_to > latest OR utc < since OR utc > until THEN 'time'
    WHEN mono_to::double precision - mono_from > 2e6::double precision * longest THEN 'exposure' END;
CREATE OR REPLACE FUNCTION waldo.is_counted(fault text) RETURNS boolean LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN coalesce(fault, 'exposure') = 'exposure';

-- Notes surveys whose cells are to be summed up again, each once, at a cost that does not depend on their cells, and
-- without waiting. A note that a refresh has locked may be of what it knew before this change: another one is made. A
-- refresh leaves the note that is locked here, until this transaction has ended.
CREATE OR REPLACE FUNCTION waldo.spoil(surveys uuid[]) RETURNS void
LANGUAGE plpgsql SET search_path FROM CURRENT SET jit = off AS $$
DECLARE
    survey uuid;
BEGIN
    FOREACH survey IN ARRAY coalesce(surveys, '{}') LOOP
        PERFORM FROM waldo.cell_spoiled s WHERE s.survey_uuid = survey LIMIT 1 FOR UPDATE SKIP LOCKED;
        IF NOT FOUND THEN INSERT INTO waldo.cell_spoiled (survey_uuid) VALUES (survey); END IF;
    END LOOP;
END $$;

-- A survey that is deleted or becomes known after its samples, a run that replaces another, and a survey that is handed
-- to another station change which samples count, or for whom.
CREATE OR REPLACE FUNCTION waldo.spoil_cells() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
BEGIN
    PERFORM waldo.spoil((SELECT array_agg(DISTINCT c.survey_uuid) FROM changed c));
    RETURN NULL;
END $$;
CREATE OR REPLACE FUNCTION waldo.spoil_deleted_cells() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
BEGIN
    PERFORM waldo.spoil((
        SELECT array_agg(DISTINCT v.survey_uuid) FROM changed v JOIN was w ON w.survey_uuid = v.survey_uuid AND w.id = v.id
        WHERE v.deleted IS DISTINCT FROM w.deleted));
    RETURN NULL;
END $$;
CREATE OR REPLACE FUNCTION waldo.spoil_handed_cells() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
BEGIN
    PERFORM waldo.spoil((
        SELECT array_agg(DISTINCT o.survey_uuid) FROM changed o JOIN was w ON w.survey_uuid = o.survey_uuid
        WHERE o.station IS DISTINCT FROM w.station));
    RETURN NULL;
END $$;
CREATE OR REPLACE TRIGGER station_cells AFTER UPDATE ON waldo.station_survey
    REFERENCING OLD TABLE AS was NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION waldo.spoil_handed_cells();
CREATE OR REPLACE TRIGGER survey_cells AFTER INSERT ON waldo.survey
    REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION waldo.spoil_cells();
CREATE OR REPLACE TRIGGER survey_cells_deleted AFTER UPDATE ON waldo.survey
    REFERENCING OLD TABLE AS was NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION waldo.spoil_deleted_cells();
CREATE OR REPLACE TRIGGER run_cells AFTER INSERT ON waldo.run
    REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION waldo.spoil_cells();
CREATE OR REPLACE TRIGGER stream_cells AFTER INSERT ON waldo.stream
    REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION waldo.spoil_cells();

-- A survey has one row: views join its samples with each. A database may have more from before; the last one that was
-- written stays.
DO $$
BEGIN
    IF to_regclass('waldo.survey_once') IS NULL THEN
        PERFORM waldo.spoil(ARRAY(SELECT v.survey_uuid FROM waldo.survey v GROUP BY 1 HAVING count(*) > 1));
        DELETE FROM waldo.survey v USING (
            SELECT o.survey_uuid, o.id, row_number() OVER (PARTITION BY o.survey_uuid ORDER BY age(o.xmin), o.ctid DESC)
                AS place
            FROM waldo.survey o) s
        WHERE v.survey_uuid = s.survey_uuid AND v.id = s.id AND s.place > 1;
        CREATE UNIQUE INDEX survey_once ON waldo.survey (survey_uuid);
    END IF;
END $$;

-- Computes the cells of a survey again from its samples, by what is known of them now, and forgets what was quarantined
-- of it. Says of how many samples. It waits for a refresh in progress, and none begins meanwhile; rows are stored as
-- ever. All is one statement, so that a sample which comes now counts once. For the owner alone.
CREATE OR REPLACE FUNCTION waldo.rebuild_cells(survey uuid) RETURNS bigint
LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT SET jit = off SET client_min_messages = warning AS $$
DECLARE
    columns CONSTANT text := array_to_string(waldo.sent_columns('sample'), ', ');
    samples bigint;
BEGIN
    PERFORM waldo.wait_for_turn('refresh_when_due');
    PERFORM waldo.wait_for_turn('refresh_cells');
    DROP TABLE IF EXISTS pg_temp.rebuilt;
    CREATE TEMPORARY TABLE rebuilt (LIKE waldo.sample) ON COMMIT DROP;
    CREATE TRIGGER rebuilt_cells AFTER INSERT ON pg_temp.rebuilt
        REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION waldo.add_to_cells();
    EXECUTE format($query$
        WITH gone AS (DELETE FROM waldo.cell WHERE survey_uuid = $1 RETURNING level, code),
        unmoved AS (DELETE FROM waldo.cell_added WHERE survey_uuid = $1),
        forgotten AS (DELETE FROM waldo.quarantine WHERE survey_uuid = $1),
        stale AS (
            INSERT INTO waldo.cell_stale
            SELECT DISTINCT waldo.stale_code(level, code) FROM gone ON CONFLICT DO NOTHING)
        INSERT INTO pg_temp.rebuilt (survey_uuid, t, %1$s)
        SELECT survey_uuid, t, %1$s FROM waldo.sample WHERE survey_uuid = $1 $query$, columns) USING survey;
    GET DIAGNOSTICS samples = ROW_COUNT;
    DROP TABLE pg_temp.rebuilt;
    RETURN samples;
END $$;

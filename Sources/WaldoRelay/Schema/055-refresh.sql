-- The map is brought up to date in transactions of its own, so that nothing of it can hinder one that stores rows.

DROP FUNCTION IF EXISTS waldo.list_spoiled();

-- Lists the next cells of surveys that changed, as many as one refresh sums up again. Stations take turns, and of a
-- station its surveys: one that changes much delays no other. A survey is begun again after a minute at the earliest,
-- however often it changes.
CREATE OR REPLACE FUNCTION waldo.list_spoiled() RETURNS void
LANGUAGE plpgsql SET search_path FROM CURRENT SET jit = off AS $$
DECLARE
    most CONSTANT bigint := 2000;
    room CONSTANT bigint := most - (SELECT count(*) FROM (SELECT FROM waldo.cell_stale LIMIT most) s);
    walk record;
    codes bigint[];
BEGIN
    DELETE FROM waldo.cell_walk w WHERE w.upto IS NULL AND w.begun < clock_timestamp() - interval '1 minute';
    WITH noted AS (
        DELETE FROM waldo.cell_spoiled s WHERE s.ctid = ANY (ARRAY(
            SELECT n.ctid FROM waldo.cell_spoiled n
            WHERE NOT EXISTS (SELECT FROM waldo.cell_walk w WHERE w.survey_uuid = n.survey_uuid)
            LIMIT 10000 FOR UPDATE SKIP LOCKED))
        RETURNING s.survey_uuid)
    INSERT INTO waldo.cell_walk (survey_uuid) SELECT DISTINCT n.survey_uuid FROM noted n
    WHERE EXISTS (SELECT FROM waldo.cell c WHERE c.survey_uuid = n.survey_uuid AND c.level = 18);
    FOR walk IN
        SELECT p.survey_uuid, p.upto, greatest(1, room / count(*) OVER ()) AS share FROM (
            SELECT w.survey_uuid, w.upto, row_number() OVER (PARTITION BY o.station ORDER BY w.at, w.begun) AS place,
                max(w.at) OVER (PARTITION BY o.station) AS last_at
            FROM waldo.cell_walk w LEFT JOIN waldo.station_survey o ON o.survey_uuid = w.survey_uuid
            WHERE w.upto IS NOT NULL
            ORDER BY place, last_at LIMIT least(room, 100)) p
    LOOP
        codes := ARRAY(
            SELECT c.code FROM waldo.cell c WHERE c.survey_uuid = walk.survey_uuid AND c.level = 18 AND c.code > walk.upto
            ORDER BY c.code LIMIT walk.share);
        INSERT INTO waldo.cell_stale SELECT DISTINCT c FROM unnest(codes) AS c ON CONFLICT DO NOTHING;
        UPDATE waldo.cell_walk w SET at = clock_timestamp(),
            upto = CASE WHEN cardinality(codes) = walk.share THEN codes[walk.share] END
        WHERE w.survey_uuid = walk.survey_uuid;
    END LOOP;
END $$;

-- Moves what was added survey by survey, after it could not be moved together: of a survey that fails it is taken away.
-- Says how many sums were.
CREATE OR REPLACE FUNCTION waldo.move_each() RETURNS bigint
LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
DECLARE
    surveys CONSTANT uuid[] := ARRAY(SELECT DISTINCT a.survey_uuid FROM waldo.cell_added a);
    survey uuid;
    found bigint := 0;
BEGIN
    FOREACH survey IN ARRAY surveys LOOP
        BEGIN
            PERFORM waldo.move_cells(survey);
        EXCEPTION WHEN OTHERS THEN
            IF NOT waldo.is_of_rows(SQLSTATE) THEN RAISE; END IF;
            found := found + waldo.quarantine_added(survey);
        END;
    END LOOP;
    RETURN found;
END $$;

-- Takes the cells of surveys away that cannot be summed up, after the stale cells could not be. Each survey is tried
-- alone, and what is summed up for that is undone. Says how many sums were taken away.
CREATE OR REPLACE FUNCTION waldo.quarantine_failing() RETURNS bigint
LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
DECLARE
    surveys CONSTANT uuid[] := ARRAY(
        SELECT DISTINCT c.survey_uuid
        FROM waldo.stale_ranges(ARRAY(SELECT s.code FROM waldo.cell_stale s LIMIT 2000)) r
        CROSS JOIN LATERAL (
            SELECT c.survey_uuid FROM waldo.cell c
            WHERE c.level = r.level AND c.code BETWEEN r.first AND r.last OFFSET 0) c);
    survey uuid;
    found bigint := 0;
BEGIN
    FOREACH survey IN ARRAY surveys LOOP
        BEGIN
            PERFORM waldo.renew_cells(survey);
            RAISE EXCEPTION 'this is undone' USING ERRCODE = 'WA000';
        EXCEPTION
            WHEN SQLSTATE 'WA000' THEN NULL;
            WHEN OTHERS THEN
                IF NOT waldo.is_of_rows(SQLSTATE) THEN RAISE; END IF;
                found := found + waldo.quarantine_stored(survey);
        END;
    END LOOP;
    RETURN found;
END $$;

-- Ranks cell by cell, after they could not be ranked together: a cell that fails stays without a rank.
CREATE OR REPLACE FUNCTION waldo.rank_each(most integer DEFAULT 200) RETURNS void
LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
DECLARE
    place tid;
BEGIN
    FOR step IN 1..most LOOP
        SELECT c.ctid INTO place FROM waldo.cell_sum c WHERE c.unranked ORDER BY c.ranked NULLS FIRST LIMIT 1;
        EXIT WHEN NOT FOUND;
        BEGIN
            PERFORM waldo.rank_cells(1);
        EXCEPTION WHEN OTHERS THEN
            IF NOT waldo.is_of_rows(SQLSTATE) THEN RAISE; END IF;
            UPDATE waldo.cell_sum c SET stations = NULL, median = NULL, trimmed = NULL, unranked = false, ranked = now()
            WHERE c.ctid = place;
        END;
    END LOOP;
END $$;

-- Moves what was added into the sums, sums up again the cells that are stale, and ranks stations. One call at a time
-- does so; others return at once. A survey whose cells fail is quarantined; the others are refreshed.
CREATE OR REPLACE FUNCTION waldo.refresh_cells() RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
DECLARE
    began CONSTANT timestamptz := clock_timestamp();
    why text;
    taken bigint := 0;
BEGIN
    IF NOT waldo.take_turn('refresh_cells') THEN RETURN; END IF;
    PERFORM waldo.list_spoiled();
    BEGIN
        PERFORM waldo.move_cells();
    EXCEPTION WHEN OTHERS THEN
        IF NOT waldo.is_of_rows(SQLSTATE) THEN RAISE; END IF;
        why := SQLERRM;
        taken := waldo.quarantine_cells() + waldo.move_each();
    END;
    BEGIN
        PERFORM waldo.renew_cells();
    EXCEPTION WHEN OTHERS THEN
        IF NOT waldo.is_of_rows(SQLSTATE) THEN RAISE; END IF;
        why := SQLERRM;
        taken := taken + waldo.quarantine_cells() + waldo.quarantine_failing();
    END;
    BEGIN
        PERFORM waldo.rank_cells();
    EXCEPTION WHEN OTHERS THEN
        IF NOT waldo.is_of_rows(SQLSTATE) THEN RAISE; END IF;
        why := SQLERRM;
        PERFORM waldo.rank_each();
    END;
    UPDATE waldo.cell_refresh SET at = clock_timestamp(), took = clock_timestamp() - began,
        fault = why || ': ' || taken || ' sums were taken away', behind =
        why IS NOT NULL OR EXISTS (SELECT FROM waldo.cell_stale) OR EXISTS (SELECT FROM waldo.cell_spoiled)
        OR EXISTS (SELECT FROM waldo.cell_walk w WHERE w.upto IS NOT NULL)
        OR EXISTS (SELECT FROM (SELECT FROM waldo.cell_sum c WHERE c.unranked ORDER BY c.ranked NULLS FIRST LIMIT 1) c);
END $$;

-- The same, unless it was done within a second, or within the time that it took: at most half of the time goes into the
-- map. Where the turn was another's whenever it was tried for 10 seconds, it is waited for, but for a refresh that was
-- called by this function. Says whether it is to be called again although nothing more comes.
CREATE OR REPLACE FUNCTION waldo.refresh_cells_when_due() RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT SET lock_timeout = '3s' AS $$
DECLARE
    began CONSTANT timestamptz := clock_timestamp();
    is_due boolean;
    is_late boolean;
BEGIN
    IF waldo.take_turn('refresh_when_due') THEN
        SELECT r.at < began - greatest(interval '1 second', r.took), r.at < began - greatest(interval '10 seconds', r.took)
        INTO is_due, is_late FROM waldo.cell_refresh r;
        IF is_late THEN PERFORM waldo.wait_for_turn('refresh_cells'); END IF;
        IF is_due THEN PERFORM waldo.refresh_cells(); END IF;
    END IF;
    RETURN (SELECT r.behind OR r.at < began FROM waldo.cell_refresh r);
END $$;

-- A database of version 1 may have sums that no computation can use, and sums under names longer than those of the
-- views.
DO $$
BEGIN
    IF EXISTS (SELECT FROM waldo.schema_version) AND NOT EXISTS (SELECT FROM waldo.schema_version WHERE version >= 2) THEN
        PERFORM waldo.quarantine_cells();
        INSERT INTO waldo.cell_stale SELECT DISTINCT waldo.stale_code(c.level, c.code) FROM waldo.cell_sum c
        WHERE length(c.name) > 200 OR length(c.unit) > 60 ON CONFLICT DO NOTHING;
    END IF;
END $$;

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

-- A cell of a database of version 1 counts as one of several stations until it is ranked. The table is not rewritten.
DO $$
BEGIN
    IF to_regclass('waldo.cell_sum') IS NOT NULL AND NOT EXISTS (
        SELECT FROM pg_attribute WHERE attrelid = to_regclass('waldo.cell_sum') AND attname = 'unranked' AND NOT attisdropped)
    THEN
        ALTER TABLE waldo.cell_sum
            ADD COLUMN first_station bigint NOT NULL DEFAULT -9223372036854775807,
            ADD COLUMN last_station bigint NOT NULL DEFAULT 9223372036854775807,
            ADD COLUMN unranked boolean NOT NULL DEFAULT true, ADD COLUMN ranked timestamptz,
            ADD COLUMN stations integer, ADD COLUMN median double precision, ADD COLUMN trimmed double precision;
        ALTER TABLE waldo.cell_sum ALTER COLUMN first_station DROP DEFAULT, ALTER COLUMN last_station DROP DEFAULT,
            ALTER COLUMN unranked DROP DEFAULT;
    END IF;
END $$;

-- The sums of all surveys, by the name and the unit of the stream, and statistics in which each station counts once, which
-- waldo.rank_cells() computes where `unranked`. `first_station` and `last_station` are the extremes of the stations' hashes:
-- where they are equal there is one station, and its mean is all. The sums are out of date in the cells of level 18 that
-- `cell_stale` lists, and in those above and below them, until waldo.refresh_cells().
CREATE TABLE IF NOT EXISTS waldo.cell_sum (
    level smallint NOT NULL, code bigint NOT NULL, name text NOT NULL, unit text NOT NULL,
    n bigint NOT NULL, weight double precision NOT NULL, weighted double precision NOT NULL,
    low double precision NOT NULL, high double precision NOT NULL, longitudes double precision NOT NULL,
    latitudes double precision NOT NULL, last_t timestamptz NOT NULL,
    first_station bigint NOT NULL, last_station bigint NOT NULL, unranked boolean NOT NULL, ranked timestamptz,
    stations integer, median double precision, trimmed double precision,
    PRIMARY KEY (level, code, name, unit)) WITH (fillfactor = 80);
CREATE INDEX IF NOT EXISTS cell_sum_unranked ON waldo.cell_sum (ranked NULLS FIRST) WHERE unranked;
COMMENT ON TABLE waldo.cell_sum IS
    'the sums of all surveys in a cell; where there is more than one station, the median and the trimmed mean of their means';
CREATE TABLE IF NOT EXISTS waldo.cell_stale (code bigint NOT NULL);
-- Surveys that changed while a refresh was in progress: the next one looks for their cells again.
CREATE TABLE IF NOT EXISTS waldo.cell_spoiled (survey_uuid uuid NOT NULL);

-- What was added to cells of level 21 and is not in the sums yet. Inserts only append here, at a cost that does not depend on
-- the sums' size: one process at a time moves all of it into the sums, every second.
CREATE TABLE IF NOT EXISTS waldo.cell_added (
    code bigint NOT NULL, survey_uuid uuid NOT NULL, stream bigint NOT NULL, n bigint NOT NULL,
    weight double precision NOT NULL, weighted double precision NOT NULL, low double precision NOT NULL,
    high double precision NOT NULL, longitudes double precision NOT NULL, latitudes double precision NOT NULL,
    last_t timestamptz NOT NULL, xact xid8 NOT NULL DEFAULT pg_current_xact_id())
    WITH (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 100000);

-- What is left out of the sums, or cut in them, by the cell of level 18 (-1: any other than those that are named): samples whose
-- value is out of range, that count longer than their stream or session allows, or that lie outside their session; and
-- sums that no honest samples have. It names the cause; with the survey's deletion it is over.
CREATE TABLE IF NOT EXISTS waldo.quarantine (
    survey_uuid uuid NOT NULL, stream bigint NOT NULL, code bigint NOT NULL, reason text NOT NULL, samples bigint NOT NULL,
    last_id bigint, first_seen timestamptz NOT NULL DEFAULT now(), last_seen timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (survey_uuid, stream, code, reason));

-- When that was done last, how long it took, why it could not be done then (nothing: it could), whether cells were left to be
-- renewed or ranked, and the transaction before which all rows were moved: a scan from there skips the dead rows that no
-- vacuum has removed yet. A transaction that writes and stays open holds both back.
CREATE TABLE IF NOT EXISTS waldo.cell_refresh (
    only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row), at timestamptz NOT NULL DEFAULT '-infinity',
    moved xid8 NOT NULL DEFAULT '0', fault text, took interval NOT NULL DEFAULT '0', behind boolean NOT NULL DEFAULT true);
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
    IF NOT EXISTS (
        SELECT FROM pg_attribute WHERE attrelid = 'waldo.cell_refresh'::regclass AND attname = 'fault' AND NOT attisdropped)
    THEN
        ALTER TABLE waldo.cell_refresh ADD COLUMN fault text, ADD COLUMN took interval NOT NULL DEFAULT '0',
            ADD COLUMN behind boolean NOT NULL DEFAULT true;
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

-- Sums that no samples within the ranges have: of finite values below 1e15 that count for a day at most. No sum within them
-- can be one whose computation fails.
CREATE OR REPLACE FUNCTION waldo.is_sound(
    n bigint, weight double precision, weighted double precision, low double precision, high double precision,
    longitudes double precision, latitudes double precision) RETURNS boolean LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN n BETWEEN 1 AND 1000000000000000 AND weight > 0 AND weight <= 86400.0::double precision * n
    AND abs(weighted) <= 1e15::double precision * weight AND abs(low) < 1e15 AND abs(high) < 1e15
    AND abs(longitudes) <= 180.0::double precision * n AND abs(latitudes) <= 90.0::double precision * n;

-- Counts what is left out. Of a stream there are 1000 cells at most, of one statement 8: what is elsewhere is counted
-- together, under -1, so that naming the cells of one costs the others little.
CREATE OR REPLACE FUNCTION waldo.quarantine(
    survey_uuid uuid, stream bigint, code bigint, reason text, samples bigint, last_id bigint) RETURNS void
LANGUAGE sql SET search_path FROM CURRENT AS $$
    INSERT INTO waldo.quarantine AS q (survey_uuid, stream, code, reason, samples, last_id)
    VALUES ($1, $2, CASE WHEN (
        SELECT count(*) FROM (
            SELECT FROM waldo.quarantine o WHERE o.survey_uuid = $1 AND o.stream = $2 AND o.code <> $3 LIMIT 1000) l) < 1000
        THEN $3 ELSE -1 END, $4, $5, $6)
    ON CONFLICT (survey_uuid, stream, code, reason) DO UPDATE SET
        samples = least(q.samples, 1000000000000000) + excluded.samples,
        last_id = coalesce(excluded.last_id, q.last_id), last_seen = now()
$$;

-- Takes sums that are not sound away from the map, and has the cells summed up again without them. Those whose samples only
-- count for too long, as version 1 let them, are cut.
CREATE OR REPLACE FUNCTION waldo.quarantine_cells() RETURNS bigint
LANGUAGE plpgsql SET search_path FROM CURRENT SET jit = off AS $$
DECLARE
    taken record;
    found bigint := 0;
BEGIN
    UPDATE waldo.cell_added a
    SET weighted = a.weighted * (86400.0::double precision * a.n / a.weight), weight = 86400.0::double precision * a.n
    WHERE a.n > 0 AND a.weight > 86400.0::double precision * a.n AND a.weight < 'Infinity' AND abs(a.weighted) < 'Infinity';
    WITH cut AS (
        UPDATE waldo.cell a
        SET weighted = a.weighted * (86400.0::double precision * a.n / a.weight), weight = 86400.0::double precision * a.n
        WHERE a.n > 0 AND a.weight > 86400.0::double precision * a.n AND a.weight < 'Infinity'
            AND abs(a.weighted) < 'Infinity'
        RETURNING a.level, a.code)
    INSERT INTO waldo.cell_stale SELECT c.code FROM cut c WHERE c.level = 18;
    FOR taken IN
        DELETE FROM waldo.cell_added a
        WHERE NOT waldo.is_sound(a.n, a.weight, a.weighted, a.low, a.high, a.longitudes, a.latitudes)
        RETURNING a.survey_uuid, a.stream, a.code >> 6 AS code, a.n
    LOOP
        PERFORM waldo.quarantine(taken.survey_uuid, taken.stream, taken.code, 'sum', least(taken.n, 1000000000000000), NULL);
        found := found + 1;
    END LOOP;
    FOR taken IN
        DELETE FROM waldo.cell a
        WHERE NOT waldo.is_sound(a.n, a.weight, a.weighted, a.low, a.high, a.longitudes, a.latitudes)
        RETURNING a.survey_uuid, a.stream, a.level, a.code, a.n
    LOOP
        CONTINUE WHEN taken.level <> 18;
        PERFORM waldo.quarantine(taken.survey_uuid, taken.stream, taken.code, 'sum', least(taken.n, 1000000000000000), NULL);
        INSERT INTO waldo.cell_stale VALUES (taken.code);
        found := found + 1;
    END LOOP;
    DELETE FROM waldo.cell_sum c
    WHERE NOT waldo.is_sound(c.n, c.weight, c.weighted, c.low, c.high, c.longitudes, c.latitudes);
    RETURN found;
END $$;

-- Moves what was added into the sums. This and what follows joins by hash tables alone: other joins compare each cell with each
-- stream of its survey, and each run with each, of which a station may make thousands.
CREATE OR REPLACE FUNCTION waldo.move_cells() RETURNS void
LANGUAGE plpgsql SET search_path FROM CURRENT SET jit = off SET enable_nestloop = off SET enable_mergejoin = off
SET enable_seqscan = off SET work_mem = '64MB' AS $$
BEGIN
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
        INSERT INTO waldo.cell_sum AS c (
            level, code, name, unit, n, weight, weighted, low, high, longitudes, latitudes, last_t, first_station,
            last_station, unranked)
        SELECT p.level, p.code, m.name, m.unit, sum(p.n), sum(least(p.weight, p.n * m.longest)),
            sum(p.weighted * least(1, p.n * m.longest / p.weight)), min(p.low), max(p.high),
            sum(p.longitudes), sum(p.latitudes), max(p.last_t), min(waldo.station_hash(m.station)),
            max(waldo.station_hash(m.station)), min(waldo.station_hash(m.station)) <> max(waldo.station_hash(m.station))
        FROM parts p JOIN waldo.streams m ON m.survey_uuid = p.survey_uuid AND m.stream = p.stream
        GROUP BY 1, 2, 3, 4 ORDER BY 1, 2, 3, 4
        ON CONFLICT (level, code, name, unit) DO UPDATE SET
            n = c.n + excluded.n, weight = c.weight + excluded.weight, weighted = c.weighted + excluded.weighted,
            low = least(c.low, excluded.low), high = greatest(c.high, excluded.high),
            longitudes = c.longitudes + excluded.longitudes, latitudes = c.latitudes + excluded.latitudes,
            last_t = greatest(c.last_t, excluded.last_t),
            first_station = least(c.first_station, excluded.first_station),
            last_station = greatest(c.last_station, excluded.last_station),
            unranked = least(c.first_station, excluded.first_station)
                <> greatest(c.last_station, excluded.last_station))
    UPDATE waldo.cell_refresh SET moved = pg_snapshot_xmin(pg_current_snapshot());
END $$;

-- Sums up again the cells that are stale.
CREATE OR REPLACE FUNCTION waldo.renew_cells() RETURNS void
LANGUAGE plpgsql SET search_path FROM CURRENT SET jit = off SET enable_nestloop = off SET enable_mergejoin = off
SET enable_seqscan = off SET work_mem = '64MB' AS $$
DECLARE
    codes bigint[];
BEGIN
    WITH taken AS (
        DELETE FROM waldo.cell_stale WHERE code IN (SELECT DISTINCT s.code FROM waldo.cell_stale s LIMIT 2000) RETURNING code)
    SELECT array_agg(DISTINCT code) INTO codes FROM taken;
    IF codes IS NULL THEN RETURN; END IF;
    -- Ranges are read by the index and streams joined by a hash table, whatever the planner estimates of tables that have
    -- just begun to grow: LATERAL is a nested loop even where those are off. Nobody else changes these rows, so that their
    -- places find them again.
    DELETE FROM waldo.cell_sum WHERE ctid = ANY (ARRAY(
        SELECT c.ctid FROM waldo.stale_ranges(codes) s CROSS JOIN LATERAL (
            SELECT c.ctid FROM waldo.cell_sum c WHERE c.level = s.level AND c.code BETWEEN s.first AND s.last OFFSET 0) c));
    INSERT INTO waldo.cell_sum (
        level, code, name, unit, n, weight, weighted, low, high, longitudes, latitudes, last_t, first_station, last_station,
        unranked)
    SELECT c.level, c.code, m.name, m.unit, sum(c.n), sum(least(c.weight, c.n * m.longest)),
        sum(c.weighted * least(1, c.n * m.longest / c.weight)), min(c.low), max(c.high),
        sum(c.longitudes), sum(c.latitudes), max(c.last_t), min(waldo.station_hash(m.station)),
        max(waldo.station_hash(m.station)), min(waldo.station_hash(m.station)) <> max(waldo.station_hash(m.station))
    FROM waldo.stale_ranges(codes) s
    CROSS JOIN LATERAL (
        SELECT * FROM waldo.cell c WHERE c.level = s.level AND c.code BETWEEN s.first AND s.last OFFSET 0) c
    JOIN waldo.streams m ON m.survey_uuid = c.survey_uuid AND m.stream = c.stream
    GROUP BY 1, 2, 3, 4;
END $$;

-- The number by which stations of a cell are told apart.
CREATE OR REPLACE FUNCTION waldo.station_hash(station text) RETURNS bigint LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN hashtextextended(station, 0);

-- Computes the median and the trimmed mean of the stations' means, and their number, in so many cells with more than one, those
-- first that have waited longest. Each station counts once, however much it has measured; from three on, the trimmed mean
-- leaves out the lowest and the highest fifth, at least one each.
CREATE OR REPLACE FUNCTION waldo.rank_cells(most integer DEFAULT 200) RETURNS void
LANGUAGE plpgsql SET search_path FROM CURRENT SET jit = off SET enable_nestloop = off SET enable_mergejoin = off
SET enable_seqscan = off AS $$
DECLARE
    cell record;
BEGIN
    -- What is picked is joined to its own parts first, and not to all streams of its name.
    FOR cell IN WITH picked AS MATERIALIZED (
        SELECT c.ctid AS place, c.level, c.code, c.name, c.unit FROM waldo.cell_sum c
        WHERE c.unranked ORDER BY c.ranked NULLS FIRST LIMIT most),
    parts AS MATERIALIZED (
        SELECT p.level, p.code, p.name, p.unit, c.survey_uuid, c.stream, c.n, c.weight, c.weighted FROM picked p
        CROSS JOIN LATERAL (SELECT * FROM waldo.cell c WHERE c.level = p.level AND c.code = p.code OFFSET 0) c),
    means AS (
        SELECT c.level, c.code, c.name, c.unit, m.station,
            sum(c.weighted * least(1, c.n * m.longest / c.weight)) / sum(least(c.weight, c.n * m.longest)) AS mean
        FROM parts c
        JOIN waldo.streams m ON m.survey_uuid = c.survey_uuid AND m.stream = c.stream AND m.name = c.name AND m.unit = c.unit
        GROUP BY 1, 2, 3, 4, 5),
    places AS (
        SELECT s.*, row_number() OVER (PARTITION BY level, code, name, unit ORDER BY mean) AS place,
            count(*) OVER (PARTITION BY level, code, name, unit) AS stations
        FROM means s),
    ranks AS (
        SELECT level, code, name, unit, max(stations)::integer AS stations, min(waldo.station_hash(station)) AS first_station,
            max(waldo.station_hash(station)) AS last_station,
            percentile_cont(0.5) WITHIN GROUP (ORDER BY mean) AS median,
            avg(mean) FILTER (
                WHERE stations < 3 OR place > greatest(1, stations / 5) AND place <= stations - greatest(1, stations / 5))
                AS trimmed
        FROM places GROUP BY 1, 2, 3, 4)
    SELECT p.place, r.stations, r.median, r.trimmed, r.first_station, r.last_station
    FROM picked p LEFT JOIN ranks r USING (level, code, name, unit)
    LOOP
        UPDATE waldo.cell_sum c SET stations = cell.stations, median = cell.median, trimmed = cell.trimmed, unranked = false,
            ranked = now(), first_station = coalesce(cell.first_station, c.first_station),
            last_station = coalesce(cell.last_station, c.last_station)
        WHERE c.ctid = cell.place;
    END LOOP;
END $$;

-- Lists the cells of surveys that changed during the refresh before.
CREATE OR REPLACE FUNCTION waldo.list_spoiled() RETURNS void
LANGUAGE sql SET search_path FROM CURRENT SET jit = off AS $$
    WITH taken AS (DELETE FROM waldo.cell_spoiled RETURNING survey_uuid)
    INSERT INTO waldo.cell_stale
    SELECT DISTINCT c.code FROM waldo.cell c WHERE c.survey_uuid IN (SELECT t.survey_uuid FROM taken t) AND c.level = 18
$$;

-- Moves what was added into the sums, sums up again the cells that are stale, and ranks stations. One call at a time does so;
-- others return at once. Collectors call it after their own transactions, so that nothing of it can hinder one that stores.
-- Should a sum that no honest sample has come in by any way, it is taken away, and the rest goes on.
CREATE OR REPLACE FUNCTION waldo.refresh_cells() RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
DECLARE
    began CONSTANT timestamptz := clock_timestamp();
    why text;
BEGIN
    IF NOT waldo.take_turn('refresh_cells') THEN RETURN; END IF;
    BEGIN
        PERFORM waldo.list_spoiled();
        PERFORM waldo.move_cells();
        PERFORM waldo.renew_cells();
        PERFORM waldo.rank_cells();
    EXCEPTION WHEN data_exception THEN
        why := SQLERRM || ': ' || waldo.quarantine_cells() || ' sums were taken away';
    END;
    UPDATE waldo.cell_refresh SET at = clock_timestamp(), took = clock_timestamp() - began, fault = why, behind =
        why IS NOT NULL OR EXISTS (SELECT FROM waldo.cell_stale)
        OR EXISTS (SELECT FROM (SELECT FROM waldo.cell_sum c WHERE c.unranked ORDER BY c.ranked NULLS FIRST LIMIT 1) c);
END $$;

-- The same, unless it was done within a second, or within the time that it took: however dear a station makes the map, half of
-- the time is for what the others send. Says whether it is to be called again although nothing more comes.
CREATE OR REPLACE FUNCTION waldo.refresh_cells_when_due() RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
DECLARE
    began CONSTANT timestamptz := clock_timestamp();
BEGIN
    IF (SELECT r.at < began - greatest(interval '1 second', r.took) FROM waldo.cell_refresh r) THEN
        PERFORM waldo.refresh_cells();
    END IF;
    RETURN (SELECT r.behind OR r.at < began FROM waldo.cell_refresh r);
END $$;

-- A database of version 1 may have sums that make every computation fail.
DO $$
BEGIN
    IF EXISTS (SELECT FROM waldo.schema_version) AND NOT EXISTS (SELECT FROM waldo.schema_version WHERE version >= 2) THEN
        PERFORM waldo.quarantine_cells();
    END IF;
END $$;

REVOKE EXECUTE ON FUNCTION waldo.first_unmoved, waldo.cell_code, waldo.cell_column, waldo.cell_row, waldo.cell_levels,
    waldo.stale_ranges, waldo.is_sound, waldo.quarantine, waldo.quarantine_cells, waldo.move_cells, waldo.renew_cells,
    waldo.station_hash, waldo.rank_cells, waldo.list_spoiled, waldo.refresh_cells, waldo.refresh_cells_when_due FROM PUBLIC;
GRANT EXECUTE ON FUNCTION waldo.cell_code, waldo.cell_column, waldo.cell_row, waldo.cell_levels TO waldo_reader;
GRANT EXECUTE ON FUNCTION waldo.refresh_cells, waldo.refresh_cells_when_due TO waldo_collector;

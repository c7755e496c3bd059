-- The sums of all surveys, and the ranks of stations in them.

-- Those of an earlier build take no survey.
DROP FUNCTION IF EXISTS waldo.move_cells(), waldo.renew_cells();

-- The first transaction whose rows may not be moved yet. In a database that was restored from a dump, the numbers of
-- transactions start from a lower one.
CREATE OR REPLACE FUNCTION waldo.first_unmoved() RETURNS xid8
LANGUAGE sql STABLE PARALLEL SAFE SET search_path FROM CURRENT AS $$
    SELECT CASE WHEN moved <= pg_snapshot_xmin(pg_current_snapshot()) THEN moved ELSE '0' END FROM waldo.cell_refresh
$$;

-- The number that identifies a station within a cell.
CREATE OR REPLACE FUNCTION waldo.station_hash(station text) RETURNS bigint LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN hashtextextended(station, 0);

-- Moves what was added into the sums, of one survey or of all. This and what follows joins by hash tables alone: other
-- joins compare each cell with each stream of its survey, and each run with each, of which a station may make
-- thousands.
CREATE OR REPLACE FUNCTION waldo.move_cells(of_survey uuid DEFAULT NULL) RETURNS void
LANGUAGE plpgsql SET search_path FROM CURRENT SET jit = off SET enable_nestloop = off SET enable_mergejoin = off
SET enable_seqscan = off SET work_mem = '64MB' AS $$
BEGIN
    WITH taken AS (
        DELETE FROM waldo.cell_added a
        WHERE a.xact >= waldo.first_unmoved() AND (of_survey IS NULL OR a.survey_uuid = of_survey) RETURNING *),
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
        SELECT p.level, p.code, m.name, m.unit, sum(p.n), sum(waldo.counted_weight(p.n, p.weight, m.longest)),
            sum(waldo.counted_sum(p.n, p.weight, p.weighted, m.longest)), min(p.low), max(p.high),
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
    UPDATE waldo.cell_refresh SET moved = pg_snapshot_xmin(pg_current_snapshot()) WHERE of_survey IS NULL;
END $$;

-- Sums up again the cells that are stale, of one survey alone or of all. What was ranked keeps its rank until it is
-- ranked again: without the median, the mean would be all, which one station decides.
CREATE OR REPLACE FUNCTION waldo.renew_cells(of_survey uuid DEFAULT NULL) RETURNS void
LANGUAGE plpgsql SET search_path FROM CURRENT SET jit = off SET enable_nestloop = off SET enable_mergejoin = off
SET enable_seqscan = off SET work_mem = '64MB' AS $$
DECLARE
    codes bigint[];
BEGIN
    WITH taken AS (
        DELETE FROM waldo.cell_stale WHERE code IN (SELECT s.code FROM waldo.cell_stale s LIMIT 2000) RETURNING code)
    SELECT array_agg(code) INTO codes FROM taken;
    IF codes IS NULL THEN RETURN; END IF;
    -- Ranges are read by the index and streams joined by a hash table, whatever the planner estimates of tables that
    -- have just begun to grow: LATERAL is a nested loop even where those are off. Nobody else changes these rows, so
    -- that their places find them again.
    WITH fresh AS MATERIALIZED (
        SELECT c.level, c.code, m.name, m.unit, sum(c.n) AS n, sum(waldo.counted_weight(c.n, c.weight, m.longest)) AS weight,
            sum(waldo.counted_sum(c.n, c.weight, c.weighted, m.longest)) AS weighted, min(c.low) AS low, max(c.high) AS high,
            sum(c.longitudes) AS longitudes, sum(c.latitudes) AS latitudes, max(c.last_t) AS last_t,
            min(waldo.station_hash(m.station)) AS first_station, max(waldo.station_hash(m.station)) AS last_station
        FROM waldo.stale_ranges(codes) s
        CROSS JOIN LATERAL (
            SELECT * FROM waldo.cell c WHERE c.level = s.level AND c.code BETWEEN s.first AND s.last OFFSET 0) c
        JOIN waldo.streams m ON m.survey_uuid = c.survey_uuid AND m.stream = c.stream
        WHERE of_survey IS NULL OR c.survey_uuid = of_survey
        GROUP BY 1, 2, 3, 4),
    gone AS (
        DELETE FROM waldo.cell_sum WHERE ctid = ANY (ARRAY(
            SELECT c.place FROM waldo.stale_ranges(codes) s CROSS JOIN LATERAL (
                SELECT c.ctid AS place, c.level, c.code, c.name, c.unit FROM waldo.cell_sum c
                WHERE c.level = s.level AND c.code BETWEEN s.first AND s.last OFFSET 0) c
            LEFT JOIN fresh f ON f.level = c.level AND f.code = c.code AND f.name = c.name AND f.unit = c.unit
            WHERE f.n IS NULL)))
    INSERT INTO waldo.cell_sum AS c (
        level, code, name, unit, n, weight, weighted, low, high, longitudes, latitudes, last_t, first_station, last_station,
        unranked)
    SELECT f.*, f.first_station <> f.last_station FROM fresh f ORDER BY 1, 2, 3, 4
    ON CONFLICT (level, code, name, unit) DO UPDATE SET
        n = excluded.n, weight = excluded.weight, weighted = excluded.weighted, low = excluded.low, high = excluded.high,
        longitudes = excluded.longitudes, latitudes = excluded.latitudes, last_t = excluded.last_t,
        first_station = excluded.first_station, last_station = excluded.last_station, unranked = excluded.unranked;
END $$;

-- Computes the median and the trimmed mean of the stations' means, and their number, in so many cells with more than
-- one, those first that have waited longest. Each station counts once, however much it has measured; from three on, the
-- trimmed mean leaves out the lowest and the highest fifth, at least one each.
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
            sum(waldo.counted_sum(c.n, c.weight, c.weighted, m.longest))
                / nullif(sum(waldo.counted_weight(c.n, c.weight, m.longest)), 0) AS mean
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

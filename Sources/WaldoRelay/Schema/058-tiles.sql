-- The map as people and programs read it: views of its cells, and vector tiles.

-- The cells of a range of codes of one level, of all surveys: the sums where they are up to date, else those of each
-- survey, and what was added since. It is planned once a session; were it SQL alone, each call would plan it, at a
-- higher cost than most tiles have.
CREATE OR REPLACE FUNCTION waldo.cells_between(cell_level integer, first_code bigint, last_code bigint, only_name text)
RETURNS SETOF waldo.cell_sum
LANGUAGE plpgsql STABLE PARALLEL SAFE SECURITY DEFINER SET search_path FROM CURRENT
SET jit = off SET enable_nestloop = off SET enable_mergejoin = off SET enable_seqscan = off
SET plan_cache_mode = force_generic_plan AS $$
DECLARE
    -- The range in the level of `cell_stale`, and in that of `cell_added`.
    first_stale CONSTANT bigint := CASE WHEN $1 = 21 THEN $2 >> 6 ELSE $2 << 2 * (18 - $1) END;
    last_stale CONSTANT bigint := CASE WHEN $1 = 21 THEN $3 >> 6 ELSE ($3 + 1 << 2 * (18 - $1)) - 1 END;
    first_added CONSTANT bigint := $2 << 2 * (21 - $1);
    last_added CONSTANT bigint := ($3 + 1 << 2 * (21 - $1)) - 1;
    unmoved CONSTANT xid8 := waldo.first_unmoved();
BEGIN
    IF NOT EXISTS (SELECT FROM waldo.cell_stale s WHERE s.code BETWEEN first_stale AND last_stale) AND NOT EXISTS (
        SELECT FROM waldo.cell_added a WHERE a.xact >= unmoved AND a.code BETWEEN first_added AND last_added)
    THEN
        RETURN QUERY SELECT * FROM waldo.cell_sum c
            WHERE c.level = $1 AND c.code BETWEEN $2 AND $3 AND ($4 IS NULL OR c.name = $4);
        RETURN;
    END IF;
    RETURN QUERY WITH stale AS MATERIALIZED (
        SELECT DISTINCT CASE WHEN $1 = 21 THEN code << 6 ELSE code >> 2 * (18 - $1) END AS first,
            CASE WHEN $1 = 21 THEN (code << 6) + 63 ELSE code >> 2 * (18 - $1) END AS last
        FROM waldo.cell_stale WHERE code BETWEEN first_stale AND last_stale),
    of_surveys AS (
        SELECT c.code, c.survey_uuid, c.stream, c.n, c.weight, c.weighted, c.low, c.high, c.longitudes, c.latitudes, c.last_t
        FROM stale s CROSS JOIN LATERAL (
            SELECT * FROM waldo.cell c
            WHERE c.level = $1 AND c.code BETWEEN greatest(s.first, $2) AND least(s.last, $3) OFFSET 0) c
        UNION ALL
        SELECT a.code >> 2 * (21 - $1), a.survey_uuid, a.stream, a.n, a.weight, a.weighted, a.low, a.high, a.longitudes,
            a.latitudes, a.last_t
        FROM waldo.cell_added a WHERE a.xact >= unmoved AND a.code BETWEEN first_added AND last_added),
    parts AS (
        SELECT c.code, c.name, c.unit, c.n, c.weight, c.weighted, c.low, c.high, c.longitudes, c.latitudes, c.last_t,
            c.first_station, c.last_station, c.unranked, c.ranked, c.stations, c.median, c.trimmed
        FROM waldo.cell_sum c
        WHERE c.level = $1 AND c.code BETWEEN $2 AND $3 AND ($4 IS NULL OR c.name = $4)
            AND CASE WHEN $1 = 21 THEN c.code >> 6 << 6 ELSE c.code END NOT IN (SELECT s.first FROM stale s)
        UNION ALL
        SELECT c.code, m.name, m.unit, c.n, waldo.counted_weight(c.n, c.weight, m.longest),
            waldo.counted_sum(c.n, c.weight, c.weighted, m.longest), c.low, c.high, c.longitudes, c.latitudes, c.last_t,
            waldo.station_hash(m.station), waldo.station_hash(m.station), false, NULL, NULL, NULL, NULL
        FROM of_surveys c JOIN waldo.streams m ON m.survey_uuid = c.survey_uuid AND m.stream = c.stream
        WHERE $4 IS NULL OR m.name = $4)
    SELECT $1::smallint, code, name, unit, sum(n)::bigint, sum(weight), sum(weighted), min(low), max(high), sum(longitudes),
        sum(latitudes), max(last_t), min(first_station), max(last_station), bool_or(unranked), max(ranked), max(stations),
        max(median), max(trimmed)
    FROM parts GROUP BY 2, 3, 4;
END $$;

CREATE OR REPLACE VIEW waldo.cells AS
SELECT c.level, c.code, m.survey_uuid, m.stream, m.title, m.name, m.quantity, m.unit, c.n,
    c.weighted / nullif(c.weight, 0) AS mean, c.low, c.high, c.last_t,
    ST_SetSRID(ST_MakePoint(c.longitudes / c.n, c.latitudes / c.n), 4326)::geometry(Point, 4326) AS place,
    m.station
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

-- The cells of all surveys together. Where several stations have measured, one that is wrong moves the mean, and
-- neither the median nor the trimmed mean of three or more.
CREATE OR REPLACE VIEW waldo.common_cells AS
SELECT c.level, c.code, c.name, c.unit, c.n, CASE WHEN c.is_of_one THEN 1 ELSE c.stations END AS stations, c.mean,
    CASE WHEN c.is_of_one THEN c.mean ELSE c.median END AS median,
    CASE WHEN c.is_of_one THEN c.mean ELSE c.trimmed END AS trimmed, c.low, c.high, c.last_t,
    ST_SetSRID(ST_MakePoint(c.longitudes / c.n, c.latitudes / c.n), 4326)::geometry(Point, 4326) AS place
FROM (SELECT *, weighted / nullif(weight, 0) AS mean, first_station = last_station AS is_of_one FROM waldo.cell_sum) c;
COMMENT ON VIEW waldo.common_cells IS
    'mean, median and trimmed mean of all stations in each cell of levels 6 to 21, as of the last refresh. Key: level, code, name, unit';

-- Samples that the map omits or shortens, with their station. A survey may be one of which no meta has come.
CREATE OR REPLACE VIEW waldo.quarantined AS
SELECT q.survey_uuid, q.stream, m.title, m.name, q.code, q.reason, q.samples, q.last_id, q.first_seen, q.last_seen, o.station
FROM waldo.quarantine q
LEFT JOIN waldo.streams m ON m.survey_uuid = q.survey_uuid AND m.stream = q.stream
LEFT JOIN waldo.station_survey o ON o.survey_uuid = q.survey_uuid
WHERE NOT EXISTS (SELECT FROM waldo.survey v WHERE v.survey_uuid = q.survey_uuid AND v.deleted IS NOT NULL);
COMMENT ON VIEW waldo.quarantined IS
    'samples that the map leaves out or cuts, by cell of level 18. Key: survey_uuid, stream, code, reason';

-- The names and units of streams that a tile of these cells has, where stations have chosen more of them. Those of
-- several stations come first, by their number, then in turn those of each station, by their samples.
CREATE OR REPLACE FUNCTION waldo.shown_names(
    cell_level integer, first_code bigint, last_code bigint, only_name text, most bigint) RETURNS TABLE (name text, unit text)
LANGUAGE sql STABLE PARALLEL SAFE SET search_path FROM CURRENT SET jit = off AS $$
    SELECT o.name, o.unit FROM (
        SELECT g.*, row_number() OVER (
            PARTITION BY g.stations = 1, CASE WHEN g.stations = 1 THEN g.station END
            ORDER BY g.stations DESC, g.n DESC, g.name, g.unit) AS place
        FROM (
            SELECT c.name, c.unit, sum(c.n) AS n, min(c.first_station) AS station,
                CASE WHEN min(c.first_station) = max(c.last_station) THEN 1 ELSE greatest(max(c.stations), 2) END AS stations
            FROM waldo.cell_sum c WHERE c.level = $1 AND c.code BETWEEN $2 AND $3 AND ($4 IS NULL OR c.name = $4)
            GROUP BY 1, 2) g) o
    ORDER BY o.stations = 1, o.place, o.n DESC, o.name, o.unit LIMIT $5
$$;

-- A Mapbox vector tile of one layer, `samples`: at most 64 by 64 cells with mean, extremes and count of each stream
-- name, and where more than one station has measured with their number, median and trimmed mean; from zoom 17 on the
-- samples themselves, unless there are too many. It has 32 names and units at most. OFFSET 0 has each place clipped
-- once, and not for the condition on it, too.
CREATE OR REPLACE FUNCTION waldo.tile(z integer, x integer, y integer, stream text DEFAULT NULL) RETURNS bytea
LANGUAGE plpgsql STABLE PARALLEL SAFE SET search_path FROM CURRENT SET jit = off SET enable_nestloop = off
SET enable_mergejoin = off SET plan_cache_mode = force_generic_plan AS $$
DECLARE
    most CONSTANT bigint := 20000;
    most_names CONSTANT integer := 32;
    has_samples boolean := false;
    is_crowded boolean;
    names text[];
    units text[];
    cell_level integer := greatest(6, (least(z, 15) + 6) / 3 * 3);
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
    IF z > 16 THEN
        SELECT coalesce(sum(c.n), 0) <= most, count(DISTINCT c.name || ' ' || c.unit) > most_names
        INTO has_samples, is_crowded
        FROM waldo.cells_between(cell_level, first_code, last_code, tile.stream) c;
    ELSE
        is_crowded := (SELECT count(*) > most_names FROM (
            SELECT DISTINCT c.name, c.unit FROM waldo.cell_sum c
            WHERE c.level = cell_level AND c.code BETWEEN first_code AND last_code
                AND (tile.stream IS NULL OR c.name = tile.stream)) s);
    END IF;
    IF is_crowded THEN
        SELECT array_agg(s.name), array_agg(s.unit) INTO names, units
        FROM waldo.shown_names(cell_level, first_code, last_code, tile.stream, most_names) s;
    END IF;
    IF has_samples THEN
        -- What is not counted in the cells is read, too.
        WITH near AS MATERIALIZED (
            SELECT s.survey_uuid, s.stream, s.value, s.sigma, s.t, s.place, s.mono_from, s.mono_to, s.utc, s.x, s.y, s.flags
            FROM waldo.sample s WHERE s.place && ST_Transform(area, 4326) LIMIT 5 * most + 1),
        streams AS MATERIALIZED (
            SELECT m.survey_uuid, m.stream, m.name, m.unit, l.longest, l.earliest, l.latest, l.since, l.until
            FROM (SELECT DISTINCT s.survey_uuid, s.stream FROM near s) k
            JOIN waldo.streams m ON m.survey_uuid = k.survey_uuid AND m.stream = k.stream
            CROSS JOIN LATERAL waldo.sample_limits(m.survey_uuid, m.stream) l
            WHERE (tile.stream IS NULL OR m.name = tile.stream)
                AND (names IS NULL OR (m.name, m.unit) IN (SELECT * FROM unnest(names, units)))),
        counted AS MATERIALIZED (
            SELECT s.place, s.value, s.sigma, s.t, m.name, m.unit FROM near s
            JOIN streams m ON m.survey_uuid = s.survey_uuid AND m.stream = s.stream
            WHERE waldo.is_usable(s.flags) AND waldo.is_in_grid(s.x, s.y) AND waldo.is_counted(waldo.sample_fault(
                s.value, s.mono_from, s.mono_to, s.utc, m.longest, m.earliest, m.latest, m.since, m.until))
            LIMIT most + 1)
        SELECT ST_AsMVT(r, 'samples', 4096, 'geom'),
            (SELECT count(*) <= 5 * most FROM near) AND (SELECT count(*) <= most FROM counted)
        INTO found, has_samples FROM (
            SELECT ST_AsMVTGeom(ST_Transform(ST_Force2D(s.place), 3857), area) AS geom, s.name AS stream, s.unit, s.value,
                s.sigma, s.value AS low, s.value AS high, 1 AS n, extract(epoch FROM s.t)::bigint AS time
            FROM counted s OFFSET 0) r
        WHERE r.geom IS NOT NULL;
    END IF;
    IF NOT has_samples THEN
        SELECT ST_AsMVT(r, 'samples', 4096, 'geom') INTO found FROM (
            SELECT ST_AsMVTGeom(ST_Transform(ST_SetSRID(ST_MakePoint(c.longitudes / c.n, c.latitudes / c.n), 4326), 3857), area)
                    AS geom,
                c.name AS stream, c.unit, c.weighted / nullif(c.weight, 0) AS value, c.low, c.high, c.n,
                CASE WHEN c.is_of_many THEN c.stations END AS stations, CASE WHEN c.is_of_many THEN c.median END AS median,
                CASE WHEN c.is_of_many THEN c.trimmed END AS trimmed, extract(epoch FROM c.last_t)::bigint AS time
            FROM (
                SELECT *, first_station <> last_station AS is_of_many
                FROM waldo.cells_between(cell_level, first_code, last_code, tile.stream)) c
            WHERE names IS NULL OR (c.name, c.unit) IN (SELECT * FROM unnest(names, units)) OFFSET 0) r
        WHERE r.geom IS NOT NULL;
    END IF;
    RETURN coalesce(found, '');
END $$;
COMMENT ON FUNCTION waldo.tile IS 'a Mapbox vector tile of what was measured';

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

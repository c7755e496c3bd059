-- The measured places that routes lead over.

-- The tables of a route exist only while it is computed, so the bodies of this file's and the next one's functions
-- cannot be checked before.
SET LOCAL check_function_bodies = off;

-- Metres of a degree of longitude and of latitude at a latitude, by the radii of curvature of WGS 84.
CREATE OR REPLACE FUNCTION waldo.metres_of_degree(latitude double precision, OUT east double precision, OUT north double precision)
LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE SET search_path FROM CURRENT AS $$
DECLARE
    square CONSTANT double precision := 0.00669437999014;
    part double precision := 1 - square * sind(latitude) * sind(latitude);
    vertical double precision := 6378137.0 / sqrt(part);
BEGIN
    east := greatest(vertical * cosd(latitude) * (pi() / 180), 0.01);
    north := vertical * (1 - square) / part * (pi() / 180);
END $$;

-- Fills pg_temp.route_place with the means of the samples in each square of `side` metres, in the order of the first
-- visit, and returns how many samples share each moment.
CREATE OR REPLACE FUNCTION waldo.make_route_places(
    survey uuid, stream text, side double precision, factor double precision, OUT sharing double precision,
    OUT longitude double precision, OUT latitude double precision)
LANGUAGE plpgsql SET search_path FROM CURRENT SET client_min_messages = warning SET jit = off AS $$
DECLARE
    degree record;
    file oid;
BEGIN
    CREATE TEMPORARY TABLE IF NOT EXISTS route_sample (
        n bigint, session bigint, x double precision, y double precision, value double precision, sigma double precision,
        mono_from double precision, mono_to double precision) ON COMMIT DROP;
    CREATE TEMPORARY TABLE IF NOT EXISTS route_place (
        id bigint, longitude double precision, latitude double precision, value double precision, sigma double precision,
        x double precision, y double precision, point geometry(Point, 0)) ON COMMIT DROP;
    -- Below a savepoint that is later than these tables a truncation keeps their files until the transaction ends: calls
    -- behind more and more savepoints would fill the disk. The new files go with the savepoint.
    file := pg_relation_filenode('pg_temp.route_sample');
    TRUNCATE pg_temp.route_sample, pg_temp.route_place;
    IF file <> pg_relation_filenode('pg_temp.route_sample') THEN
        RAISE EXCEPTION 'this transaction has called waldo.route before its savepoint; call it in another transaction'
            USING ERRCODE = 'feature_not_supported';
    END IF;
    INSERT INTO pg_temp.route_sample
    SELECT row_number() OVER (ORDER BY m.session, s.id) AS n, m.session, waldo.counted_degrees(s.x) AS x,
        waldo.counted_degrees(s.y) AS y, waldo.counted_value(s.value) AS value,
        waldo.counted_value(coalesce(least(abs(s.sigma), 1e15), 0)) AS sigma, s.mono_from, s.mono_to
    FROM waldo.streams m JOIN waldo.sample s ON s.survey_uuid = m.survey_uuid
        AND s.id BETWEEN m.stream << 32 AND (m.stream + 1 << 32) - 1
    WHERE m.survey_uuid = make_route_places.survey AND m.name = make_route_places.stream
        AND s.srs = 4326 AND s.x BETWEEN -180 AND 180 AND s.y BETWEEN -90 AND 90
        AND waldo.is_in_range(s.value) AND waldo.is_usable(s.flags);
    SELECT d.* INTO degree FROM pg_temp.route_sample s, waldo.metres_of_degree(s.y) d WHERE s.n = 1;
    INSERT INTO pg_temp.route_place
    WITH keyed AS (
        SELECT s.*, greatest(mono_to - mono_from, 1) AS span,
            sign(x) * floor(abs(x) / (side / degree.east) + 0.5) AS cell_column,
            sign(y) * floor(abs(y) / (side / degree.north) + 0.5) AS cell_row
        FROM pg_temp.route_sample s),
    spans AS (
        SELECT k.*, greatest(0, mono_to - greatest(mono_from, max(mono_to) OVER (
            PARTITION BY session, cell_column, cell_row ORDER BY n
            ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING))) AS covered
        FROM keyed k),
    sums AS (
        SELECT min(n) AS first, sum(x ORDER BY n) / count(*) AS longitude, sum(y ORDER BY n) / count(*) AS latitude,
            sum(value * (span / 1e6::double precision) ORDER BY n) AS weighted,
            sum(span / 1e6::double precision ORDER BY n) AS weight,
            sum((sigma * (span / 1e6::double precision)) ^ 2 ORDER BY n) AS squares,
            sum(span)::double precision AS exposures, sum(covered)::double precision AS covered
        FROM spans GROUP BY cell_column, cell_row)
    SELECT row_number() OVER (ORDER BY first) AS id, s.longitude, s.latitude, weighted / weight * factor AS value,
        sqrt(squares * CASE WHEN s.covered > 0 THEN greatest(1, exposures / s.covered) ELSE 1 END) / weight * factor AS sigma,
        0::double precision AS x, 0::double precision AS y, NULL::geometry(Point, 0) AS point
    FROM sums s;
    SELECT p.longitude, p.latitude INTO longitude, latitude FROM pg_temp.route_place p WHERE id = 1;
    -- Metres on the tangent plane at the first place.
    UPDATE pg_temp.route_place p SET x = q.x, y = q.y, point = ST_MakePoint(q.x, q.y)
    FROM pg_temp.route_place r, waldo.plane_point(
        r.longitude, r.latitude, make_route_places.longitude, make_route_places.latitude) q WHERE r.id = p.id;
    CREATE INDEX IF NOT EXISTS route_place_point ON pg_temp.route_place USING gist (point);
    ANALYZE pg_temp.route_place;
    SELECT CASE WHEN sum(covered) > 0 THEN greatest(1, sum(span) / sum(covered)) ELSE 1 END INTO sharing FROM (
        SELECT (mono_to - mono_from)::double precision AS span, greatest(0, mono_to - greatest(mono_from, max(mono_to) OVER (
            PARTITION BY session ORDER BY n ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING)))::double precision AS covered
        FROM pg_temp.route_sample) s;
END $$;

-- Where a place is on that plane, in metres.
CREATE OR REPLACE FUNCTION waldo.plane_point(
    longitude double precision, latitude double precision, middle_longitude double precision,
    middle_latitude double precision, OUT x double precision, OUT y double precision)
LANGUAGE sql IMMUTABLE PARALLEL SAFE SET search_path FROM CURRENT AS $$
    SELECT (longitude - middle_longitude - CASE WHEN longitude - middle_longitude > 180 THEN 360
            WHEN longitude - middle_longitude < -180 THEN -360 ELSE 0 END) * d.east,
        (latitude - middle_latitude) * d.north
    FROM waldo.metres_of_degree(middle_latitude) d
$$;

-- What a metre of distance adds to the error of a rate, by cross-validation: each place is left out in turn and
-- estimated from the 12 nearest.
CREATE OR REPLACE FUNCTION waldo.route_error_per_metre() RETURNS double precision
LANGUAGE plpgsql SET search_path FROM CURRENT SET jit = off AS $$
DECLARE
    places bigint := (SELECT count(*) FROM pg_temp.route_place);
    result double precision;
BEGIN
    IF places < 3 THEN RETURN 0; END IF;
    SELECT greatest(
        (array_agg(sigma ORDER BY sigma))[count(*) / 2 + 1] / (array_agg(distance ORDER BY distance))[count(*) / 2 + 1] / 2,
        (array_agg(needed ORDER BY needed))[least(count(*) - 1, floor(count(*) * 0.95::double precision)::bigint) + 1])
    INTO result FROM (
        SELECT m.sigma, m.distance, sqrt(greatest(0, (m.value - m.mean) ^ 2 / 4 - m.variance - m.sigma * m.sigma)) / m.distance
            AS needed
        FROM (
            SELECT p.sigma, p.value, least(greatest(min(q.value), sum(q.value / q.square) / sum(1 / q.square)), max(q.value))
                AS mean,
                sum((q.sigma / q.square) ^ 2) / sum(1 / q.square) ^ 2 AS variance, sqrt(count(*) / sum(1 / q.square)) AS distance
            FROM pg_temp.route_place p CROSS JOIN LATERAL waldo.nearest_places(p.x, p.y, 12, 'Infinity', p.id) q
            WHERE (p.id - 1) % ((places + 4095) / 4096) = 0
            GROUP BY p.id, p.sigma, p.value HAVING min(q.square) > 0) m) f;
    RETURN coalesce(result, 0);
END $$;

-- The places nearest to a point, at most `most` of them, within `reach` metres. At equal distances the earlier one is
-- first; more are read than needed because the index orders by rounded distances.
CREATE OR REPLACE FUNCTION waldo.nearest_places(
    x double precision, y double precision, most integer, reach double precision, excluded bigint)
RETURNS TABLE (id bigint, square double precision, value double precision, sigma double precision)
LANGUAGE sql SET search_path FROM CURRENT AS $$
    SELECT c.id, c.square, c.value, c.sigma FROM (
        SELECT p.id, (p.x - $1) * (p.x - $1) + (p.y - $2) * (p.y - $2) AS square, p.value, p.sigma
        FROM pg_temp.route_place p WHERE p.id <> $5
        ORDER BY p.point <-> ST_MakePoint($1, $2) LIMIT $3 + 8) c
    WHERE c.square <= $4 * $4 ORDER BY c.square, c.id LIMIT $3
$$;

-- Routes of least exposure by pgRouting, with the network, the costs and the results of `waldo survey route` on
-- geographic places: measured places, each joined to the 8 nearest; the cost of a way is the dose received on it, plus
-- its uncertainty, and its hours. `route` runs as the owner, since readers make no temporary tables, and hands nothing
-- on of the caller but numbers, a name and geometries. A transaction that calls it again uses the same tables: each one
-- takes locks until its end.

-- Fills pg_temp.route_way: each place is joined to the 8 nearest within reach.
CREATE OR REPLACE FUNCTION waldo.make_route_ways(
    speed double precision, reach double precision, error_per_metre double precision, keep_out geometry)
RETURNS void LANGUAGE plpgsql SET search_path FROM CURRENT SET client_min_messages = warning SET jit = off AS $$
BEGIN
    CREATE TEMPORARY TABLE IF NOT EXISTS route_way (
        id bigint, source bigint, target bigint, length double precision, hours double precision, dose double precision)
        ON COMMIT DROP;
    TRUNCATE pg_temp.route_way;
    INSERT INTO pg_temp.route_way
    SELECT row_number() OVER () AS id, source, target, length, length / speed / 3600 AS hours,
        ((greatest(0, one.value) + one.sigma + greatest(0, other.value) + other.sigma) / 2 + error_per_metre * length / 4)
            * (length / speed / 3600) AS dose
    FROM (
        SELECT DISTINCT least(p.id, q.id) AS source, greatest(p.id, q.id) AS target, sqrt(q.square) AS length
        FROM pg_temp.route_place p CROSS JOIN LATERAL waldo.nearest_places(p.x, p.y, 8, reach, p.id) q) w
    JOIN pg_temp.route_place one ON one.id = source JOIN pg_temp.route_place other ON other.id = target
    WHERE keep_out IS NULL OR NOT ST_Intersects(keep_out, ST_SetSRID(ST_MakeLine(
        ST_MakePoint(one.longitude, one.latitude), ST_MakePoint(other.longitude, other.latitude)), 4326));
END $$;

-- Adds the cheapest route by these weights to pg_temp.route_found, unless it is there already or there is none.
CREATE OR REPLACE FUNCTION waldo.add_route(start bigint, finish bigint, dose_weight double precision, time_weight double precision)
RETURNS boolean LANGUAGE plpgsql SET search_path FROM CURRENT SET jit = off AS $$
DECLARE
    added record;
BEGIN
    SELECT array_agg(d.node ORDER BY d.path_seq) AS places, coalesce(sum(w.hours ORDER BY d.path_seq), 0) AS hours,
        coalesce(sum(w.dose ORDER BY d.path_seq), 0) AS dose, coalesce(sum(w.length ORDER BY d.path_seq), 0) AS length
    INTO added FROM pgr_dijkstra(
        format(
            'SELECT id, source, target, %L::double precision * dose + %L::double precision * hours AS cost FROM pg_temp.route_way',
            dose_weight, time_weight),
        start, finish, directed => false) d LEFT JOIN pg_temp.route_way w ON w.id = d.edge;
    IF start = finish THEN added.places := ARRAY[start]; END IF;
    IF added.places IS NULL THEN RETURN false; END IF;
    -- Equal up to rounding: the same steps in another order.
    IF EXISTS (
        SELECT FROM pg_temp.route_found f
        WHERE abs(f.hours - added.hours) <= 1e-9 * greatest(f.hours, added.hours)
            AND abs(f.dose - added.dose) <= 1e-9 * greatest(f.dose, added.dose))
    THEN
        RETURN false;
    END IF;
    INSERT INTO pg_temp.route_found (places, hours, dose, length)
    VALUES (added.places, added.hours, added.dose, added.length);
    RETURN true;
END $$;

-- Fills pg_temp.route_found with routes from the fastest to the cleanest; each is optimal for some weights.
CREATE OR REPLACE FUNCTION waldo.find_routes(
    start bigint, finish bigint, dose_weight double precision, time_weight double precision, most integer)
RETURNS void LANGUAGE plpgsql SET search_path FROM CURRENT SET client_min_messages = warning SET jit = off AS $$
DECLARE
    scale double precision;
    pair record;
    has_grown boolean := true;
BEGIN
    CREATE TEMPORARY TABLE IF NOT EXISTS route_found (
        places bigint[], hours double precision, dose double precision, length double precision) ON COMMIT DROP;
    TRUNCATE pg_temp.route_found;
    IF NOT waldo.add_route(start, finish, dose_weight, time_weight) THEN RETURN; END IF;
    SELECT CASE WHEN f.dose > 0 THEN greatest(f.hours, 2.2250738585072014e-308) / f.dose ELSE 1 END
    INTO scale FROM pg_temp.route_found f;
    -- The ends: time alone, ties broken by the dose, and the dose alone, ties broken by the time.
    IF most > 1 THEN PERFORM waldo.add_route(start, finish, scale * 1e-6, 1); END IF;
    IF most > 2 THEN PERFORM waldo.add_route(start, finish, scale, 1e-6); END IF;
    WHILE has_grown AND (SELECT count(*) FROM pg_temp.route_found) < most LOOP
        has_grown := false;
        -- Between two neighbours: the weights at which both cost the same.
        FOR pair IN
            SELECT * FROM (
                SELECT lead(f.hours) OVER w - f.hours AS hours, f.dose - lead(f.dose) OVER w AS dose
                FROM pg_temp.route_found f WINDOW w AS (ORDER BY f.hours)) p
            WHERE p.hours > 0 AND p.dose > 0 ORDER BY 1
        LOOP
            EXIT WHEN (SELECT count(*) FROM pg_temp.route_found) >= most;
            has_grown := waldo.add_route(start, finish, pair.hours, pair.dose) OR has_grown;
        END LOOP;
    END LOOP;
END $$;

-- The expected dose on a route from what was measured at its places, with its error.
CREATE OR REPLACE FUNCTION waldo.route_exposure(
    places bigint[], error_per_metre double precision, sharing double precision, OUT dose double precision,
    OUT sigma double precision)
LANGUAGE sql SET search_path FROM CURRENT AS $$
    WITH pieces AS (
        SELECT s.n, w.source, w.target, w.hours, w.length
        FROM generate_series(1, cardinality($1) - 1) AS s(n)
        JOIN pg_temp.route_way w ON w.source = least($1[n], $1[n + 1]) AND w.target = greatest($1[n], $1[n + 1])),
    shares AS (
        SELECT p.id, greatest(0, p.value) AS value, p.sigma, sum(h.hours / 2 ORDER BY h.n) AS hours
        FROM (SELECT n, source AS id, hours FROM pieces UNION ALL SELECT n, target, hours FROM pieces) h
        JOIN pg_temp.route_place p USING (id) GROUP BY p.id, p.value, p.sigma)
    SELECT coalesce(sum(s.value * s.hours ORDER BY s.id), 0), coalesce(sqrt(
        least(sum(s.sigma * s.hours), sqrt(sum((s.sigma * s.hours) ^ 2) * $3)) ^ 2
        + (SELECT sum($2 * p.length / 4 * p.hours) FROM pieces p) ^ 2), 0)
    FROM shares s
$$;

CREATE OR REPLACE FUNCTION waldo.route(
    survey uuid, stream text, start geometry, finish geometry, dose_weight double precision DEFAULT 1,
    time_weight double precision DEFAULT 0.1, speed double precision DEFAULT 1.4, reach double precision DEFAULT 50,
    side double precision DEFAULT 5, keep_out geometry DEFAULT NULL, alternatives integer DEFAULT 5)
RETURNS TABLE (
    route bigint, cheapest boolean, length double precision, hours double precision, cost double precision,
    dose double precision, dose_sigma double precision, dose_unit text, places integer, line geometry(LineString, 4326))
LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT SET jit = off AS $$
#variable_conflict use_column
DECLARE
    unit text;
    middle record;
    metre double precision;
    ends bigint[];
    place record;
    finish_place geometry := finish;
BEGIN
    -- A trigger or a rule of a table that the caller has made would run as the owner.
    IF EXISTS (
        SELECT FROM pg_class c WHERE c.relnamespace = pg_my_temp_schema() AND c.relowner <> 'waldo_owner'::regrole
            AND c.relname IN ('route_sample', 'route_place', 'route_place_point', 'route_way', 'route_found'))
    THEN
        RAISE EXCEPTION 'drop your temporary tables named route_...' USING ERRCODE = 'insufficient_privilege';
    END IF;
    IF NOT (speed > 0 AND reach > 0 AND side > 0 AND dose_weight >= 0 AND time_weight >= 0
        AND dose_weight + time_weight > 0 AND alternatives BETWEEN 1 AND 50)
    THEN
        RAISE EXCEPTION 'speed, reach and side are above 0, weights from 0 on and not both 0, alternatives from 1 to 50'
            USING ERRCODE = 'invalid_parameter_value';
    END IF;
    SELECT m.unit INTO unit FROM waldo.streams m WHERE m.survey_uuid = route.survey AND m.name = route.stream LIMIT 1;
    IF NOT FOUND THEN
        RAISE EXCEPTION 'survey % has no stream “%”', survey, stream USING ERRCODE = 'no_data_found';
    ELSIF unit = 'count' OR unit LIKE '%Sv' THEN
        RAISE EXCEPTION '“%” is no rate, but counts or a sum; name a rate', stream USING ERRCODE = 'invalid_parameter_value';
    END IF;
    middle := waldo.make_route_places(
        survey, stream, side, CASE unit WHEN 'cps' THEN 3600 WHEN 'cpm' THEN 60 ELSE 1 END);
    FOREACH finish_place IN ARRAY ARRAY[start, finish] LOOP
        SELECT n.id, sqrt(n.square) AS distance INTO place
        FROM waldo.plane_point(ST_X(finish_place), ST_Y(finish_place), middle.longitude, middle.latitude) p,
            waldo.nearest_places(p.x, p.y, 1, 'Infinity', 0) n;
        IF place.distance IS NULL OR place.distance > reach THEN
            RAISE EXCEPTION 'the nearest measured place is % m away from %, and reach is % m',
                coalesce(round(place.distance)::text, 'infinitely many'), ST_AsText(finish_place), reach USING ERRCODE = 'no_data_found';
        END IF;
        ends := ends || place.id;
    END LOOP;
    metre := waldo.route_error_per_metre();
    PERFORM waldo.make_route_ways(speed, reach, metre, keep_out);
    PERFORM waldo.find_routes(ends[1], ends[2], dose_weight, time_weight, alternatives);
    RETURN QUERY
    SELECT row_number() OVER (ORDER BY f.hours), f.cost = min(f.cost) OVER (), f.length, f.hours, f.cost, e.dose, e.sigma,
        CASE WHEN unit IN ('cps', 'cpm') THEN 'count' WHEN unit LIKE '%/h' THEN left(unit, -2) WHEN unit = '' THEN 'h'
            ELSE unit || '.h' END,
        cardinality(f.places), (
            SELECT ST_SetSRID(ST_MakeLine(ST_MakePoint(p.longitude, p.latitude) ORDER BY a.n), 4326)
            FROM unnest(f.places) WITH ORDINALITY a(id, n) JOIN pg_temp.route_place p ON p.id = a.id)::geometry(LineString, 4326)
    FROM (SELECT g.*, dose_weight * g.dose + time_weight * g.hours AS cost FROM pg_temp.route_found g) f,
        waldo.route_exposure(f.places, metre, middle.sharing) e
    ORDER BY f.hours;
END $$;
COMMENT ON FUNCTION waldo.route IS
    'routes of little exposure between two places, from the fastest to the cleanest, as `waldo survey route` finds them';

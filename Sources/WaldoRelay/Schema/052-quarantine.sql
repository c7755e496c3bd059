-- What is taken away from the map, so that the sums of all others can be computed.

-- Whether a sum can be multiplied and divided by numbers of samples and seconds without becoming 0.
CREATE OR REPLACE FUNCTION waldo.is_computable(total double precision) RETURNS boolean LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN total = 0 OR abs(total) > 1e-200;

-- Whether these are sums of samples within the ranges: of values below 1e15 that count for a microsecond to a day each.
-- No computation with such sums fails. There is room for rounding.
CREATE OR REPLACE FUNCTION waldo.is_sound(
    n bigint, weight double precision, weighted double precision, low double precision, high double precision,
    longitudes double precision, latitudes double precision) RETURNS boolean LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN n BETWEEN 1 AND 1000000000000000
    AND weight BETWEEN 9e-7::double precision * n AND 86401.0::double precision * n
    AND abs(weighted) <= 2e15::double precision * weight AND waldo.is_in_range(low) AND waldo.is_in_range(high)
    AND abs(longitudes) <= 181.0::double precision * n AND abs(latitudes) <= 91.0::double precision * n
    AND waldo.is_computable(weighted) AND waldo.is_computable(longitudes) AND waldo.is_computable(latitudes);

-- Whether a fault is one of the rows, by the class of its SQLSTATE, and not one of the machine or of another session.
CREATE OR REPLACE FUNCTION waldo.is_of_rows(state text) RETURNS boolean LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN left(state, 2) IN ('21', '22', '23', '54');

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

-- Takes what was added and is not in the sums yet away: all of a survey, or what is not sound of any. Says how many
-- sums.
CREATE OR REPLACE FUNCTION waldo.quarantine_added(of_survey uuid DEFAULT NULL) RETURNS bigint
LANGUAGE plpgsql SET search_path FROM CURRENT SET jit = off AS $$
DECLARE
    taken record;
    found bigint := 0;
BEGIN
    FOR taken IN
        WITH gone AS (
            DELETE FROM waldo.cell_added a
            WHERE CASE WHEN of_survey IS NULL
                THEN NOT waldo.is_sound(a.n, a.weight, a.weighted, a.low, a.high, a.longitudes, a.latitudes)
                ELSE a.survey_uuid = of_survey END
            RETURNING a.survey_uuid, a.stream, a.code >> 6 AS code, a.n),
        cells AS (
            SELECT g.survey_uuid, g.stream, g.code, count(*) AS sums, sum(least(g.n, 1000000000000000)) AS samples,
                row_number() OVER (PARTITION BY g.survey_uuid, g.stream) AS place
            FROM gone g GROUP BY 1, 2, 3)
        SELECT c.survey_uuid, c.stream, CASE WHEN c.place <= 8 THEN c.code ELSE -1 END AS code, sum(c.sums) AS sums,
            least(sum(c.samples), 1000000000000000)::bigint AS samples
        FROM cells c GROUP BY 1, 2, 3
    LOOP
        PERFORM waldo.quarantine(taken.survey_uuid, taken.stream, taken.code, 'sum', taken.samples, NULL);
        found := found + taken.sums;
    END LOOP;
    RETURN found;
END $$;

-- Takes cells away, all of a survey, or what is not sound of any, and has those of all surveys summed up again without
-- them.
CREATE OR REPLACE FUNCTION waldo.quarantine_stored(of_survey uuid DEFAULT NULL) RETURNS bigint
LANGUAGE plpgsql SET search_path FROM CURRENT SET jit = off AS $$
DECLARE
    taken record;
    found bigint := 0;
BEGIN
    FOR taken IN
        WITH gone AS (
            DELETE FROM waldo.cell a
            WHERE CASE WHEN of_survey IS NULL
                THEN NOT waldo.is_sound(a.n, a.weight, a.weighted, a.low, a.high, a.longitudes, a.latitudes)
                ELSE a.survey_uuid = of_survey END
            RETURNING a.survey_uuid, a.stream, a.level, a.code, a.n),
        stale AS (INSERT INTO waldo.cell_stale SELECT DISTINCT waldo.stale_code(g.level, g.code) FROM gone g
            ON CONFLICT DO NOTHING),
        cells AS (
            SELECT g.survey_uuid, g.stream, g.code, least(g.n, 1000000000000000) AS samples,
                row_number() OVER (PARTITION BY g.survey_uuid, g.stream) AS place
            FROM gone g WHERE g.level = 18)
        SELECT c.survey_uuid, c.stream, CASE WHEN c.place <= 8 THEN c.code ELSE -1 END AS code, count(*) AS sums,
            least(sum(c.samples), 1000000000000000)::bigint AS samples
        FROM cells c GROUP BY 1, 2, 3
    LOOP
        PERFORM waldo.quarantine(taken.survey_uuid, taken.stream, taken.code, 'sum', taken.samples, NULL);
        found := found + taken.sums;
    END LOOP;
    RETURN found;
END $$;

-- Takes all sums away that are not sound, and says how many. Those whose samples only count for too long, as version 1
-- let them, are cut.
CREATE OR REPLACE FUNCTION waldo.quarantine_cells() RETURNS bigint
LANGUAGE plpgsql SET search_path FROM CURRENT SET jit = off AS $$
DECLARE
    day CONSTANT double precision := waldo.counted_seconds(NULL);
    found bigint;
BEGIN
    UPDATE waldo.cell_added a
    SET weighted = waldo.counted_sum(a.n, a.weight, a.weighted, day), weight = waldo.counted_weight(a.n, a.weight, day)
    WHERE a.n > 0 AND a.weight > day * a.n AND a.weight < 1e20 AND abs(a.weighted) < 'Infinity'
        AND waldo.is_computable(a.weighted);
    WITH cut AS (
        UPDATE waldo.cell a
        SET weighted = waldo.counted_sum(a.n, a.weight, a.weighted, day), weight = waldo.counted_weight(a.n, a.weight, day)
        WHERE a.n > 0 AND a.weight > day * a.n AND a.weight < 1e20 AND abs(a.weighted) < 'Infinity'
            AND waldo.is_computable(a.weighted)
        RETURNING a.level, a.code)
    INSERT INTO waldo.cell_stale SELECT DISTINCT waldo.stale_code(c.level, c.code) FROM cut c
    ON CONFLICT DO NOTHING;
    found := waldo.quarantine_added() + waldo.quarantine_stored();
    WITH gone AS (
        DELETE FROM waldo.cell_sum c
        WHERE NOT waldo.is_sound(c.n, c.weight, c.weighted, c.low, c.high, c.longitudes, c.latitudes)
        RETURNING c.level, c.code)
    INSERT INTO waldo.cell_stale SELECT DISTINCT waldo.stale_code(g.level, g.code) FROM gone g
    ON CONFLICT DO NOTHING;
    RETURN found;
END $$;

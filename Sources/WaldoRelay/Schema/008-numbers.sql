-- Facts about numbers that several functions and views use. Each is one expression without settings of its own, so that
-- it is inlined into queries.

-- The last microsecond of the year 9999.
CREATE OR REPLACE FUNCTION waldo.last_time() RETURNS bigint LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN 253402300799999999;

-- Microseconds since 1970 as a time. It is exact: a double resolves below a microsecond until the year 2242. Outside of
-- the years 1 to 9999 there is none.
CREATE OR REPLACE FUNCTION waldo.time_of(utc bigint) RETURNS timestamptz
LANGUAGE sql IMMUTABLE AS $$
    SELECT CASE WHEN utc BETWEEN -62135596800000000 AND waldo.last_time() THEN to_timestamp(utc / 1e6::double precision) END
$$;

CREATE OR REPLACE FUNCTION waldo.is_station_name(name text) RETURNS boolean LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN name ~ '^[A-Za-z0-9_-]{1,64}$';

-- Whether a sample means something: it is not invalid, not saturated, and has failed no check.
CREATE OR REPLACE FUNCTION waldo.is_usable(flags bigint) RETURNS boolean LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN flags & 69 = 0;

-- Whether the map and routes use a value: sums of such values never overflow.
CREATE OR REPLACE FUNCTION waldo.is_in_range(value double precision) RETURNS boolean LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN abs(value) < 1e15;

-- Whether the grid of the map has a place.
CREATE OR REPLACE FUNCTION waldo.is_in_grid(longitude double precision, latitude double precision) RETURNS boolean
LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN longitude BETWEEN -180 AND 180 AND latitude BETWEEN -85.0511287 AND 85.0511287;

-- A value as it is computed with. PostgreSQL refuses a product or quotient that becomes 0 of numbers other than 0; from
-- this size on none does.
CREATE OR REPLACE FUNCTION waldo.counted_value(value double precision) RETURNS double precision
LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN CASE WHEN abs(value) < 1e-100 THEN 0 ELSE value END;

-- The same for degrees: these are 0.1 micrometres.
CREATE OR REPLACE FUNCTION waldo.counted_degrees(degrees double precision) RETURNS double precision
LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN CASE WHEN abs(degrees) < 1e-12 THEN 0 ELSE degrees END;

-- The seconds that a sample of a stream with this exposure in microseconds counts for at most: a day where it has none.
CREATE OR REPLACE FUNCTION waldo.counted_seconds(exposure bigint) RETURNS double precision
LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN least(coalesce(nullif(greatest(exposure, 0), 0)::double precision / 1e6::double precision, 86400), 86400);

-- The seconds, and the values times seconds, that `n` samples of a cell count for whose stream has that limit.
CREATE OR REPLACE FUNCTION waldo.counted_weight(n bigint, weight double precision, longest double precision)
RETURNS double precision LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN least(weight, n * longest);
CREATE OR REPLACE FUNCTION waldo.counted_sum(
    n bigint, weight double precision, weighted double precision, longest double precision) RETURNS double precision
LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN weighted * least(1, n * longest / weight);

-- The grid of the map.

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
    floor((0.5 - asinh(tand(waldo.counted_degrees(latitude))) / (2 * pi())) * (1::bigint << level))::bigint,
    (1::bigint << level) - 1);

-- The levels that are kept.
CREATE OR REPLACE FUNCTION waldo.cell_levels() RETURNS integer[] LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN ARRAY[6, 9, 12, 15, 18, 21];

-- A cell of level 18 that a cell of any level belongs to, or that belongs to it.
CREATE OR REPLACE FUNCTION waldo.stale_code(level integer, code bigint) RETURNS bigint LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN CASE WHEN level > 18 THEN code >> 2 * (level - 18) ELSE code << 2 * (18 - level) END;

-- The ranges of cells, level by level, that these cells of level 18 belong to.
CREATE OR REPLACE FUNCTION waldo.stale_ranges(codes bigint[]) RETURNS TABLE (level integer, first bigint, last bigint)
LANGUAGE sql IMMUTABLE PARALLEL SAFE ROWS 1000 SET search_path FROM CURRENT AS $$
    SELECT DISTINCT level, code >> 2 * (18 - level), code >> 2 * (18 - level)
    FROM unnest(codes) AS code, unnest(waldo.cell_levels()) AS level WHERE level <= 18
    UNION ALL
    SELECT DISTINCT 21, code << 6, (code << 6) + 63 FROM unnest(codes) AS code
$$;

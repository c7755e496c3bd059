-- Map tiles: sums of the samples in each cell of the Web Mercator grid, at six levels. A tile of any zoom is one range
-- of cells of one level, so that its cost does not depend on the number of samples and surveys below it.

-- The code of a cell is the column and row of the tile of that zoom, their bits interleaved (Z-order): the cells below
-- a tile are contiguous. These are the sums of one stream of a survey, each sample with its whole exposure.
CREATE TABLE IF NOT EXISTS waldo.cell (
    level smallint NOT NULL, code bigint NOT NULL, survey_uuid uuid NOT NULL, stream bigint NOT NULL,
    n bigint NOT NULL, weight double precision NOT NULL, weighted double precision NOT NULL,
    low double precision NOT NULL, high double precision NOT NULL, longitudes double precision NOT NULL,
    latitudes double precision NOT NULL, last_t timestamptz NOT NULL,
    PRIMARY KEY (level, code, survey_uuid, stream)) WITH (fillfactor = 80);
CREATE INDEX IF NOT EXISTS cell_survey_code ON waldo.cell (survey_uuid, code) WHERE level = 18;
DROP INDEX IF EXISTS waldo.cell_survey;
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

-- The sums of all surveys, by the name and the unit of the stream, and statistics in which each station counts once,
-- which waldo.rank_cells() computes where `unranked`. `first_station` and `last_station` are the extremes of the
-- stations' hashes: where they are equal there is one station, and its mean is all. The sums are out of date in the
-- cells of level 18 that `cell_stale` lists, and in those above and below them, until waldo.refresh_cells().
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
-- Only a refresh and the owner write here.
CREATE TABLE IF NOT EXISTS waldo.cell_stale (code bigint PRIMARY KEY);
-- Surveys that changed. There is no key, by which ingest would wait for a refresh that deletes a note.
CREATE TABLE IF NOT EXISTS waldo.cell_spoiled (survey_uuid uuid NOT NULL);
CREATE INDEX IF NOT EXISTS cell_spoiled_survey ON waldo.cell_spoiled (survey_uuid);
-- Those of them whose cells are being summed up again, in the order of the codes of level 18: the one up to which it is
-- done, nothing where all is done, and when a part of it was done last. A survey that is here is not begun again.
CREATE TABLE IF NOT EXISTS waldo.cell_walk (
    survey_uuid uuid PRIMARY KEY, begun timestamptz NOT NULL DEFAULT now(), upto bigint DEFAULT -1,
    at timestamptz NOT NULL DEFAULT '-infinity');

-- What was added to cells of level 21 and is not in the sums yet. Inserts only append here, at a cost that does not
-- depend on the sums' size: one process at a time moves all of it into the sums, every second.
CREATE TABLE IF NOT EXISTS waldo.cell_added (
    code bigint NOT NULL, survey_uuid uuid NOT NULL, stream bigint NOT NULL, n bigint NOT NULL,
    weight double precision NOT NULL, weighted double precision NOT NULL, low double precision NOT NULL,
    high double precision NOT NULL, longitudes double precision NOT NULL, latitudes double precision NOT NULL,
    last_t timestamptz NOT NULL, xact xid8 NOT NULL DEFAULT pg_current_xact_id())
    WITH (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 100000);

-- What is left out of the sums, or cut in them, by the cell of level 18 (-1: any other than those that are named, or
-- none): samples whose place is outside the grid, whose value is out of range, that count longer than their stream or
-- session allows, or that lie outside their session; and sums that no honest samples have. It names the cause; with the
-- survey's deletion it is over.
CREATE TABLE IF NOT EXISTS waldo.quarantine (
    survey_uuid uuid NOT NULL, stream bigint NOT NULL, code bigint NOT NULL, reason text NOT NULL, samples bigint NOT NULL,
    last_id bigint, first_seen timestamptz NOT NULL DEFAULT now(), last_seen timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (survey_uuid, stream, code, reason));

-- When that was done last, how long it took, why it could not be done then (nothing: it could), whether cells were left
-- to be renewed or ranked, and the transaction before which all rows were moved: a scan from there skips the dead rows
-- that no vacuum has removed yet. A transaction that writes and stays open holds both back.
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
    IF NOT EXISTS (SELECT FROM pg_index WHERE indrelid = 'waldo.cell_stale'::regclass AND indisprimary) THEN
        DELETE FROM waldo.cell_stale s USING waldo.cell_stale o WHERE o.code = s.code AND o.ctid < s.ctid;
        ALTER TABLE waldo.cell_stale ADD PRIMARY KEY (code);
    END IF;
    IF to_regclass('waldo.cell_added_xact') IS NULL THEN
        CREATE INDEX cell_added_xact ON waldo.cell_added (xact);
    END IF;
END $$;

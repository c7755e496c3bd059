-- The tables of a station's GeoPackage, of all surveys. Names and columns are the same, and are filled in from the
-- store's own description; each row has its survey's UUID.

-- Meta: what a station may still change. The newest revision of a survey's meta replaces these rows.

{{table survey}}
{{table session}}
{{table device}}
{{table channel}}
{{table tag}}
{{table note}}
{{table run}}
{{table stream}}
{{table account}}
{{table account_reason}}
{{table account_lost}}

-- Raw rows, as they came. `id` is session << 40 | ordinal.

{{table clock}}
{{table reading}}
{{table command}}
CREATE TABLE IF NOT EXISTS waldo.fix (
    survey_uuid uuid NOT NULL, {{columns of fix}},
    place geometry(PointZ, 4326) GENERATED ALWAYS AS (
        CASE WHEN srs = 4326 AND x BETWEEN -180 AND 180 AND y BETWEEN -90 AND 90
        THEN ST_SetSRID(ST_MakePoint(x, y, coalesce(z, 0)), 4326) END) STORED,
    PRIMARY KEY (survey_uuid, id));
CREATE INDEX IF NOT EXISTS fix_place ON waldo.fix USING gist (place) WHERE place IS NOT NULL;
{{table event}}

-- Derived rows. `id` is run << 42 | stream number << 32 | sequence of a sample, run << 32 | ordinal of the others.

-- `t` is the time of a sample, and decides its partition, which is made as samples of its time come (`make_days`). It
-- is the epoch where a sample has no time, or one before 2000 or after today: `sample_timeless` has those. There is no
-- default partition: attaching another beside one would wait for every reader.
CREATE TABLE IF NOT EXISTS waldo.sample (
    survey_uuid uuid NOT NULL, t timestamptz NOT NULL, {{columns of sample}},
    place geometry(PointZ, 4326) GENERATED ALWAYS AS (
        CASE WHEN srs = 4326 AND x BETWEEN -180 AND 180 AND y BETWEEN -90 AND 90
        THEN ST_SetSRID(ST_MakePoint(x, y, coalesce(z, 0)), 4326) END) STORED,
    hand geometry(PointZ, 0) GENERATED ALWAYS AS (
        CASE WHEN srs = -1 THEN ST_MakePoint(x, y, coalesce(z, 0)) END) STORED,
    PRIMARY KEY (survey_uuid, id, t)) PARTITION BY RANGE (t);
CREATE INDEX IF NOT EXISTS sample_t ON waldo.sample USING brin (t) WITH (pages_per_range = 32, autosummarize = on);
CREATE INDEX IF NOT EXISTS sample_place ON waldo.sample USING gist (place) WHERE place IS NOT NULL;
CREATE INDEX IF NOT EXISTS sample_hand ON waldo.sample USING gist (hand) WHERE hand IS NOT NULL;
CREATE TABLE IF NOT EXISTS waldo.sample_timeless PARTITION OF waldo.sample
    FOR VALUES FROM ('1970-01-01 00:00:00+00') TO ('1970-01-02 00:00:00+00');

-- The days that each other partition covers: from `first` to before `past`.
CREATE TABLE IF NOT EXISTS waldo.sample_span (
    first date PRIMARY KEY, past date NOT NULL, name text NOT NULL, CHECK (first < past));
COMMENT ON TABLE waldo.sample_span IS
    'the partitions of samples: the first day of each, and the day after the last; one that is dropped or detached is made anew';
-- In a database of version 1 there is one a day.
INSERT INTO waldo.sample_span (first, past, name)
SELECT day, day + 1, name FROM (
    SELECT to_date(substring(c.relname FROM 8), 'YYYYMMDD') AS day, c.relname AS name
    FROM pg_catalog.pg_inherits i JOIN pg_catalog.pg_class c ON c.oid = i.inhrelid
    WHERE i.inhparent = 'waldo.sample'::regclass AND c.relname ~ '^sample_[0-9]{8}$') d
ON CONFLICT DO NOTHING;

{{table alarm}}
{{table gap}}
{{table reject}}

-- The account of the ingest.

CREATE TABLE IF NOT EXISTS waldo.progress (
    survey_uuid uuid NOT NULL, stream text NOT NULL, upto bigint NOT NULL, first_t timestamptz, last_t timestamptz,
    conflicts bigint NOT NULL DEFAULT 0, PRIMARY KEY (survey_uuid, stream)) WITH (fillfactor = 70);
COMMENT ON TABLE waldo.progress IS
    'up to which id each stream is stored without a gap, the times of its samples, and how many conflicts it had';
CREATE TABLE IF NOT EXISTS waldo.meta_revision (
    survey_uuid uuid PRIMARY KEY, revision bigint NOT NULL, applied timestamptz NOT NULL DEFAULT now());
-- In a database of version 1 there may be one that no document can carry: the station's next one holds.
UPDATE waldo.meta_revision SET revision = 0 WHERE revision NOT BETWEEN 0 AND waldo.last_time();
CREATE TABLE IF NOT EXISTS waldo.conflict (
    survey_uuid uuid NOT NULL, tbl text NOT NULL, id bigint NOT NULL, offered jsonb NOT NULL, stored jsonb,
    first_seen timestamptz NOT NULL DEFAULT now(), seen bigint NOT NULL DEFAULT 1);
CREATE UNIQUE INDEX IF NOT EXISTS conflict_once ON waldo.conflict (survey_uuid, tbl, id, md5(offered::text));
COMMENT ON TABLE waldo.conflict IS
    'rows that were sent again with another content: the first one stays where it is. At most 1000 of a stream';
CREATE TABLE IF NOT EXISTS waldo.rejected (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, at timestamptz NOT NULL DEFAULT now(), topic text NOT NULL,
    reason text NOT NULL, beginning bytea NOT NULL);
COMMENT ON TABLE waldo.rejected IS 'the newest 10000 payloads that were refused, why, and how they begin';

-- The tables of a station's GeoPackage, of all surveys. Names and columns are the same; each row has its survey's UUID.

-- Meta: what a station may still change. The newest revision of a survey's meta replaces these rows.

CREATE TABLE IF NOT EXISTS waldo.survey (
    survey_uuid uuid NOT NULL, id bigint NOT NULL, uuid text NOT NULL, title text NOT NULL, method text,
    started bigint NOT NULL, started_time text, ended bigint, ended_time text, arm_name text, arm text,
    sensor_name text NOT NULL, sensor text NOT NULL, graph_name text, graph text, location text, start_position text,
    upload boolean NOT NULL, serial text, version text NOT NULL, deleted bigint, pruned bigint,
    PRIMARY KEY (survey_uuid, id));
CREATE TABLE IF NOT EXISTS waldo.session (
    survey_uuid uuid NOT NULL, id bigint NOT NULL, survey bigint NOT NULL, boot text NOT NULL, mono_start bigint,
    mono_end bigint, clean boolean, PRIMARY KEY (survey_uuid, id));
CREATE TABLE IF NOT EXISTS waldo.device (
    survey_uuid uuid NOT NULL, id bigint NOT NULL, survey bigint NOT NULL, address text, name text, serial text,
    PRIMARY KEY (survey_uuid, id));
CREATE TABLE IF NOT EXISTS waldo.channel (
    survey_uuid uuid NOT NULL, id bigint NOT NULL, session bigint NOT NULL, device bigint NOT NULL,
    channel bigint NOT NULL, uuid text NOT NULL, PRIMARY KEY (survey_uuid, id));
CREATE TABLE IF NOT EXISTS waldo.tag (
    survey_uuid uuid NOT NULL, id bigint NOT NULL, survey bigint NOT NULL, text text NOT NULL,
    PRIMARY KEY (survey_uuid, id));
CREATE TABLE IF NOT EXISTS waldo.note (
    survey_uuid uuid NOT NULL, id bigint NOT NULL, survey bigint NOT NULL, utc bigint NOT NULL, time text,
    x double precision, y double precision, srs bigint, text text NOT NULL, PRIMARY KEY (survey_uuid, id));
CREATE TABLE IF NOT EXISTS waldo.run (
    survey_uuid uuid NOT NULL, id bigint NOT NULL, session bigint NOT NULL, hash text NOT NULL, version text NOT NULL,
    live boolean NOT NULL, made bigint NOT NULL, arm text, sensor text NOT NULL, graph_name text, graph text,
    location text, start_position text, PRIMARY KEY (survey_uuid, id));
CREATE TABLE IF NOT EXISTS waldo.stream (
    survey_uuid uuid NOT NULL, id bigint NOT NULL, run bigint NOT NULL, number bigint NOT NULL, name text NOT NULL,
    quantity text, unit text NOT NULL, exposure bigint, interval bigint, compensated boolean NOT NULL,
    t1 double precision, t2 double precision, t3 double precision, t4 double precision, t5 double precision,
    PRIMARY KEY (survey_uuid, id));
CREATE TABLE IF NOT EXISTS waldo.account (
    survey_uuid uuid NOT NULL, session bigint NOT NULL, channel bigint NOT NULL, received bigint NOT NULL,
    stored bigint NOT NULL, overflowed bigint NOT NULL, overflowed_rows bigint NOT NULL, accepted bigint,
    rejected bigint NOT NULL, PRIMARY KEY (survey_uuid, session, channel));
CREATE TABLE IF NOT EXISTS waldo.account_reason (
    survey_uuid uuid NOT NULL, session bigint NOT NULL, channel bigint NOT NULL, reason text NOT NULL,
    rows bigint NOT NULL, bytes bigint NOT NULL, PRIMARY KEY (survey_uuid, session, channel, reason));
CREATE TABLE IF NOT EXISTS waldo.account_lost (
    survey_uuid uuid NOT NULL, session bigint NOT NULL, kind text NOT NULL, rows bigint NOT NULL,
    PRIMARY KEY (survey_uuid, session, kind));

-- Raw rows, as they came. `id` is session << 40 | ordinal.

CREATE TABLE IF NOT EXISTS waldo.clock (
    survey_uuid uuid NOT NULL, id bigint NOT NULL, session bigint NOT NULL, ordinal bigint NOT NULL,
    mono bigint NOT NULL, utc bigint NOT NULL, source text NOT NULL, PRIMARY KEY (survey_uuid, id));
CREATE TABLE IF NOT EXISTS waldo.reading (
    survey_uuid uuid NOT NULL, id bigint NOT NULL, session bigint NOT NULL, ordinal bigint NOT NULL,
    mono bigint NOT NULL, channel bigint NOT NULL, bytes bytea NOT NULL, PRIMARY KEY (survey_uuid, id));
CREATE TABLE IF NOT EXISTS waldo.command (
    survey_uuid uuid NOT NULL, id bigint NOT NULL, session bigint NOT NULL, ordinal bigint NOT NULL,
    mono bigint NOT NULL, channel bigint NOT NULL, value bigint NOT NULL, PRIMARY KEY (survey_uuid, id));
CREATE TABLE IF NOT EXISTS waldo.fix (
    survey_uuid uuid NOT NULL, id bigint NOT NULL, session bigint NOT NULL, ordinal bigint NOT NULL,
    mono bigint NOT NULL, source text NOT NULL, measured bigint NOT NULL, x double precision, y double precision,
    z double precision, srs bigint NOT NULL, accuracy double precision, vertical double precision,
    valid boolean NOT NULL, satellites bigint, hdop double precision,
    place geometry(PointZ, 4326) GENERATED ALWAYS AS (
        CASE WHEN srs = 4326 AND x BETWEEN -180 AND 180 AND y BETWEEN -90 AND 90
        THEN ST_SetSRID(ST_MakePoint(x, y, coalesce(z, 0)), 4326) END) STORED,
    PRIMARY KEY (survey_uuid, id));
CREATE INDEX IF NOT EXISTS fix_place ON waldo.fix USING gist (place) WHERE place IS NOT NULL;
CREATE TABLE IF NOT EXISTS waldo.event (
    survey_uuid uuid NOT NULL, id bigint NOT NULL, session bigint NOT NULL, ordinal bigint NOT NULL,
    mono bigint NOT NULL, kind text NOT NULL, PRIMARY KEY (survey_uuid, id));

-- Derived rows. `id` is run << 42 | stream number << 32 | sequence of a sample, run << 32 | ordinal of the others.

-- `t` is the time of a sample, and decides its partition: one a day, made as samples of that day come. It is the epoch
-- where a sample has no time, or one before 2000 or after today: `sample_timeless` has those. There is no default
-- partition: attaching a day beside one would wait for every reader.
CREATE TABLE IF NOT EXISTS waldo.sample (
    survey_uuid uuid NOT NULL, t timestamptz NOT NULL, id bigint NOT NULL, run bigint NOT NULL, stream bigint NOT NULL,
    seq bigint NOT NULL, value double precision, low double precision, high double precision, sigma double precision,
    mono_from bigint NOT NULL, mono_to bigint NOT NULL, utc bigint, time text, flags bigint NOT NULL,
    x double precision, y double precision, z double precision, srs bigint, accuracy double precision,
    vertical double precision,
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

CREATE TABLE IF NOT EXISTS waldo.alarm (
    survey_uuid uuid NOT NULL, id bigint NOT NULL, run bigint NOT NULL, ordinal bigint NOT NULL, node text NOT NULL,
    mono bigint NOT NULL, cause text, value double precision, halts boolean NOT NULL, PRIMARY KEY (survey_uuid, id));
CREATE TABLE IF NOT EXISTS waldo.gap (
    survey_uuid uuid NOT NULL, id bigint NOT NULL, run bigint NOT NULL, ordinal bigint NOT NULL,
    mono_from bigint NOT NULL, mono_to bigint NOT NULL, cause text NOT NULL, missing bigint,
    PRIMARY KEY (survey_uuid, id));
CREATE TABLE IF NOT EXISTS waldo.reject (
    survey_uuid uuid NOT NULL, id bigint NOT NULL, run bigint NOT NULL, ordinal bigint NOT NULL, mono bigint NOT NULL,
    channel bigint NOT NULL, bytes bytea NOT NULL, reason text NOT NULL, field text, line bigint,
    PRIMARY KEY (survey_uuid, id));

-- The account of the ingest.

CREATE TABLE IF NOT EXISTS waldo.progress (
    survey_uuid uuid NOT NULL, stream text NOT NULL, upto bigint NOT NULL, first_t timestamptz, last_t timestamptz,
    conflicts bigint NOT NULL DEFAULT 0, PRIMARY KEY (survey_uuid, stream)) WITH (fillfactor = 70);
COMMENT ON TABLE waldo.progress IS
    'up to which id each stream is stored without a gap, the times of its samples, and how many conflicts it had';
CREATE TABLE IF NOT EXISTS waldo.meta_revision (
    survey_uuid uuid PRIMARY KEY, revision bigint NOT NULL, applied timestamptz NOT NULL DEFAULT now());
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

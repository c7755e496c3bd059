-- Views for QGIS, Grafana and psql. They leave out surveys that their station has deleted, and all but the newest run
-- of a session. A station chooses its titles freely, so each row has its station. CREATE OR REPLACE adds columns only
-- behind the last.

CREATE INDEX IF NOT EXISTS run_session ON waldo.run (survey_uuid, session, id);

CREATE OR REPLACE VIEW waldo.surveys AS
SELECT v.survey_uuid, v.title, v.method, waldo.time_of(v.started) AS started, waldo.time_of(v.ended) AS ended,
    v.arm_name AS arm, v.sensor_name AS sensor, v.graph_name AS graph, v.serial,
    (SELECT string_agg(g.text, ', ' ORDER BY g.text) FROM waldo.tag g WHERE g.survey_uuid = v.survey_uuid) AS tags,
    p.first_t, p.last_t, p.conflicts, m.revision, m.applied, o.station
FROM waldo.survey v
LEFT JOIN waldo.meta_revision m USING (survey_uuid)
LEFT JOIN waldo.station_survey o USING (survey_uuid)
LEFT JOIN (
    SELECT survey_uuid, min(first_t) AS first_t, max(last_t) AS last_t, sum(conflicts)::bigint AS conflicts
    FROM waldo.progress GROUP BY survey_uuid) p USING (survey_uuid)
WHERE v.deleted IS NULL;
COMMENT ON VIEW waldo.surveys IS 'the surveys, with the times of their first and last sample';

CREATE OR REPLACE VIEW waldo.streams AS
SELECT m.survey_uuid, m.id AS stream, m.run, r.session, v.title,
    -- They are part of the key of the map's sums, whose index has room for 2700 bytes.
    left(m.name, 200) AS name, m.quantity, left(m.unit, 60) AS unit,
    'sample-' || m.run || '-' || m.number AS relay_stream,
    -- For statistics in which each station counts once: those that are not known count as one. And the seconds that a
    -- sample counts for at most.
    coalesce(o.station, '') AS station,
    waldo.counted_seconds(m.exposure) AS longest
FROM waldo.stream m
-- One pass over the runs, however many a session has.
JOIN (SELECT survey_uuid, session, max(id) AS id FROM waldo.run GROUP BY survey_uuid, session) r
    ON r.survey_uuid = m.survey_uuid AND r.id = m.run
JOIN waldo.survey v ON v.survey_uuid = m.survey_uuid
LEFT JOIN waldo.station_survey o ON o.survey_uuid = m.survey_uuid
WHERE v.deleted IS NULL;
COMMENT ON VIEW waldo.streams IS
    'the streams of the newest run of each session; of a name 200 letters, of a unit 60';

-- Samples are partitioned by `time`: a condition on it reads only the days that it covers.
CREATE OR REPLACE VIEW waldo.samples AS
SELECT s.survey_uuid, s.id, s.t AS time, m.title, m.name AS stream, m.quantity, s.value, s.sigma, s.low, s.high, m.unit,
    s.flags, s.accuracy, m.session, s.run, s.place, s.hand, m.station
FROM waldo.sample s JOIN waldo.streams m ON m.survey_uuid = s.survey_uuid AND m.stream = s.stream;
COMMENT ON VIEW waldo.samples IS
    'samples with what they mean; a sample without a time has that of 1970-01-01. Key: survey_uuid, id';

-- The ids of a stream increase with time, so its last sample is in the partition of its last day.
CREATE OR REPLACE VIEW waldo.latest AS
SELECT m.survey_uuid, m.title, m.name AS stream, m.quantity, m.unit, s.t AS time, s.value, s.sigma, s.flags, s.place,
    s.hand, m.station
FROM waldo.streams m
JOIN waldo.progress p ON p.survey_uuid = m.survey_uuid AND p.stream = m.relay_stream
CROSS JOIN LATERAL (
    SELECT * FROM waldo.sample s
    WHERE s.survey_uuid = p.survey_uuid AND s.id BETWEEN (m.stream << 32) AND p.upto
        AND (s.t >= date_trunc('day', p.last_t, 'UTC') OR s.t < timestamptz '1970-01-02 00:00:00+00')
    ORDER BY s.id DESC LIMIT 1) s;
COMMENT ON VIEW waldo.latest IS 'the last sample of each stream';

-- Imported logs have places in their messages and no fixes: their track is that of the samples of one stream.
CREATE OR REPLACE VIEW waldo.tracks AS
SELECT p.survey_uuid, p.session, v.title, count(*) AS places,
    ST_MakeLine(p.place ORDER BY p.id)::geometry(LineStringZ, 4326) AS line,
    coalesce((SELECT o.station FROM waldo.station_survey o WHERE o.survey_uuid = p.survey_uuid), '') AS station
FROM waldo.survey v JOIN (
    SELECT f.survey_uuid, f.session, f.id, f.place FROM waldo.fix f WHERE f.valid AND f.place IS NOT NULL
    UNION ALL
    SELECT s.survey_uuid, m.session, s.id, s.place
    FROM (SELECT survey_uuid, session, min(stream) AS stream FROM waldo.streams GROUP BY 1, 2) m
    JOIN waldo.sample s ON s.survey_uuid = m.survey_uuid AND s.stream = m.stream AND s.place IS NOT NULL
    WHERE NOT EXISTS (
        SELECT FROM waldo.fix f
        WHERE f.survey_uuid = m.survey_uuid AND f.session = m.session AND f.valid AND f.place IS NOT NULL)) p
    ON p.survey_uuid = v.survey_uuid
WHERE v.deleted IS NULL
GROUP BY p.survey_uuid, p.session, v.title
HAVING count(*) > 1;
COMMENT ON VIEW waldo.tracks IS 'the way of each session. Key: survey_uuid, session';

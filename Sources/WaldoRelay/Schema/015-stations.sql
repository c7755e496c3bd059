-- Whose a survey is, and what ingest takes in turn.

-- The station that publishes a survey, and the UUID that it gave it: that of the survey here, except where two stations
-- use one UUID. Without a station it waits for its owner's command; a retired copy was replaced by another survey.
DO $$
BEGIN
    IF to_regclass('waldo.station_survey') IS NULL THEN
        CREATE TABLE waldo.station_survey (
            survey_uuid uuid PRIMARY KEY, sent_uuid uuid NOT NULL, station text, since timestamptz NOT NULL DEFAULT now(),
            retired timestamptz, UNIQUE (station, sent_uuid));
        -- In a database that is older than stations' names, nobody knows who has published what.
        INSERT INTO waldo.station_survey (survey_uuid, sent_uuid)
        SELECT survey_uuid, survey_uuid FROM (
            SELECT survey_uuid FROM waldo.progress UNION SELECT survey_uuid FROM waldo.meta_revision
            UNION SELECT survey_uuid FROM waldo.survey) s;
    END IF;
END $$;
COMMENT ON TABLE waldo.station_survey IS
    'whose each survey is; without a station it waits for `waldo-relay hand`. Only ingest and the owner write here';

-- What a station had and another one has now: what it still publishes of it is refused.
CREATE TABLE IF NOT EXISTS waldo.station_handed (
    station text NOT NULL, sent_uuid uuid NOT NULL, at timestamptz NOT NULL DEFAULT now(), PRIMARY KEY (station, sent_uuid));

-- What one transaction at a time does. Ingest locks rows of this table. Readers cannot lock these rows; anyone could
-- take an advisory lock.
CREATE TABLE IF NOT EXISTS waldo.turn (name text PRIMARY KEY);
INSERT INTO waldo.turn VALUES ('make_days'), ('refresh_cells'), ('refresh_when_due') ON CONFLICT DO NOTHING;

CREATE OR REPLACE FUNCTION waldo.wait_for_turn(name text) RETURNS void
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    PERFORM FROM waldo.turn t WHERE t.name = wait_for_turn.name FOR NO KEY UPDATE;
END $$;
-- Says whether it is free, and has it then.
CREATE OR REPLACE FUNCTION waldo.take_turn(name text) RETURNS boolean
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    PERFORM FROM waldo.turn t WHERE t.name = take_turn.name FOR NO KEY UPDATE SKIP LOCKED;
    RETURN FOUND;
END $$;

-- The surveys of stations, by the UUIDs that they sent. The first station to publish a UUID keeps it; others get a
-- random UUID. Surveys without a station, and those that were handed to another one, are left out. Until the
-- transaction ends they stay whose they are. It runs as the owner, and uses nothing but its arguments.
CREATE OR REPLACE FUNCTION waldo.claim(stations text[], sent uuid[])
RETURNS TABLE (station text, sent_uuid uuid, survey_uuid uuid)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp SET jit = off AS $$
#variable_conflict use_column
DECLARE
    asked record;
BEGIN
    FOR asked IN
        SELECT DISTINCT a.sent, a.station FROM unnest(stations, sent) AS a (station, sent)
        WHERE waldo.is_station_name(a.station) AND a.sent IS NOT NULL AND NOT EXISTS (
            SELECT FROM waldo.station_survey s WHERE s.station = a.station AND s.sent_uuid = a.sent)
        ORDER BY 1, 2
    LOOP
        CONTINUE WHEN EXISTS (
            SELECT FROM waldo.station_handed h WHERE h.station = asked.station AND h.sent_uuid = asked.sent)
            OR EXISTS (
            SELECT FROM waldo.station_survey s WHERE s.survey_uuid = asked.sent AND s.station IS NULL AND s.retired IS NULL);
        INSERT INTO waldo.station_survey (survey_uuid, sent_uuid, station) VALUES (asked.sent, asked.sent, asked.station)
        ON CONFLICT DO NOTHING;
        IF NOT FOUND THEN
            INSERT INTO waldo.station_survey (survey_uuid, sent_uuid, station)
            VALUES (gen_random_uuid(), asked.sent, asked.station) ON CONFLICT DO NOTHING;
        END IF;
    END LOOP;
    RETURN QUERY
    SELECT s.station, s.sent_uuid, s.survey_uuid FROM waldo.station_survey s
    WHERE (s.station, s.sent_uuid) IN (SELECT a.station, a.sent FROM unnest(stations, sent) AS a (station, sent))
    ORDER BY s.survey_uuid FOR KEY SHARE;
END $$;

-- Gives a survey to a station, and says what was done. The station goes on from the rows that are stored; the revision
-- of its titles and notes begins again. A copy that the station has sent itself meanwhile is hidden. For the owner
-- alone.
CREATE OR REPLACE FUNCTION waldo.hand(survey uuid, to_station text) RETURNS text
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    handed waldo.station_survey;
    replaced uuid;
BEGIN
    IF waldo.is_station_name(to_station) IS NOT TRUE THEN
        RAISE EXCEPTION 'invalid station name: use 1 to 64 ASCII letters, digits, - or _'
            USING ERRCODE = 'invalid_parameter_value';
    END IF;
    -- Both are locked in the order in which `claim` locks them.
    PERFORM FROM waldo.station_survey s
    WHERE s.survey_uuid = survey OR s.station = to_station AND s.sent_uuid = (
        SELECT o.sent_uuid FROM waldo.station_survey o WHERE o.survey_uuid = survey)
    ORDER BY s.survey_uuid FOR UPDATE;
    SELECT * INTO handed FROM waldo.station_survey s WHERE s.survey_uuid = survey;
    IF NOT FOUND THEN RAISE EXCEPTION 'there is no survey %', survey USING ERRCODE = 'no_data_found'; END IF;
    IF handed.station = to_station THEN RETURN format('survey %s is that of %s already', survey, to_station); END IF;
    SELECT s.survey_uuid INTO replaced FROM waldo.station_survey s
    WHERE s.station = to_station AND s.sent_uuid = handed.sent_uuid;
    IF FOUND THEN
        UPDATE waldo.station_survey s SET station = NULL, retired = now() WHERE s.survey_uuid = replaced;
        UPDATE waldo.survey v SET deleted = (extract(epoch FROM clock_timestamp()) * 1000000)::bigint
        WHERE v.survey_uuid = replaced AND v.deleted IS NULL;
    END IF;
    UPDATE waldo.station_survey s SET station = to_station, since = now(), retired = NULL WHERE s.survey_uuid = survey;
    DELETE FROM waldo.station_handed h WHERE h.station = to_station AND h.sent_uuid = handed.sent_uuid;
    IF handed.station IS NOT NULL THEN
        INSERT INTO waldo.station_handed (station, sent_uuid) VALUES (handed.station, handed.sent_uuid) ON CONFLICT DO NOTHING;
    END IF;
    DELETE FROM waldo.meta_revision m WHERE m.survey_uuid = survey;
    RETURN format('survey %s was handed from %s to %s', survey, coalesce(handed.station, 'nobody'), to_station)
        || CASE WHEN replaced IS NULL THEN '' ELSE format('; its copy %s is hidden', replaced) END;
END $$;

-- How long a reader may stay in one transaction, and how long between two: what the first holds in the meantime no vacuum
-- removes, and a cursor `WITH HOLD` keeps its temporary files in the second. And how many locks the sessions of one login
-- may hold: the whole server has room for some thousands.
CREATE TABLE IF NOT EXISTS waldo.reader_limit (
    only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row), longest interval NOT NULL DEFAULT '15 minutes');
DO $$
DECLARE
    name text;
    definition text;
BEGIN
    FOR name, definition IN VALUES ('idle', $d$interval NOT NULL DEFAULT '1 hour'$d$), ('locks', 'bigint NOT NULL DEFAULT 1000')
    LOOP
        IF NOT EXISTS (
            SELECT FROM pg_catalog.pg_attribute WHERE attrelid = 'waldo.reader_limit'::regclass AND attname = name)
        THEN
            EXECUTE format('ALTER TABLE waldo.reader_limit ADD COLUMN %I %s', name, definition);
        END IF;
    END LOOP;
END $$;
INSERT INTO waldo.reader_limit DEFAULT VALUES ON CONFLICT DO NOTHING;
COMMENT ON TABLE waldo.reader_limit IS
    'how long a reader may stay in one transaction, and idle between two, and how many locks its login may hold, before waldo.end_long_readers() ends it';

-- Ends sessions of readers that have been in one transaction of this database, or idle in it, for too long, or whose login
-- holds too many locks anywhere, more than its share of them; and says how many. A reader can reset its time-outs, and not this. While notifications fill
-- a tenth of their queue, which such a session holds back, a minute is too long. Collectors call it every ten seconds; it
-- runs as the owner.
--
-- Locks of relations do not count: there are as many as relations, and a query over many partitions needs them. What grows
-- without a bound is a lock for each transaction within a transaction. There may be no room for one more lock when this is
-- called: so what ends sessions uses no table that all databases share, nor the views of sessions and locks, which do. The
-- roles of all logins are remembered by the caller's session, as the server does, from the call before.
CREATE OR REPLACE FUNCTION waldo.end_long_readers() RETURNS bigint
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp SET jit = off AS $$
DECLARE
    ended bigint;
BEGIN
    WITH held AS MATERIALIZED (
        SELECT k.pid, count(*) AS locks FROM pg_lock_status() k WHERE k.locktype <> 'relation' GROUP BY k.pid),
    reader AS MATERIALIZED (
        SELECT a.*, h.locks, sum(h.locks) OVER login AS login_locks, count(*) OVER login AS login_sessions
        FROM pg_stat_get_activity(NULL) a LEFT JOIN held h ON h.pid = a.pid
        WHERE a.usesysid IS NOT NULL AND pg_has_role(a.usesysid, 'waldo_reader', 'MEMBER')
            AND NOT pg_has_role(a.usesysid, 'waldo_collector', 'MEMBER') AND NOT pg_has_role(a.usesysid, 'waldo_owner', 'MEMBER')
        WINDOW login AS (PARTITION BY a.usesysid))
    SELECT count(*) FILTER (WHERE pg_terminate_backend(r.pid)) INTO ended FROM reader r CROSS JOIN waldo.reader_limit l
    WHERE r.login_locks > l.locks AND r.locks * r.login_sessions > l.locks
        OR r.datid = (SELECT own.datid FROM pg_stat_get_activity(pg_backend_pid()) own)
            AND (r.xact_start < clock_timestamp()
                    - CASE WHEN pg_notification_queue_usage() > 0.1 THEN least(l.longest, '1 minute') ELSE l.longest END
                OR r.state = 'idle' AND r.state_change < clock_timestamp() - l.idle);
    BEGIN
        PERFORM pg_has_role(r.oid, name, 'MEMBER')
        FROM pg_roles r CROSS JOIN unnest(ARRAY['waldo_reader', 'waldo_collector', 'waldo_owner']) name WHERE r.rolcanlogin;
    EXCEPTION WHEN out_of_memory THEN
        NULL;
    END;
    RETURN ended;
END $$;

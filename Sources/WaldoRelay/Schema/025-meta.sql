-- Meta: `SELECT waldo.take_meta(UUID, REVISION, JSON)` with {"TABLE": [{"COLUMN": "VALUE", ...}, ...], ...}, values as
-- text.

-- Replaces a survey's meta with a newer revision of it, and says whether it was newer. Revisions are times: one that is
-- more than a day ahead of this machine's clock locks nothing, and is replaced by any other one. Tags and notes that
-- are not in it were deleted, and a survey's row of another id is replaced; other rows that are not in it stay.
CREATE OR REPLACE FUNCTION waldo.take_meta(survey uuid, revision bigint, tables json) RETURNS boolean
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp SET jit = off AS $$
DECLARE
    name text;
    columns text[];
    keys text[];
    ahead CONSTANT bigint := (extract(epoch FROM clock_timestamp()) * 1000000)::bigint + 86400000000;
BEGIN
    IF revision NOT BETWEEN 0 AND waldo.last_time() THEN
        RAISE EXCEPTION 'revision % is not a time from 1970 to 9999 in microseconds', revision
            USING ERRCODE = 'numeric_value_out_of_range';
    END IF;
    INSERT INTO waldo.meta_revision AS m (survey_uuid, revision) VALUES (survey, take_meta.revision)
    ON CONFLICT (survey_uuid) DO UPDATE SET revision = excluded.revision, applied = now()
    WHERE m.revision < excluded.revision OR m.revision > ahead AND m.revision <> excluded.revision;
    IF NOT FOUND THEN RETURN false; END IF;
    DELETE FROM waldo.tag WHERE survey_uuid = take_meta.survey;
    DELETE FROM waldo.note WHERE survey_uuid = take_meta.survey;
    DELETE FROM waldo.survey s USING json_populate_recordset(null::waldo.survey, tables -> 'survey') r
    WHERE s.survey_uuid = take_meta.survey AND s.id <> r.id;
    FOREACH name IN ARRAY ARRAY['survey', 'session', 'device', 'channel', 'tag', 'note', 'run', 'stream', 'account',
        'account_reason', 'account_lost']
    LOOP
        CONTINUE WHEN tables -> name IS NULL;
        columns := waldo.sent_columns(name);
        SELECT array_agg(quote_ident(a.attname)) INTO keys FROM pg_index i
        JOIN pg_attribute a ON a.attrelid = i.indrelid AND a.attnum = ANY (i.indkey)
        WHERE i.indrelid = format('waldo.%I', name)::regclass AND i.indisprimary;
        EXECUTE format(
            'INSERT INTO waldo.%1$I (survey_uuid, %2$s)
             SELECT $1, %2$s FROM json_populate_recordset(null::waldo.%1$I, $2)
             ON CONFLICT (%3$s) DO UPDATE SET (%2$s) = ROW (%4$s)',
            name, array_to_string(columns, ', '), array_to_string(keys, ', '),
            (SELECT string_agg('excluded.' || c, ', ') FROM unnest(columns) c))
        USING survey, tables -> name;
    END LOOP;
    RETURN true;
END $$;

-- Notes a payload that was refused, and forgets the oldest above 10000, a hundred at a time. It runs as the owner, and
-- uses nothing but its arguments.
CREATE OR REPLACE FUNCTION waldo.note_rejected(topic text, reason text, beginning bytea) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    number bigint;
BEGIN
    INSERT INTO waldo.rejected (topic, reason, beginning)
    VALUES (left(note_rejected.topic, 200), left(note_rejected.reason, 400), substring(note_rejected.beginning FOR 200))
    RETURNING id INTO number;
    IF number % 100 = 0 THEN DELETE FROM waldo.rejected WHERE id <= number - 10000; END IF;
END $$;

-- What the roles may do. A collector adds rows, and can neither change nor remove a row that came from a station; only
-- meta, which stations change, is replaced. A reader reads.

ALTER DEFAULT PRIVILEGES IN SCHEMA waldo GRANT SELECT ON TABLES TO waldo_reader;
GRANT USAGE ON SCHEMA waldo TO waldo_collector, waldo_reader;
GRANT SELECT ON ALL TABLES IN SCHEMA waldo TO waldo_reader, waldo_collector;
REVOKE ALL ON waldo.turn FROM waldo_reader, waldo_collector;
GRANT INSERT ON waldo.clock, waldo.reading, waldo.command, waldo.fix, waldo.event, waldo.sample, waldo.alarm, waldo.gap,
    waldo.reject, waldo.conflict, waldo.progress TO waldo_collector;
GRANT UPDATE ON waldo.progress TO waldo_collector;
GRANT UPDATE (seen) ON waldo.conflict TO waldo_collector;
GRANT INSERT, UPDATE, DELETE ON waldo.survey, waldo.session, waldo.device, waldo.channel, waldo.tag, waldo.note,
    waldo.run, waldo.stream, waldo.account, waldo.account_reason, waldo.account_lost, waldo.meta_revision
    TO waldo_collector;

REVOKE EXECUTE ON ALL FUNCTIONS IN SCHEMA waldo FROM PUBLIC;
GRANT EXECUTE ON FUNCTION
    waldo.begin_take(), waldo.take(), waldo.take_meta(uuid, bigint, json), waldo.note_rejected(text, text, bytea),
    waldo.sent_columns(text), waldo.owner_column(text), waldo.owner_of(text), waldo.before_first(text),
    waldo.claim(text[], uuid[]), waldo.end_long_readers(), waldo.make_days(bigint[]), waldo.is_dated(bigint),
    waldo.span_of(date), waldo.fit_days(), waldo.around_again(), waldo.decide(), waldo.compare(text), waldo.insert_staged(text)
    TO waldo_collector;
GRANT EXECUTE ON FUNCTION waldo.time_of(bigint) TO waldo_collector, waldo_reader;

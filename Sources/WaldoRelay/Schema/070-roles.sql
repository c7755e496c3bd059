-- What the roles may do. A collector adds rows, and can neither change nor remove a row that came from a station; only
-- meta, which stations change, is replaced. A reader reads.

-- Default privileges are gone once a member of the role drops what it owns.
ALTER DEFAULT PRIVILEGES IN SCHEMA waldo REVOKE SELECT ON TABLES FROM waldo_reader;
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

-- Whoever calls a function or a view needs the right to what is inlined of it. Nobody else is given any function.
REVOKE EXECUTE ON ALL FUNCTIONS IN SCHEMA waldo FROM PUBLIC, waldo_reader, waldo_collector;
GRANT EXECUTE ON FUNCTION
    waldo.last_time, waldo.time_of, waldo.is_station_name, waldo.is_usable, waldo.is_in_range, waldo.is_in_grid,
    waldo.counted_value, waldo.counted_degrees, waldo.counted_seconds, waldo.counted_weight, waldo.counted_sum,
    waldo.lacking_rights
    TO waldo_reader, waldo_collector;
GRANT EXECUTE ON FUNCTION
    waldo.begin_take, waldo.take, waldo.take_meta, waldo.note_rejected, waldo.sent_columns, waldo.owner_column,
    waldo.owner_of, waldo.before_first, waldo.claim, waldo.end_long_readers, waldo.make_days, waldo.is_dated,
    waldo.span_of, waldo.fit_days, waldo.around_again, waldo.decide, waldo.compare, waldo.insert_staged,
    waldo.refresh_cells, waldo.refresh_cells_when_due TO waldo_collector;
GRANT EXECUTE ON FUNCTION
    waldo.cell_code, waldo.cell_column, waldo.cell_row, waldo.cell_levels, waldo.cells_between, waldo.shown_names, waldo.tile,
    waldo.sample_limits, waldo.sample_fault, waldo.is_counted, waldo.metres_of_degree, waldo.plane_point, waldo.route
    TO waldo_reader;

"""Rows of a store into the database without the relay, and a comparison of both row by row."""

import json
import re

import stores


def load(postgres, path):
    """Takes all surveys of a store by the ingest of the schema, as one batch a stream; returns their UUIDs."""
    uuids = []
    for survey, uuid in stores.surveys(path):
        uuids.append(uuid)
        staged, batches = {}, []
        with stores.connect(path) as store:
            columns = {table: [name for name, _ in stores.columns(store, table)] for table in stores.APPENDED + stores.META}
        for table in stores.APPENDED:
            owner = {"sample": "stream"}.get(table, "run" if table in ("alarm", "gap", "reject") else "session")
            place = columns[table].index(owner)
            streams = {}
            staged[table] = list(stores.rows(path, survey, table))
            for row in staged[table]:
                streams.setdefault(int(row[place]), []).append(int(row[0]))
            for number, ids in streams.items():
                shift = 40 if owner == "session" else 32
                name = f"{table}-{number >> 10}-{number & 1023}" if table == "sample" else f"{table}-{number}"
                batches.append((uuid, name, table, (number << shift) - 1, ids[-1], len(ids)))
        meta = {}
        for table in stores.META:
            meta[table] = [dict(zip(columns[table], (plain(value) for value in row))) for row in stores.rows(path, survey, table)]
        lines = ["BEGIN;", "SELECT waldo.begin_take();",
                 "COPY stage_batch (n, survey_uuid, stream, tbl, after, last, count) FROM STDIN;"]
        lines += ["\t".join(map(str, (n, *batch))) for n, batch in enumerate(batches)] + ["\\."]
        for table, found in staged.items():
            lines.append(f"COPY stage_{table} (survey_uuid, {', '.join(columns[table])}) FROM STDIN;")
            lines += ["\t".join([uuid, *row]) for row in found] + ["\\."]
        quoted = json.dumps(meta).replace("'", "''")
        lines += ["SELECT * FROM waldo.take();", f"SELECT waldo.take_meta('{uuid}', 1, '{quoted}');", "COMMIT;"]
        postgres.sql("\n".join(lines) + "\n")
    return uuids


def plain(value):
    """A text of COPY without its escapes; None for a missing value."""
    if value == "\\N":
        return None
    return re.sub(r"\\(.)", lambda m: PLAIN.get(m[1], m[1]), value)


PLAIN = {escaped[1]: plain for plain, escaped in stores.ESCAPED.items()}


def differences(postgres, path, tables=stores.APPENDED + stores.META, most=5):
    """The rows in which database and store differ, as texts; an empty list: they are equal, and neither has more."""
    found = []
    for survey, uuid in stores.surveys(path):
        for table in tables:
            with stores.connect(path) as store:
                names = [name for name, _ in stores.columns(store, table)]
            order = "id" if table not in stores.META[-3:] else "1, 2, 3"
            there = postgres.sql(
                f"COPY (SELECT {', '.join(names)} FROM waldo.{table} WHERE survey_uuid = '{uuid}' ORDER BY {order}) TO STDOUT")
            there = there.split("\n") if there else []
            here = ["\t".join(row) for row in stores.rows(path, survey, table)]
            if here == there:
                continue
            found.append(f"{table} of {uuid}: {len(here)} rows in the store, {len(there)} in the database")
            pairs = [(a, b) for a, b in zip(here, there) if a != b]
            found += [f"  {a[:400]!r}\n  {b[:400]!r}" for a, b in pairs[:most]]
    return found

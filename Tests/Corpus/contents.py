"""Commands of the manifest that are none of the programs: what is in the files that the programs write."""

import contextlib
import hashlib
import os
import shutil
import sqlite3
import struct
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "Relay"))
import stores  # noqa: E402

# What differs between two stores with the same contents: random numbers, the time of writing, the program's version, and
# copies of shipped files.
VARYING = {"uuid", "boot", "hash", "version", "made", "started", "started_time", "written_by", "update_time",
           "arm", "sensor", "graph"}
# Tables that SQLite and the GeoPackage standard keep for themselves.
FOREIGN = ("sqlite_", "rtree_", "gpkg_")


def rows(folder, name):
    """The tables of a GeoPackage: how many rows each has, and a hash of them without what varies."""
    lines = []
    with contextlib.closing(sqlite3.connect(os.path.join(folder, name))) as store:
        names = [name for (name,) in store.execute("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name")]
        for table in names:
            if table.startswith(FOREIGN):
                continue
            columns = [column for column, _ in stores.columns(store, table) if column not in VARYING]
            quoted = ", ".join(f'"{column}"' for column in columns)
            found = sorted(repr(row) for row in store.execute(f"SELECT {quoted} FROM {table}"))
            digest = hashlib.sha256("\n".join(found).encode()).hexdigest()
            lines.append(f"{table}: {len(found)} rows, SHA-256 {digest}\n")
    return "".join(lines)


def equal(folder, one, other):
    """Whether the surveys of one store are in another, row for row."""
    one, other = os.path.join(folder, one), os.path.join(folder, other)
    there = {uuid: number for number, uuid in stores.surveys(other)}
    lines = []
    for number, uuid in stores.surveys(one):
        if uuid not in there:
            continue
        for table in stores.APPENDED + stores.META:
            here, back = (list(stores.rows(path, n, table)) for path, n in ((one, number), (other, there[uuid])))
            if here != back:
                lines += [f"{table}: {len(here)} and {len(back)} rows differ\n"]
                lines += [f"  {a}\n  {b}\n" for a, b in zip(here, back) if a != b][:3]
    both = [uuid for _, uuid in stores.surveys(one) if uuid in there]
    return "".join(lines) or f"{len(both)} surveys are equal row for row\n"


def messages(folder, name):
    """The messages of an MCAP file, whose header names the program's version: topics, schemas, times and contents."""
    with open(os.path.join(folder, name), "rb") as file:
        data = file.read()
    lines, topics, digests = [], {}, {}
    for code, body in records(data, 8):
        if code == 3:
            number, schema = struct.unpack_from("<H", body)[0], hashlib.sha256(body[2:]).hexdigest()
            lines.append(f"schema {number}: SHA-256 {schema}\n")
        elif code == 4:
            number, schema, length = struct.unpack_from("<HHI", body)
            topics[number] = f"{body[8:8 + length].decode()}, schema {schema}"
        elif code == 5:
            number = struct.unpack_from("<H", body)[0]
            digests.setdefault(number, []).append(body[2:])
    for number, found in sorted(digests.items()):
        lines.append(f"{topics[number]}: {len(found)} messages, SHA-256 {hashlib.sha256(b''.join(found)).hexdigest()}\n")
    return "".join(dict.fromkeys(lines))


def records(data, position):
    """The records of MCAP, those in chunks included."""
    while position + 9 <= len(data) - (8 if data.endswith(b"\x89MCAP0\r\n") else 0):
        code, length = struct.unpack_from("<BQ", data, position)
        body = data[position + 9:position + 9 + length]
        position += 9 + length
        if code == 6:
            start = 28 + 4 + struct.unpack_from("<I", body, 28)[0]
            yield from records(body[start + 8:], 0)
        else:
            yield code, body


def copied(folder, source, target):
    """Copies a file, into a folder that need not exist yet."""
    target = os.path.join(folder, target)
    os.makedirs(os.path.dirname(target), exist_ok=True)
    shutil.copyfile(os.path.join(folder, source), target)
    return ""


def readdressed(folder, ledger, old, new):
    """A ledger whose destination has moved to another address."""
    with contextlib.closing(sqlite3.connect(os.path.join(folder, ledger), isolation_level=None)) as file:
        file.execute("UPDATE destination SET name = ? WHERE name = ?", (new, old))
        for table in ("cursor", "meta", "history", "reject"):
            file.execute(f"UPDATE {table} SET destination = ? WHERE destination = ?", (new, old))
    return ""


COMMANDS = {"rows": rows, "equal": equal, "messages": messages, "copied": copied, "readdressed": readdressed}

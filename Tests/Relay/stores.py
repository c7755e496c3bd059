"""A station's GeoPackage as Python reads it, without Waldo's own code: what the database is compared with."""

import math
import re
import sqlite3
import urllib.parse

APPENDED = ["clock", "reading", "command", "fix", "event", "sample", "alarm", "gap", "reject"]
META = ["survey", "session", "device", "channel", "tag", "note", "run", "stream", "account", "account_reason", "account_lost"]
# Which survey a row belongs to, by the column that leads there.
OWNERS = {"survey": "id", "session": "survey", "device": "survey", "tag": "survey", "note": "survey", "channel": "session",
          "run": "session", "stream": "run", "sample": "run", "alarm": "run", "gap": "run", "reject": "run"}


def connect(path):
    return sqlite3.connect(f"file:{urllib.parse.quote(path)}?mode=ro", uri=True)


def surveys(path):
    """The surveys: number and UUID."""
    with connect(path) as store:
        return store.execute("SELECT id, uuid FROM survey ORDER BY id").fetchall()


def columns(store, table):
    """Names and declared types."""
    return [(name, kind) for _, name, kind, *_ in store.execute(f"PRAGMA table_info({table})")]


def condition(table):
    """Which rows of a table belong to the survey `?`."""
    owner = OWNERS.get(table, "session")
    if table == "survey":
        return "id = ?"
    return {"survey": "survey = ?", "session": "session IN (SELECT id FROM session WHERE survey = ?)",
            "run": "run IN (SELECT r.id FROM run r JOIN session s ON s.id = r.session WHERE s.survey = ?)"}[owner]


def rows(path, survey, table):
    """The rows of a survey in the order of their ids, each a list of texts as PostgreSQL's COPY has them."""
    with connect(path) as store:
        kinds = [kind for _, kind in columns(store, table)]
        order = "id" if table not in META[-3:] else "1, 2, 3"
        for row in store.execute(f"SELECT * FROM {table} WHERE {condition(table)} ORDER BY {order}", (survey,)):
            yield [text(value, kind) for value, kind in zip(row, kinds)]


def text(value, kind):
    if value is None:
        return "\\N"
    if kind == "BOOLEAN":
        return "t" if value else "f"
    if kind == "BLOB":
        value = value if isinstance(value, bytes) else value.encode()
        return "\\\\x" + value.hex()
    if kind == "DOUBLE":
        return number(float(value))
    if isinstance(value, str):
        return re.sub(r"[\\\b\f\n\r\t\v]", lambda m: ESCAPED[m[0]], value)
    return str(value)


ESCAPED = {"\\": "\\\\", "\b": "\\b", "\f": "\\f", "\n": "\\n", "\r": "\\r", "\t": "\\t", "\v": "\\v"}


def number(value):
    """As PostgreSQL prints a double: the fewest digits that give it back."""
    if math.isinf(value):
        return "Infinity" if value > 0 else "-Infinity"
    digits = repr(value)
    if "e" in digits:
        mantissa, exponent = digits.split("e")
        mantissa = mantissa.removesuffix(".0")
        return f"{mantissa}e{exponent[0]}{exponent[1:].zfill(2)}" if exponent[0] in "+-" else f"{mantissa}e+{exponent.zfill(2)}"
    digits = digits.removesuffix(".0")
    # Python writes 1e15 as 1000000000000000.0, PostgreSQL as 1e+15.
    if len(digits.lstrip("-").split(".")[0]) > 15:
        whole = digits.lstrip("-").split(".")[0]
        plain = whole.rstrip("0")
        mantissa = plain[0] + ("." + plain[1:] if len(plain) > 1 else "")
        return f"{'-' if value < 0 else ''}{mantissa}e+{len(whole) - 1:02}"
    return digits

"""Writes the rows of a store into a new file with the same tables, by Python's sqlite3 and executemany.

Usage: import_rows.py STORE NEW. Prints the seconds of reading alone, and of reading and writing.
"""

import sqlite3
import sys
import time

TABLES = (
    "survey session clock reading event run stream sample alarm gap reject sample_world sample_arm").split()

old = sqlite3.connect(sys.argv[1])
new = sqlite3.connect(sys.argv[2])
start = time.monotonic()
for table in TABLES:
    for row in old.execute(f"SELECT * FROM {table} ORDER BY 1"):
        pass
read = time.monotonic() - start
start = time.monotonic()
for (sql,) in old.execute(
        "SELECT sql FROM sqlite_master WHERE type = 'table' AND sql NOT LIKE 'CREATE VIRTUAL%' "
        "AND name NOT LIKE 'rtree_%' AND name NOT LIKE 'sqlite_%'"):
    new.execute(sql)
for table in TABLES:
    rows = old.execute(f"SELECT * FROM {table} ORDER BY 1")
    marks = ", ".join("?" * len(rows.description))
    new.executemany(f"INSERT INTO {table} VALUES ({marks})", rows)
new.execute("CREATE VIRTUAL TABLE places USING rtree(id, minx, maxx, miny, maxy)")
new.execute("INSERT INTO places SELECT id, x, x, y, y FROM sample WHERE srs = 4326")
new.commit()
new.close()
print(f"{read:.2f} s to read, {time.monotonic() - start:.2f} s to read and write: {time.monotonic() - start - read:.2f} s to write")

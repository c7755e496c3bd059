"""What lies under the map of a survey: roads and pictures of a map, from local files."""

import json
import math
import os
import sqlite3
import struct
import subprocess
import tempfile
import urllib.error
import urllib.request
import zlib

from common import WALDO
from program import wait
from surveys import choose, simulated

TOKEN = "open-sesame-12345"
# The place that the demo's messages state.
LATITUDE, LONGITUDE = -37.8136, 144.9631


def roads(path):
    with open(path, "w", encoding="ascii") as file:
        json.dump({"type": "LineString", "coordinates": [[144.95, -37.82], [144.97, -37.80]]}, file)


def grey_pixel():
    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
    return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", 1, 1, 8, 0, 0, 0, 0))
            + chunk(b"IDAT", zlib.compress(b"\0\x99")) + chunk(b"IEND", b""))


def town(path):
    """A map with the tile around the demo's place at each zoom."""
    with sqlite3.connect(path) as tiles:
        tiles.execute("CREATE TABLE metadata (name TEXT, value TEXT)")
        tiles.execute("CREATE TABLE tiles (zoom_level INTEGER, tile_column INTEGER, tile_row INTEGER, tile_data BLOB)")
        tiles.execute("INSERT INTO metadata VALUES ('format', 'png'), ('attribution', 'the town')")
        for zoom in range(12, 20):
            column = int((LONGITUDE + 180) / 360 * 2**zoom)
            row = int((1 - math.asinh(math.tan(math.radians(LATITUDE))) / math.pi) / 2 * 2**zoom)
            tiles.execute("INSERT INTO tiles VALUES (?, ?, ?, ?)", (zoom, column, 2**zoom - 1 - row, grey_pixel()))


def status(url):
    try:
        return urllib.request.urlopen(url, timeout=5).status
    except urllib.error.HTTPError as error:
        return error.code


def test_roads_and_pictures_come_from_local_files_and_with_the_token_alone(browser):
    survey = simulated(browser, "--panel-roads", "roads.geojson", "--panel-tiles", "town.mbtiles", token=TOKEN,
                       files=[("roads.geojson", roads), ("town.mbtiles", town)])
    with survey as (drive, page):
        choose(page, "map")
        wait(lambda: page.eval("roads?.length") == 1, "the road")
        wait(lambda: page.eval("[...tiles.values()].some((one) => one.naturalWidth === 1)"), "a tile")
        assert page.text("attribution") == "the town"
        base = drive.url
        for path in ("roads.json", "tile?z=12&x=1&y=1"):
            assert status(base + path) == 403, path
        secret = f"token={TOKEN}"
        assert status(f"{base}roads.json?{secret}") == 200
        for path in ("tile?z=12&x=1&y=1", "tile?z=-1&x=1&y=1", "tile?z=12&x=1", "tile?z=99&x=1&y=99999999999"):
            assert status(f"{base}{path}&{secret}") == 404, path
        assert page.faults() == [], page.faults()


def test_files_that_cannot_be_drawn_are_refused_before_anything_moves(_):
    with tempfile.TemporaryDirectory() as folder:
        town(f"{folder}/town.mbtiles")
        with sqlite3.connect(f"{folder}/town.mbtiles") as tiles:
            tiles.execute("UPDATE metadata SET value = 'pbf' WHERE name = 'format'")
        for arguments, words in ((["--panel-roads", "missing.geojson"], "missing.geojson"), (["--panel-tiles", "missing"], "missing"),
                                 (["--panel-tiles", "town.mbtiles"], "no picture")):
            result = subprocess.run(
                [os.path.abspath(WALDO), "drive", "--simulate", "--plain", "--panel", "127.0.0.1:0", *arguments], capture_output=True, text=True,
                timeout=10, cwd=folder, stdin=subprocess.DEVNULL)
            assert result.returncode in (65, 66) and words in result.stderr, (arguments, result)

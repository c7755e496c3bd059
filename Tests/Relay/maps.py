"""What the database shows to others: GDAL, QGIS, tiles, pgRouting.

    /usr/bin/python3 Tests/Relay/maps.py WALDO WALDO_RELAY [TEST...]

The last line is `ok` and the number of tests; else the last lines say what failed, and the status is 1."""

import contextlib
import json
import math
import os
import sqlite3
import subprocess
import sys
import tempfile

import bench
import database_rows
import stores
import town
from relay import Programs, Services, main

PROGRAMS = POSTGRES = UUID = STORE = None
START, FINISH = "-37.8136,144.9631", "-37.8097,144.9685"
# What QGIS' own Python does with a view; a process of its own, for it cannot be started twice in one.
QGIS = """
import os, sys
os.environ["QT_QPA_PLATFORM"] = "offscreen"
from qgis.core import QgsApplication, QgsDataSourceUri, QgsMapRendererSequentialJob, QgsMapSettings, QgsVectorLayer
from qgis.PyQt.QtCore import QSize
from qgis.PyQt.QtGui import QColor
application = QgsApplication([], False)
application.initQgis()
host, port, user, password, path = sys.argv[1:6]


def picture(layer):
    settings = QgsMapSettings()
    settings.setLayers([layer])
    settings.setExtent(layer.extent().buffered(0.0005))
    settings.setOutputSize(QSize(300, 300))
    settings.setBackgroundColor(QColor("white"))
    job = QgsMapRendererSequentialJob(settings)
    job.start()
    job.waitForFinished()
    image = job.renderedImage()
    image.save(path)
    print("picture", sum(image.pixel(x, y) != 0xFFFFFFFF for x in range(300) for y in range(300)))


for view, geometry, key in (("samples", "place", '"survey_uuid","id"'), ("tracks", "line", '"survey_uuid","session"'),
                            ("cells", "place", '"level","code","survey_uuid","stream"')):
    uri = QgsDataSourceUri()
    uri.setConnection(host, port, "waldo", user, password, QgsDataSourceUri.SslRequire)
    uri.setDataSource("waldo", view, geometry, "", key)
    layer = QgsVectorLayer(uri.uri(False), view, "postgres")
    box = layer.extent()
    if view == "samples":
        layer.setSubsetString("stream = 'dose'")
        first = min(layer.getFeatures(), key=lambda feature: feature["id"])
        print("first", first["unit"], repr(first["value"]), first.geometry().asWkt(6).replace(" ", ""), layer.featureCount())
        layer.setSubsetString("")
        picture(layer)
    print(view, layer.isValid(), layer.featureCount(), sum(1 for _ in layer.getFeatures()), layer.crs().authid(),
          round(box.xMinimum(), 4), round(box.yMinimum(), 4), round(box.xMaximum(), 4), round(box.yMaximum(), 4))
"""


def reader():
    """A connection string of the reader, for GDAL."""
    password = POSTGRES.passwords["reader"]
    return f"PG:host=localhost port={POSTGRES.port} dbname=waldo user=reader password={password} sslmode=require schemas=waldo"


def test_gdal_reads_the_map():
    with tempfile.TemporaryDirectory() as folder:
        for view, most in (("samples", 4968), ("tracks", 1), ("cells", None)):
            path = f"{folder}/{view}.geojson"
            subprocess.run(["ogr2ogr", "-f", "GeoJSON", path, reader(), view], check=True, capture_output=True)
            with open(path) as file:
                features = json.load(file)["features"]
            assert most is None or len(features) == most, (view, len(features))
            places = [feature["geometry"]["coordinates"] for feature in features]
            flat = [place for line in places for place in line] if view == "tracks" else places
            assert all(144.96 < place[0] < 144.97 and -37.82 < place[1] < -37.80 for place in flat), view
        dose = [feature for feature in features if feature["properties"]["name"] == "dose"]
        assert dose and all(feature["properties"]["unit"] == "uSv/h" for feature in dose)


def test_the_documented_line_for_gdal_runs():
    with open(os.path.join(os.path.dirname(__file__), "../../Sources/waldo/Documentation.docc/Relay-map.md")) as file:
        line, = (line.strip() for line in file if line.startswith("    ogr2ogr"))
    for old, new in (("host=db.example", f"host=localhost port={POSTGRES.port}"), ("user=anna", "user=reader")):
        assert old in line, line
        line = line.replace(old, new)
    with tempfile.TemporaryDirectory() as folder:
        done = subprocess.run(line, shell=True, cwd=folder, text=True, capture_output=True,
                              env=os.environ | {"PGPASSFILE": PROGRAMS.passfile("reader"), "PGSSLROOTCERT": PROGRAMS.ca})
        assert done.returncode == 0, done.stderr
        with contextlib.closing(sqlite3.connect(f"{folder}/city.gpkg")) as city:
            found = city.execute("SELECT count(*), count(DISTINCT id), count(place) FROM samples").fetchone()
            assert found == (4968, 4968, 4968), found


def test_qgis_reads_the_map():
    path = f"{PROGRAMS.services.ground.folder}/samples.png"
    done = subprocess.run(["/usr/bin/python3", "-c", QGIS, "localhost", str(POSTGRES.port), "reader", POSTGRES.passwords["reader"], path],
                          text=True, capture_output=True, timeout=60, env=os.environ | {"XDG_RUNTIME_DIR": "/tmp"})
    assert done.returncode == 0, "QGIS' Python is missing: apt-get install --no-install-recommends python3-qgis\n" + done.stderr
    lines = {line.split()[0]: line.split()[1:] for line in done.stdout.splitlines()}
    assert lines["samples"][:4] == ["True", "4968", "4968", "EPSG:4326"], lines
    west, south, east, north = map(float, lines["samples"][4:])
    assert (west, south) == (144.9631, -37.8136) and east > 144.9684 and north > -37.8094, lines
    with stores.connect(STORE) as store:
        value, x, y, z = store.execute("SELECT value, x, y, z FROM sample WHERE stream = (SELECT id FROM stream WHERE name = 'dose') "
                                    "ORDER BY id LIMIT 1").fetchone()
    assert lines["first"] == ["uSv/h", repr(value), f"PointZ({x:.7g}{y:.7g}{z:g})", "1242"], (lines["first"], value, x, y, z)
    # The streets, drawn: neither nothing nor all of the picture.
    assert 3_000 < int(lines["picture"][0]) < 60_000, lines["picture"]
    assert lines["tracks"][:4] == ["True", "1", "1", "EPSG:4326"], lines
    assert lines["cells"][0] == "True" and int(lines["cells"][1]) > 1000, lines


def tile_of(zoom, longitude, latitude):
    """The tile of a place, by the definition of the Web Mercator grid."""
    y = (1 - math.asinh(math.tan(math.radians(latitude))) / math.pi) / 2
    return zoom, int((longitude + 180) / 360 * 2 ** zoom), int(y * 2 ** zoom)


def test_tiles_have_every_sample_at_every_zoom():
    with tempfile.TemporaryDirectory() as folder:
        for zoom in range(0, 15):
            tile = tile_of(zoom, 144.9650, -37.8120)
            hex_bytes = POSTGRES.sql(f"SELECT encode(waldo.tile({tile[0]}, {tile[1]}, {tile[2]}, 'counts'), 'hex')")
            path = f"{folder}/{zoom}.mvt"
            with open(path, "wb") as file:
                file.write(bytes.fromhex(hex_bytes))
            info = subprocess.run(["ogr2ogr", "-f", "GeoJSON", "-t_srs", "EPSG:4326", "/vsistdout/", path, "-oo", f"X={tile[1]}", "-oo", f"Y={tile[2]}",
                                   "-oo", f"Z={tile[0]}"], text=True, capture_output=True)
            assert info.returncode == 0, info.stderr
            info = info.stdout
            features = json.loads(info)["features"]
            assert sum(feature["properties"]["n"] for feature in features) == 1242, (zoom, len(features))
            assert all(feature["properties"]["stream"] == "counts" for feature in features)
            longest = max(abs(c[0] - 144.9657) + abs(c[1] + 37.8115) for c in (f["geometry"]["coordinates"] for f in features))
            assert longest < 0.01 + 360 / 2 ** zoom / 4096, (zoom, longest)


def test_a_tile_is_the_same_before_and_after_the_sums_are_refreshed():
    tiles = " || ".join(f"waldo.tile({z}, {x}, {y})" for z, x, y in (tile_of(z, 144.9650, -37.8120) for z in range(0, 19)))
    query = f"SELECT waldo.cell_column(144.9650, 14), sum(n), sum(weighted), min(low), max(high) FROM waldo.cells_between(18, 0, 1::bigint << 40, NULL)"
    POSTGRES.sql("INSERT INTO waldo.cell_stale SELECT DISTINCT code FROM waldo.cell WHERE level = 18 ON CONFLICT DO NOTHING")
    stale = POSTGRES.sql(query), len(POSTGRES.sql(f"SELECT {tiles}"))
    POSTGRES.sql("SELECT waldo.refresh_cells()")
    assert POSTGRES.sql("SELECT count(*) FROM waldo.cell_stale") == "0"
    fresh = POSTGRES.sql(query), len(POSTGRES.sql(f"SELECT {tiles}"))
    assert stale[1] == fresh[1] and stale[0].split("|")[:2] == fresh[0].split("|")[:2], (stale, fresh)
    assert fresh[0].split("|")[1] == "4968", fresh


def test_a_deleted_survey_is_in_no_view_and_no_tile():
    z, x, y = tile_of(14, 144.9650, -37.8120)
    views = "SELECT " + ", ".join(f"(SELECT count(*) FROM waldo.{view})" for view in ("surveys", "streams", "samples", "latest", "tracks", "cells"))
    whole = POSTGRES.sql(f"SELECT length(waldo.tile({z}, {x}, {y}))")
    def settle():
        """What a minute of refreshes does."""
        for _ in range(8):
            POSTGRES.sql("UPDATE waldo.cell_walk SET begun = begun - interval '61 s'; SELECT waldo.refresh_cells()")

    settle()
    POSTGRES.sql(f"UPDATE waldo.survey SET deleted = 1 WHERE survey_uuid = '{UUID}'")
    try:
        assert set(POSTGRES.sql(views).split("|")) == {"0"}, POSTGRES.sql(views)
        settle()
        assert POSTGRES.sql(f"SELECT length(waldo.tile({z}, {x}, {y})), length(waldo.tile(18, {x} << 4, {y} << 4))") == "0|0"
    finally:
        POSTGRES.sql(f"UPDATE waldo.survey SET deleted = NULL WHERE survey_uuid = '{UUID}'")
    settle()
    assert POSTGRES.sql(f"SELECT length(waldo.tile({z}, {x}, {y}))") == whole


def test_routes_are_those_of_the_survey():
    def point(text):
        latitude, longitude = text.split(",")
        return f"ST_SetSRID(ST_MakePoint({longitude}, {latitude}), 4326)"

    compared = 0
    for options, arguments in (
            ([], ""), (["--weight", "dose=5,time=0.01"], ", dose_weight => 5, time_weight => 0.01"),
            (["--weight", "dose=0.01,time=1", "--speed", "3"], ", dose_weight => 0.01, time_weight => 1, speed => 3"),
            (["--alternatives", "20", "--reach", "80m"], ", alternatives => 20, reach => 80"),
            (["--alternatives", "1", "--method", "car"], ", alternatives => 1, side => 20")):
        found = json.loads(PROGRAMS.run(PROGRAMS.waldo, "survey", "route", STORE, "--from", START, "--to", FINISH, "--json", *options))
        there = json.loads(POSTGRES.sql(
            "SELECT json_agg(r) FROM (SELECT route, cheapest, length, hours, dose, dose_sigma, dose_unit, places, cost FROM "
            f"waldo.route('{UUID}', 'dose', {point(START)}, {point(FINISH)}{arguments})) r"))
        assert len(found["routes"]) == len(there), (options, found, there)
        for one, other in zip(found["routes"], there):
            for key in ("length", "hours", "dose", "dose_sigma"):
                assert math.isclose(one[key], other[key], rel_tol=1e-9), (options, key, one, other)
            for key in ("cheapest", "dose_unit", "places"):
                assert one[key] == other[key], (options, key, one, other)
            compared += 1
    assert compared > 15, compared


def test_a_route_that_cannot_be_is_one_sentence():
    far = "ST_SetSRID(ST_MakePoint(10, 50), 4326)"
    near = "ST_SetSRID(ST_MakePoint(144.9631, -37.8136), 4326)"
    for arguments, word in ((f"'{UUID}', 'dose', {far}, {near}", "reach is 50 m"), (f"'{UUID}', 'none', {near}, {near}", "no stream"),
                            (f"'{UUID}', 'counts', {near}, {near}", "no rate"),
                            (f"'{UUID}', 'dose', {near}, {near}, speed => 0", "above 0")):
        try:
            POSTGRES.sql(f"SELECT * FROM waldo.route({arguments})")
            raise AssertionError(arguments)
        except RuntimeError as error:
            assert word in str(error), (arguments, error)


def test_a_reader_reads_and_no_more():
    environment = os.environ | {"PGPASSFILE": PROGRAMS.passfile("reader")}

    def psql(text):
        return subprocess.run(["psql", "-X", "-A", "-t", "-v", "ON_ERROR_STOP=1", "-c", text,
                               f"host=localhost port={POSTGRES.port} dbname=waldo user=reader sslmode=verify-full sslrootcert={PROGRAMS.ca}"],
                              text=True, capture_output=True, env=environment)

    z, x, y = tile_of(14, 144.9650, -37.8120)
    for text in ("SELECT count(*) FROM waldo.samples", f"SELECT length(waldo.tile({z}, {x}, {y}))", "SELECT count(*) FROM waldo.latest",
                 f"SELECT count(*) FROM waldo.route('{UUID}', 'dose', ST_Point(144.9631, -37.8136, 4326), ST_Point(144.9685, -37.8097, 4326))"):
        done = psql(text)
        assert done.returncode == 0 and int(done.stdout) > 0, (text, done.stderr)
    for text in ("DELETE FROM waldo.sample", "UPDATE waldo.survey SET title = 'x'", "INSERT INTO waldo.tag VALUES (gen_random_uuid(), 1, 1, 'x')",
                 "SELECT waldo.refresh_cells()", "SELECT waldo.take()", "DELETE FROM waldo.cell", "CREATE TABLE waldo.x ()"):
        assert "permission denied" in psql(text).stderr, text


def test_documented_panel_queries_run():
    with open(os.path.join(os.path.dirname(__file__), "../../Sources/waldo/Documentation.docc/Relay-map.md")) as file:
        queries = [part.split("```")[0] for part in file.read().split("```sql\n")[1:]]
    assert len(queries) >= 4, queries
    for query in queries:
        text = query.replace("$__timeFilter(time)", "time BETWEEN '2026-11-20' AND '2026-11-21'")
        text = text.replace("$__timeGroup(time, '1m')", "date_trunc('minute', time)").replace("UUID", UUID)
        found = POSTGRES.sql(f"SET ROLE waldo_reader; {text}")
        assert found, query


def doses(first, last):
    """Samples of the town's bench, of one stream and one place."""
    return f"""INSERT INTO waldo.sample (survey_uuid, t, id, run, stream, seq, value, mono_from, mono_to, flags, x, y, srs)
        SELECT md5('1')::uuid, 'epoch', (1024::bigint << 32) + n, 1, 1024, n, 0.1, n, n + 1, 0, 144.96, -37.81, 4326
        FROM generate_series({first}, {last}) n;"""


def test_no_move_of_sums_misses_a_sample():
    def counts():
        """How many samples a tile shows, and of how many the sums are."""
        shown, moved = POSTGRES.sql("""SELECT (SELECT sum(n) FROM waldo.cells_between(6, 0, 4095, 'dose')),
            (SELECT sum(n) FROM waldo.cell_sum WHERE level = 6 AND name = 'dose')""").split("|")
        return int(shown or 0) - before[0], int(moved or 0) - before[1]

    bench.prepare(POSTGRES, 1)
    POSTGRES.sql("SELECT waldo.refresh_cells(); UPDATE waldo.cell_refresh SET at = 'infinity'")
    before = (0, 0)
    before = counts()
    # One transaction begins before a move and ends after it.
    late = subprocess.Popen(["psql", *POSTGRES.login(), "-d", "waldo"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    try:
        late.stdin.write(f"BEGIN; {doses(1, 100)} SELECT 'inserted';\n")
        late.stdin.flush()
        assert late.stdout.readline() == "inserted\n"
        POSTGRES.sql(f"{doses(101, 300)} SELECT waldo.refresh_cells()")
        assert counts() == (200, 200), counts()
    finally:
        late.communicate("COMMIT;\n", timeout=20)
    assert counts() == (300, 200), counts()
    POSTGRES.sql("SELECT waldo.refresh_cells()")
    assert counts() == (300, 300), counts()
    # A database that was restored from a dump: its transactions are numbered from the beginning again.
    POSTGRES.sql(f"UPDATE waldo.cell_refresh SET moved = '1000000000', at = 'infinity'; {doses(301, 350)}")
    assert counts() == (350, 300), counts()
    POSTGRES.sql("SELECT waldo.refresh_cells()")
    assert counts() == (350, 350), counts()


if __name__ == "__main__":
    with Services("postgres") as services, tempfile.TemporaryDirectory() as folder:
        PROGRAMS, POSTGRES = Programs(*map(os.path.abspath, sys.argv[1:3]), services), services.postgres
        PROGRAMS.schema()
        with open(f"{folder}/town.LOG", "w") as file:
            file.write(town.log())
        STORE = f"{folder}/town.gpkg"
        PROGRAMS.run(PROGRAMS.waldo, "survey", "import", f"{folder}/town.LOG", "--to", STORE)
        UUID, = database_rows.load(POSTGRES, STORE)
        status = main(globals(), sys.argv[3:])
    sys.exit(status)

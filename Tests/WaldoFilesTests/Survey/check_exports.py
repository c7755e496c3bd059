"""Reads a survey's exports with parsers that are not Waldo's: pynmeagps, GDAL (pyogrio), geojson-validator, mcap.

Usage: check_exports.py FOLDER, which holds x.log, x.csv, a.csv, x.geojson, x.gpx, x.mcap and expected.json with the numbers of
their rows. Prints what each reader has found; a difference is an AssertionError.
"""

import csv
import datetime
import json
import sys
import warnings
import xml.etree.ElementTree

import geojson_validator
import jsonschema
import pynmeagps
import pyogrio
from mcap.reader import make_reader

warnings.filterwarnings("ignore")
folder = sys.argv[1]
expected = json.load(open(f"{folder}/expected.json"))


def bgeigie():
    """The rules of the strictest readers: header lines, whole seconds, ddmm.mmmm, one asterisk, checksums."""
    lines = open(f"{folder}/x.log", "rb").read().split(b"\r\n")
    assert lines.pop() == b""
    assert lines[0] == b"# NEW LOG"
    assert lines[1].startswith(b"# format=") and lines[2] in (b"# deadtime=on", b"# deadtime=off")
    for line in lines[3:]:
        message = pynmeagps.NMEAReader.parse(line + b"\r\n", validate=pynmeagps.VALCKSUM)
        assert message.identity == "BNRDD"
        fields = next(csv.reader([line.decode("ascii")]))
        assert len(fields) == 15 and fields[14].count("*") == 1
        datetime.datetime.strptime(fields[2], "%Y-%m-%dT%H:%M:%SZ")
        for angle, hemispheres, limit in (fields[7], fields[8], 90), (fields[9], fields[10], 180):
            whole, decimals = angle.split(".")
            assert len(decimals) == 4 and len(whole) == (4 if limit == 90 else 5)
            assert int(whole[:-2]) + int(whole[-2:]) / 60 <= limit and int(whole[-2:]) < 60
        assert fields[8] in "NS" and fields[10] in "EW" and fields[6] in "AV" and fields[12] in "AV"
        for number in fields[3:6] + [fields[13], fields[14].split("*")[0]]:
            assert int(number) >= 0
        float(fields[11])
    assert len(lines) - 3 == expected["log"]
    return len(lines) - 3


def tables():
    with open(f"{folder}/x.csv", newline="") as file:
        rows = list(csv.DictReader(file, strict=True))
    assert len(rows) == expected["csv"]
    assert {row["stream"] for row in rows} == set(expected["streams"])
    for row in rows:
        assert None not in row and None not in row.values()
        datetime.datetime.fromisoformat(row["time"])
        assert row["value"] == "" or float(row["value"]) == float(repr(float(row["value"])))
    layer = pyogrio.read_info(f"{folder}/x.csv")
    assert layer["features"] == len(rows)
    with open(f"{folder}/a.csv", newline="") as file:
        lines = list(csv.reader(file, strict=True))
    width = 5 + len(expected["streams"])
    assert all(len(line) == width for line in lines)
    assert [line[5] for line in lines[:8:2]] == [
        "Sensor_Package_Name", "Sensor_Name", "Measurement_Type", "Measurement_Units"]
    assert lines[3][5:] == sorted(expected["streams"])
    assert lines[8][:5] == ["ObjectID", "Session_Name", "Timestamp", "Latitude", "Longitude"]
    for number, line in enumerate(lines[9:]):
        assert int(line[0]) == number + 1 and line[1] == expected["title"]
        datetime.datetime.strptime(line[2], "%Y-%m-%dT%H:%M:%S.%f")
    assert len(lines) - 9 == expected["aircasting"]
    return len(rows), len(lines) - 9


def geojson():
    text = json.load(open(f"{folder}/x.geojson"))
    structure = geojson_validator.validate_structure(text)
    assert structure == {}, structure
    geometries = geojson_validator.validate_geometries(text)
    assert not geometries["invalid"], geometries["invalid"]
    types = [feature["geometry"]["type"] for feature in text["features"]]
    assert types.count("Point") == expected["points"] and types.count("LineString") == expected["tracks"]
    assert all(f["properties"]["unit"] is not None for f in text["features"] if f["geometry"]["type"] == "Point")
    layer = pyogrio.read_info(f"{folder}/x.geojson", force_total_bounds=True)
    assert layer["crs"] == "EPSG:4326" and layer["features"] == len(types)
    return len(types), {k: v for k, v in geometries["problematic"].items()}


def gpx():
    root = xml.etree.ElementTree.parse(f"{folder}/x.gpx").getroot()
    assert root.tag == "{http://www.topografix.com/GPX/1/1}gpx" and root.get("version") == "1.1"
    points = pyogrio.read_info(f"{folder}/x.gpx", layer="track_points", force_feature_count=True)["features"]
    assert points == expected["gpx"]
    return points


def mcap():
    counts = {}
    with open(f"{folder}/x.mcap", "rb") as file:
        reader = make_reader(file, validate_crcs=True)
        summary = reader.get_summary()
        validators = {
            schema.id: jsonschema.Draft202012Validator(json.loads(schema.data)) for schema in summary.schemas.values()}
        for schema, channel, message in reader.iter_messages():
            content = json.loads(message.data)
            validators[schema.id].validate(content)
            assert schema.encoding == "jsonschema" and channel.message_encoding == "json"
            stamp = content["timestamp"]
            assert stamp["sec"] * 10**9 + stamp["nsec"] == message.log_time
            counts[channel.topic] = counts.get(channel.topic, 0) + 1
            assert (channel.topic == "/fix") == (schema.name == "foxglove.LocationFix")
    assert counts == expected["mcap"], counts
    return counts


for check in bgeigie, tables, geojson, gpx, mcap:
    print(check.__name__, check())

"""The whole chain: stations, broker, collector, database, and back, with the built programs.

    /usr/bin/python3 Tests/Relay/chain.py WALDO WALDO_RELAY [TEST...]

The last line is `ok` and the number of tests; else the last lines say what failed, and the status is 1."""

import json
import os
import sqlite3
import subprocess
import sys
import tempfile
import zlib

import database_rows
import stores
import town
from relay import Programs, Services, end, main, objects, wait

PROGRAMS = SERVICES = FOLDER = None
DEVICES = iter(range(2000, 3000))
# Runs a command that mounts for itself alone.
OWN_MOUNTS = ["unshare", "--mount"] + ([] if os.geteuid() == 0 else ["--map-root-user"])


def walk(days=2, name=None):
    """A station's file: a survey of some days, of which no other test has one."""
    device = next(DEVICES)
    log, store = f"{FOLDER}/{device}.LOG", f"{FOLDER}/{name or device}.gpkg"
    with open(log, "w") as file:
        file.write(town.log(device, [f"2026-10-{day + 1:02}" for day in range(days)]))
    PROGRAMS.run(PROGRAMS.waldo, "survey", "import", log, "--to", store)
    return store


def mosquitto():
    return SERVICES.mosquitto.addresses()["url"]


def push(store, target, *more, status=0):
    return PROGRAMS.run(PROGRAMS.relay, "push", store, target, "--ca", PROGRAMS.ca, "--credentials",
                        PROGRAMS.credentials["station"], *more, status=status)


def expect_equal(*paths):
    found = [line for path in paths for line in database_rows.differences(SERVICES.postgres, path)]
    assert not found, "\n".join(found)


def pull(uuid, path):
    PROGRAMS.run(PROGRAMS.relay, "pull", uuid, "--from", PROGRAMS.database("reader"), "--to", path, "--passfile",
                 PROGRAMS.passfile("reader"))


def expect_same_rows(one, other):
    """Each survey of one file is in the other, equal row for row."""
    there = {uuid: number for number, uuid in stores.surveys(other)}
    for number, uuid in stores.surveys(one):
        for table in stores.APPENDED + stores.META:
            here, back = (list(stores.rows(path, survey, table)) for path, survey in ((one, number), (other, there[uuid])))
            assert here == back, (table, len(here), len(back), [pair for pair in zip(here, back) if pair[0] != pair[1]][:3])


def test_a_survey_goes_and_comes_back():
    store = walk()
    collector = PROGRAMS.collector(mosquitto())
    try:
        push(store, mosquitto())
        expect_equal(store)
        # Again: the database has all, and stays as it is.
        before = SERVICES.postgres.sql("SELECT sum(upto) FROM waldo.progress")
        push(store, mosquitto())
        assert SERVICES.postgres.sql("SELECT sum(upto) FROM waldo.progress") == before
        assert SERVICES.postgres.sql("SELECT count(*) FROM waldo.conflict") == "0"
    finally:
        end(collector)
    (_, uuid), = stores.surveys(store)
    back = f"{FOLDER}/back.gpkg"
    pull(uuid, back)
    expect_same_rows(store, back)
    PROGRAMS.run(PROGRAMS.waldo, "survey", "check", back)
    assert PROGRAMS.run(PROGRAMS.waldo, "survey", "show", back).splitlines()[1:] \
        == PROGRAMS.run(PROGRAMS.waldo, "survey", "show", store).splitlines()[1:]


def test_a_live_survey_is_followed():
    store = f"{FOLDER}/live.gpkg"
    collector = PROGRAMS.collector(mosquitto())
    survey = PROGRAMS.start(PROGRAMS.waldo, "survey", "--sensor", "demo", "--locate", "fixed=48.1,11.5", "--until", "6s",
                            "--to", store, "--plain")
    try:
        wait(lambda: os.path.exists(store), "the survey's file", process=survey)
        pusher = PROGRAMS.pusher(store, mosquitto(), "--follow", "--even-simulated")
        try:
            wait(lambda: SERVICES.postgres.sql("SELECT count(*) > 0 FROM waldo.latest WHERE title <> '' AND place IS NOT NULL") == "t",
                 "a sample of the survey while it runs", process=survey)
            assert survey.wait(20) == 0
            wait(lambda: not database_rows.differences(SERVICES.postgres, store), "all rows of the survey", process=pusher)
        finally:
            end(pusher)
    finally:
        end(survey)
        end(collector)
    expect_equal(store)


def test_two_collectors_share_the_surveys_of_a_cluster():
    urls = SERVICES.nats.addresses()["urls"]
    paths = [walk(1) for _ in range(6)]
    collectors = [PROGRAMS.collector(urls[1], "--shards", "0-7"), PROGRAMS.collector(urls[2], "--shards", "8-f")]
    try:
        pushers = [PROGRAMS.pusher(path, urls[n % 3]) for n, path in enumerate(paths)]
        for pusher in pushers:
            assert pusher.wait(60) == 0, SERVICES.ground.log("push.log")
        expect_equal(*paths)
    finally:
        for collector in collectors:
            end(collector)


def test_a_deletion_and_a_tag_travel():
    store = walk(1)
    (_, uuid), = stores.surveys(store)
    collector = PROGRAMS.collector(mosquitto())
    try:
        PROGRAMS.run(PROGRAMS.waldo, "survey", "tag", store, "roof")
        push(store, mosquitto())
        view = f"SELECT count(*), min(tags) FROM waldo.surveys WHERE survey_uuid = '{uuid}'"
        assert SERVICES.postgres.sql(view) == "1|roof"
        PROGRAMS.run(PROGRAMS.waldo, "survey", "delete", store, "--survey", "1")
        push(store, mosquitto())
        wait(lambda: SERVICES.postgres.sql(view) == "0|", "the deletion")
        # It is hidden; its rows are still there.
        assert SERVICES.postgres.sql(f"SELECT count(*) > 0 FROM waldo.reading WHERE survey_uuid = '{uuid}'") == "t"
    finally:
        end(collector)


def test_what_the_database_has_is_not_sent_again():
    store = walk(1)
    (_, uuid), = stores.surveys(store)
    collector = PROGRAMS.collector(mosquitto())
    try:
        push(store, mosquitto())
        os.remove(store.replace(".gpkg", ".relay"))
        with sqlite3.connect(store) as changed:
            changed.execute("UPDATE sample SET value = value + 1 WHERE id = (SELECT min(id) FROM sample)")
        # Without its ledger a station hears from the collector what the database has.
        assert "; 0 rows were sent" in push(store, mosquitto())
        assert SERVICES.postgres.sql(f"SELECT count(*) FROM waldo.conflict WHERE survey_uuid = '{uuid}'") == "0"
    finally:
        end(collector)


def publish(topic, payload):
    """Publishes as a station does, without the relay."""
    with tempfile.NamedTemporaryFile(dir=FOLDER) as file:
        file.write(payload)
        file.flush()
        os.chmod(FOLDER, 0o755)
        os.chmod(file.name, 0o644)
        SERVICES.ground.run(
            "mosquitto_pub", "-h", "localhost", "-p", str(SERVICES.mosquitto.port), "--cafile", PROGRAMS.ca, "-u", "station", "-P",
            open(SERVICES.passwords["station"]).read().strip(), "-q", "1", "-t", topic, "-f", file.name)


def first_sample(store, uuid, add=0):
    """The topic and the batch of a survey's first sample, whose value is greater by so much."""
    with stores.connect(store) as file:
        names = [name for name, _ in stores.columns(file, "sample")]
    row = dict(zip(names, next(stores.rows(store, 1, "sample"))))
    row["value"] = stores.number(float(row["value"]) + add)
    stream = int(row["stream"])
    text = "waldo 1 sample\t" + "\t".join(names) + f"\n{(stream << 32) - 1}\t{row['id']}\t1\n" + "\t".join(row.values()) + "\n"
    return (f"waldo/v2/station/{uuid[0]}/{uuid}/sample-{stream >> 10}-{stream & 1023}",
            f"{text}crc32 {zlib.crc32(text.encode()):08x}\n".encode(), row["value"])


def test_a_changed_row_is_a_conflict_and_the_first_stays():
    store = walk(1)
    (_, uuid), = stores.surveys(store)
    collector = PROGRAMS.collector(mosquitto(), "--json", log="conflict.log")

    def counted():
        return (objects(SERVICES.ground.log("conflict.log", 3)) or [{"equal": 0, "conflicts": 0}])[-1]

    try:
        push(store, mosquitto())
        _, _, stored = first_sample(store, uuid)
        topic, payload, offered = first_sample(store, uuid, add=1)
        publish(*first_sample(store, uuid)[:2])
        wait(lambda: counted()["equal"] == 1, "the same row again", process=collector)
        for times in (1, 2):
            publish(topic, payload)
            wait(lambda: counted()["conflicts"] == times, "a changed row", process=collector)
        kept = SERVICES.postgres.sql(
            "SELECT tbl, offered->>'value', stored->>'value', seen FROM waldo.conflict WHERE survey_uuid = "
            f"'{uuid}'").split("|")
        assert kept[0] == "sample" and [float(value) for value in kept[1:3]] == [float(offered), float(stored)], kept
        assert kept[3] == "2" and counted()["equal"] == 1, (kept, counted())
        expect_equal(store)
    finally:
        end(collector)


def test_what_is_not_for_upload_stays():
    device = next(DEVICES)
    log, store = f"{FOLDER}/{device}.LOG", f"{FOLDER}/{device}.gpkg"
    with open(log, "w") as file:
        file.write(town.log(device))
    PROGRAMS.run(PROGRAMS.waldo, "survey", "import", log, "--to", store, "--no-upload")
    push(store, mosquitto(), status=77)
    (_, uuid), = stores.surveys(store)
    assert SERVICES.postgres.sql(f"SELECT count(*) FROM waldo.survey WHERE survey_uuid = '{uuid}'") == "0"


def test_a_fleet_shows_its_stations():
    store = walk(1)
    pusher = PROGRAMS.pusher(store, mosquitto(), "--follow", log="fleet-push.log")
    words = [PROGRAMS.relay, "fleet", mosquitto(), "--ca", PROGRAMS.ca, "--credentials", PROGRAMS.credentials["reader"], "--once"]
    (_, uuid), = stores.surveys(store)

    def station():
        return next((each for each in objects(PROGRAMS.run(*words, "--json")) if each["survey"] == uuid), None)

    try:
        state = wait(station, "the station's state", process=pusher)
        assert state["online"] and state["title"] and state["sensor"] == "bgeigie" and state["rows"] > 0, state
        table = PROGRAMS.run(*words)
        assert "STATION" in table and "bgeigie" in table and "\x1b" not in table, table
        # A hostile message, from somebody with a station's password.
        SERVICES.postgres.ground.run(
            "mosquitto_pub", "-h", "localhost", "-p", str(SERVICES.mosquitto.port), "--cafile", PROGRAMS.ca, "-u", "other", "-P",
            open(SERVICES.passwords["other"]).read().strip(), "-q", "1", "-r", "-t",
            "waldo/v2/other/0/00000000-0000-4000-8000-000000000000/state", "-m",
            json.dumps({"v": 1, "utc": 1, "station": "x", "title": "\x1b[2Jevil\u202e", "online": True, "link": "up", "mode": "live",
                        "stop": "running", "value": None, "gaps": 0, "rows": 1, "acknowledged": 0}))
        table = PROGRAMS.run(*words)
        assert "\x1b" not in table and "\u202e" not in table and "evil" in table, table
        # The will of a station that dies.
        pusher.kill()
        pusher.wait()
        wait(lambda: not any(each["survey"] == uuid and each["online"] for each in objects(PROGRAMS.run(*words, "--json"))),
             "the station's end", 40)
    finally:
        end(pusher)


def test_who_has_no_password_gets_nothing():
    wrong = Programs.secret(f"{FOLDER}/wrong.credentials", "station\nwrong\n")
    store = walk(1)
    for credentials, status in ((wrong, 69), (None, 69)):
        words = [] if credentials is None else ["--credentials", credentials]
        PROGRAMS.run(PROGRAMS.relay, "push", store, mosquitto(), "--ca", PROGRAMS.ca, "--patience", "5", *words, status=status)
    # The system's authorities do not know this broker.
    PROGRAMS.run(PROGRAMS.relay, "push", store, mosquitto(), "--credentials", PROGRAMS.credentials["station"], "--patience", "5",
                 status=69)
    # The certificate is of that authority, and names localhost; a file without a certificate is said to be one.
    unknown, port = "127.1", SERVICES.mosquitto.port
    for url, ca, word in ((f"mqtts://{unknown}:{port}", PROGRAMS.ca, f"does not name {unknown}"), (mosquitto(), store, "no certificate in PEM"),
                          (f"mqtt://localhost:{port}", None, "write mqtts://")):
        words = ["--ca", ca] if ca else []
        done = subprocess.run([PROGRAMS.relay, "push", store, url, "--patience", "4", *words], text=True, capture_output=True)
        said = done.stderr.splitlines()
        assert done.returncode == 69 and len(said) == 2 and all(word in line for line in said), (url, done)
    os.chmod(wrong, 0o644)
    done = subprocess.run([PROGRAMS.relay, "push", store, mosquitto(), "--ca", PROGRAMS.ca, "--credentials", wrong], text=True,
                          capture_output=True)
    assert done.returncode == 65 and "chmod 600" in done.stderr, done.stderr


def test_a_survey_streams_itself():
    store = f"{FOLDER}/streamed.gpkg"
    collector = PROGRAMS.collector(mosquitto())
    words = [PROGRAMS.waldo, "survey", "--sensor", "demo", "--until", "5s", "--to", store, "--plain", "--stream", mosquitto(),
             "--stream-ca", PROGRAMS.ca, "--stream-credentials", PROGRAMS.credentials["station"]]
    try:
        lines = [line for line in objects(PROGRAMS.run(*words)) if line["event"] == "relay"]
        assert lines[0]["state"] == "starting" and lines[-1]["state"] == "done" and lines[-1]["pending"] == 0, lines
        assert lines[-1]["acknowledged"] > 10, lines
        expect_equal(store)
    finally:
        end(collector)


def test_a_survey_goes_on_without_its_stream():
    store = f"{FOLDER}/alone.gpkg"
    words = ["survey", "--sensor", "demo", "--until", "3s", "--to", store, "--plain"]
    done = subprocess.run([PROGRAMS.waldo, *words, "--stream", "mqtts://localhost:1", "--stream-ca", PROGRAMS.ca], text=True,
                          capture_output=True, stdin=subprocess.DEVNULL, timeout=40)
    assert done.returncode == 0, done
    last = [line for line in objects(done.stdout) if line["event"] == "relay"][-1]
    assert last["state"] == "connecting" and last["pending"] > 0 and "refused" in last["error"], last
    assert f"waldo-relay push {store} mqtts://localhost:1 --even-simulated --ca {PROGRAMS.ca}" in done.stderr, done.stderr
    PROGRAMS.run(PROGRAMS.waldo, "survey", "check", store)
    for more, status, word in ((["--stream", "http://x"], 64, "mqtts://"), (["--stream", "mqtts://x", "--no-upload"], 64, "--no-upload"),
                               (["--stream-ca", "x"], 64, "--stream")):
        done = subprocess.run([PROGRAMS.waldo, *words, *more], text=True, capture_output=True, stdin=subprocess.DEVNULL)
        assert done.returncode == status and word in done.stderr, (more, done)
    done = subprocess.run([PROGRAMS.waldo, "survey", "--sensor", "demo", "--plain", "--stream", "mqtts://x"], text=True,
                          capture_output=True, stdin=subprocess.DEVNULL)
    assert done.returncode == 64 and "a file" in done.stderr, done


def test_a_statement_that_the_database_cancels_is_tried_again():
    store = walk(1)
    SERVICES.postgres.sql("ALTER ROLE collector SET statement_timeout = '1ms'")
    collector = PROGRAMS.collector(mosquitto(), log="cancelled.log")
    try:
        pusher = PROGRAMS.pusher(store, mosquitto())
        wait(lambda: "it has cancelled a statement" in SERVICES.ground.log("cancelled.log"), "a cancelled statement", process=collector)
        SERVICES.postgres.sql("ALTER ROLE collector RESET statement_timeout")
        assert pusher.wait(60) == 0, SERVICES.ground.log("push.log")
        expect_equal(store)
    finally:
        SERVICES.postgres.sql("ALTER ROLE collector RESET statement_timeout")
        end(pusher)
        end(collector)


def test_a_broker_with_two_addresses_is_reached_at_the_second():
    store = walk(1)
    hosts = f"{FOLDER}/hosts"
    with open(hosts, "w") as file:
        file.write("::1 localhost\n127.0.0.1 localhost\n")
    collector = PROGRAMS.collector(mosquitto())
    try:
        # Nobody listens on the first.
        PROGRAMS.run(*OWN_MOUNTS, "sh", "-c", 'mount --bind "$0" /etc/hosts && exec "$@"', hosts, PROGRAMS.relay, "push", store, mosquitto(),
                     "--ca", PROGRAMS.ca, "--credentials", PROGRAMS.credentials["station"], "--patience", "20")
        expect_equal(store)
    finally:
        end(collector)


def test_a_ledger_on_a_full_disk_holds_up_no_row():
    store = walk(1)
    collector = PROGRAMS.collector(mosquitto())
    script = """
        mount -t tmpfs -o size=6m tmpfs "$1" && cp "$0" "$1/walk.gpkg" || exit 99
        "$2" push "$1/walk.gpkg" mqtt://127.0.0.1:1 --patience 1 2>/dev/null
        test -f "$1/walk.relay" || exit 98
        dd if=/dev/zero of="$1/fill" bs=4k 2>/dev/null
        folder=$1 relay=$2
        shift 2
        "$relay" push "$folder/walk.gpkg" "$@"
    """
    os.mkdir(f"{FOLDER}/full")
    try:
        done = subprocess.run(
            [*OWN_MOUNTS, "sh", "-c", script, store, f"{FOLDER}/full", PROGRAMS.relay, mosquitto(), "--ca", PROGRAMS.ca,
             "--credentials", PROGRAMS.credentials["station"]], text=True, capture_output=True, timeout=60)
        assert done.returncode == 0 and done.stderr.count("the disk is full") == 1, done
        expect_equal(store)
    finally:
        end(collector)


def test_a_drive_tells_its_state():
    store = f"{FOLDER}/driven.gpkg"
    drive = PROGRAMS.start(PROGRAMS.waldo, "drive", "--simulate", "--input", "demo", "--sensor", "demo", "--survey", store, "--plain",
                           "--stream", mosquitto(), "--stream-ca", PROGRAMS.ca, "--stream-credentials",
                           PROGRAMS.credentials["station"], log="drive.log")
    fleet = [PROGRAMS.relay, "fleet", mosquitto(), "--ca", PROGRAMS.ca, "--credentials", PROGRAMS.credentials["reader"], "--once",
             "--json"]
    try:
        wait(lambda: any(each["mode"] == "simulate" and each["stop"] == "running" and each["online"] and each["link"] == "up"
                         for each in objects(PROGRAMS.run(*fleet))), "a drive in the fleet", 30, drive)
    finally:
        # Nobody collects: what is left is named, and the end does not wait for ever.
        end(drive, 40)


def test_the_documented_command_brings_up_the_chain():
    out = PROGRAMS.run(f"{os.path.dirname(os.path.abspath(__file__))}/demo", "--stations", "2", "--seconds", "5", "--waldo",
                       PROGRAMS.waldo)
    assert "the database has every row of the 2 stations" in out, out


def run(tests, arguments, *services):
    """Runs tests on services of their own; the exit status."""
    global PROGRAMS, SERVICES, FOLDER
    with Services(*services) as SERVICES, tempfile.TemporaryDirectory() as FOLDER:
        PROGRAMS = Programs(*map(os.path.abspath, arguments[:2]), SERVICES)
        PROGRAMS.schema()
        status = main(tests, arguments[2:])
        if status != 0:
            for name in ("collector.log", "push.log", "mosquitto.log"):
                try:
                    print(f"-- {name}\n{SERVICES.ground.log(name)}")
                except OSError:
                    pass
        return status


if __name__ == "__main__":
    sys.exit(run(globals(), sys.argv[1:], "mosquitto", "nats", "postgres"))

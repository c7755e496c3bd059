"""What a station can do at the brokers, with the rights of the shipped examples: mosquitto's and nats-server's.

    /usr/bin/python3 Tests/Relay/principals.py WALDO WALDO_RELAY [TEST...]

Each `attempt` is a row of the page of what each may do. The last line is `ok` and the number of tests; else the last lines say what
failed, and the status is 1."""

import contextlib
import json
import os
import shutil
import socket
import subprocess
import sys

import chain
import stores
from chain import expect_equal, mosquitto, push, walk
from relay import Programs, end, wait
import mqtt  # noqa: E402
from brokers import replace_password  # noqa: E402

OWN = "waldo/v2/station/0/00000000-0000-4000-8000-0000000000aa"
OTHERS = OWN.replace("station", "other")
# What another station may ask for.
FILTERS = (["waldo/v2/+/+/+/+"], ["#"], ["waldo/v2/station/#"], [f"{OWN}/meta"], [f"{OWN}/progress"], [f"{OWN}/state"],
           [f"{OWN}/event-1"], ["$MQTT/sub/#"], ["$MQTT/#"], ["$SYS/#"], ["waldo/v2/+/+/+/progress"], ["waldo/v2/+/+/+/state"],
           ["$share/all/waldo/v2/#"])
NOT_AUTHORIZED = 135


def brokers():
    """Both brokers: what renews their users, and a port."""
    services = chain.SERVICES
    return ((services.mosquitto, services.mosquitto.port), (services.nats, services.nats.addresses()["ports"][0]))


def login(port, user, password=None, version=4):
    if password is None:
        with open(chain.SERVICES.passwords[user]) as file:
            password = file.readline().strip()
    return mqtt.login(port, chain.PROGRAMS.ca, f"chain-{user}-{os.urandom(4).hex()}", user, password, version=version)


def attempt(what, may, did, result):
    """A row of the page.
    - did: whether the test has seen it succeed: on each broker where it may, on any where it may not."""
    done = (all if may else any)(did)
    print("\t".join(("attempt", "station", what, "may" if may else "may not", "did" if done else "did not", result)), flush=True)


def of_station(found):
    """Whether anything of what was received is of the station `station`."""
    return any("/station/" in topic or payload.startswith(b"station's ") for topic, payload in found)


def publish_all(port, collector):
    """Both stations and the collector publish what they may, and one station tries what it may not."""
    with login(port, "station") as station, login(port, "other") as other:
        for level in ("meta", "state"):
            mqtt.publish(station, f"{OWN}/{level}", b"station's " + level.encode())
        for topic in (OWN, OTHERS):
            mqtt.publish(collector, f"{topic}/progress", b"progress" if topic == OTHERS else b"station's progress")
        # A broker may answer nothing.
        other.settimeout(2)
        v1 = OWN.replace("v2/station", "v1") + "/meta"
        for topic in (f"{OWN}/meta", f"{OWN}/state", f"{OWN}/progress", f"{OTHERS}/progress", v1):
            for payload in (b"hostile", b""):
                with contextlib.suppress(OSError):
                    mqtt.publish(other, topic, payload)
    with login(port, "other") as other:
        mqtt.publish(other, f"{OTHERS}/meta", b"own")
    wait(lambda: f"{OTHERS}/meta" in kept_of_all(port), "what the other one keeps")


def kept_of_all(port):
    with login(port, "collector") as collector:
        return mqtt.kept(collector, "waldo/#") or mqtt.kept(collector, "waldo/v2/+/+/+/+")


def read_by_other(port, collector):
    """Whether another station receives anything of what a station publishes while it listens, kept or not."""
    asking, seen = [], False
    with contextlib.ExitStack() as stack:
        for filters in FILTERS:
            for qos in (0, 1):
                connection = stack.enter_context(login(port, "other"))
                # A broker may end the connection.
                with contextlib.suppress(OSError):
                    mqtt.subscribe(connection, *filters, qos=qos)
                    seen = of_station(mqtt.messages(connection)[0]) or seen
                    asking.append(connection)
        control = stack.enter_context(login(port, "other"))
        mqtt.subscribe(control, f"{OTHERS}/progress")
        assert mqtt.messages(control) == ([(f"{OTHERS}/progress", b"progress")], True), port
        # The deliveries to somebody who may read it are what `$MQTT/sub` has in nats-server.
        witness = stack.enter_context(login(port, "collector"))
        mqtt.subscribe(witness, "waldo/v2/+/+/+/+", qos=1)
        station = stack.enter_context(login(port, "station"))
        mqtt.publish(station, f"{OWN}/event-1", b"station's rows", retain=False)
        mqtt.publish(station, f"{OWN}/state", b"station's new state")
        mqtt.publish(collector, f"{OWN}/progress", b"station's new progress")
        mqtt.publish(collector, f"{OTHERS}/progress", b"new progress")
        expected, found = {b"station's rows", b"station's new state", b"station's new progress"}, set()

        def is_there():
            found.update(payload for _, payload in mqtt.messages(witness)[0])
            return expected <= found

        wait(is_there, "the rows at a collector")
        wait(lambda: (f"{OTHERS}/progress", b"new progress") in mqtt.messages(control)[0], "its own progress")
        for connection in asking:
            with contextlib.suppress(OSError):
                seen = of_station(mqtt.messages(connection)[0]) or seen
    return seen


def read_by_own_protocol():
    """Whether a station that reaches nats-server's own port receives anything of another one by NATS' protocol."""
    with open(chain.SERVICES.passwords["other"]) as file:
        words = json.dumps({"user": "other", "pass": file.readline().strip(), "verbose": False})
    node = chain.SERVICES.nats.nodes[0]
    with socket.create_connection(("127.0.0.1", node.nats), timeout=5) as raw, login(node.port, "collector") as witness, \
            login(node.port, "station") as station:
        raw.sendall(f"CONNECT {words}\r\nSUB $MQTT.sub.> 1\r\nPING\r\n".encode())
        mqtt.subscribe(witness, "waldo/v2/+/+/+/+", qos=1)
        mqtt.messages(witness)
        mqtt.publish(station, f"{OWN}/event-1", b"station's rows", retain=False)
        wait(lambda: of_station(mqtt.messages(witness)[0]), "the rows at a collector")
        raw.settimeout(2)
        heard = b""
        with contextlib.suppress(OSError):
            raw.sendall(b"PING\r\n")
            while more := raw.recv(65536):
                heard += more
    assert heard.startswith(b"INFO "), heard
    return b"station's rows" in heard


def test_a_station_publishes_and_reads_below_its_own_name_alone():
    own, changed, progress, reads, reads_others = [], [], [], [], []
    for broker, port in brokers():
        with login(port, "collector") as collector:
            publish_all(port, collector)
            kept = kept_of_all(port)
            own.append(kept.get(f"{OWN}/meta") == b"station's meta" and kept.get(f"{OTHERS}/meta") == b"own")
            changed.append(kept.get(f"{OWN}/meta") != b"station's meta" or kept.get(f"{OWN}/state") != b"station's state"
                           or b"hostile" in kept.values())
            progress.append(kept.get(f"{OWN}/progress") != b"station's progress" or kept.get(f"{OTHERS}/progress") != b"progress")
            with login(port, "other") as asking:
                reads.append(mqtt.kept(asking, f"{OTHERS}/progress") == {f"{OTHERS}/progress": b"progress"})
            reads_others.append(read_by_other(port, collector))
            for topic in kept:
                with contextlib.suppress(OSError), login(port, "collector" if "progress" in topic else topic.split("/")[2]) as last:
                    mqtt.publish(last, topic, b"")
        if broker is chain.SERVICES.mosquitto:
            with login(port, "other", version=5) as other:
                assert mqtt.publish(other, f"{OTHERS}/state", b"", version=5) < 128
                assert mqtt.publish(other, f"{OWN}/meta", b"hostile", version=5) == NOT_AUTHORIZED
    reads_others.append(read_by_own_protocol())
    attempt("publish a survey below its own name", True, own, "The broker keeps it for collectors.")
    attempt("publish, change or remove anything below another station's name", False, changed,
            "The broker drops it: by MQTT 5 it answers *not authorized*, by 3.1.1 it says nothing.")
    attempt("publish progress, its own or another's", False, progress, "The broker drops it: progress is the collector's.")
    attempt("read how far a collector has come with its own surveys", True, reads, "The broker sends it that progress.")
    attempt("read anything of another station", False, reads_others,
            "The broker sends it nothing, neither what it keeps nor what comes meanwhile.")


def test_states_of_one_station_hide_no_others():
    topics = [f"waldo/v2/other/0/{number:08x}-0000-4000-8000-000000000001/state" for number in range(3000)]
    hidden = []
    for _, port in brokers():
        with login(port, "other") as other, login(port, "station") as station:
            for topic in topics:
                mqtt.publish(other, topic, b"{}" * 200)
            mqtt.publish(station, f"{OWN}/state", b"station's state")
        with login(port, "reader") as reader:
            mqtt.subscribe(reader, "waldo/v2/+/+/+/state", qos=1)
            found = []

            def has_all():
                found.extend(mqtt.messages(reader)[0])
                return len(found) > len(topics)

            with contextlib.suppress(RuntimeError):
                wait(has_all, "all states", 20)
            hidden.append(not of_station(found))
        with login(port, "other") as other, login(port, "station") as station:
            for topic in topics:
                mqtt.publish(other, topic, b"")
            mqtt.publish(station, f"{OWN}/state", b"")
    attempt("hide another station's state behind thousands of its own", False, hidden,
            "Who connects receives all that the broker keeps, mosquitto's up to 64 MiB.")


def test_a_key_is_replaced_and_what_the_broker_keeps_stays():
    topic = "waldo/v2/other/0/00000000-0000-4000-8000-0000000000bb/meta"
    goes_on = []
    with open(chain.SERVICES.passwords["other"]) as file:
        old = file.readline().strip()
    for _, port in brokers():
        with login(port, "other") as station:
            mqtt.publish(station, topic, b"kept")
    replace_password(chain.SERVICES.ground, "other")
    for broker, port in brokers():
        broker.renew_users()

        def is_taken(password=None):
            try:
                with login(port, "other", password) as station:
                    mqtt.publish(station, topic.replace("meta", "state"), b"new")
                return True
            except OSError:
                return False

        wait(lambda: not is_taken(old), "the end of the old password", 30)
        wait(is_taken, "the new password", 30)
        goes_on.append(is_taken(old))
        with login(port, "collector") as collector:
            assert mqtt.kept(collector, "waldo/v2/other/+/+/+").get(topic) == b"kept", port
        with login(port, "other") as station:
            mqtt.publish(station, topic, b"")
            mqtt.publish(station, topic.replace("meta", "state"), b"")
    attempt("go on with a password that was replaced", False, goes_on, "The broker refuses it; what it keeps stays.")


def test_two_stations_with_one_uuid_have_two_surveys():
    programs, services, store = chain.PROGRAMS, chain.SERVICES, walk(1)
    (_, uuid), = stores.surveys(store)
    collector = programs.collector(mosquitto())
    try:
        other = f"{chain.FOLDER}/mailed.gpkg"
        shutil.copy(store, other)
        programs.run(programs.waldo, "survey", "tag", other, "hostile")
        with open(services.passwords["other"]) as file:
            credentials = Programs.secret(f"{chain.FOLDER}/other.credentials", "other\n" + file.read())
        words = [programs.relay, "push", other, mosquitto(), "--ca", programs.ca, "--credentials", credentials]
        push(store, mosquitto())
        # Who has the file by mail sends it under a name of its own, with another tag.
        programs.run(*words)
        view = f"SELECT count(*), min(station), min(tags) FROM waldo.surveys WHERE survey_uuid = '{uuid}'"
        assert services.postgres.sql(view) == "1|station|"
        expect_equal(store)
        # Under another's name it gets nowhere, and the broker's refusal is named at once.
        done = subprocess.run([*words, "--station", "station", "--patience", "30"], text=True, capture_output=True,
                              env=programs.environment, timeout=60)
        assert done.returncode == 69 and "--station and --credentials" in done.stderr, done
        # The owner's command.
        admin = programs.database("admin")
        assert uuid in programs.run(programs.relay, "hand", admin)
        assert "from station to other" in programs.run(programs.relay, "hand", admin, "--survey", uuid, "--to", "other")
        programs.run(*words)
        wait(lambda: services.postgres.sql(view) == "1|other|hostile", "the tag of the new station")
    finally:
        end(collector)


def test_a_name_of_a_station_is_what_the_relay_takes():
    password = Programs.secret(f"{chain.FOLDER}/name.password", "word\n")
    script = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "Sources", "Packaging", "relay", "broker-users")
    for name, status in (("roof_1-A", 0), ("_", 0), ("7", 0), ("true", 0), ("x" * 64, 0), ("x" * 65, 2), ("a.b", 2), ("a b", 2), ("", 2), ("a\n", 2),
                         ("\u00e4", 2), ("a/b", 2), ("+", 2)):
        for broker in ("mosquitto", "nats"):
            done = subprocess.run([sys.executable, script, broker, f"{name}=station:{password}"], text=True, capture_output=True)
            assert done.returncode == status, (name, done)
        if status == 0:
            path = f"{chain.FOLDER}/names.conf"
            with open(path, "w") as file:
                file.write("authorization { " + done.stdout + " }\n")
            subprocess.run(["/usr/sbin/nats-server", "-t", "-c", path], check=True, capture_output=True)


if __name__ == "__main__":
    sys.exit(chain.run(globals(), sys.argv[1:], "mosquitto", "nats", "postgres"))

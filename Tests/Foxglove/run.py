"""Live data for Foxglove: the built program and a plain WebSocket client.

    .build-python/bin/python Tests/Foxglove/run.py WALDO [TEST...]

The last line is `ok` and the number of tests; else the last lines say what failed, and the status is 1."""

import json
import os
import re
import socket
import subprocess
import sys
import tempfile
import time
import traceback

import foxglove
import foxglove.websocket
import websocket
from mcap.reader import make_reader

from client import Client, Waldo
from program import wait

FOLDER = os.path.dirname(os.path.abspath(__file__))
WALDO = os.path.abspath(sys.argv[1])
TOPICS = ["/controls", "/commands", "/link", "/notify", "/events"]
TOKEN = "open-sesame-12345"


def handshake(url, host=None, origin=None, subprotocol="foxglove.websocket.v1", upgrade=True, more=""):
    """The first line of the answer to a handshake."""
    address, path = url.removeprefix("ws://").split("/", 1)
    name, port = address.rsplit(":", 1)
    lines = [f"GET /{path} HTTP/1.1", f"Host: {host or address}"]
    if upgrade:
        lines += ["Upgrade: websocket", "Connection: Upgrade", "Sec-WebSocket-Version: 13",
                  "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ=="]
    if subprotocol:
        lines.append(f"Sec-WebSocket-Protocol: {subprotocol}")
    if origin is not None:
        lines.append(f"Origin: {origin}")
    with socket.create_connection((name, int(port)), timeout=5) as connection:
        connection.sendall(("\r\n".join(lines) + more + "\r\n\r\n").encode())
        return connection.recv(4096).decode("latin-1").split("\r\n")[0]


def exported(path):
    """The messages of an MCAP file, by topic."""
    messages = {}
    with open(path, "rb") as file:
        for _, channel, message in make_reader(file).iter_messages():
            messages.setdefault(channel.topic, []).append((message.log_time, json.loads(message.data)))
    return messages


def schemas(path):
    with open(path, "rb") as file:
        summary = make_reader(file).get_summary()
    return {channel.topic: (summary.schemas[channel.schema_id].name, summary.schemas[channel.schema_id].data.decode())
            for channel in summary.channels.values()}


def test_a_drive_has_the_topics_schemas_and_messages_of_its_export():
    with tempfile.TemporaryDirectory() as folder:
        recording, export = f"{folder}/r.jsonl", f"{folder}/r.mcap"
        with Waldo(WALDO, "drive", "--simulate", "--input", "demo", "--record", recording) as program:
            with Client(program.url) as client:
                client.subscribe(*TOPICS)
                client.wait(lambda: len(client.of("/commands")) > 20 and len(client.of("/controls")) > 20, "a moving arm")
                assert program.end() == 143
                client.rest()
                assert client.closed == 1001, client.closed
                assert client.of("/events")[-1][1] == {"event": "end", "state": "143"}
                assert all(status["level"] < 2 for status in client.statuses)
        subprocess.run([WALDO, "log", recording, "--mcap", export], check=True, stdout=subprocess.DEVNULL)
        assert schemas(export) == {c["topic"]: (c["schemaName"], c["schema"]) for c in client.channels.values()}
        for topic in ("/commands", "/events"):
            live, stored = client.of(topic), exported(export)[topic]
            # A client comes while the drive runs already.
            stored = stored[len(stored) - len(live):]
            assert [value for _, value in live] == [value for _, value in stored], (topic, live, stored)
            assert all(abs(a - b) < 20_000_000 for (a, _), (b, _) in zip(live, stored)), topic
        every = [value for _, value in exported(export)["/controls"]]
        assert all(value in every for _, value in client.of("/controls"))


def test_a_replay_has_the_topics_of_a_drive():
    with tempfile.TemporaryDirectory() as folder:
        recording = f"{folder}/r.jsonl"
        with Waldo(WALDO, "drive", "--simulate", "--input", "demo", "--record", recording) as program:
            wait(lambda: sum('"channel"' in line for _, line in program.lines) > 20, "a recording of commands")
            program.end()
        with Waldo(WALDO, "replay", recording, "--simulate") as program, Client(program.url) as client:
            client.subscribe(*TOPICS)
            client.wait(lambda: len(client.of("/commands")) > 10, "replayed commands")
            assert {channel["topic"] for channel in client.channels.values()} == set(TOPICS), client.channels
        refused = subprocess.run([WALDO, "replay", recording, "--verify", "--foxglove", "127.0.0.1:0"],
                                 capture_output=True, text=True)
        assert refused.returncode == 64 and "--verify" in refused.stderr, refused


def test_a_new_subscriber_gets_the_present_state():
    with Waldo(WALDO, "drive", "--override", "--input", "demo") as program, Client(program.url) as client:
        client.subscribe("/link")
        client.wait(lambda: client.of("/link"), "the link")
        assert client.of("/link")[0][1] == {"state": "override", "to": "screen"}
        client.subscribe("/controls")
        client.wait(lambda: client.of("/controls"), "the controls", 5)


def test_a_survey_has_the_topics_and_messages_of_its_export():
    with tempfile.TemporaryDirectory() as folder:
        store = f"{folder}/s.gpkg"
        with Waldo(WALDO, "survey", "--sensor", "demo", "--to", store, "--locate", "fixed=48.1,11.5") as program:
            with Client(program.url) as client:
                client.wait_channel("/fix")
                topics = [client.channels[id]["topic"] for id in client.channels]
                first = wait(lambda: next((t for t in topics if t.startswith("/sample/")), None), lambda: f"streams: {topics}")
                client.subscribe("/fix", *[t for t in topics if t.startswith("/sample/")])
                client.wait(lambda: len(client.of(first)) > 5 and client.of("/fix"), "samples and the place")
                fix = client.of("/fix")[0][1]
                assert (fix["latitude"], fix["longitude"]) == (48.1, 11.5), fix
                assert program.end() == 143
                client.rest()
        subprocess.run([WALDO, "survey", "export", store, "--mcap", f"{folder}/s.mcap"], check=True, stdout=subprocess.DEVNULL)
        stored = exported(f"{folder}/s.mcap")
        for topic in {topic for topic, _, _ in client.messages} - {"/fix"}:
            live = client.of(topic)
            assert all(message in stored[topic] for message in live), (topic, live[:2], stored[topic][:2])


def test_a_drive_with_a_survey_has_both():
    with Waldo(WALDO, "drive", "--simulate", "--input", "demo", "--sensor", "demo") as program:
        with Client(program.url, subprotocols=("foxglove.websocket.v1",)) as client:
            client.wait_channel("/commands")
            client.wait_channel("/fix")
            sample = wait(lambda: next((c["topic"] for c in client.channels.values() if c["topic"].startswith("/sample/")), None)
                          or (client.take() and None), "a stream")
            client.subscribe("/commands", sample)
            client.wait(lambda: client.of("/commands") and client.of(sample), "both")


def test_the_documented_program_publishes_in_ros_by_its_bridge():
    """The server is of the library that foxglove_bridge is made with."""
    received, advertised = {}, {}

    class Listener(foxglove.websocket.ServerListener):
        def on_client_advertise(self, client, channel):
            advertised[channel.topic] = (channel.id, channel.encoding, channel.schema_name)

        def on_message_data(self, client, channel, data):
            received.setdefault(channel, []).append(json.loads(bytes(data)))

    def of(topic):
        return received.get(advertised.get(topic, (None,))[0], [])

    with open(f"{FOLDER}/../../Sources/waldo/Documentation.docc/Live-in-Foxglove.md") as file:
        code = re.search(r"```python\n(.*?)```", file.read(), re.DOTALL)[1]
    bridge = foxglove.start_server(port=0, capabilities=[foxglove.websocket.Capability.ClientPublish],
                                   supported_encodings=["cdr", "json"], server_listener=Listener())
    with Waldo(WALDO, "drive", "--simulate", "--input", "demo", "--sensor", "demo", "--locate", "fixed=48.1,11.5") as program:
        relay = subprocess.Popen([sys.executable, "-c", code, program.url, f"ws://127.0.0.1:{bridge.port}/"])
        try:
            wait(lambda: of("/waldo/commands") and of("/waldo/fix") and of("/waldo/controls"), lambda: (advertised, received))
            program.end()
            assert relay.wait(timeout=10) == 0
        finally:
            relay.kill()
            relay.wait()
            bridge.stop()
    assert advertised["/waldo/commands"][1:] == ("json", "std_msgs/msg/String")
    assert advertised["/waldo/fix"][1:] == ("json", "sensor_msgs/msg/NavSatFix")
    assert json.loads(of("/waldo/commands")[0]["data"])["channel"]
    fix = of("/waldo/fix")[0]
    assert (fix["latitude"], fix["longitude"], len(fix["position_covariance"])) == (48.1, 11.5, 9), fix


def test_nothing_comes_without_a_subscription():
    with Waldo(WALDO, "drive", "--simulate", "--input", "demo") as program, Client(program.url) as client:
        client.subscribe("/commands")
        client.wait(lambda: client.of("/commands"), "commands")
        client.unsubscribe("/commands")
        # What was on its way; then nothing but what is asked for.
        client.say(op="fence")
        client.wait(lambda: client.statuses, "the fence")
        before = len(client.messages)
        client.socket.settimeout(1.5)
        try:
            client.take()
            raise AssertionError(client.messages[before:])
        except websocket.WebSocketTimeoutException:
            pass


def test_it_only_reports():
    with Waldo(WALDO, "drive", "--simulate", "--input", "demo") as program, Client(program.url) as client:
        for wrong in ({"op": "advertise", "channels": [{"id": 1, "topic": "/x", "encoding": "json", "schemaName": "x"}]},
                      {"op": "setParameters", "parameters": []}, {"op": "fetchAsset", "uri": "package://x", "requestId": 1},
                      {"op": "subscribe", "subscriptions": [{"id": 1, "channelId": 99}]}, {"no": "op"}):
            before = len(client.statuses)
            client.say(**wrong)
            client.wait(lambda: len(client.statuses) > before, f"a refusal of {wrong}")
            assert client.statuses[-1]["level"] == 2, client.statuses[-1]
        before = len(client.statuses)
        client.socket.send_binary(b"\x01\x01\x00\x00\x00{}")
        client.wait(lambda: len(client.statuses) > before, "a refusal of a message")
        assert "only reports" in client.statuses[-1]["message"]


def test_who_may_connect():
    with Waldo(WALDO, "drive", "--override", "--input", "demo", "--foxglove-origin", "http://viewer.example:8080") as program:
        url = program.url
        for origin in (None, "https://app.foxglove.dev", "https://studio.foxglove.dev", "file://", "http://viewer.example:8080",
                       f"http://{url[5:-1]}"):
            assert " 101 " in handshake(url, origin=origin), origin
        for origin in ("https://evil.example", "null", "http://app.foxglove.dev", "http://viewer.example", "http://127.0.0.1"):
            assert " 403 " in handshake(url, origin=origin), origin
        port = url.rsplit(":", 1)[1].rstrip("/")
        assert " 421 " in handshake(url, host=f"evil.example:{port}")
        assert " 101 " in handshake(url, host=f"localhost:{port}")
        assert " 400 " in handshake(url, subprotocol=None)
        assert " 400 " in handshake(url, subprotocol="chat")
        assert " 101 " in handshake(url, subprotocol="chat, foxglove.sdk.v1")
        assert " 426 " in handshake(url, upgrade=False)
        assert " 404 " in handshake(url + "drive")


def test_others_need_the_token():
    with Waldo(WALDO, "drive", "--override", "--input", "demo", foxglove="0.0.0.0:0") as program:
        url = program.url
        token = url.split("?token=")[1]
        port = url.split("/")[2].rsplit(":", 1)[1]
        near = f"ws://127.0.0.1:{port}/"
        assert len(token) == 32
        assert " 403 " in handshake(near) and " 403 " in handshake(near + "?token=wrong")
        assert " 101 " in handshake(f"{near}?token={token}")
        wait(lambda: any("wrong token" in line for _, line in program.errors), "the notice")
    with Waldo(WALDO, "drive", "--override", "--input", "demo", environment={"WALDO_FOXGLOVE_TOKEN": TOKEN}) as program:
        assert program.url.endswith("/") and not any(TOKEN in line for _, line in program.errors)
        assert " 403 " in handshake(program.url) and " 101 " in handshake(f"{program.url}?token={TOKEN}")


def test_eight_clients_are_the_most():
    with Waldo(WALDO, "drive", "--override", "--input", "demo") as program:
        clients = [Client(program.url) for _ in range(8)]
        assert " 503 " in handshake(program.url)
        clients.pop().socket.close()
        wait(lambda: " 101 " in handshake(program.url), "the place that has become free")
        for client in clients:
            client.socket.close()


def test_a_client_that_floods_is_closed_and_the_drive_goes_on():
    with Waldo(WALDO, "drive", "--simulate", "--input", "demo") as program:
        for payload in ("x", "[" * 16_000, '{"op":"subscribe","subscriptions":[' + "{}," * 4_000 + "{}]}"):
            with Client(program.url) as client:
                try:
                    for _ in range(400):
                        client.socket.send(payload)
                except (ConnectionError, websocket.WebSocketConnectionClosedException):
                    pass
                client.rest()
                assert client.closed in (1008, None), client.closed
        with Client(program.url) as client:
            client.socket.send("x" * 20_000)
            client.rest()
            assert client.closed == 1009, client.closed
        before = len(program.lines)
        wait(lambda: len(program.lines) > before + 5, "a drive that goes on")
        assert not any('"reason":"late"' in line for _, line in program.lines)


def test_an_address_that_cannot_be_is_one_sentence():
    for arguments, status, word in (
            (["--foxglove", "arm.local:8765"], 64, "arm.local:8765"), (["--foxglove", "127.0.0.1"], 64, "--foxglove"),
            (["--foxglove", "192.0.2.1:8765"], 74, "192.0.2.1"), (["--foxglove-token", TOKEN], 64, "--foxglove"),
            (["--foxglove-origin", "https://a.example"], 64, "--foxglove"),
            (["--foxglove", "127.0.0.1:0", "--foxglove-origin", "evil"], 64, "evil"),
            (["--foxglove", "127.0.0.1:0", "--foxglove-token", "short"], 64, "--foxglove-token"),
            (["--foxglove", "127.0.0.1:0", "--foxglove-token-file", "/dev/null"], 65, "/dev/null")):
        for command in (["drive", "--override", "--input", "demo"], ["survey", "--sensor", "demo"]):
            result = subprocess.run([WALDO, *command, "--plain", *arguments], capture_output=True, text=True, timeout=20,
                                    stdin=subprocess.DEVNULL)
            assert result.returncode == status and word in result.stderr, (command, arguments, result.returncode, result.stderr)


def test_an_address_that_is_taken_leaves_no_store():
    with tempfile.TemporaryDirectory() as folder, Waldo(WALDO, "drive", "--override", "--input", "demo") as program:
        address = program.url.split("/")[2]
        for command in (["drive", "--override", "--input", "demo", "--sensor", "demo", "--survey"], ["survey", "--sensor", "demo", "--to"]):
            result = subprocess.run([WALDO, *command, f"{folder}/s.gpkg", "--plain", "--foxglove", address], capture_output=True,
                                    text=True, timeout=20, stdin=subprocess.DEVNULL)
            assert result.returncode == 74 and "is taken" in result.stderr, (command, result)
            assert os.listdir(folder) == [], command


def main():
    wanted = set(sys.argv[2:])
    tests = {name: test for name, test in globals().items() if name.startswith("test_") and (not wanted or name in wanted)}
    failures = []
    for name, test in tests.items():
        began = time.monotonic()
        try:
            test()
            print(f"{name}: {time.monotonic() - began:.1f} s", flush=True)
        except Exception:
            failures.append(f"FAILED {name}\n{traceback.format_exc()}")
    if failures or len(tests) < max(1, len(wanted)):
        print(*failures, f"{len(failures)} of {len(tests)} failed; {len(wanted)} were named", sep="\n")
        sys.exit(1)
    print(f"ok {len(tests)}")


if __name__ == "__main__":
    main()

"""Brokers that are none, or that are hostile: the built relay says so in one sentence, ends when it is told to, and its memory
is bounded.

    /usr/bin/python3 Tests/Relay/hostile.py WALDO WALDO_RELAY [TEST...]

The last line is `ok` and the number of tests."""

import contextlib
import os
import signal
import socket
import struct
import subprocess
import sys
import tempfile
import threading
import time

from relay import main, wait
import mqtt  # noqa: E402

WALDO, RELAY = map(os.path.abspath, sys.argv[1:3])
SURVEY = "3f2504e0-4f89-41d3-9a0c-0305e82c3301"
STORE = None


class Broker:
    """Listens on loopback, and does to each connection what the test says."""

    def __init__(self, serve):
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.port = self.listener.getsockname()[1]
        self.serve, self.connections = serve, 0
        threading.Thread(target=self._accept, daemon=True).start()

    def _accept(self):
        while True:
            try:
                connection, _ = self.listener.accept()
            except OSError:
                return
            self.connections += 1
            threading.Thread(target=self._run, args=(connection,), daemon=True).start()

    def _run(self, connection):
        with contextlib.suppress(OSError, IndexError), connection:
            self.serve(connection)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.listener.close()


def packet(connection):
    """The next packet of a client: its first byte and the rest."""
    first, length, shift = connection.recv(1)[0], 0, 0
    while True:
        byte = connection.recv(1)[0]
        length |= (byte & 127) << shift
        shift += 7
        if byte < 128:
            break
    rest = b""
    while len(rest) < length:
        rest += connection.recv(length - len(rest))
    return first, rest


def message(topic, payload=b"", length=None):
    """A retained PUBLISH of MQTT 5; of a payload that is longer the beginning."""
    body = struct.pack(">H", len(topic)) + topic + b"\x00" + payload
    rest = len(body) - len(payload) + (len(payload) if length is None else length)
    return b"\x31" + mqtt.length(rest) + body


MAXIMUM_PACKET_SIZE = 39


def welcome(connection):
    """Takes a client of MQTT 5, and its messages, until it subscribes. It says what it takes at once."""
    _, rest = packet(connection)
    assert rest[6] == 5 and bytes([MAXIMUM_PACKET_SIZE]) + struct.pack(">I", 1 << 20) in rest[10:30], rest[:30]
    connection.sendall(b"\x20\x03\x00\x00\x00")
    while True:
        first, rest = packet(connection)
        if first >> 4 == 8:
            return connection.sendall(b"\x90\x04" + rest[:2] + b"\x00\x01")
        if first >> 4 == 3:
            end = 2 + struct.unpack(">H", rest[:2])[0]
            connection.sendall(b"\x40\x02" + rest[end:end + 2])


def start(*words):
    return subprocess.Popen([RELAY, *words], text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE, stdin=subprocess.DEVNULL)


def follow(url):
    return start("push", STORE, url, "--follow", "--even-simulated", "--json")


def finish(process, status=130, limit=3):
    """Interrupts it; what it said."""
    process.send_signal(signal.SIGINT)
    try:
        _, said = process.communicate(timeout=limit)
    except subprocess.TimeoutExpired:
        process.kill()
        raise
    assert process.returncode == status, (process.returncode, said)
    return said.splitlines()


def peak(process):
    """The greatest memory so far, in MB."""
    with open(f"/proc/{process.pid}/status") as file:
        return next(int(line.split()[1]) for line in file if line.startswith("VmHWM")) // 1024


def processor(process):
    """The seconds that it has computed."""
    with open(f"/proc/{process.pid}/stat") as file:
        fields = file.read().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def reset(connection):
    connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))


def expect_reason(url, word):
    """The reason is said at once, and the attempts cost next to nothing."""
    process = follow(url)
    try:
        began = time.monotonic()
        line = next(line for line in process.stdout if '"error":null' not in line)
        assert time.monotonic() - began < 2.5 and word in line, (url, line)
    finally:
        used = processor(process)
        said = finish(process)
    assert used < 1 and len(said) == 1 and word in said[0], (url, used, said)


def test_a_broker_that_is_none_is_named_at_once():
    def speak(connection):
        connection.recv(4096)
        connection.sendall(b"HTTP/1.1 400 Bad Request\r\n\r\n")

    for scheme in ("mqtt", "mqtts"):
        expect_reason(f"{scheme}://127.0.0.1:1", "refused")
        with Broker(reset) as broker:
            expect_reason(f"{scheme}://127.0.0.1:{broker.port}", "ended before the broker has answered" + ("; if" if scheme == "mqtt" else ""))
    with Broker(speak) as broker:
        expect_reason(f"mqtt://127.0.0.1:{broker.port}", "no broker of MQTT")
        expect_reason(f"mqtts://127.0.0.1:{broker.port}", "wrong version number")


def test_a_client_that_is_thrown_out_at_once_comes_back_more_and_more_seldom():
    def serve(connection):
        welcome(connection)
        reset(connection)

    with Broker(serve) as broker:
        process = follow(f"mqtt://127.0.0.1:{broker.port}")
        wait(lambda: broker.connections == 3, "the third connection")
        time.sleep(2)
        # After 1/4, 1/2, 1, 2 s.
        assert broker.connections <= 5, broker.connections
        said = finish(process)
        assert said == [f"waldo-relay: mqtt://127.0.0.1:{broker.port}: the connection is lost"], said


def test_a_message_beyond_the_process_s_memory_ends_the_connection_with_a_sentence():
    chunk = b"x" * (1 << 20)

    def serve(connection):
        welcome(connection)
        connection.sendall(message(f"waldo/v2/roof/3/{SURVEY}/state".encode(), length=255 << 20))
        for _ in range(255):
            connection.sendall(chunk)
        # A connection that is closed with something unread is reset, and the client loses the end of the message.
        while connection.recv(65536):
            pass

    with Broker(serve) as broker:
        process = follow(f"mqtt://127.0.0.1:{broker.port}")
        # The client goes on, and tries again.
        wait(lambda: broker.connections >= 2, "the second connection", 60, process)
        most = peak(process)
        said = finish(process)
        assert any("greater than this process may take (384 MB in all)" in line for line in said) and most < 400, (said, most)


def test_a_broker_of_mqtt_3_is_spoken_to_in_its_version():
    levels = []

    def serve(connection):
        _, rest = packet(connection)
        levels.append(rest[6])
        if rest[6] == 5:
            return connection.sendall(b"\x20\x02\x00\x01")
        connection.sendall(b"\x20\x02\x00\x00")
        while connection.recv(65536):
            pass

    with Broker(serve) as broker:
        process = follow(f"mqtt://127.0.0.1:{broker.port}")
        line = next(line for line in process.stdout if '"state":"waiting"' in line)
        assert '"error":null' in line and levels == [5, 4], (line, levels)
        finish(process)


def test_a_flood_is_shown_in_bounded_memory_and_time():
    def serve(connection):
        welcome(connection)
        number = 0
        while True:
            survey = f"{number * 2654435761 % 2**32:08x}{SURVEY[8:]}"
            state = ('{"v":1,"utc":1,"station":"%d","online":true,"arm":"%s","link":"up","mode":"live","stop":"running","value":null,'
                     '"gaps":0,"rows":1,"acknowledged":0}' % (number, "a" * 128))
            connection.sendall(message(f"waldo/v2/s{number}/{survey[0]}/{survey}/state".encode(), state.encode())
                               + message(b"a" * 65535, b"y" * 1000))
            number += 1

    with Broker(serve) as broker:
        began = time.monotonic()
        process = start("fleet", f"mqtt://127.0.0.1:{broker.port}", "--once")
        most = 0
        # A pipe that nobody reads would end it late.
        reader = threading.Thread(target=process.stdout.read)
        reader.start()
        while process.poll() is None and time.monotonic() - began < 30:
            with contextlib.suppress(OSError, StopIteration):
                most = max(most, peak(process))
            time.sleep(0.1)
        assert process.poll() == 0 and most < 200, (process.poll(), most)
        reader.join()


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder:
        STORE = f"{folder}/station.gpkg"
        subprocess.run([WALDO, "survey", "--sensor", "demo", "--until", "1s", "--to", STORE, "--plain"], check=True,
                       stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        sys.exit(main(globals(), sys.argv[3:]))

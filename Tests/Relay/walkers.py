"""Many stations at once, as a city has them: each measures once a second and sends four batches of one row. They share some
connections, and no relay runs: broker, collector and database are what is measured."""

import hashlib
import math
import ssl
import struct
import time
import uuid
import zlib

import mqtt

COLUMNS = {
    "reading": "id session ordinal mono channel bytes",
    "fix": "id session ordinal mono source measured x y z srs accuracy vertical valid satellites hdop",
    "sample": "id run stream seq value low high sigma mono_from mono_to utc time flags x y z srs accuracy vertical",
}
HEADS = {table: f"waldo 1 {table}\t" + "\t".join(columns.split()) + "\n" for table, columns in COLUMNS.items()}
# So many parts has a second: stations do not send in step.
PARTS = 20
BATCHES = 4


def identity(number):
    """The UUID of a walker's survey."""
    return str(uuid.UUID(hashlib.md5(str(number).encode()).hexdigest()))


def batch(table, first, number, fields):
    """A batch of one row: the id of a stream's first row, the row's number in its stream, and what follows the id."""
    row = "\t".join(str(field) for field in (first + number, *fields))
    text = f"{HEADS[table]}{first + number - 1}\t{first + number}\t1\n{row}\n".encode()
    return text + b"crc32 %08x\n" % zlib.crc32(text)


def batches(walker, second, began):
    """What a walker sends after a second: the names of the streams, and their batches."""
    mono, utc = second * 1_000_000, int((began + second) * 1e6)
    place = (144.96 + 0.05 * math.sin(walker) + 1e-5 * second, -37.81 + 0.05 * math.cos(1.3 * walker) + 1e-5 * second, 20, 4326, 5)
    raw = 1 << 40
    yield "reading-1", batch("reading", raw, second, (1, second, mono, 0, "\\\\x0102030405060708090a0b"))
    yield "fix-1", batch("fix", raw, second, (1, second, mono, "gpsd", mono, *place, "\\N", "t", 8, 0.9))
    for stream in (1024, 1025):
        value = 0.1 + 0.05 * math.sin(second / 50)
        yield f"sample-1-{stream & 1023}", batch(
            "sample", stream << 32, second,
            (1, stream, second, value, "\\N", "\\N", 0.01, mono, mono + 1_000_000, utc, "2026-09-21T13:33:20.000Z", 0, *place, "\\N"))


class Walkers:
    """So many walkers on some connections to a broker with TLS."""

    def __init__(self, port, authority, credentials, count, connections=10):
        self.count, self.sent, self.began = count, 0, time.time()
        with open(credentials) as file:
            user, password = file.read().split()
        self.sockets = [mqtt.login(port, authority, f"walkers-{number}", user, password, keepalive=0) for number in range(connections)]

    @staticmethod
    def _drain(connection):
        """Takes the acknowledgements that have come; nobody needs them: the database is asked."""
        connection.setblocking(False)
        try:
            while connection.recv(1 << 16):
                pass
        except ssl.SSLWantReadError:
            pass
        connection.settimeout(20)

    def walk(self, second):
        """Sends what is measured in a second, over that second."""
        began = time.monotonic()
        for part in range(PARTS):
            packets = [[] for _ in self.sockets]
            for walker in range(part, self.count, PARTS):
                name = identity(walker + 1)
                for stream, payload in batches(walker, second, self.began):
                    self.sent += 1
                    topic = mqtt.text(f"waldo/v2/station/{name[0]}/{name}/{stream}".encode())
                    packets[walker % len(packets)].append(mqtt.packet(0x32, topic + struct.pack(">H", self.sent % 65535 + 1) + payload))
            for connection, some in zip(self.sockets, packets):
                connection.sendall(b"".join(some))
                self._drain(connection)
            time.sleep(max(0, began + (part + 1) / PARTS - time.monotonic()))

    def close(self):
        for connection in self.sockets:
            connection.close()

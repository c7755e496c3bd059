"""As much of MQTT 3.1.1 as tests write themselves."""

import socket
import ssl
import struct


def length(size):
    """How a packet states its length."""
    digits = b""
    while True:
        digits += bytes([size % 128 | (128 if size > 127 else 0)])
        size //= 128
        if size == 0:
            return digits


def packet(kind, body):
    return bytes([kind]) + length(len(body)) + body


def text(words):
    return struct.pack(">H", len(words)) + words


def login(port, authority, client, user, password, keepalive=60):
    """A connection to a broker with TLS on loopback that has taken the user; else an OSError."""
    plain = socket.create_connection(("127.0.0.1", port), timeout=20)
    try:
        connection = ssl.create_default_context(cafile=authority).wrap_socket(plain, server_hostname="localhost")
        words = b"".join(text(word.encode()) for word in (client, user, password))
        connection.sendall(packet(0x10, b"\x00\x04MQTT\x04\xc2" + struct.pack(">H", keepalive) + words))
        if connection.recv(4) != b"\x20\x02\x00\x00":
            raise ConnectionRefusedError("the broker refuses the user")
        return connection
    except OSError:
        plain.close()
        raise


def received(connection):
    """The next packet of a broker: its first byte and the rest."""
    def bytes_of(count):
        found = b""
        while len(found) < count:
            more = connection.recv(count - len(found))
            if not more:
                raise ConnectionError("the broker has ended the connection")
            found += more
        return found

    first, size, shift = bytes_of(1)[0], 0, 0
    while True:
        byte = bytes_of(1)[0]
        size |= (byte & 127) << shift
        shift += 7
        if byte < 128:
            return first, bytes_of(size)


def publish(connection, topic, payload, retain=True):
    """Publishes at QoS 1, and waits until the broker has answered: it does so whether it takes the message or not."""
    connection.sendall(packet(0x33 if retain else 0x32, text(topic.encode()) + b"\x00\x01" + payload))
    while received(connection)[0] >> 4 != 4:
        pass


def kept(connection, *filters):
    """What the broker keeps for these filters, by topics; None if it grants none of them."""
    body = b"\x00\x02" + b"".join(text(each.encode()) + b"\x00" for each in filters)
    connection.sendall(packet(0x82, body))
    # What is kept comes before the answer to a ping.
    connection.sendall(b"\xc0\x00")
    found, granted = {}, False
    while True:
        first, rest = received(connection)
        if first >> 4 == 3:
            end = 2 + struct.unpack(">H", rest[:2])[0]
            found[rest[2:end].decode()] = rest[end:]
        elif first >> 4 == 9:
            granted = any(code < 128 for code in rest[2:])
        elif first >> 4 == 13:
            return found if granted else None

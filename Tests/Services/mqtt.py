"""As much of MQTT 3.1.1 and 5 as tests write themselves."""

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


def properties(version):
    """No properties, where the version has some."""
    return b"\x00" if version == 5 else b""


def login(port, authority, client, user, password, keepalive=60, version=4):
    """A connection to a broker with TLS on loopback that has taken the user; else an OSError. Version 4 is MQTT 3.1.1."""
    plain = socket.create_connection(("127.0.0.1", port), timeout=20)
    try:
        connection = ssl.create_default_context(cafile=authority).wrap_socket(plain, server_hostname="localhost")
        words = b"".join(text(word.encode()) for word in (client, user, password))
        head = b"\x00\x04MQTT" + bytes([version, 0xC2]) + struct.pack(">H", keepalive) + properties(version)
        connection.sendall(packet(0x10, head + words))
        first, rest = received(connection)
        if first != 0x20 or rest[1] != 0:
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


def publish(connection, topic, payload, retain=True, version=4):
    """Publishes at QoS 1, and waits until the broker has answered: by MQTT 3.1.1 it does so whether it takes the message or not.
    The reason of the answer: 0, or by MQTT 5 another one."""
    connection.sendall(packet(0x33 if retain else 0x32, text(topic.encode()) + b"\x00\x01" + properties(version) + payload))
    while True:
        first, rest = received(connection)
        if first >> 4 == 4:
            return rest[2] if len(rest) > 2 else 0


def subscribe(connection, *filters, qos=0):
    """Asks for the messages of filters. `messages` has the answer."""
    connection.sendall(packet(0x82, b"\x00\x02" + b"".join(text(each.encode()) + bytes([qos]) for each in filters)))


def messages(connection):
    """What has come, as topics and payloads, and whether a subscription was granted; what comes later is left."""
    connection.sendall(b"\xc0\x00")
    found, granted = [], False
    while True:
        first, rest = received(connection)
        if first >> 4 == 3:
            end = 2 + struct.unpack(">H", rest[:2])[0]
            number = 2 if first & 6 else 0
            if number:
                connection.sendall(b"\x40\x02" + rest[end:end + 2])
            found.append((rest[2:end].decode(), rest[end + number:]))
        elif first >> 4 == 9:
            granted = any(code < 128 for code in rest[2:])
        elif first >> 4 == 13:
            return found, granted


def kept(connection, *filters):
    """What the broker keeps for these filters, by topics; None if it grants none of them."""
    subscribe(connection, *filters)
    # What is kept comes before the answer to a ping.
    found, granted = messages(connection)
    return dict(found) if granted else None

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

"""What the tests of the panel have in common: a drive, a phone that shows its panel, and what a finger does there."""

import json
import os
import socket
import sys
import time

import websocket

from drive import Drive
from program import wait

WALDO = os.environ["WALDO"]
FORWARD, BACKWARD, ZERO = "F>", "B>", "S>"


def note(line):
    """Prints a line in one write: lanes share the output, and `print` writes a line's end by itself."""
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


class Panel:
    """A drive under override and a phone that shows its panel."""

    def __init__(self, browser, *arguments, **named):
        self.drive = Drive(WALDO, "--override", *arguments, **named)
        self.page = browser.page(self.drive.url)
        self.page.wait_live()
        self.slider, self.stick = self.page.middle("slider"), self.page.middle("stick")
        self.drive.quiet()

    def __enter__(self):
        return self.drive, self.page

    def __exit__(self, kind, *_):
        try:
            if kind is None:
                assert self.page.faults() == [], self.page.faults()
                assert self.drive.end() == 143
        finally:
            self.drive.__exit__()


def reach(page):
    """How far up, in pixels, the slider's end is; and how far the disc's."""
    return (page.middle("slider")[3] - 44) / 2, page.middle("stick")[2] * 0.35


def hold(page, up=1.0, id=1):
    """A finger comes down on the slider and goes up."""
    x, y, *_ = page.middle("slider")
    page.touch("touchStart", (x, y, id))
    page.touch("touchMove", (x, y - up * reach(page)[0], id))


def hold_until(page, done, what):
    """Holds the slider until something is so. A browser that a busy machine has kept waiting for 300 ms is halted, as it
    should be: then the finger is lifted and put down again."""
    for _ in range(5):
        hold(page)
        try:
            return wait(done, what, 3)
        except AssertionError:
            page.touch("touchEnd")
            page.wait_live()
    raise AssertionError(f"held the slider in vain for {what}")


def steer(page, right, up, steps=4):
    """A finger drags the joystick and stays."""
    x, y, *_ = page.middle("stick")
    page.touch("touchStart", (x, y, 2))
    for step in range(1, steps + 1):
        part = step / steps * reach(page)[1]
        page.touch("touchMove", (x + right * part, y - up * part, 2))


def only_zeros(texts):
    return texts == [ZERO] * 3


def handshake(url, host=None, origin=None, token=None, more=""):
    """The first line of the answer to a handshake."""
    address = url.split("/")[2]
    name, port = address.rsplit(":", 1)
    with socket.create_connection((name, int(port)), timeout=5) as connection:
        query = f"?token={token}" if token is not None else ""
        origin = f"http://{address}" if origin is None else origin
        connection.sendall(
            (f"GET /drive{query} HTTP/1.1\r\nHost: {host or address}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
             f"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n"
             + (f"Origin: {origin}\r\n" if origin else "") + more + "\r\n").encode())
        return connection.recv(4096).decode("latin-1").split("\r\n")[0]


def client(drive):
    address = drive.url.split("/")[2]
    return websocket.create_connection(f"ws://{address}/drive", origin=f"http://{address}", timeout=5)


def closed(connection):
    """The code with which the other side closes."""
    while True:
        opcode, data = connection.recv_data()
        if opcode == websocket.ABNF.OPCODE_CLOSE:
            return int.from_bytes(data[:2], "big")


def frames(messages):
    """What a page sends for these, in one piece."""
    texts = [json.dumps(message, separators=(",", ":")) for message in messages]
    return b"".join(websocket.ABNF.create_frame(text, websocket.ABNF.OPCODE_TEXT).format() for text in texts)


def states(connection, span):
    """The states that come to a page within a while."""
    told, end = [], time.monotonic() + span
    while (left := end - time.monotonic()) > 0:
        connection.settimeout(left)
        try:
            told.append(connection.recv())
        except websocket.WebSocketTimeoutException:
            break
        finally:
            connection.settimeout(5)
    return told


def address(drive):
    """The panel's host and port."""
    host, port = drive.url.split("/")[2].rsplit(":", 1)
    return host, int(port)


def processor(pid, span):
    """How much of a core a process takes for a while, in per cent."""
    def used():
        with open(f"/proc/{pid}/stat") as file:
            fields = file.read().rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
    before = used()
    time.sleep(span)
    return (used() - before) / span * 100

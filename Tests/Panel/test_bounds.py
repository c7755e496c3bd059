"""What is sent too long, too often, or by too many."""

import json
import select
import socket
import subprocess
import time

import websocket

from common import FORWARD, WALDO, ZERO, client, closed, handshake
from drive import Drive


def test_what_no_page_says_closes_its_socket_and_halts(_):
    with Drive(WALDO, "--override") as drive:
        for wrong, code in (("hello", 1002), ('{"do":"slider","control":0,"at":0.5}', 1002), ("x" * 126, 1002), ("x" * 501, 1009),
                            ("x" * 100_000, 1009)):
            mark = drive.quiet(0.2)
            held = client(drive)
            drive.wait_event(mark, event="gate", control="slider", state="open")
            mark = drive.mark
            held.send(json.dumps({"do": "slider", "control": 0, "at": 1000}, separators=(",", ":")))
            drive.wait_command(FORWARD, mark)
            mark = drive.mark
            held.send(wrong)
            assert closed(held) == code, wrong[:20]
            drive.wait_event(mark, event="halt", reason="panel-lost")
            drive.wait_command(ZERO, mark)
            held.close()
        drive.end()


def test_a_flood_of_messages_is_cut_off_and_never_holds_the_drive_back(_):
    with Drive(WALDO, "--override") as drive:
        flood = client(drive)
        try:
            for _ in range(100_000):
                flood.send('{"do":"beat"}')
        except (BrokenPipeError, ConnectionError, websocket.WebSocketException):
            pass
        else:
            assert closed(flood) == 1008
        assert " 101 " in handshake(drive.url)
        drive.end()


def test_connections_may_not_say_nothing(_):
    with Drive(WALDO, "--override") as drive:
        address = drive.url.split("/")[2].split(":")
        # More than the system lets wait for us at once: some come a second or three later.
        began = time.monotonic()
        guests = [socket.create_connection((address[0], int(address[1])), timeout=15) for _ in range(40)]
        for guest in guests:
            # Those beyond the count at once, the others when their time is over.
            try:
                assert guest.recv(10) == b""
            except ConnectionResetError:
                pass
        span = time.monotonic() - began
        assert 4.5 < span < 14, span
        assert " 101 " in handshake(drive.url)
        drive.end()


def test_silent_guests_keep_nobody_out(_):
    with Drive(WALDO, "--override") as drive:
        name, port = drive.url.split("/")[2].split(":")
        guests = [socket.create_connection((name, int(port)), timeout=15) for _ in range(40)]
        assert " 101 " in handshake(drive.url)
        # The last of them are still in: their time was not waited for.
        gone, *_ = select.select(guests, [], [], 0)
        assert 0 < len(guests) - len(gone) < 16, len(gone)
        drive.end()


def test_a_port_that_is_taken_is_named(_):
    with Drive(WALDO, "--override") as drive:
        address = drive.url.split("/")[2]
        second = subprocess.run(
            [WALDO, "drive", "--override", "--plain", "--panel", address], capture_output=True, text=True, timeout=10)
        assert second.returncode == 74, second
        assert address.split(":")[1] in second.stderr and "taken" in second.stderr and "--panel" in second.stderr, second.stderr
        drive.end()

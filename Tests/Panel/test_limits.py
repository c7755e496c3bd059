"""Nobody is locked out of STOP: places, guests, descriptors, floods."""

import json
import os
import resource
import socket
import tempfile
import threading
import time

import websocket

from common import WALDO, address, client, closed, frames, handshake, note, processor, states
from drive import Drive
from program import wait

GAVE_WAY = 4000


def say(page, **message):
    page.send(json.dumps(message, separators=(",", ":")))


def test_a_new_page_is_let_in_and_the_watcher_that_was_idle_longest_gives_way(_):
    with Drive(WALDO, "--override") as drive:
        pages = [client(drive) for _ in range(8)]
        # The first one drives; of the others the second has done something since.
        time.sleep(0.1)
        say(pages[1], do="resume")
        time.sleep(0.1)
        ninth = client(drive)
        assert closed(pages[2]) == GAVE_WAY
        mark = drive.mark
        say(ninth, do="stop")
        drive.wait_event(mark, event="stop")
        for page in (pages[0], pages[1], pages[3], ninth):
            assert states(page, 0.3), "still there"
        drive.end()


def test_a_page_that_holds_stop_gives_way_to_nobody(_):
    with Drive(WALDO, "--override") as drive:
        pages = [client(drive) for _ in range(8)]
        mark = drive.mark
        for page in pages[1:]:
            say(page, do="stop")
        drive.wait_event(mark, event="stop")
        time.sleep(0.1)
        try:
            client(drive)
            raise AssertionError("a ninth page was let in")
        except websocket.WebSocketBadStatusException as refusal:
            assert refusal.status_code == 503, refusal
        say(pages[1], do="let go of stop")
        time.sleep(0.1)
        client(drive)
        assert closed(pages[1]) == GAVE_WAY
        for page in pages[2:]:
            assert states(page, 0.3), "still there"
        drive.end()


def test_a_page_that_gave_way_comes_back_when_it_is_touched(browser):
    with Drive(WALDO, "--override") as drive:
        driver = client(drive)
        page = browser.page(drive.url)
        page.wait_text("gate", "another page may drive")
        others = [client(drive) for _ in range(7)]
        page.wait_text("banner", "given way")
        time.sleep(2)
        assert all(states(other, 1.3) for other in others), "it does not push others out by itself"
        mark = drive.mark
        x, y, *_ = page.middle("stop")
        page.touch("touchStart", (x, y, 1))
        page.touch("touchEnd")
        drive.wait_event(mark, event="stop")
        page.wait_text("gate", "STOPPED")
        driver.close()
        page.close()
        drive.end()


def test_connections_that_say_nothing_or_were_refused_cost_next_to_nothing(_):
    for kind in ("refused and sending on", "silent, with others that come and go", "refused in a loop"):
        with Drive(WALDO, "--override") as drive:
            going = threading.Event()

            def refused():
                with socket.create_connection(address(drive), timeout=5) as one:
                    one.sendall(b"GET /drive HTTP/1.1\r\nHost: elsewhere\r\n\r\n")
                    while not going.is_set():
                        one.send(b"x" * 4096)

            def loop(request):
                while not going.is_set():
                    try:
                        with socket.create_connection(address(drive), timeout=5) as one:
                            one.sendall(request)
                            one.recv(100)
                    except OSError:
                        pass

            def begin(body, *arguments):
                def run():
                    try:
                        body(*arguments)
                    except OSError:
                        pass
                threading.Thread(target=run, daemon=True).start()

            silent = []
            if kind.startswith("silent"):
                silent = [socket.create_connection(address(drive), timeout=15) for _ in range(16)]
                for _ in range(24):
                    begin(loop, b"")
            for _ in range(16 if kind.startswith("refused and") else 0):
                begin(refused)
            for _ in range(4 if kind.endswith("loop") else 0):
                begin(loop, b"GET /drive HTTP/1.1\r\nHost: elsewhere\r\n\r\n")
            share = processor(drive.process.pid, 2)
            note(f"  {kind}: {share:.0f} % of a core")
            assert " 101 " in handshake(drive.url), kind
            going.set()
            assert share < 35, (kind, share)
            for one in silent:
                one.close()
            drive.end()


def test_a_refused_connection_is_closed_at_once(_):
    with Drive(WALDO, "--override") as drive:
        for request in (b"GET /drive HTTP/1.1\r\nHost: elsewhere\r\n\r\n", b"nonsense\r\n\r\n"):
            with socket.create_connection(address(drive), timeout=5) as one:
                one.sendall(request)
                while one.recv(4096):
                    pass
                # It does not take our word that we go, too.
                def is_gone():
                    try:
                        one.send(b"x")
                        return False
                    except OSError:
                        return True
                wait(is_gone, "the end of a refused connection", 2)
        drive.end()


def test_out_of_descriptors_the_panel_rests_and_goes_on(_):
    with Drive(WALDO, "--override") as drive:
        page = client(drive)
        pid = drive.process.pid
        limits = resource.prlimit(pid, resource.RLIMIT_NOFILE)
        used = max(int(name) for name in os.listdir(f"/proc/{pid}/fd"))
        resource.prlimit(pid, resource.RLIMIT_NOFILE, (used + 1, limits[1]))
        waiting = [socket.create_connection(address(drive), timeout=15) for _ in range(8)]
        share = processor(pid, 2)
        assert share < 10, share
        wait(lambda: any("descriptors" in line for _, line in drive.errors), "a sentence")
        mark = drive.mark
        say(page, do="stop")
        drive.wait_event(mark, event="stop")
        for one in waiting:
            one.close()
        resource.prlimit(pid, resource.RLIMIT_NOFILE, limits)
        wait(lambda: " 101 " in handshake(drive.url), "a new page", 5)
        assert len([line for _, line in drive.errors if "descriptors" in line]) == 1, drive.errors
        drive.end()


def test_a_stop_behind_too_many_messages_is_heard(_):
    for before in (6_000, 12_000):
        with Drive(WALDO, "--override") as drive:
            page = client(drive)
            drive.quiet(0.2)
            flood = frames([{"do": "beat"}] * before + [{"do": "stop"}])
            try:
                page.sock.sendall(flood)
            except OSError:
                pass
            drive.wait_event(event="stop", limit=3)
            drive.end()


def test_a_page_that_says_too_much_is_not_let_off_by_coming_anew(_):
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "panel.jsonl")
        with Drive(WALDO, "--override", "--record", path) as drive:
            began, said = time.monotonic(), 0
            while time.monotonic() - began < 2:
                try:
                    page = client(drive)
                    for _ in range(40):
                        page.sock.sendall(frames([{"do": "recentre", "control": 1}] * 500))
                        said += 500
                except (OSError, websocket.WebSocketException):
                    pass
            drive.end()
        with open(path) as file:
            heard = sum('"joystick recentred"' in line for line in file)
        note(f"  said {said}, heard {heard} of them")
        assert 0 < heard <= 3 * 5_000, (said, heard)


def test_eight_pages_that_stop_as_fast_as_they_can_are_a_few_stops(_):
    with Drive(WALDO, "--override") as drive:
        pages = [client(drive) for _ in range(8)]
        drive.quiet(0.3)
        mark, end = drive.mark, time.monotonic() + 2
        many = frames([{"do": "stop"}] * 50)
        while time.monotonic() < end:
            for page in pages:
                page.sock.sendall(many)
                page.sock.settimeout(0.001)
                try:
                    page.sock.recv(1 << 16)
                except OSError:
                    pass
            time.sleep(0.02)
        drive.quiet(0.3)
        lines = drive.objects(mark)
        stops = [o for _, o in lines if o.get("event") == "stop"]
        assert 1 <= len(stops) <= 30, len(stops)
        assert len(drive.texts(mark)) <= 100, len(drive.texts(mark))
        drive.end()


def test_the_drive_is_not_thrown_back_and_forth(_):
    with Drive(WALDO, "--override") as drive:
        first, second = client(drive), client(drive)
        drive.quiet(0.3)
        mark, end = drive.mark, time.monotonic() + 3
        while time.monotonic() < end:
            for page in (first, second):
                say(page, do="drive")
            time.sleep(0.005)
        drive.quiet(0.6)
        halts = [o for _, o in drive.objects(mark) if o.get("event") == "halt"]
        assert 1 <= len(halts) <= 8, len(halts)
        drive.end()


def test_pages_that_come_and_go_do_not_halt_without_end(_):
    with Drive(WALDO, "--override") as drive:
        mark, end = drive.mark, time.monotonic() + 3
        while time.monotonic() < end:
            client(drive).close()
        drive.quiet(0.6)
        halts = [o for _, o in drive.objects(mark) if o.get("event") == "halt"]
        assert 1 <= len(halts) <= 8, len(halts)
        drive.end()

"""What is lost halts, and stays dead until it was let go."""

import json
import os
import signal
import socket
import struct
import tempfile
import time

from common import FORWARD, WALDO, ZERO, Panel, client, frames, hold, note, reach
from chromium import Chromium
from drive import Drive
from program import wait


def lost_finger(browser, lose):
    """A held slider whose finger is lost halts, and sends nothing before it was lifted and put down again."""
    with Panel(browser) as (drive, page):
        hold(page)
        drive.wait_command(FORWARD)
        mark = drive.mark
        # A browser that got no time may have halted it already.
        drive.wait_command(FORWARD, mark)
        lose(page)
        drive.wait_event(mark, event="halt", reason="panel-lost")
        drive.quiet()
        texts = drive.texts(mark)
        assert texts[-3:] == [ZERO] * 3 and set(texts[:-3]) <= {FORWARD}, texts


def test_a_cancelled_touch_halts(browser):
    lost_finger(browser, lambda page: page.touch("touchCancel"))


def test_a_page_that_loses_the_focus_halts(browser):
    lost_finger(browser, lambda page: page.eval("window.dispatchEvent(new Event('blur'))"))


def test_a_hidden_page_halts(browser):
    def hide(page):
        page.call("Emulation.setFocusEmulationEnabled", enabled=False)
        other = browser.call("Target.createTarget", url="about:blank", browserContextId=page.context)["targetId"]
        browser.call("Target.activateTarget", targetId=other)
        if not page.eval("document.hidden"):
            # A headless browser may show two pages at once.
            page.eval("Object.defineProperty(document, 'hidden', {get: () => true});"
                      "document.dispatchEvent(new Event('visibilitychange'))")
    lost_finger(browser, hide)


def test_a_turned_page_halts(browser):
    lost_finger(browser, lambda page: page.eval("screen.orientation.dispatchEvent(new Event('change'))"))


def test_a_lost_socket_halts_and_the_page_comes_back(browser):
    def drop(page):
        page.eval("socket.close()")
        page.wait_live()
    lost_finger(browser, drop)


def test_a_page_that_falls_silent_halts_within_300_ms(browser):
    """The page's own script stands still: its socket lives and says nothing."""
    with Panel(browser) as (drive, page):
        hold(page)
        drive.wait_command(FORWARD)
        mark = drive.mark
        began = time.monotonic()
        page.call("Runtime.evaluate", expression="{ const end = Date.now() + 1500; while (Date.now() < end); }")
        halted = drive.wait_event(mark, event="halt", reason="panel-lost")
        assert halted - began < 0.6, halted - began
        drive.quiet()
        # The finger is still down, and dead until it has been lifted.
        page.wait_text("gate", "let go of the slider")
        x, y, *_ = page.middle("slider")
        page.touch("touchMove", (x, y - reach(page)[0] * 0.8, 1))
        drive.quiet(0.6)
        texts = drive.texts(mark)
        assert texts[-3:] == [ZERO] * 3 and set(texts[:-3]) <= {FORWARD}, texts
        page.touch("touchEnd")
        page.wait_live()


def test_a_killed_browser_is_stopped_on_the_wire_within_400_ms(_):
    spans = []
    for _ in range(3):
        with Drive(WALDO, "--override") as drive, Chromium() as browser:
            page = browser.page(drive.url)
            page.wait_live()
            hold(page)
            drive.wait_command(FORWARD)
            time.sleep(0.25)
            mark, killed = drive.mark, time.monotonic()
            browser.kill()
            spans.append(drive.wait_command(ZERO, mark) - killed)
            drive.quiet()
            assert drive.texts(mark)[-3:] == [ZERO] * 3, drive.texts(mark)
            drive.end()
    note(f"  from SIGKILL of the browser to the stop: {', '.join(f'{span * 1000:.1f} ms' for span in spans)}")
    assert max(spans) < 0.4, spans


def test_a_key_whose_coming_up_may_not_be_told_halts(browser):
    """A key that is pressed beside it, and may be the system's: its fellow's coming up is then kept from the page."""
    with Panel(browser) as (drive, page):
        page.key("keyDown", "KeyW", "w")
        drive.wait_command(FORWARD)
        mark = drive.mark
        page.eval("dispatchEvent(new KeyboardEvent('keydown', {code: 'MetaLeft', key: 'Meta', metaKey: true}))")
        drive.wait_event(mark, event="halt", reason="panel-lost")
        drive.quiet()


def test_a_menu_over_held_keys_halts_and_one_over_a_finger_does_not(browser):
    """A menu hears the keys that come up while it is open. A finger that is held for long asks for one, and stays."""
    menu = "document.getElementById('slider').dispatchEvent(new Event('contextmenu', {bubbles: true}))"
    with Panel(browser) as (drive, page):
        hold(page)
        drive.wait_command(FORWARD)
        page.eval(menu)
        mark = drive.mark
        wait(lambda: drive.texts(mark).count(FORWARD) >= 5, "frames of a finger that is still held")
        page.touch("touchEnd")
        drive.wait_command(ZERO, mark)
        mark = drive.quiet()
        page.key("keyDown", "KeyW", "w")
        drive.wait_command(FORWARD, mark)
        page.eval(menu)
        drive.wait_event(mark, event="halt", reason="panel-lost")
        drive.quiet()
        assert drive.texts(mark)[-3:] == [ZERO] * 3, drive.texts(mark)


def test_a_stop_without_a_connection_is_said_by_the_next(browser):
    with Panel(browser) as (drive, page):
        mark = drive.mark
        page.eval("socket.close(); stop()")
        drive.wait_event(mark, event="stop")


def test_a_held_enter_ends_no_later_stop(browser):
    with Panel(browser) as (drive, page):
        mark = drive.mark
        page.eval("stop()")
        drive.wait_event(mark, event="stop")
        page.eval("dispatchEvent(new KeyboardEvent('keydown', {code: 'Enter', key: 'Enter', repeat: true}))")
        drive.quiet()
        assert not [o for _, o in drive.objects(mark) if o.get("event") == "resume"]
        page.eval("dispatchEvent(new KeyboardEvent('keydown', {code: 'Enter', key: 'Enter'}))")
        drive.wait_event(mark, event="resume")


def test_a_burst_that_comes_late_is_heard_to_its_end(_):
    """What a network has held back for seconds comes at once, and the last of it may be a stop."""
    with Drive(WALDO, "--override") as drive:
        page = client(drive)
        page.sock.sendall(frames([{"do": "slider", "control": 0, "at": at} for at in range(999)] + [{"do": "stop"}]))
        drive.wait_event(event="stop")
        drive.end()


def test_a_stop_before_a_hang_up_is_heard(_):
    for before in (0, 1_000):
        stop_and_hang_up(before)


def stop_and_hang_up(before):
    with Drive(WALDO, "--override") as drive:
        page = client(drive)
        drive.wait_event(event="gate", control="slider", state="open")
        drive.quiet()
        # All of it waits for the drive when it looks: what was said, the stop, and a socket that is no more.
        drive.process.send_signal(signal.SIGSTOP)
        os.waitpid(drive.process.pid, os.WUNTRACED)
        page.sock.sendall(frames([{"do": "slider", "control": 0, "at": at} for at in range(before)] + [{"do": "stop"}]))
        page.sock.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        page.sock.close()
        drive.process.send_signal(signal.SIGCONT)
        drive.wait_event(event="stop")
        drive.end()


def test_a_page_that_the_drives_end_closes_is_no_loss(_):
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "panel.jsonl")
        with Drive(WALDO, "--override", "--record", path) as drive:
            page = client(drive)
            drive.wait_event(event="gate", control="slider", state="open")
            drive.end()
            page.close()
        with open(path) as file:
            steps = [step for line in file if (step := json.loads(line).get("step"))]
        assert "panel there" in steps and set(steps[steps.index("shutdown") + 1:]) <= {"deadline"}, steps

"""The page itself: labels and contrast, and the screen before there is a link."""

import json
import os
import time

from common import FORWARD, WALDO, ZERO, Panel, hold, hold_until, note
from chromium import Chromium
from drive import Drive, FakeBlueZ
from program import wait


def violations(page):
    """What axe finds wrong with the page as it is."""
    import axe_core_python
    with open(os.path.join(os.path.dirname(axe_core_python.__file__), "axe.min.js")) as file:
        page.eval(file.read() + ";0")
    return json.loads(page.eval(
        "axe.run(document, {resultTypes: ['violations']}).then((r) => JSON.stringify(r.violations.map("
        "(v) => [v.id, v.impact, v.nodes.map((n) => n.html + ' ' + n.failureSummary)])))"))


def test_contrast_and_labels_hold_in_both_schemes_and_both_orientations(browser):
    with Panel(browser) as (_, page):
        for width, height in ((390, 844), (844, 390)):
            page.resize(width, height)
            for scheme in ("light", "dark"):
                for state in ("ready", "stopped"):
                    page.scheme(scheme)
                    page.eval("send({do: '%s'})" % ("stop" if state == "stopped" else "resume"))
                    page.wait_text("gate", "STOPPED" if state == "stopped" else "ready")
                    assert violations(page) == [], (scheme, state, width, violations(page))
                    wide = page.eval("document.documentElement.scrollWidth - innerWidth")
                    assert wide <= 0, (width, wide)


def test_contrast_and_labels_hold_without_waldo(browser):
    with Drive(WALDO, "--override") as drive:
        page = browser.page(drive.url)
        page.wait_live()
        drive.process.kill()
        wait(lambda: page.eval("document.body.classList.contains('lost')"), "the banner")
        page.eval("stop()")
        for size in ((390, 844), (844, 390)):
            page.resize(*size)
            for scheme in ("light", "dark"):
                page.scheme(scheme)
                assert violations(page) == [], (scheme, size, violations(page))
        page.close()


def test_without_a_link_the_controls_are_disabled(browser):
    """No bus, no adapter: the first screen says so, and no finger counts. Stop is there all the same."""
    environment = {"DBUS_SYSTEM_BUS_ADDRESS": "unix:path=/nonexistent"}
    with Drive(WALDO, "--wait", environment=environment) as drive:
        page = browser.page(drive.url)
        wait(lambda: not page.eval("document.getElementById('finder').hidden"), "the first screen")
        assert page.eval("document.getElementById('slider').getAttribute('aria-disabled')") == "true"
        hold(page)
        page.touch("touchEnd")
        x, y, *_ = page.middle("stop")
        mark = drive.mark
        page.touch("touchStart", (x, y, 1))
        page.touch("touchEnd")
        drive.wait_event(mark, event="stop")
        assert drive.texts() == []
        drive.end()


def test_the_first_screen_shows_shields_live_and_connects_to_the_one_chosen(browser):
    """Two in reach and none named: the page asks. Then the real way to the shield, and a phone whose battery is taken out."""
    first, second = (f"00:AA:02:{os.getpid() >> 8 & 255:02X}:{os.getpid() & 255:02X}:0{n}" for n in (1, 2))
    with FakeBlueZ(WALDO) as fake, Drive(WALDO, environment=fake.environment) as drive, Chromium() as phone:
        fake.shield(first, "Arm_on_the_left", -48)
        fake.shield(second, "Arm_on_the_right", -71)
        page = phone.page(drive.url)
        page.wait_text("shields", "Arm on the left")
        page.wait_text("shields", "-71 dBm")
        page.wait_text("adapter", "hci0")
        fake.say(f"strength {second} -55")
        page.wait_text("shields", "-55 dBm")
        # Longer than others are looked for beyond the first hit: several shields are no error where somebody can be asked.
        time.sleep(2.5)
        assert drive.process.poll() is None and page.text("linkText") == "looking for a shield"
        page.eval(f"document.querySelector('[data-address=\"{second}\"]').click()")
        drive.wait_event(event="link", state="connected", address=second)
        page.wait_live()
        assert page.eval("document.getElementById('finder').hidden")
        hold_until(page, lambda: [text for text, _ in fake.writes()][-3:] == [FORWARD] * 3, "frames at the shield")
        before, killed = len(fake.writes()), time.monotonic()
        phone.kill()
        stopped = wait(lambda: next((at for text, at in fake.writes()[before:] if text == ZERO), None), "the stop at the shield")
        note(f"  from SIGKILL of the browser to the stop at the shield: {(stopped - killed) * 1000:.1f} ms")
        assert stopped - killed < 0.4, stopped - killed
        drive.quiet()
        assert [text for text, _ in fake.writes()][-3:] == [ZERO] * 3
        drive.end()

"""STOP begins at one place in a window and is as high, whatever there is to show. Only Resume beside it makes it narrower."""

import os

from common import WALDO, client
from drive import Drive, FakeBlueZ
from program import wait

SIZES = {"phone": (390, 844), "phone turned": (844, 390), "small phone": (320, 568), "small phone turned": (568, 320),
         "tablet": (820, 1180), "tablet turned": (1180, 820), "desktop": (1280, 800), "wide": (1920, 1080), "low": (844, 200)}


class Places:
    """Where STOP was in each window, and in which state that was seen first."""

    def __init__(self):
        self.seen = {}

    def look(self, page, state):
        for name, size in SIZES.items():
            page.resize(*size)
            rectangle = page.eval(
                "(() => { const r = document.getElementById('stop').getBoundingClientRect(); return [r.x, r.y, r.width, r.height]; })()")
            x, y, width, height = rectangle
            shared = page.eval("document.getElementById('halt').classList.contains('shared')")
            for key, at in ((name, [round(part) for part in (x, y, height)]), ((name, shared), round(width))):
                first = self.seen.setdefault(key, (at, state))
                assert at == first[0], f"{key}: STOP is at {rectangle} when {state}, and at {first[0]} when {first[1]}"
            assert width >= 120 and height >= 56 and x >= 0 and y >= 0, (name, rectangle)
            assert x + width <= size[0] and y + height <= size[1], (name, state, rectangle)
            # And nothing lies over it, at any of its corners.
            for part in ((0.5, 0.5), (0.05, 0.2), (0.95, 0.2), (0.05, 0.8), (0.95, 0.8)):
                over = page.eval(f"document.elementFromPoint({x + width * part[0]}, {y + height * part[1]})?.id")
                assert over == "stop", (name, state, part, over)
            for other in ("resume", "take"):
                box = page.eval(f"(() => {{ const r = document.getElementById('{other}').getBoundingClientRect();"
                                " return [r.x, r.y, r.width, r.height]; })()")
                if box[2] > 0:
                    assert box[0] >= x + width or box[1] >= y + height or box[0] + box[2] <= x, (name, state, other, box)
                    assert box[1] >= 0 and box[1] + box[3] <= size[1] and box[0] + box[2] <= size[0], (name, state, other, box)
            assert page.eval("document.documentElement.scrollWidth - innerWidth") <= 0, (name, state)
        page.resize(390, 844)


def test_stop_is_at_one_place_in_all_states(browser):
    places = Places()
    under_override(browser, places)
    finding(browser, places)
    without_a_bus(browser, places)


def under_override(browser, places):
    with Drive(WALDO, "--override") as drive:
        page = browser.page(drive.url)
        page.wait_live()
        places.look(page, "ready under override")
        page.eval("stop()")
        page.wait_text("gate", "STOPPED")
        wait(lambda: not page.eval("document.getElementById('resume').hidden"), "Resume")
        places.look(page, "stopped under override")
        page.eval("send({do: 'resume'})")
        page.wait_text("gate", "ready")
        mark = drive.mark
        page.close()
        drive.wait_event(mark, event="halt", reason="panel-lost")
        driver = client(drive)
        page = browser.page(drive.url)
        page.wait_text("gate", "another page may drive")
        places.look(page, "watching")
        page.eval("stop()")
        page.wait_text("gate", "STOPPED")
        places.look(page, "watching what is stopped")
        driver.close()
        wait(lambda: not page.eval("document.getElementById('take').hidden"), "a button to take over")
        places.look(page, "nobody drives")
        drive.process.kill()
        wait(lambda: page.eval("document.body.classList.contains('lost')"), "the banner")
        places.look(page, "lost")
        page.eval("stop()")
        places.look(page, "lost, and STOP pressed")
        page.close()


def finding(browser, places):
    shields = [f"00:AA:04:{os.getpid() >> 8 & 255:02X}:{os.getpid() & 255:02X}:{n:02X}" for n in range(40)]
    with FakeBlueZ(WALDO) as fake, Drive(WALDO, environment=fake.environment) as drive:
        page = browser.page(drive.url)
        for index, shield in enumerate(shields[:2]):
            fake.shield(shield, f"Arm_{index}", -48)
        page.wait_text("shields", "Arm 1")
        places.look(page, "two shields in reach")
        for index, shield in enumerate(shields[2:]):
            fake.shield(shield, f"Arm_with_a_long_name_that_goes_on_and_on_{index}", -60)
        wait(lambda: page.eval("document.getElementById('shields').children.length") >= 32, "many shields")
        places.look(page, "many shields in reach")
        page.eval(f"document.querySelector('[data-address=\"{shields[0]}\"]').click()")
        drive.wait_event(event="link", state="connected", address=shields[0])
        page.wait_live()
        places.look(page, "connected")
        page.eval("stop()")
        page.wait_text("gate", "STOPPED")
        places.look(page, "connected and stopped")
        fake.say(f"quiet {shields[0]}")
        fake.say(f"drop {shields[0]}")
        drive.wait_event(event="link", state="lost")
        wait(lambda: page.eval("document.getElementById('slider').getAttribute('aria-disabled')") == "true", "the loss")
        places.look(page, "the arm is lost")
        drive.end()
        page.close()


def without_a_bus(browser, places):
    environment = {"DBUS_SYSTEM_BUS_ADDRESS": "unix:path=/nonexistent"}
    with Drive(WALDO, "--wait", environment=environment) as drive:
        page = browser.page(drive.url)
        wait(lambda: not page.eval("document.getElementById('finder').hidden"), "the first screen")
        places.look(page, "no bus")
        drive.end()
        page.close()

"""What the page states of the drive: what carries the commands, who holds what, ranges, and the time."""

import json
import os
import pty
import tempfile
import time

from common import FORWARD, WALDO, ZERO, Panel, hold, reach
from drive import Drive, FakeBlueZ
from program import wait


def transport(page):
    return page.eval("[...document.querySelectorAll('#transport, #carrier, #carried')].map((e) => e.id === 'transport' ? e.className : e.textContent)")


def loudness(page, id):
    """Whether an element is filled, and its size."""
    return page.eval(f"(() => {{ const s = getComputedStyle(document.getElementById('{id}'));"
                     " return [s.backgroundColor !== 'rgba(0, 0, 0, 0)', parseFloat(s.fontSize)]; })()")


def test_a_real_link_is_live_once_there_is_one(browser):
    shield = f"00:AA:06:{os.getpid() >> 8 & 255:02X}:{os.getpid() & 255:02X}:01"
    with FakeBlueZ(WALDO) as fake, Drive(WALDO, "--wait", environment=fake.environment) as drive:
        page = browser.page(drive.url)
        wait(lambda: transport(page) == ["waiting", "LIVE,", "no link yet"], lambda: transport(page))
        assert not loudness(page, "transport")[0]
        fake.shield(shield, "Arm", -48)
        page.wait_live(20)
        assert transport(page) == ["live", "LIVE", "commands go to the arm"], transport(page)
        page.wait_text("signal", "-48 dBm")
        page.wait_text("gate", "ready")
        (is_filled, size), (is_ready_filled, ready_size) = loudness(page, "transport"), loudness(page, "gate")
        assert is_filled and not is_ready_filled and size > ready_size
        fake.say(f"quiet {shield}")
        fake.say(f"drop {shield}")
        wait(lambda: transport(page) == ["waiting", "LIVE,", "no link"], lambda: transport(page))
        page.close()
        drive.end()


def test_a_port_is_waited_for_and_no_shield_is_looked_for(browser):
    with tempfile.TemporaryDirectory() as folder:
        port = folder + "/tty"
        with Drive(WALDO, "--arm", "mearm-usb", "--port", port, "--wait") as drive:
            page = browser.page(drive.url)
            page.wait_text("linkText", f"waiting for {port}")
            assert page.eval("document.getElementById('finder').hidden")
            assert transport(page) == ["waiting", "LIVE,", "no link yet"], transport(page)
            drive.wait_event(event="link", state="waiting")
            page.close()
            drive.end()


def test_a_held_control_is_driving(browser):
    with Drive(WALDO, "--simulate") as drive:
        page = browser.page(drive.url)
        page.wait_live()
        page.wait_text("gate", "ready")
        x, y, *_ = page.middle("slider")
        page.touch("touchStart", (x, y, 1))
        page.touch("touchMove", (x, y - 60, 1))
        page.wait_text("gate", "driving")
        assert loudness(page, "gate")[0]
        page.touch("touchEnd")
        page.wait_text("gate", "ready")
        assert not loudness(page, "gate")[0]
        page.close()
        drive.end()


def test_override_and_simulation_are_never_live(browser):
    for option, words in (("--override", ["override", "OVERRIDE", "nothing is transmitted"]),
                          ("--simulate", ["simulated", "SIMULATED", "no real arm moves"])):
        with Drive(WALDO, option) as drive:
            page = browser.page(drive.url)
            page.wait_live()
            assert transport(page) == words, transport(page)
            assert page.eval("document.getElementById('finder').hidden") and "LIVE" not in page.eval("document.body.innerText")
            page.close()
            drive.end()


def test_each_page_shows_who_holds_a_control(browser):
    with Panel(browser) as (drive, page):
        second = browser.page(drive.url)
        page.wait_text("pages", "2 pages, this may drive")
        second.wait_text("pages", "2 pages, another may drive")
        assert page.text("way") == "AT REST" and page.eval("slideView.holder.textContent") == ""
        hold(page)
        drive.wait_command(FORWARD)
        for one, words in ((page, "you"), (second, "another page")):
            wait(lambda: one.eval("slideView.holder.textContent") == words, words)
            # Nobody has moved it, and its positions were never sent.
            assert one.eval("steerView.holder.textContent") == "assumed"
        page.touch("touchEnd")
        drive.wait_command(ZERO)
        wait(lambda: page.eval("slideView.holder.textContent") == "", "a slider that nobody holds")
        second.close()
        wait(lambda: page.eval("document.getElementById('pages').hidden"), "one page")


def test_a_key_of_the_terminal_holds_under_its_inputs_name(browser):
    master, slave = pty.openpty()
    with Drive(WALDO, "--override", "--input", "terminal", terminal=slave) as drive:
        page = browser.page(drive.url)
        page.wait_live()
        name = page.eval("state.input")
        assert name and page.text("pad") == name
        for _ in range(20):
            os.write(master, b"w")
            time.sleep(0.05)
            if page.eval("slideView.holder.textContent") == name:
                break
        else:
            raise AssertionError(page.eval("slideView.holder.textContent"))
        page.close()
        drive.end()


def test_the_battery_and_the_pads_own_names_are_shown(browser):
    """Of a pad that no browser test has: the page is given what waldo would tell of it."""
    def shown(page, **told):
        words = json.dumps({"input": "Pad", "stopped": True, "drives": False, "resume": "Options", **told})
        return page.eval(f"""(() => {{
            const kept = {{ ...state }};
            Object.assign(state, {words});
            showHeader(false);
            const shown = [$("battery").hidden ? "" : $("battery").textContent, $("battery").className, $("gate").textContent];
            for (const key of Object.keys(state)) delete state[key];
            Object.assign(state, kept);
            return shown;
        }})()""")

    with Panel(browser) as (_, page):
        assert shown(page) == ["", "", "STOPPED: press Options"], shown(page)
        assert shown(page, battery="57 %", resume="") == ["57 %", "", "STOPPED: resume where the arm is driven"]
        assert shown(page, battery="12 %, low", charge="low", drives=True) == ["12 %, low", "low", "STOPPED: press Resume"]


def test_ranges_stand_at_the_ends(browser):
    with Panel(browser) as (_, page):
        ends = page.eval("[slideView, steerView].map((v) => Object.fromEntries(v.ends.map(([side, e]) => [side, e.textContent])))")
        assert ends == [{"top": "6", "bottom": "-6"}, {"top": "100", "bottom": "-100", "left": "-100", "right": "100"}], ends


def test_what_an_arm_has_not_is_not_drawn(browser):
    """A joystick of which the arm has one channel only, and no slider."""
    with tempfile.TemporaryDirectory() as folder:
        path, mapping = os.path.join(folder, "arm.yaml"), os.path.join(folder, "mapping.yaml")
        with open(path, "w") as file:
            file.write(os.popen(f"{WALDO} arms new --servos 1 --names base").read())
        with open(mapping, "w") as file:
            file.write("name: One way\nmatch: { kind: keyboard }\ncontrols:\n  reach: { input: none, channels: { x: base } }\n"
                       "keys: { stop: KEY_SPACE, resume: KEY_ENTER }\n")
        with Drive(WALDO, "--override", "--arm", path, "--mapping", mapping, "--input", "panel") as drive:
            page = browser.page(drive.url)
            page.wait_text("gate", "ready")
            assert page.eval("document.getElementById('slide').hidden && steerView.surface.classList.contains('no-y')")
            assert page.eval("document.querySelector('#steer .axis.y').hidden")
            disc = page.eval("(() => { const r = document.querySelector('#stick .disc').getBoundingClientRect(); return [r.width, r.height]; })()")
            assert disc[1] < disc[0] / 2, disc
            x, y, *_ = page.middle("stick")
            page.touch("touchStart", (x, y, 2))
            page.touch("touchMove", (x + reach(page)[1] / 2, y, 2))
            page.wait_text("place", "+50 %")
            page.touch("touchEnd")
            page.close()
            drive.end()


def test_the_time_since_the_beginning_runs(browser):
    with Panel(browser) as (_, page):
        before = page.text("elapsed")
        assert before.startswith("0:"), before
        wait(lambda: page.text("elapsed") > before, "the next second", 3)


def test_large_windows_are_filled(browser):
    with Panel(browser) as (_, page):
        for width, height in ((1440, 900), (2560, 1300)):
            page.resize(width, height)
            boxes = page.eval("""['slide', 'steer', 'pose', 'wire', 'halt'].map((id) => {
              const r = document.getElementById(id).getBoundingClientRect(); return [r.x, r.y, r.right, r.bottom]; })""")
            covered = sum((right - x) * (bottom - y) for x, y, right, bottom in boxes) / (width * height)
            assert covered > 0.75, (width, height, covered)
            assert all(x >= 0 and right <= width and bottom <= height for x, _, right, bottom in boxes), boxes
            # The drawing follows its window with the next frame.
            tall = "document.getElementById('space').height >= innerHeight / 4"
            wait(lambda: page.eval(tall), f"a drawing that fills {width} x {height}")

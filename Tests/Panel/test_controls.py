"""An arm with five channels and two actions: a control for each, fingers on two of them, precision and profiles."""

import contextlib
import json
import os
import subprocess
import tempfile
import time

from common import WALDO, Panel, client
from program import wait
from test_screens import violations

MAPPING = """
name: Two profiles
match: { kind: keyboard }
controls:
  reach: { input: none, channels: { x: base, y: shoulder } }
  grip: { input: none, channel: elbow }
  left: { input: none, channel: left }
  right: { input: none, channel: right }
profiles: { arm: [reach, grip], wheels: [left, right] }
keys: { stop: KEY_SPACE, resume: KEY_ENTER, precise: { key: KEY_P, factor: 25 % }, profile: KEY_N }
"""
ACTIONS = """
actions:
  home:  { frame: "H>", sets: { base: 90 }, busy: 1 s, release: "X>" }
  light: { frame: "L>", moves: false }
"""
ALL = ["elbow", "base/shoulder", "left", "right", "home", "light"]


@contextlib.contextmanager
def files():
    """An arm of three servos, two wheels and two actions, and a mapping of it with profiles."""
    with tempfile.TemporaryDirectory() as folder:
        arm, mapping = os.path.join(folder, "arm.yaml"), os.path.join(folder, "mapping.yaml")
        names = "base,shoulder,elbow,left,right"
        text = subprocess.run([WALDO, "arms", "new", "--servos", "3", "--velocities", "2", "--names", names],
                              check=True, capture_output=True, text=True).stdout + ACTIONS
        for path, text in ((arm, text), (mapping, MAPPING)):
            with open(path, "w") as file:
                file.write(text)
        yield folder, arm, mapping


def surfaces(page):
    """Where each control is that can be touched, by its name."""
    found = page.eval("""[...document.querySelectorAll('.surface')].filter((e) => e.offsetParent).map((e) => {
      const r = e.getBoundingClientRect();
      return [state.controls.find((c) => c.control == e.closest('[data-control]').dataset.control).name,
        r.x + r.width / 2, r.y + r.height / 2, r.width, r.height];
    })""")
    return {name: place for name, *place in found}


def ready(page):
    page.wait_text("gate", "ready")
    return surfaces(page)


def values(drive, channel, since=0):
    return [o["value"] for _, o in drive.objects(since) if o.get("channel") == channel and "bytes" in o]


def test_two_fingers_on_two_of_five_channels_and_the_recording_verifies(browser):
    with files() as (folder, arm, _):
        path = os.path.join(folder, "five.jsonl")
        with Panel(browser, "--arm", arm, "--input", "panel", "--record", path) as (drive, page):
            places = ready(page)
            assert list(places) == ALL, places
            (lx, ly, *_), (ex, ey, *_) = places["right"], places["elbow"]
            page.touch("touchStart", (lx, ly, 1))
            page.touch("touchStart", (lx, ly, 1), (ex, ey, 2))
            page.touch("touchMove", (lx, ly - 200, 1), (ex, ey + 300, 2))
            wait(lambda: 100 in values(drive, "right"), "the wheel")
            wait(lambda: values(drive, "elbow")[-1:] and values(drive, "elbow")[-1] < 80, "the servo, which goes on")
            assert page.eval("scrollY") == 0
            mark = drive.mark
            # The one finger is lifted; the other stays.
            page.touch("touchEnd", (lx, ly - 200, 1))
            wait(lambda: values(drive, "right", mark)[-3:] == [0] * 3, "the wheel's zeros")
            before = values(drive, "elbow")[-1]
            wait(lambda: values(drive, "elbow")[-1] < before, "the servo under its finger")
            page.touch("touchEnd")
            drive.quiet()
            assert {o["channel"] for _, o in drive.objects() if "bytes" in o} == {"right", "elbow"}
            page.eval("document.querySelector('.action').scrollIntoView()")
            for name, frames in (("light", ["L>"]), ("home", ["H>", "X>"])):
                x, y, *_ = surfaces(page)[name]
                mark = drive.mark
                page.touch("touchStart", (x, y, 1))
                drive.wait_command(frames[0], mark)
                page.touch("touchEnd")
                drive.wait_command(frames[-1], mark)
                drive.quiet()
                assert sorted(set(drive.texts(mark))) == frames, drive.texts(mark)
        verified = subprocess.run([WALDO, "replay", path, "--verify"], capture_output=True, text=True, timeout=30)
        assert verified.returncode == 0, verified


def test_precision_and_profiles_by_buttons_and_keys(browser):
    with files() as (_, arm, mapping):
        with Panel(browser, "--arm", arm, "--mapping", mapping, "--input", "panel") as (drive, page):
            assert list(ready(page)) == ["grip", "reach"]
            assert page.text("profile") == "Profile: arm"
            x, y, *_ = page.middle("profile")
            page.touch("touchStart", (x, y, 1))
            page.touch("touchEnd")
            page.wait_text("profile", "wheels")
            places = ready(page)
            # Two sliders share the thumbs.
            assert list(places) == ["left", "right"] and places["left"][0] < 195 < places["right"][0], places
            pressed = "document.getElementById('precise').getAttribute('aria-pressed')"
            page.eval("document.getElementById('precise').click()")
            page.wait_text("precise", "Precision 25 %")
            assert page.eval(pressed) == "true"
            mark = drive.mark
            x, y, *_ = places["right"]
            page.touch("touchStart", (x, y, 1))
            page.touch("touchMove", (x, y - 300, 1))
            wait(lambda: 25 in values(drive, "right", mark), "a quarter of the speed")
            # While a finger is down the profile stays.
            page.key("keyDown", "KeyN", "n")
            page.key("keyUp", "KeyN", "n")
            time.sleep(0.2)
            assert page.text("profile") == "Profile: wheels"
            page.touch("touchEnd")
            wait(lambda: values(drive, "right", mark)[-3:] == [0] * 3, "zeros")
            page.key("keyDown", "KeyP", "p")
            page.key("keyUp", "KeyP", "p")
            wait(lambda: page.eval(pressed) == "false", "the usual speed")
            # The arrows go to what is under the right thumb.
            page.key("keyDown", "ArrowDown")
            wait(lambda: -100 in values(drive, "right", mark), "an arrow key")
            page.key("keyUp", "ArrowDown")
            drive.quiet()
            page.key("keyDown", "KeyN", "n")
            page.key("keyUp", "KeyN", "n")
            page.wait_text("profile", "arm")
            watcher = client(drive)
            watcher.send(json.dumps({"do": "precise", "to": "on"}, separators=(",", ":")))
            time.sleep(0.2)
            assert page.eval(pressed) == "false", "who watches switches nothing"
            watcher.close()


def test_parking_needs_a_second_press(browser):
    with files() as (_, arm, _):
        with Panel(browser, "--arm", arm, "--input", "panel") as (_, page):
            ready(page)
            assert page.eval("document.getElementById('park').hidden")
        with open(arm) as file:
            text = file.read()
        with open(arm, "w") as file:
            file.write(text.replace("start: 90, frame: \"C", "start: 90, limits: { slew: 90 }, frame: \"C") + "park: { elbow: 60 }\n")
        with Panel(browser, "--arm", arm, "--input", "panel") as (_, page):
            ready(page)
            press = "document.getElementById('park').click()"
            # What the page would send.
            page.eval("globalThis.asked = []; globalThis.beats = 0; send = (message) => { if (message.do === 'park') asked.push(message); if (message.do === 'beat') beats++; }; 0")
            page.eval(press)
            page.wait_text("park", "Press again to park")
            page.wait_text("park", "End and park")
            page.eval(press)
            assert page.eval("asked") == []
            page.eval("beats = 0; 0")
            page.eval(press)
            assert page.eval("asked") == [{"do": "park"}]
            assert page.text("park") == "End and park"
            # It is heard like a page with a finger down, also before it hears that the arm is being parked.
            wait(lambda: page.eval("beats") >= 4, lambda: page.eval("beats"), 2)


def test_every_control_is_large_enough_and_labelled(browser):
    with files() as (_, arm, _):
        with Panel(browser, "--arm", arm, "--input", "panel") as (_, page):
            for width, height in ((390, 844), (844, 390), (1280, 800)):
                page.resize(width, height)
                names = ready(page)
                assert list(names) == ALL, names
                small = page.eval("""[...document.querySelectorAll('button, .surface')].filter((e) => e.offsetParent).map((e) => {
                  const r = e.getBoundingClientRect(); return [e.id || e.ariaLabel, r.width, r.height];
                }).filter(([, width, height]) => Math.min(width, height) < 44)""")
                assert small == [], (width, small)
                assert page.eval("document.documentElement.scrollWidth - innerWidth") <= 0, width
                labels = page.eval("[...document.querySelectorAll('.surface')].filter((e) => e.offsetParent).map((e) => e.ariaLabel ?? e.textContent)")
                assert labels == ["elbow, slider", "base/shoulder", "left, slider", "right, slider", "home", "light"], labels
                for scheme in ("light", "dark"):
                    page.scheme(scheme)
                    # The colours of buttons take a moment to change.
                    wait(lambda: violations(page) == [], lambda: (scheme, width, violations(page)), 3)

"""The drawn arm: what is on the canvas, that turning it moves no arm, and that nothing is drawn while nothing changes."""

import json
import os
import tempfile
import time

from common import FORWARD, WALDO, ZERO, Panel, client, hold, states, steer
from drive import Drive
from program import wait

POSE = "JSON.stringify([eye.turn, eye.tilt, eye.zoom])"
# How many pixels of the drawing have a colour of the style, nearly.
INK = """((name) => {
  const probe = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
  probe.fillStyle = getComputedStyle(document.documentElement).getPropertyValue(name).trim();
  probe.fillRect(0, 0, 1, 1);
  const [r, g, b] = probe.getImageData(0, 0, 1, 1).data, canvas = document.getElementById('space');
  const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
  let count = 0;
  for (let i = 0; i < data.length; i += 4) {
    if (data[i + 3] > 200 && Math.abs(data[i] - r) + Math.abs(data[i + 1] - g) + Math.abs(data[i + 2] - b) < 30) count += 1;
  }
  return count;
})"""


def ink(page, name):
    return page.eval(f"{INK}({json.dumps(name)})")


def watch_messages(page):
    page.eval("globalThis.said = []; globalThis.say = send; send = (m) => { said.push(m.do); say(m); }; 0")


def said(page):
    return [word for word in page.eval("said") if word != "beat"]


def drag(page, right, down, id=5):
    x, y, *_ = page.middle("space")
    page.touch("touchStart", (x, y, id))
    for step in range(1, 6):
        page.touch("touchMove", (x + right * step / 5, y + down * step / 5, id))
    page.touch("touchEnd")


def test_the_commanded_arm_is_drawn_and_labelled(browser):
    with Panel(browser) as (_, page):
        wait(lambda: ink(page, "--commanded") > 40, "an outline")
        assert ink(page, "--commanded-fill") > 200 and ink(page, "--arm") == 0
        assert page.text("outlineText") == "commanded, geometry assumed"
        assert page.eval("document.getElementById('solid').hidden") and page.text("lagText") == ""
        assert page.text("hand") == "x 0  y 0  z 150 mm", page.text("hand")
        assert page.text("scale") == "grid 50 mm", page.text("scale")
        assert page.text("carrier") == "OVERRIDE", page.text("carrier")
        steer(page, 0.5, 0)
        page.touch("touchEnd")
        # 50 steps of 1.8 degrees about y: the hand is a quarter of a turn ahead.
        page.wait_text("hand", "x 150  y 0  z 0 mm")


def test_turning_and_zooming_the_drawing_moves_no_arm_and_says_nothing(browser):
    with Panel(browser) as (drive, page):
        wait(lambda: ink(page, "--commanded") > 40, "an outline")
        watch_messages(page)
        home, mark = page.eval(POSE), drive.mark
        drag(page, 60, 20)
        wait(lambda: page.eval(POSE) != home, "a turned drawing")
        turned = page.eval(POSE)
        x, y, *_ = page.middle("space")
        page.touch("touchStart", (x - 20, y, 5), (x + 20, y, 6))
        page.touch("touchMove", (x - 60, y, 5), (x + 60, y, 6))
        page.touch("touchEnd")
        wait(lambda: page.eval("eye.zoom") > 2, "a larger drawing")
        assert ink(page, "--commanded") > 40
        for key in ("ArrowLeft", "ArrowUp", "-", "w"):
            page.eval(f"document.getElementById('space').focus(); document.getElementById('space').dispatchEvent("
                      f"new KeyboardEvent('keydown', {{key: '{key}', code: '{key}', bubbles: true}}))")
        assert page.eval(POSE) != turned
        # A double tap brings it back.
        for _ in range(2):
            page.touch("touchStart", (x, y, 5))
            page.touch("touchEnd")
        wait(lambda: page.eval(POSE) == home, lambda: f"the view of the beginning, not {page.eval(POSE)}")
        assert said(page) == [] and drive.texts(mark) == [], (said(page), drive.texts(mark))


def test_with_the_focus_on_the_drawing_space_stops(browser):
    with Panel(browser) as (drive, page):
        mark = drive.mark
        page.eval("document.getElementById('space').focus()")
        page.key("keyDown", "Space", " ")
        page.key("keyUp", "Space", " ")
        drive.wait_event(mark, event="stop")


def test_a_mouse_on_the_drawing_leaves_the_keys_to_the_joystick(browser):
    with Panel(browser) as (drive, page):
        page.call("Emulation.setTouchEmulationEnabled", enabled=False)
        x, y, *_ = page.middle("space")
        for kind, right in (("mousePressed", 0), ("mouseMoved", 40), ("mouseReleased", 40)):
            page.mouse(kind, x + right, y)
        page.key("keyDown", "ArrowRight")
        wait(lambda: int(page.text("zxNumber")) >= 5, "the joystick to move")
        page.key("keyUp", "ArrowRight")
        wait(lambda: any(text.startswith("R") for text in drive.texts()), "the position")


def test_a_finger_on_the_drawing_lets_the_one_on_the_slider_be(browser):
    with Panel(browser) as (drive, page):
        x, y, *_ = page.middle("slider")
        sx, sy, *_ = page.middle("space")
        hold(page)
        drive.wait_command(FORWARD)
        height = page.middle("slider")[3] / 2 - 22
        up, mark = (x, y - height, 1), drive.mark
        page.touch("touchStart", up, (sx, sy, 5))
        for step in range(20):
            page.touch("touchMove", up, (sx + 3 * step, sy, 5))
            time.sleep(0.02)
        wait(lambda: drive.texts(mark).count(FORWARD) >= 5, "frames of a finger that is still held")
        assert ZERO not in drive.texts(mark), drive.texts(mark)
        page.touch("touchEnd")
        drive.wait_command(ZERO, mark)


def test_nothing_is_drawn_while_nothing_changes(browser):
    with Panel(browser) as (_, page):
        wait(lambda: ink(page, "--commanded") > 40, "an outline")
        time.sleep(0.5)
        before = page.eval("armDraws")
        time.sleep(3)
        assert page.eval("armDraws") == before
        # The drawing of a page that has lost waldo is of no arm.
        page.eval("loseWaldo('a test'); 0")
        wait(lambda: ink(page, "--commanded") == 0, "an empty drawing")
        page.wait_live()
        wait(lambda: ink(page, "--commanded") > 40, "the arm again")


def test_a_simulated_arm_is_solid_lags_and_arrives(browser):
    with Drive(WALDO, "--simulate") as drive:
        page = browser.page(drive.url)
        page.wait_live()
        assert (page.text("carrier"), page.text("outlineText")) == ("SIMULATED", "commanded, geometry assumed")
        assert "LIVE" not in page.text("top") and not page.eval("document.getElementById('solid').hidden")
        wait(lambda: ink(page, "--arm") > 100, "a solid arm")
        watcher = client(drive)
        steer(page, 0.6, 0.6)
        page.touch("touchEnd")
        began = time.monotonic()
        wait(lambda: int(page.text("lagText").split()[1]) > 50, "a lag")
        wait(lambda: page.text("busy").startswith("busy "), "an arm that receives nothing")
        while len(states(watcher, 0.1)) > 5:
            pass
        moving = states(watcher, 1)
        assert 5 <= len(moving) <= 31, len(moving)
        # 60 units a channel, one after the other, at 31 ms each.
        wait(lambda: page.text("lagText") == "lag 0 mm", lambda: page.text("lagText"), 10)
        assert 2 < time.monotonic() - began < 10
        wait(lambda: page.eval("document.getElementById('busy').hidden"), "an arm that receives")
        time.sleep(0.5)
        drawn = page.eval("armDraws")
        wait(lambda: len(states(watcher, 0.5)) <= 1, "the end of the states of its motion")
        idle = states(watcher, 3)
        assert len(idle) <= 5, len(idle)
        assert page.eval("armDraws") == drawn
        assert page.faults() == [], page.faults()
        watcher.close()
        page.close()
        drive.end()


def test_where_motion_is_unwelcome_the_drawing_follows_twice_a_second(browser):
    with Drive(WALDO, "--simulate") as drive:
        page = browser.page(drive.url)
        page.wait_live()
        page.scheme("light", calm=True)
        steer(page, 0.9, 0)
        page.touch("touchEnd")
        wait(lambda: page.text("lagText") != "lag 0 mm", "a lag")
        before = page.eval("armDraws")
        time.sleep(2)
        assert 2 <= page.eval("armDraws") - before <= 6, page.eval("armDraws") - before
        page.close()
        drive.end()


def test_an_arm_without_a_pose_has_no_drawing(browser):
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "arm.yaml")
        with open(path, "w") as file:
            file.write(os.popen(f"{WALDO} arms new --servos 1").read())
        with Drive(WALDO, "--override", "--arm", path) as drive:
            page = browser.page(drive.url)
            page.wait_text("gate", "ready")
            assert page.eval("document.getElementById('pose').hidden && state.pose === undefined")
            page.close()
            drive.end()

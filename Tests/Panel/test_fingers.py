"""What fingers, a mouse and keys do: the commands that --plain tells."""

import json
import os
import subprocess
import tempfile
import time

from common import BACKWARD, FORWARD, WALDO, ZERO, Panel, hold, reach, steer
from program import wait


def test_dragging_the_slider_drives_and_letting_go_says_zero_three_times(browser):
    with Panel(browser) as (drive, page):
        hold(page)
        drive.wait_command(FORWARD)
        page.wait_text("way", "FORWARD")
        assert page.text("sliderNumber") == "6", page.text("sliderNumber")
        x, y, *_ = page.middle("slider")
        page.touch("touchMove", (x, y + reach(page)[0], 1))
        drive.wait_command(BACKWARD)
        page.wait_text("way", "BACKWARD")
        mark = drive.mark
        page.touch("touchEnd")
        drive.wait_command(ZERO, mark)
        drive.quiet()
        texts = drive.texts(mark)
        assert texts[-3:] == [ZERO] * 3 and set(texts[:-3]) <= {BACKWARD}, texts
        page.wait_text("way", "AT REST")


def test_the_heartbeat_repeats_for_as_long_as_the_finger_is_down(browser):
    with Panel(browser) as (drive, page):
        hold(page)
        wait(lambda: drive.texts().count(FORWARD) >= 12, "a second of frames")
        assert set(drive.texts()) == {FORWARD}, drive.texts()
        gaps = [b[1] - a[1] for a, b in zip(drive.commands(), drive.commands()[1:])]
        assert max(gaps) < 0.3, gaps
        page.touch("touchEnd")
        drive.wait_command(ZERO)


def test_the_joystick_is_sent_where_it_was_left_and_moves_on_from_there(browser):
    with Panel(browser) as (drive, page):
        steer(page, 0.5, -0.25)
        page.wait_text("zxNumber", "50")
        assert drive.texts() == [], "this arm is told when the finger is lifted"
        page.touch("touchEnd")
        drive.wait_command("R50>")
        drive.wait_command("D-25>")
        mark = drive.quiet(2.5)
        # A second touch, anywhere on the disc, begins where the first one ended.
        x, y, width, _ = page.middle("stick")
        page.touch("touchStart", (x - width * 0.3, y, 1))
        time.sleep(0.2)
        assert page.text("zxNumber") == "50" and page.text("zyNumber") == "-25"
        page.touch("touchMove", (x - width * 0.3 + reach(page)[1] * 0.1, y, 1))
        page.wait_text("zxNumber", "60")
        page.touch("touchEnd")
        drive.wait_command("R60>", mark)
        drive.quiet()
        assert drive.texts(mark) == ["R60>"], drive.texts(mark)


def test_two_fingers_drive_both_controls_at_once(browser):
    with Panel(browser, "--arm", "nordic-uart") as (drive, page):
        x, y, *_ = page.middle("slider")
        sx, sy, *_ = page.middle("stick")
        up, way = reach(page)
        page.touch("touchStart", (x, y, 1))
        page.touch("touchStart", (x, y, 1), (sx, sy, 2))
        for step in range(1, 6):
            page.touch("touchMove", (x, y - up * step / 5, 1), (sx + way * step / 10, sy, 2))
        page.wait_text("sliderNumber", "100")
        page.wait_text("zxNumber", "50")
        wait(lambda: {o["channel"] for _, o in drive.objects() if "bytes" in o} == {"slider", "zx"}, "frames of both")
        mark = drive.mark
        page.touch("touchMove", (x, y - up, 1))
        wait(lambda: any(o.get("channel") == "slider" and o["value"] == 100 for _, o in drive.objects(mark)), "a held slider")
        page.touch("touchEnd")
        wait(lambda: [o["value"] for _, o in drive.objects(mark) if o.get("channel") == "slider"][-3:] == [0] * 3, "zeros")


def test_a_double_tap_recentres(browser):
    with Panel(browser) as (drive, page):
        steer(page, 0.2, 0.1)
        page.touch("touchEnd")
        drive.wait_command("R20>")
        drive.wait_command("U10>")
        mark = drive.quiet(1.0)
        x, y, *_ = page.middle("stick")
        page.touch("touchStart", (x + 20, y, 1))
        page.touch("touchEnd")
        time.sleep(0.6)
        assert drive.texts(mark) == [], "one tap moves nothing"
        for _ in range(2):
            page.touch("touchStart", (x + 20, y, 1))
            page.touch("touchEnd")
        drive.wait_command("R0>", mark)
        drive.wait_command("U0>", mark)
        page.wait_text("place", "centre")
        assert sorted(drive.texts(mark)) == ["R0>", "U0>"], drive.texts(mark)


def test_a_recording_of_a_panel_drive_verifies(browser):
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "panel.jsonl")
        with Panel(browser, "--record", path) as (drive, page):
            steer(page, -0.3, 0.6)
            page.touch("touchEnd")
            drive.wait_command("L-30>")
            hold(page, 0.8)
            drive.wait_command(FORWARD)
            page.touch("touchCancel")
            drive.wait_event(event="halt", reason="panel-lost")
            drive.quiet()
        with open(path) as file:
            steps = [json.loads(line).get("step") for line in file]
        assert {"panel there", "slider finger", "joystick finger", "joystick let go", "fingers lost"} <= set(steps), set(steps)
        verified = subprocess.run([WALDO, "replay", path, "--verify"], capture_output=True, text=True, timeout=30)
        assert verified.returncode == 0, verified


def test_a_low_window_makes_no_twitch_the_whole_way(browser):
    with Panel(browser, "--arm", "nordic-uart") as (_, page):
        page.resize(844, 200)
        assert max(reach(page)) < 40, reach(page)
        x, y, *_ = page.middle("slider")
        sx, sy, *_ = page.middle("stick")
        page.touch("touchStart", (x, y, 1), (sx, sy, 2))
        page.touch("touchMove", (x, y - 30, 1), (sx + 30, sy, 2))
        page.wait_text("sliderNumber", "50")
        page.wait_text("zxNumber", "50")
        page.touch("touchEnd")


def test_a_window_that_changes_leaves_a_finger_its_measure(browser):
    with Panel(browser, "--arm", "nordic-uart") as (_, page):
        page.resize(844, 390)
        x, y, *_ = page.middle("slider")
        half = reach(page)[0] / 2
        page.touch("touchStart", (x, y, 1))
        page.resize(844, 200)
        page.touch("touchMove", (x, y - half, 1))
        page.wait_text("sliderNumber", "50")
        page.touch("touchEnd")


def test_a_mouse_drives_too(browser):
    with Panel(browser) as (drive, page):
        page.call("Emulation.setTouchEmulationEnabled", enabled=False)
        x, y, *_ = page.middle("slider")
        page.mouse("mousePressed", x, y)
        # Off the slider, and still held: the pointer is captured.
        page.mouse("mouseMoved", x + 150, y - reach(page)[0])
        drive.wait_command(FORWARD)
        mark = drive.mark
        page.mouse("mouseReleased", x + 150, y - reach(page)[0])
        drive.wait_command(ZERO, mark)


def test_keys_drive_and_space_stops(browser):
    with Panel(browser) as (drive, page):
        page.key("keyDown", "KeyW", "w")
        drive.wait_command(FORWARD)
        page.key("keyUp", "KeyW", "w")
        drive.wait_command(ZERO)
        page.key("keyDown", "ArrowRight")
        wait(lambda: int(page.text("zxNumber")) >= 10, "the joystick to move")
        page.key("keyUp", "ArrowRight")
        wait(lambda: any(text.startswith("R") for text in drive.texts()), "the position")
        page.key("keyDown", "KeyS", "s")
        drive.wait_command(BACKWARD)
        mark = drive.mark
        page.key("keyDown", "Space", " ")
        drive.wait_event(mark, event="stop")
        drive.wait_command(ZERO, mark)
        page.key("keyUp", "KeyS", "s")
        page.key("keyUp", "Space", " ")
        page.wait_text("gate", "STOPPED")
        page.key("keyDown", "Enter")
        drive.wait_event(mark, event="resume")
        page.wait_live()


def test_what_types_faster_than_fingers_does_nothing(browser):
    scan = """for (const code of ["KeyW", "ArrowRight", "Digit4", "KeyS", "Enter"])
        for (const kind of ["keydown", "keyup"]) document.body.dispatchEvent(new KeyboardEvent(kind, { code, bubbles: true }))"""
    with Panel(browser) as (drive, page):
        page.wait_live()
        mark = drive.mark
        page.eval(scan)
        drive.quiet()
        assert drive.texts(mark) == [], drive.texts(mark)
        page.key("keyDown", "Space", " ")
        page.key("keyUp", "Space", " ")
        page.wait_text("gate", "STOPPED")
        page.eval(scan)
        drive.quiet()
        assert not any(o.get("event") == "resume" for _, o in drive.objects(mark))
        page.key("keyDown", "Enter")
        drive.wait_event(mark, event="resume")


def test_stop_works_while_held_and_resume_asks_for_lifted_fingers(browser):
    with Panel(browser) as (drive, page):
        x, y, *_ = page.middle("slider")
        bx, by, *_ = page.middle("stop")
        up = y - reach(page)[0]
        hold(page)
        drive.wait_command(FORWARD)
        mark = drive.mark
        page.touch("touchStart", (x, up, 1), (bx, by, 2))
        drive.wait_event(mark, event="stop")
        page.touch("touchMove", (x, up, 1))
        drive.quiet()
        after = [o["event"] if "event" in o else o["bytes"] for _, o in drive.objects(mark)]
        assert drive.texts(mark)[-3:] == [ZERO] * 3 and FORWARD not in drive.texts(mark)[-3:], after
        page.key("keyDown", "Enter")
        page.key("keyUp", "Enter")
        page.wait_text("gate", "STOPPED")
        assert not any(o.get("event") == "resume" for _, o in drive.objects(mark)), "a finger is down"
        page.touch("touchEnd")
        page.eval("document.getElementById('resume').click()")
        drive.wait_event(mark, event="resume")
        page.wait_live()

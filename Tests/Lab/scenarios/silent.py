#!/usr/bin/python3
"""Pads whose devices go silent while the kernel keeps their state: one that reports all the time, and one that reports changes
alone."""
import signal
import subprocess
import time

from hidpad import DualSense, HIDPad
from lab import Drive, check, run, step, waldo

HELD = 60  # seconds
MAPPING = """name: Held
match: { kind: gamepad }
slider: { axis: ABS_RZ }
joystick: { x: ABS_X, y: ABS_Y }
keys: { stop: BTN_EAST, resume: BTN_START }
silence: 3 s
"""


def listed(pad, word):
    status, out, errors = waldo("inputs")
    line = next((line for line in out.splitlines() if line.startswith(pad.node)), "")
    check(status == 0 and f"  silence: {word}" in line, f"inputs: {out}{errors}")
    step(line)


def ended(drive):
    status, _ = drive.end(signal.SIGTERM)
    check(status == 143, f"exit {status} after SIGTERM, 143 expected")


def reports_that_stop():
    pad = DualSense()
    pad.plug()
    listed(pad, "halts")
    drive = Drive("--override", "--input", pad.node, records=True)
    drive.wait_until_open()
    for _ in range(3):
        mark = drive.mark()
        pad.trigger = 255
        drive.wait_for_frames("F>", 8, since=mark)
        check(not drive.printed(mark, event="halt"), "a trigger that was held still has halted")
        pad.reports.clear()
        ceased = time.monotonic()
        drive.wait(mark, event="halt", reason="silent")
        late = time.monotonic() - ceased
        check(late < 1, f"the halt came {late:.2f} s after the last report")
        drive.wait(mark, event="input", state="silent")
        step(f"halted {late:.2f} s after the last report")
        # Out of range for a while, and back with the trigger as it was.
        halted = drive.mark()
        time.sleep(1)
        pad.reports.set()
        drive.wait(mark, event="input", state="heard")
        time.sleep(0.5)
        check("F>" not in drive.frames(halted), "it moved by itself")
        opened = drive.mark()
        pad.trigger = 0
        drive.wait(opened, event="gate", control="slider", state="open")
    ended(drive)
    pad.unplug()


def reports_of_changes():
    pad = HIDPad()
    pad.plug()
    listed(pad, "not told")
    mapping = "/tmp/held.yaml"
    with open(mapping, "w") as file:
        file.write(MAPPING.replace("silence: 3 s\n", ""))
    drive = Drive("--override", "--input", pad.node, "--mapping", mapping)
    drive.wait_until_open()
    pad.send(1, 0, 0, 128, 128, 128, 255)
    time.sleep(HELD)
    check(not drive.printed(event="halt"), "a trigger that was held has halted")
    step(f"a trigger held for {HELD} s: {drive.frames().count('F>')} frames, no halt")
    pad.rest()
    ended(drive)
    with open(mapping, "w") as file:
        file.write(MAPPING)
    drive = Drive("--override", "--input", pad.node, "--mapping", mapping)
    drive.wait_until_open()
    pad.send(1, 0, 0, 128, 128, 128, 255)
    began = time.monotonic()
    drive.wait(event="halt", reason="silent")
    took = time.monotonic() - began
    check(2.9 < took < 3.6, f"`silence: 3 s` has halted after {took:.2f} s")
    step(f"`silence: 3 s` has halted after {took:.2f} s")
    ended(drive)
    pad.unplug()


def scenario():
    subprocess.run(["modprobe", "-a", "uhid", "hid_generic", "hid_playstation"], check=True)
    step("a pad that reports all the time: its reports cease in mid-motion")
    reports_that_stop()
    step("a pad that reports changes alone")
    reports_of_changes()


run(scenario)

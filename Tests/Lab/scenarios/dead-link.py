#!/usr/bin/python3
"""A module gets another program, with another table and the same address, and tells nobody: what BlueZ remembers of it is stale,
and each write is refused while the link counts as up."""
import signal
import time

from frames import STOP, expect, held
from inputs import Pad
from lab import Drive, bluetooth, check, pull, run, step, wait_for
from peripheral import Ours, free_for_bumble

RENEWALS = ["connecting to it again", "BlueZ forgets what it knew of it"]


def text(frames):
    return [frame.decode() for frame in frames]


def scenario():
    free_for_bumble("hci0")
    arm = Ours("bumble-arm", "before")
    pad = Pad()
    pad.plug()
    drive = Drive("--adapter", "hci1", "--wait")
    drive.wait_until_connected(route="request")
    drive.wait_until_open()
    pull(drive, pad)

    step("in a held slider the module is reset, with another program")
    mark = drive.mark()
    pad.axis("ABS_RZ", 255)
    drive.wait_for_frames("F>", 3, since=mark)
    arm.process.kill()
    arm.process.wait()
    bluetooth("link-loss", "hci1")
    drive.wait(mark, event="halt", reason="link-lost")
    arm = Ours("bumble-arm", "after")
    for renewal in RENEWALS:
        drive.wait_for_lines(f"“{renewal}”", lambda line: renewal in line.get("detail", ""), mark)
        step(renewal)
    check(not arm.received, f"the module has received {arm.received} by an older table")
    wait_for("the halt to arrive", lambda: arm.received)
    time.sleep(1)  # the trigger is still held
    expect("What the module received first, with the trigger held", [STOP], text(arm.received))
    mark = drive.mark()
    pad.axis("ABS_RZ", 0)
    drive.wait(mark, event="gate", control="slider", state="open")
    pull(drive, pad)
    status, _ = drive.end(signal.SIGTERM)
    check(status == 143, f"exit {status} after SIGTERM, 143 expected")
    expect("What the module received", [STOP, held("F>"), STOP], text(arm.received))


run(scenario)

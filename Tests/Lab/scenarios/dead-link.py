#!/usr/bin/python3
"""A module gets another table and sends no Service Changed: what BlueZ remembers of it is stale, and each write is refused while the link
counts as up."""
import signal
import time

from frames import STOP, expect, held
from inputs import Pad
from lab import Drive, check, pull, run, step, wait_for
from peripheral import Ours, free_for_bumble

RENEWAL = "connecting to it again"


def received(arm):
    """What the module has received with its new table."""
    begin = arm.events("reset")[0]["time"]
    return [bytes.fromhex(entry["hex"]).decode() for entry in arm.events("write") if entry["time"] > begin]


def scenario():
    free_for_bumble("hci0")
    arm = Ours("bumble-arm", "before")
    pad = Pad()
    pad.plug()
    drive = Drive("--adapter", "hci1", "--wait")
    drive.wait_until_connected(route="request")
    drive.wait_until_open()
    pull(drive, pad)

    step("in a held slider the module gets another table")
    mark = drive.mark()
    pad.axis("ABS_RZ", 255)
    drive.wait_for_frames("F>", 3, since=mark)
    arm.command("reset after")
    arm.wait_for('"event": "reset"')
    drive.wait(mark, event="halt", reason="link-lost")
    drive.wait_for_lines(f"“{RENEWAL}”", lambda line: RENEWAL in line.get("detail", ""), mark)
    step(RENEWAL)
    wait_for("the halt to arrive", lambda: received(arm))
    reasons = [line["detail"] for line in drive.printed(mark, event="link") if "detail" in line]
    check(len(reasons) < 12, f"so much was said of one dead link: {reasons}")
    step(f"renewed: {reasons}")
    time.sleep(1)  # the trigger is still held
    expect("What the module received first, with the trigger held", [STOP], received(arm))
    mark = drive.mark()
    pad.axis("ABS_RZ", 0)
    drive.wait(mark, event="gate", control="slider", state="open")
    pull(drive, pad)
    status, _ = drive.end(signal.SIGTERM)
    check(status == 143, f"exit {status} after SIGTERM, 143 expected")
    expect("What the module received", [STOP, held("F>"), STOP], received(arm))


run(scenario)

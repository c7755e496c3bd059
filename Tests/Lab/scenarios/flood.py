#!/usr/bin/python3
"""A shield that speaks as fast as it can: in order, the trigger heard meanwhile, and nothing is heaped up."""
import os
import re
import time

from frames import compare
from inputs import Pad
from lab import Drive, Shield, bluetooth, check, end, pull, run, step, wait_for

RING = 1 << 20  # bytes of lines that wait for whoever reads them
FLOOD = 10_000
PULLS = 3
PRESSES = 12  # at a time: no more than the kernel holds for a reader
MOST_GROWN = 128  # KiB: 13 bytes a record, where one that is left behind has hundreds


def resident(drive):
    with open(f"/proc/{drive.process.pid}/status") as file:
        return int(re.search(r"VmRSS:\s*(\d+)", file.read())[1])


def write_until_full(drive, pad):
    """Fills the ring of lines once, with those of the stop: its pages count as resident from then on."""
    while os.path.getsize(drive.copy) < RING:
        mark = drive.mark()
        for _ in range(PRESSES):
            pad.press("BTN_EAST")
        wait_for("the stops", lambda: len(drive.said(mark, event="stop")) == PRESSES, pause=0.001)
    pad.press("BTN_START")


def scenario():
    bluetooth("up")
    pad = Pad()
    pad.plug()
    shield = Shield()
    drive = Drive("--adapter", "hci1", "--wait")
    drive.wait_until_connected()
    drive.wait_until_open()
    write_until_full(drive, pad)
    shield.command(f"flood {FLOOD // 10}")
    drive.wait(times=FLOOD // 10, event="notify")
    drive.wait(event="gate", control="slider", state="open", times=2)

    before = resident(drive)
    mark = drive.mark()
    shield.command(f"flood {FLOOD}")
    drive.wait(mark, times=FLOOD // 10, event="notify")
    began = time.monotonic()
    for _ in range(PULLS):
        pull(drive, pad)
    a_pull = (time.monotonic() - began) / PULLS
    pulled = drive.mark()
    wait_for("the flood to be over", lambda: drive.mark() - mark >= FLOOD, patience=200)
    said = drive.wait(mark, event="notify", bytes=(FLOOD - 1).to_bytes(4, "big").hex())
    grown = resident(drive) - before

    lines = drive.said(mark, event="notify")
    numbers = [line["bytes"] for line in lines]
    compare("What the shield said", [number.to_bytes(4, "big").hex() for number in range(FLOOD)], numbers)
    check(drive.said(pulled, event="notify"), "the flood was over before the last pull was heard")
    check(grown < MOST_GROWN, f"it has grown by {grown} KiB over {FLOOD} records, from {before} KiB")
    end(drive, shield)
    shield.end()
    seconds = (said["t"] - lines[0]["t"]) / 1e6
    step(f"{FLOOD} records in {seconds:.1f} s, {PULLS} pulls meanwhile, {a_pull:.2f} s each; {before} KiB resident, {grown} KiB more after it")


run(scenario)

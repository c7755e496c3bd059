#!/usr/bin/python3
"""A shield that speaks as fast as it can: in order, the trigger heard meanwhile, and nothing is heaped up."""
import os
import re
import time

from frames import compare
from inputs import Pad
from lab import Drive, Shield, bluetooth, check, end, run, step, wait_for

RING = 1 << 20  # bytes of lines that wait for a reader
FLOOD = 10_000
PULLS = 3
TRIES = 4  # of one pull
PRESSES = 12  # at a time: no more than the kernel holds for a reader
MOST_GROWN = 64  # KiB in half of the flood: 13 bytes a record, where one that is left behind has hundreds
MOST_AT_ONCE = 512  # KiB in all: the socket's buffer, which a busy machine fills, is read as one burst


def resident(drive):
    with open(f"/proc/{drive.process.pid}/status") as file:
        return int(re.search(r"VmRSS:\s*(\d+)", file.read())[1])


def write_until_full(drive, pad):
    """Fills the ring of lines once, with those of the stop: its pages count as resident from then on."""
    while os.path.getsize(drive.copy) < RING:
        mark = drive.mark()
        for _ in range(PRESSES):
            pad.press("BTN_EAST")
        wait_for("the stops", lambda: len(drive.printed(mark, event="stop")) == PRESSES, pause=0.001)
    pad.press("BTN_START")


def pull_in_flood(drive, pad):
    """Pulls the trigger until it was heard, and returns how often the link stalled first.

    The flood can hold back the proof that frames have left by more than 300 ms where the machine is busy. That is a stall, and
    a stall halts: the trigger counts again once it was at rest."""
    for stalls in range(TRIES):
        wait_for("an open gate", lambda: drive.printed(event="gate", control="slider")[-1]["state"] == "open")
        mark = drive.mark()
        pad.axis("ABS_RZ", 255)

        def frames(text):
            return len(drive.printed(mark, bytes=text.encode().hex()))

        def is_dead():
            # The lines are read late: the gate may have shut before the trigger was pulled.
            return drive.printed(mark, event="halt", reason="stalled") or drive.printed(mark, event="gate", state="held")

        wait_for("two frames, or a stall", lambda: frames("F>") >= 2 or is_dead())
        pad.axis("ABS_RZ", 0)
        if frames("F>") >= 2:
            drive.wait_for_frames("S>", 3, since=mark)
            return stalls
        wait_for("a trigger at rest", lambda: drive.printed(mark, event="gate", control="slider", state="open"))
    check(False, f"a pull was not heard in {TRIES} tries")


def scenario():
    # A page of 2 MiB that the kernel gives for many small ones is no growth.
    with open("/sys/kernel/mm/transparent_hugepage/enabled", "w") as file:
        file.write("never")
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
    stalls = sum(pull_in_flood(drive, pad) for _ in range(PULLS))
    a_pull = (time.monotonic() - began) / PULLS
    pulled = drive.mark()
    wait_for("half of the flood", lambda: drive.mark() - mark >= FLOOD // 2, patience=200)
    middle = resident(drive)
    wait_for("the flood to be over", lambda: drive.mark() - mark >= FLOOD, patience=200)
    last = drive.wait(mark, event="notify", bytes=(FLOOD - 1).to_bytes(4, "big").hex())
    after = resident(drive)
    halves = [middle - before, after - middle]

    lines = drive.printed(mark, event="notify")
    numbers = [line["bytes"] for line in lines]
    compare("What the shield sent", [number.to_bytes(4, "big").hex() for number in range(FLOOD)], numbers)
    check(drive.printed(pulled, event="notify"), "the flood was over before the last pull was heard")
    # What is left behind grows with every record; a burst's buffer grows once.
    grown = f"it has grown by {halves} KiB in the halves of {FLOOD} records, from {before} KiB"
    check(min(halves) < MOST_GROWN and sum(halves) < MOST_AT_ONCE, grown)
    end(drive, shield)
    shield.end()
    seconds = (last["t"] - lines[0]["t"]) / 1e6
    step(f"{FLOOD} records in {seconds:.1f} s, {PULLS} pulls meanwhile, {a_pull:.2f} s each, {stalls} stalls; {before} KiB resident, {halves} KiB more after its halves")


run(scenario)

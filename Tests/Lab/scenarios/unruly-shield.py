#!/usr/bin/python3
"""A shield whose table changes while it is driven, and one that speaks as fast as it can."""
import os
import re
import time

from frames import STOP, compare, expect, held
from inputs import Pad
from lab import Drive, Shield, bluetooth, check, end, pull, run, step, wait_for

RING = 1 << 20  # bytes of lines that wait for whoever reads them
FLOOD = 10_000
PULLS = 5
PRESSES = 8  # no more than the kernel holds for a reader
MOST_GROWN = 128  # KiB


def table_changes(pad, *options, route):
    """The services go, in a held slider, and come back elsewhere in the table."""
    shield = Shield(*options)
    drive = Drive("--adapter", "hci1")
    drive.wait_until_connected(route=route)
    drive.wait_until_open()
    pull(drive, pad)
    mark = drive.mark()
    pad.axis("ABS_RZ", 255)
    drive.wait_for_frames("F>", 3, since=mark)

    mark = drive.mark()
    shield.command("withdraw")
    wait_for("the services to be withdrawn", lambda: shield.events("withdrawn"))
    drive.wait(mark, event="halt", reason="link-lost")
    before = len(shield.frames)
    time.sleep(12)  # past the longest pause between two tries
    check(not drive.said(mark, event="link", state="connected"), "it took itself for connected without the service")
    told = drive.lines[mark:]
    check(len(told) < 30, f"{len(told)} lines were said about one loss:\n{drive.tail()}")
    shield.command("offer")
    drive.wait_until_connected(mark, route=route)
    connected = drive.lines.index(drive.said(mark, event="link", state="connected")[0])
    drive.wait_for_frames("S>", 3, since=connected)
    time.sleep(1)  # the trigger is still held
    expect("After the services were back, with the trigger held", [STOP], drive.frames(connected))
    pad.axis("ABS_RZ", 0)
    drive.wait(connected, event="gate", control="slider", state="open")
    pull(drive, pad)
    shield.notify(b"back")
    drive.wait(connected, event="notify", bytes=b"back".hex())
    end(drive, shield)
    expect("What the shield received of the services that came back", [STOP, held("F>", 2), STOP, STOP], shield.frames[before:])
    shield.end()
    reasons = [line["detail"] for line in drive.said(mark, event="link") if "detail" in line]
    step(f"{route}: {len(told)} lines about it, {reasons}")


def resident(drive):
    with open(f"/proc/{drive.process.pid}/status") as file:
        return int(re.search(r"VmRSS:\s*(\d+)", file.read())[1])


def write_until_full(drive, pad):
    """Fills the ring of lines once, with those of the stop: its pages count as resident from then on."""
    while os.path.getsize(drive.copy) < RING:
        mark = drive.mark()
        for _ in range(PRESSES):
            pad.press("BTN_EAST")
        drive.wait(mark, times=PRESSES, event="stop")
    pad.press("BTN_START")


def flood(pad):
    """The shield speaks as fast as it can; the stick is heard all the same, and nothing is heaped up."""
    shield = Shield()
    drive = Drive("--adapter", "hci1")
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
    for _ in range(PULLS):
        pull(drive, pad)
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
    step(f"{FLOOD} records in {seconds:.1f} s, {PULLS} pulls meanwhile; {before} KiB resident, {grown} KiB more after it")


def scenario():
    bluetooth("up")
    pad = Pad()
    pad.plug()
    table_changes(pad, route="acquired")
    table_changes(pad, "--flags", "write", route="request")
    flood(pad)


run(scenario)

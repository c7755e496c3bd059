#!/usr/bin/python3
"""A shield's services go in a held slider and come back elsewhere in its table, with and without a write socket."""
import time

from frames import STOP, expect, held
from inputs import Pad
from lab import Drive, Shield, bluetooth, check, end, pull, run, step, wait_for


def table_changes(pad, *options, route):
    """The services go, in a held slider, and come back elsewhere in the table."""
    shield = Shield(*options)
    drive = Drive("--adapter", "hci1", "--wait")
    drive.wait_until_connected(route=route)
    drive.wait_until_open()
    pull(drive, pad)
    mark = drive.mark()
    pad.axis("ABS_RZ", 255)
    drive.wait_for_frames("F>", 3, since=mark)

    mark = drive.mark()
    shield.command("withdraw")
    wait_for("the services to be withdrawn", lambda: shield.events("withdrawn"))
    lost = drive.index_of(drive.wait(mark, event="halt", reason="link-lost"))
    before = len(shield.frames)
    time.sleep(12)  # past the longest pause between two tries
    check(not drive.printed(lost, event="link", state="connected"), "it took itself for connected without the service")
    told = drive.lines[mark:]
    check(len(told) < 30, f"{len(told)} lines were printed about one loss:\n{drive.tail()}")
    shield.command("offer")
    drive.wait_until_connected(lost, route=route)
    connected = drive.index_of(drive.printed(lost, event="link", state="connected")[0])
    # The halt goes as soon as there is a way to write, before the link is reported.
    back = drive.index_of(drive.wait(lost, event="halt", reason="link-back"))
    drive.wait_for_frames("S>", 3, since=back)
    time.sleep(1)  # the trigger is still held
    expect("After the services were back, with the trigger held", [STOP], drive.frames(back))
    pad.axis("ABS_RZ", 0)
    drive.wait(connected, event="gate", control="slider", state="open")
    pull(drive, pad)
    shield.notify(b"back")
    drive.wait(connected, event="notify", bytes=b"back".hex())
    end(drive, shield)
    expect("What the shield received of the services that came back", [STOP, held("F>", 2), STOP], shield.frames[before:])
    shield.end()
    reasons = [line["detail"] for line in drive.printed(mark, event="link") if "detail" in line]
    step(f"{route}: {len(told)} lines about it, {reasons}")


def scenario():
    bluetooth("up")
    pad = Pad()
    pad.plug()
    table_changes(pad, "--moves", route="acquired")
    table_changes(pad, "--moves", "--flags", "write", route="request")


run(scenario)

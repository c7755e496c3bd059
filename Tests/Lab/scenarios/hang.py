#!/usr/bin/python3
"""bluetoothd hangs, in a held slider; SIGTERM ends the drive all the same, and soon."""
import signal
import time

from connected import connected
from frames import STOP, expect, held
from lab import bluetooth, check, run, step, wait_until_all_arrived

LIMIT = 1.5  # seconds


def scenario():
    shield, pad, drive = connected()
    pad.axis("ABS_RZ", 255)
    drive.wait_for_frames("F>", 3)

    step("bluetoothd is stopped, the trigger held; SIGTERM")
    bluetooth("bluetoothd", "stop")
    time.sleep(0.3)
    before = len(shield.frames)
    status, seconds = drive.end(signal.SIGTERM)
    step(f"exit {status} after {seconds:.2f} s")
    check(status == 143, f"exit {status} after SIGTERM, 143 expected")
    check(seconds < LIMIT, f"it took {seconds:.2f} s to end, more than {LIMIT}")
    check(len(shield.frames) == before, "the shield received something of a bluetoothd that hangs")

    step("bluetoothd goes on, and passes on what had been written")
    bluetooth("bluetoothd", "continue")
    wait_until_all_arrived(drive, shield)
    expect("What the shield received", [held("F>", 3), STOP], shield.frames)


run(scenario)

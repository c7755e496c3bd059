#!/usr/bin/python3
"""A pad's motors feel stop, resume and halt, or nobody hears of it; a HID pad's battery is shown, and its warnings said."""
import grp
import os
import shutil
import signal
import subprocess
import time

from hidpad import HIDPad
from inputs import FeltPad
from lab import RUN, WALDO, Drive, Shield, bluetooth, check, run, step, wait_for, waldo

COPY = f"{RUN}/waldo"  # where anybody may run it
STOP, HALT, RESUME = (65535, 65535, 2), (45874, 32767, 1), (0, 32767, 1)
INTERVAL = 0.7  # Seconds: nothing is felt sooner after another, but a stop.


def feels(pad, *expected):
    wait_for(f"the pad to feel {expected}", lambda: pad.felt[-len(expected) :] == list(expected))


def expect_felt(pad, *expected):
    check(pad.felt == list(expected), f"the pad felt {pad.felt}, {list(expected)} expected")


def stop_resume_and_halt(pad, drive):
    wait_for("the pad to have three effects", lambda: len(pad.effects) == 3)
    expect_felt(pad)
    pad.axis("ABS_RZ", 255)
    drive.wait_for_frames("F>", 2)
    pad.press("BTN_EAST")
    drive.wait(event="stop")
    feels(pad, STOP)
    pad.axis("ABS_RZ", 0)
    time.sleep(INTERVAL)
    mark = drive.mark()
    pad.press("BTN_START")
    drive.wait(mark, event="resume")
    feels(pad, STOP, RESUME)
    drive.wait_until_open(mark)
    time.sleep(INTERVAL)
    mark = drive.mark()
    bluetooth("link-loss", "hci0")
    drive.wait(mark, event="halt", reason="link-lost")
    feels(pad, STOP, RESUME, HALT)
    # It halts again when the link is back, and the pad has told of it already.
    drive.wait(mark, event="halt", reason="link-back")
    drive.wait_until_open(mark)
    expect_felt(pad, STOP, RESUME, HALT)


def end(drive):
    status, seconds = drive.end(signal.SIGTERM)
    check(status == 143, f"exit {status} after SIGTERM, 143 expected")
    return seconds


def by_a_real_link():
    bluetooth("up")
    Shield()
    pad = FeltPad()
    pad.plug()
    drive = Drive("--adapter", "hci1", "--wait", records=True)
    drive.wait_until_connected()
    drive.wait_until_open()
    stop_resume_and_halt(pad, drive)
    end(drive)
    wait_for("the pad to be without effects", lambda: not pad.effects)
    check(pad.erased == 3, f"{pad.erased} effects were erased, 3 expected")
    pad.unplug()


def read_only():
    """Whoever may read the node but not write it drives, and reads nothing of motors."""
    pad = FeltPad()
    pad.plug()
    shutil.copy(WALDO, COPY)
    os.chmod(COPY, 0o755)
    group = grp.getgrnam("input").gr_gid
    os.chown(pad.node, 0, group)
    os.chmod(pad.node, 0o640)
    drive = Drive("--override", command=["setpriv", "--reuid=65534", "--regid=65534", f"--groups={group}", COPY])
    drive.wait_until_open()
    pad.press("BTN_EAST")
    drive.wait(event="stop")
    end(drive)
    expect_felt(pad)
    check(not pad.effects and not pad.erased, f"a node that may not be written was: {pad.effects}")
    check(not drive.errors, f"standard error of a pad without rumble:\n{drive.errors}")
    pad.unplug()


def driver_that_waits():
    """An effect that the pad never takes: the kernel lets the thread wait for it for 30 s, and nothing else of waldo."""
    pad = FeltPad(answers=False)
    pad.plug()
    drive = Drive("--override")
    drive.wait_until_open()
    for _ in range(3):
        mark = drive.mark()
        pad.axis("ABS_RZ", 255)
        drive.wait_for_frames("F>", 2, since=mark)
        pad.press("BTN_EAST")
        stop, zero = drive.wait(mark, event="stop"), drive.wait(mark, bytes="533e")
        check(zero["t"] == stop["t"], f"the first zero frame of {stop} left at {zero}")
        pad.axis("ABS_RZ", 0)
        pad.press("BTN_START")
        drive.wait_until_open(drive.index_of(stop))
    began = time.monotonic()
    drive.signal(signal.SIGTERM)
    drive.wait(event="end", status=143)
    said = time.monotonic() - began
    check(said < 2, f"the drive's end took {said:.2f} s")
    step(f"its end was said after {said:.2f} s")
    # The kernel keeps the process for as long as it waits for the pad.
    status = drive.exit_status()
    check(status == 143, f"exit {status} after SIGTERM, 143 expected")
    pad.unplug()


def battery():
    subprocess.run(["modprobe", "-a", "uhid", "hid_generic"], check=True)
    pad = HIDPad()
    pad.plug()
    wait_for("a power supply of the HID pad", lambda: pad.supplies)
    print("   " + pad.supplies[0])
    status, listed, errors = waldo("inputs")
    check(status == 0 and "battery: 57 %" in listed, f"`waldo inputs` has no battery:\n{listed}{errors}")
    print("   " + next(line for line in listed.splitlines() if "battery" in line))
    drive = Drive("--override", "--input", pad.node)
    drive.wait(event="battery", percent=57, state="discharging")
    drive.wait_until_open()
    pad.charge(12)
    began = time.monotonic()
    drive.wait(event="battery", percent=12, warning="low")
    step(f"12 %: low, {time.monotonic() - began:.0f} s after the pad's report")
    mark = drive.mark()
    pad.unplug()
    drive.wait(mark, event="input", state="lost")
    pad.battery = 4
    pad.plug()
    drive.wait(mark, event="battery", percent=4, warning="critical")
    check(len(drive.printed(event="battery")) == 3, f"what was said of the battery: {drive.printed(event='battery')}")
    end(drive)
    pad.unplug()

    step("a pad that does not answer for its battery")
    pad = HIDPad(name="Lab silent pad", battery=None)
    pad.plug()
    drive = Drive("--override", "--input", pad.node)
    drive.wait_until_open()
    end(drive)
    check(not drive.printed(event="battery"), "a battery that nobody knows was reported")
    pad.unplug()


def scenario():
    step("stop, resume and a lost link, felt at the pad")
    by_a_real_link()
    step("a node that may be read only")
    read_only()
    step("a pad that never takes an effect")
    driver_that_waits()
    step("the battery of a HID pad")
    battery()


run(scenario)

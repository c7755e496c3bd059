#!/usr/bin/python3
"""A pad drives the shield: slider, joystick, stop and resume, what the shield says, SIGTERM in a held slider."""
import signal
import time

from connected import connected
from frames import STOP, expect, held, sent
from lab import check, run, step, wait_until_all_arrived


def scenario():
    shield, pad, drive = connected(records=True)
    step("connected, both gates open")

    step("right trigger: forward; left trigger: backward")
    pad.axis("ABS_RZ", 255)
    drive.wait_for_frames("F>", 4)
    pad.axis("ABS_RZ", 0)
    drive.wait_for_frames("S>", 3)
    pad.axis("ABS_Z", 255)
    drive.wait_for_frames("B>", 2)
    pad.axis("ABS_Z", 0)
    drive.wait_for_frames("S>", 6)

    # Half a full scale a second: held for longer than two it stands at the range's end. Said on release, once.
    step("right stick: right to the end, then down to the end")
    pad.axis("ABS_RX", 32767)
    time.sleep(2.5)
    check(not drive.printed(channel="zx"), "the joystick's position went out before it was let go of")
    pad.axis("ABS_RX", 0)
    drive.wait_for_frames("R100>")
    pad.axis("ABS_RY", 32767)
    time.sleep(2.5)
    pad.axis("ABS_RY", 0)
    drive.wait_for_frames("D-100>")

    step("the stop button, in a held slider")
    time.sleep(3.5)  # the arm is busy with its way for 52 ms + 31 ms/unit, and takes no motion meanwhile
    pad.axis("ABS_RZ", 255)
    drive.wait_for_frames("F>", len([frame for frame in drive.frames() if frame == "F>"]) + 2)
    mark = drive.mark()
    pad.press("BTN_EAST")
    drive.wait(mark, event="stop")
    drive.wait_for_frames("S>", 3, since=mark)
    step("no resume while the trigger is held")
    pad.press("BTN_START")
    time.sleep(1)
    check(not drive.printed(mark, event="resume"), "it resumed with the trigger held")
    expect("After the stop, with the trigger held and resume pressed", [STOP], drive.frames(mark))
    step("the trigger let go, resume, forward again")
    pad.axis("ABS_RZ", 0)
    time.sleep(0.2)
    pad.press("BTN_START")
    drive.wait(mark, event="resume")
    drive.wait(mark, event="gate", control="slider", state="open")
    pad.axis("ABS_RZ", 255)
    drive.wait_for_frames("F>", 2, since=mark)
    pad.axis("ABS_RZ", 0)
    drive.wait_for_frames("S>", 6, since=mark)

    step("the shield says something")
    shield.notify(b"hi\n")
    drive.wait(event="notify", bytes=b"hi\n".hex())

    step("SIGTERM, in a held slider")
    mark = drive.mark()
    pad.axis("ABS_RZ", 255)
    drive.wait_for_frames("F>", 2, since=mark)
    status, seconds = drive.end(signal.SIGTERM)
    step(f"exit {status} after {seconds:.2f} s")
    check(status == 143, f"exit {status} after SIGTERM, 143 expected")

    wait_until_all_arrived(drive, shield)
    forward, backward = held("F>", 2), held("B>", 2)
    expect(
        "What the shield received",
        [forward, STOP, backward, STOP, sent("R100>"), sent("D-100>")]
        + [forward, STOP, forward, STOP, forward, STOP],
        shield.frames,
    )
    step(f"{len(shield.frames)} frames arrived as they were printed")


run(scenario)

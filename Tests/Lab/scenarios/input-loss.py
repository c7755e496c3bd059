#!/usr/bin/python3
"""The pad unplugged in a held slider, another pad in its place, back with the trigger held; events dropped by the kernel."""
import signal
import time

from evdev import ecodes

from connected import connected
from frames import STOP, expect, held
from inputs import Keyboard, Pad
from lab import Drive, check, run, step, wait_until_all_arrived

FLOOD = 10_000


def forward(drive, pull, let_go):
    """Pulls until two frames went out, lets go, and waits for the stop."""
    mark = drive.mark()
    pull()
    drive.wait_for_frames("F>", 2, since=mark)
    let_go()
    drive.wait_for_frames("S>", 3, since=mark)


def unplugged(drive, pad):
    mark = drive.mark()
    pad.axis("ABS_RZ", 255)
    drive.wait_for_frames("F>", 2, since=mark)
    pad.unplug()
    drive.wait(mark, event="halt", reason="input-lost")
    drive.wait(mark, event="input", state="lost")
    drive.wait_for_frames("S>", 3, since=mark)


def another_pad_in_its_place(drive):
    mark = drive.mark()
    other = Pad("Another pad", vendor=0x054C, product=0x05C4, phys="lab/other")
    other.plug()
    drive.wait(mark, event="input", state="ignored", name="Another pad")
    for _ in range(3):
        other.axis("ABS_RZ", 255)
        time.sleep(0.4)
        other.axis("ABS_RZ", 0)
        time.sleep(0.4)
    expect("What the other pad moved", [], drive.frames(mark))
    other.unplug()


def plugged_in_with_the_trigger_held(drive, pad):
    mark = drive.mark()
    pad.plug(ABS_RZ=255)
    check(pad.device.device.absinfo(ecodes.ABS_RZ).value == 255, "the lab could not make a pad with a held trigger")
    drive.wait(mark, event="input", state="added")
    drive.wait(mark, event="gate", control="slider", state="held", release="ABS_RZ")
    time.sleep(1.5)
    expect("After it came back with its trigger held", [], drive.frames(mark))
    pad.axis("ABS_RZ", 0)
    drive.wait(mark, event="gate", control="slider", state="open")


def flooded_while_stopped(drive, flood):
    """Stops the process while the kernel's buffer of 64 or so events overflows again and again."""
    mark = drive.mark()
    drive.signal(signal.SIGSTOP)
    flood()
    time.sleep(0.5)
    drive.signal(signal.SIGCONT)
    drive.wait(mark, event="input", state="resynced")
    drive.wait_for_frames("S>", 3, since=mark)
    # The release was among the lost events: only who asks the kernel for the state knows of it.
    drive.wait(mark, event="gate", control="slider", state="open")


def dropped_from_the_pad(drive, pad):
    def flood():
        for index in range(FLOOD):
            pad.axis("ABS_RX", index * 7 % 30_000 + 1)
            if index == FLOOD // 2:
                pad.axis("ABS_RZ", 0)
        pad.axis("ABS_RX", 0)

    mark = drive.mark()
    pad.axis("ABS_RZ", 255)
    drive.wait_for_frames("F>", 2, since=mark)
    flooded_while_stopped(drive, flood)
    drive.wait(mark, event="gate", control="joystick", state="open")


def dropped_from_a_keyboard():
    keyboard = Keyboard()
    keyboard.plug()
    drive = Drive("--override", "--input", keyboard.node)
    drive.wait_until_open()

    def flood():
        for index in range(FLOOD // 2):
            keyboard.press("KEY_C")  # one that the mapping names: the kernel does not even queue the others
            if index == FLOOD // 4:
                keyboard.key("KEY_W", 0)

    keyboard.key("KEY_W", 1)
    drive.wait_for_frames("F>", 2)
    flooded_while_stopped(drive, flood)
    forward(drive, lambda: keyboard.key("KEY_W", 1), lambda: keyboard.key("KEY_W", 0))
    status, _ = drive.end(signal.SIGTERM)
    check(status == 143, f"exit {status} after SIGTERM, 143 expected")
    # A process that comes back late says its halt as late and as suspended, and its zeros once.
    expect("The keyboard's drive", [held("F>", 2), STOP, held("F>", 2), STOP], drive.frames())


def scenario():
    shield, pad, drive = connected(records=True)

    def pull_and_let_go():
        forward(drive, lambda: pad.axis("ABS_RZ", 255), lambda: pad.axis("ABS_RZ", 0))

    step("the pad is unplugged, its trigger held")
    unplugged(drive, pad)
    step("another pad in its place is ignored")
    another_pad_in_its_place(drive)
    step("the pad comes back with its trigger held")
    plugged_in_with_the_trigger_held(drive, pad)
    pull_and_let_go()
    step(f"{FLOOD} events and a release while the process is stopped")
    dropped_from_the_pad(drive, pad)
    pull_and_let_go()
    status, _ = drive.end(signal.SIGTERM)
    check(status == 143, f"exit {status} after SIGTERM, 143 expected")

    wait_until_all_arrived(drive, shield)
    expect(
        "What the shield received",
        [held("F>", 2), STOP, held("F>", 2), STOP, held("F>", 2), STOP, held("F>", 2), STOP],
        shield.frames,
    )
    step(f"{len(shield.frames)} frames arrived as they were printed")

    pad.unplug()
    step(f"{FLOOD} events and a key's release on a keyboard, by override")
    dropped_from_a_keyboard()


run(scenario)

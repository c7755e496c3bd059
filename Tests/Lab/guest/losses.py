"""What every loss of the link must come to: the fault in a held slider, the way back, and what the shield received."""
import signal
import time

from frames import STOP, compare_across_losses, expect, held
from inputs import Pad
from lab import Drive, Shield, bluetooth, check, step, wait_for_quiet

# Frames on their way while the link was already gone: at most the window that may be unconfirmed.
MOST_LOST = 4


def drive_through(faults, *controllers):
    """Drives from one fault to the next, each a pair of a text and what is done to the shield or with `bluetooth`.

    `controllers` is what `bluetooth up` is told."""
    bluetooth("up", *controllers)
    shield = Shield()
    pad = Pad()
    pad.plug()
    drive = Drive("--adapter", "hci1")
    drive.wait_until_connected()
    drive.wait_until_open()

    connections = [0]
    for what, fault in faults:
        step(what)
        connections.append(lose_and_regain(drive, shield, pad, fault))

    step("SIGTERM, in a held slider")
    mark = drive.mark()
    pad.axis("ABS_RZ", 255)
    drive.wait_for_frames("F>", 2, since=mark)
    status, seconds = drive.end(signal.SIGTERM)
    step(f"exit {status} after {seconds:.2f} s")
    check(status == 143, f"exit {status} after SIGTERM, 143 expected")

    wait_for_quiet(lambda: len(shield.frames), lambda: len(drive.frames()))
    counts = [len(drive.frames()) - len(drive.frames(begin)) for begin in connections] + [len(drive.frames())]
    printed = [drive.frames()[begin:end] for begin, end in zip(counts, counts[1:])]
    compare_across_losses("What the shield received, against what waldo printed", printed, shield.frames, MOST_LOST)
    lost = len(drive.frames()) - len(shield.frames)
    step(f"{len(shield.frames)} frames arrived in the order in which they were printed; {lost} were lost with a link")


def lose_and_regain(drive, shield, pad, fault):
    mark = drive.mark()
    pad.axis("ABS_RZ", 255)
    drive.wait_for_frames("F>", 3, since=mark)
    mark = drive.mark()
    fault(shield)
    drive.wait(mark, event="halt", reason="link-lost")
    drive.wait_until_connected(mark)
    connected = next(index for index in range(mark, len(drive.lines)) if drive.lines[index].get("state") == "connected")
    drive.wait_for_frames("S>", 3, since=connected)
    check(drive.said(connected, event="halt", reason="link-back"), "no halt was said after the link was back")

    time.sleep(1.5)  # the trigger is still held
    expect("After the link was back, with the trigger still held", [STOP], drive.frames(connected))
    pad.axis("ABS_RZ", 0)
    settling = drive.wait(connected, event="gate", control="slider", state="settling")
    opened = drive.wait(connected, event="gate", control="slider", state="open")
    rest = opened["t"] - settling["t"]
    check(rest >= 250_000, f"the gate opened after {rest / 1000} ms of rest, not 250")

    pad.axis("ABS_RZ", 255)
    drive.wait_for_frames("F>", 2, since=connected)
    pad.axis("ABS_RZ", 0)
    drive.wait_for_frames("S>", 6, since=connected)
    expect("After the trigger was let go of and pulled again", [STOP, held("F>", 2), STOP], drive.frames(connected))
    return connected

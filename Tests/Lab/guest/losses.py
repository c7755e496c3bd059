"""What every loss of the link must come to: the fault in a held slider, the way back, and what the shield received."""
import signal
import time

from connected import connected
from frames import STOP, compare_across_losses, expect, held
from lab import bluetooth, check, step, wait_for_quiet

# Frames on their way when the link breaks: at most the window that may be unconfirmed.
WINDOW = 4


def drive_through(faults, *controllers):
    """Drives from one fault to the next, each a pair of a text and what is done to the shield or with `bluetooth`.

    `controllers` is what `bluetooth up` is told."""
    shield, pad, drive = connected(*controllers, records=True)

    begins, may_be_lost = [0], []
    for what, fault in faults:
        step(what)
        begin, most = lose_and_regain(drive, shield, pad, fault)
        begins.append(begin)
        may_be_lost.append(most)

    step("SIGTERM, in a held slider")
    mark = drive.mark()
    pad.axis("ABS_RZ", 255)
    drive.wait_for_frames("F>", 2, since=mark)
    status, seconds = drive.end(signal.SIGTERM)
    step(f"exit {status} after {seconds:.2f} s")
    check(status == 143, f"exit {status} after SIGTERM, 143 expected")

    wait_for_quiet(lambda: len(shield.frames), lambda: len(drive.frames()))
    printed = [drive.frames(begin, end) for begin, end in zip(begins, [*begins[1:], drive.mark()])]
    may_be_lost.append(0)
    compare_across_losses("What the shield received, against what waldo printed", printed, shield.frames, may_be_lost)
    lost = len(drive.frames()) - len(shield.frames)
    step(f"{len(shield.frames)} frames arrived in the order in which they were printed; {lost} were lost with a link")


def lose_and_regain(drive, shield, pad, fault):
    """Gives the line at which the link was back, its halt, and how many frames may have been lost with the one before."""
    mark = drive.mark()
    pad.axis("ABS_RZ", 255)
    drive.wait_for_frames("F>", 3, since=mark)
    mark = drive.mark()
    fault(shield)
    halted = drive.index_of(drive.wait(mark, event="halt", reason="link-lost"))
    # A link that stalls and flows again says so before it is lost, too.
    drive.wait_until_connected(halted)
    connected = drive.index_of(drive.printed(halted, event="link", state="connected")[0])
    # The halt goes as soon as there is a socket, before the link is reported; one that is lost at once says another.
    halts = [line for line in drive.lines[halted:connected] if line.get("reason") == "link-back"]
    check(halts, "no halt was printed before the link was told to be back")
    back = drive.index_of(halts[-1])
    # What was on its way, and all that was sent into a link that is silent, or to a shield whose program is gone: its bluetoothd
    # still answers reads, with an error, and so confirms what nobody takes any more.
    may_be_lost = WINDOW + len(drive.frames(mark, back))
    drive.wait_for_frames("S>", 3, since=back)

    time.sleep(1.5)  # the trigger is still held
    expect("After the link was back, with the trigger still held", [STOP], drive.frames(back))
    pad.axis("ABS_RZ", 0)
    settling = drive.wait(connected, event="gate", control="slider", state="settling")
    opened = drive.wait(connected, event="gate", control="slider", state="open")
    rest = opened["t"] - settling["t"]
    check(rest >= 250_000, f"the gate opened after {rest / 1000} ms of rest, not 250")

    pad.axis("ABS_RZ", 255)
    drive.wait_for_frames("F>", 2, since=back)
    pad.axis("ABS_RZ", 0)
    drive.wait_for_frames("S>", 6, since=back)
    expect("After the trigger was let go of and pulled again", [STOP, held("F>", 2), STOP], drive.frames(back))
    return back, may_be_lost

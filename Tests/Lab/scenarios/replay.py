#!/usr/bin/python3
"""What a drive sent is sent again: the same motion frames in the same order at the same times; a shield that is gone ends it."""
import time

from frames import compare
from inputs import Pad
from lab import Drive, Shield, bluetooth, check, end, run, step, text_of, wait_until_all_arrived

STOP = "S>"
AHEAD, BEHIND = 0.05, 0.15  # seconds: the first frame's own delay, and a pace of 80 ms with the guest's


def motions(drive):
    """Each motion frame that was printed, with its time in seconds. A zero of the default arm has a frame of its own."""
    frames = [(text_of(line["bytes"]), line["t"] / 1e6) for line in drive.lines if "channel" in line]
    return [frame for frame in frames if frame[0] != STOP]


def record(shield):
    pad = Pad()
    pad.plug()
    drive = Drive("--adapter", "hci1", "--wait", records=True)
    drive.wait_until_connected()
    drive.wait_until_open()
    for trigger, frame in [("ABS_RZ", "F>"), ("ABS_Z", "B>")]:
        pad.axis(trigger, 255)
        drive.wait_for_frames(frame, 8)
        pad.axis(trigger, 0)
        time.sleep(0.4)
    pad.axis("ABS_RX", 20000)
    time.sleep(0.4)
    pad.axis("ABS_RX", 0)
    drive.wait(channel="zx")
    wait_until_all_arrived(drive, shield)
    end(drive, shield)
    return drive


def scenario():
    bluetooth("up")
    shield = Shield()
    step("a drive with both triggers and the stick, recorded")
    drive = record(shield)
    before = len(shield.frames)

    step("the same again")
    replay = Drive(drive.recording, "--adapter", "hci1", subcommand="replay", records=True)
    status = replay.exit_status()
    check(status == 0, f"exit {status} of the replay: {replay.errors}")
    wait_until_all_arrived(replay, shield, since=before)
    theirs, ours = motions(drive), motions(replay)
    compare("The motion frames of the replay", [frame for frame, _ in theirs], [frame for frame, _ in ours])
    for (frame, then), (_, now) in zip(theirs, ours):
        late = (now - ours[0][1]) - (then - theirs[0][1])
        check(-AHEAD <= late <= BEHIND, f"{frame} of {then:.3f} s came {late * 1000:.0f} ms late")
    step(f"{len(ours)} motion frames, the last one {late * 1000:.0f} ms late")
    shield.wait_until_alone()

    step("a shield that leaves ends a replay")
    replay = Drive(drive.recording, "--adapter", "hci1", subcommand="replay")
    replay.wait_for_frames("F>", 2)
    shield.end()
    status = replay.exit_status()
    check(status in (69, 74), f"exit {status} after the loss, 69 or 74 expected: {replay.errors}")


run(scenario)

#!/usr/bin/python3
"""Where there is no write socket: WriteValue as a request and as a command; slider, joystick, stop, resume, the shield's own words."""
import signal
import time

from btsnoop import WRITE_COMMAND, WRITE_REQUEST, Traffic
from frames import STOP, compare, expect, held, sent
from inputs import Pad
from lab import RUN, Drive, Shield, bluetooth, check, run, step, text_of, wait_until_all_arrived
from shield import WRITE

ANSWERED = f"{RUN}/answered.yaml"

# What the characteristic can do, the arm's file, the route that follows, and the operation on the air.
ROUTES = [
    ("write", "robot", "request", WRITE_REQUEST),
    ("write-without-response", ANSWERED, "command", WRITE_COMMAND),
    ("write,write-without-response", ANSWERED, "request", WRITE_REQUEST),
]


def write_arm():
    """The default arm, but each write is to be answered."""
    with open(ANSWERED, "w") as file:
        file.write(
            """\
name: The default arm, each write answered
link:
  service: 713d0000-503e-4c75-ba94-3148f18d941e
  write:   713d0003-503e-4c75-ba94-3148f18d941e
  notify:  713d0002-503e-4c75-ba94-3148f18d941e
  response: true
  max: 20
pacing: { interval: 80 ms, zero repeats: 3 }
channels:
  slider: { mode: velocity, range: [-6, 6], heartbeat: 100 ms, frames: { negative: "B>", zero: "S>", positive: "F>" } }
  zx: { mode: position, range: [-100, 100], send: release, frames: { negative: "L{value}>", positive: "R{value}>" } }
  zy: { mode: position, range: [-100, 100], send: release, frames: { negative: "D{value}>", positive: "U{value}>" } }
"""
        )


def pull(drive, pad, axis, frame):
    mark = drive.mark()
    pad.axis(axis, 255)
    drive.wait_for_frames(frame, 4, since=mark)
    pad.axis(axis, 0)
    drive.wait_for_frames("S>", 3, since=mark)


def drive_by(pad, flags, arm, route, how):
    shield = Shield("--flags", flags)
    drive = Drive("--adapter", "hci1", "--wait", "--arm", arm, records=True)
    drive.wait_until_connected(route=route)
    drive.wait_until_open()

    pull(drive, pad, "ABS_RZ", "F>")
    pull(drive, pad, "ABS_Z", "B>")
    pad.axis("ABS_RX", -32767)
    time.sleep(2.5)  # half a full scale a second: it stands at the range's end
    pad.axis("ABS_RX", 0)
    drive.wait_for_frames("L-100>")

    time.sleep(3.5)  # the default arm is busy with its way, 52 ms + 31 ms/unit
    mark = drive.mark()
    pad.axis("ABS_RZ", 255)
    drive.wait_for_frames("F>", 2, since=mark)
    pad.press("BTN_EAST")
    stop = drive.index_of(drive.wait(mark, event="stop"))
    drive.wait_for_frames("S>", 3, since=stop)
    # Its zeros have been sent: a second stop sends no more.
    pad.press("BTN_EAST")
    pad.axis("ABS_RZ", 0)
    time.sleep(0.2)
    pad.axis("ABS_RZ", 255)
    time.sleep(0.5)
    pad.axis("ABS_RZ", 0)
    time.sleep(0.2)
    expect("What a pull moved after the stop", [STOP], drive.frames(stop))
    pad.press("BTN_START")
    drive.wait(mark, event="resume")
    drive.wait(mark, event="gate", control="slider", state="open")
    pull(drive, pad, "ABS_RZ", "F>")

    words = [bytes(range(20)), b"\x00", "Grüße\n".encode(), b"\x1b[2J"]
    for word in words:
        shield.notify(word)
    drive.wait(event="notify", bytes=words[-1].hex())
    compare("What the shield sent", [word.hex() for word in words], [line["bytes"] for line in drive.printed(event="notify")])

    mark = drive.mark()
    pad.axis("ABS_RZ", 255)
    drive.wait_for_frames("F>", 2, since=mark)
    status, seconds = drive.end(signal.SIGTERM)
    pad.axis("ABS_RZ", 0)
    check(status == 143, f"exit {status} after SIGTERM, 143 expected")

    wait_until_all_arrived(drive, shield)
    forward, backward = held("F>", 4), held("B>", 4)
    driven = [forward, STOP, backward, STOP, sent("L-100>"), held("F>", 2), STOP, forward, STOP, held("F>", 2), STOP]
    expect("What the shield received", driven, shield.frames)
    with open(f"{RUN}/btsnoop", "rb") as file:
        traffic = Traffic(file.read(), 1)
    went = [f"{text_of(pdu.value.hex())} by 0x{pdu.opcode:02x}" for pdu in traffic.writes(traffic.value_handle(WRITE))]
    printed = [f"{frame} by 0x{how:02x}" for frame in drive.frames()]
    compare(f"What went over the air as {route}", printed, went[-len(printed) :])
    step(f"{len(shield.frames)} frames went over the air as {route} and arrived as printed; SIGTERM took {seconds:.2f} s")
    shield.end()


def scenario():
    bluetooth("up")
    write_arm()
    pad = Pad()
    pad.plug()
    for flags, arm, route, how in ROUTES:
        step(f"the characteristic can {flags}; {'each write is to be answered' if arm == ANSWERED else 'the default arm'}")
        drive_by(pad, flags, arm, route, how)


run(scenario)

#!/usr/bin/python3
"""Five servos with a gripper, a home position and a lamp, from a pad: each servo, precision, actions, a stop and a fault."""
import signal

from inputs import Pad
from lab import RUN, Drive, Shield, bluetooth, check, run, step, wait_for, wait_until_all_arrived, waldo

SERVOS = ["base", "shoulder", "elbow", "wrist", "gripper"]
ARM = """\
name: Five servos
link:
  service: 713d0000-503e-4c75-ba94-3148f18d941e
  write:   713d0003-503e-4c75-ba94-3148f18d941e
  notify:  713d0002-503e-4c75-ba94-3148f18d941e
pacing: { interval: 20 ms }
channels:
  base:     { mode: position, range: [0, 180], limits: { travel: [10, 170] }, frame: "ba{value:03}\\n" }
  shoulder: { mode: position, range: [0, 180], limits: { slew: 30 }, frame: "sh{value:03}\\n" }
  elbow:    { mode: position, range: [0, 180], frame: "el{value:03}\\n" }
  wrist:    { mode: position, range: [0, 180], frame: "wr{value:03}\\n" }
  gripper:  { mode: position, range: [0, 180], frame: "gr{value:03}\\n" }
actions:
  home: { frame: "H\\n", sets: { base: 90, shoulder: 90, elbow: 90, wrist: 90 }, busy: 500 ms, release: "X\\n" }
  lamp: { frame: "L\\n", moves: false }
reports:
  position: "POS {base} {shoulder}"
  fault: "ERR {*}"
"""
MAPPING = """\
name: Pad for five servos
match: { kind: gamepad }
controls:
  left:    { x: { axis: ABS_X }, y: { axis: ABS_Y, invert: true }, channels: { x: base, y: shoulder }, speed: 1 }
  right:   { x: { axis: ABS_RX }, y: { axis: ABS_RY, invert: true }, channels: { x: wrist, y: elbow }, speed: 1 }
  gripper: { forward: BTN_TR, backward: BTN_TL, behaviour: step, step: 20 %, channel: gripper }
actions: { home: BTN_NORTH, lamp: BTN_SOUTH }
keys: { stop: BTN_EAST, resume: BTN_START, precise: { key: BTN_WEST, factor: 50 % } }
"""
# So near to where it was is a servo's first number, at a rate of 90 a second: what a tenth of a second more of a busy
# machine can add. Travel's ends and home's other positions are farther away.
NEAR = 10
CONTROLS = ["left", "right", "gripper", "home", "lamp"]


def written(name, text):
    with open(f"{RUN}/{name}.yaml", "w") as file:
        file.write(text)
    return f"{RUN}/{name}.yaml"


class Servos:
    """The pad, and the numbers that the drive has sent."""

    def __init__(self, pad, drive):
        self.pad, self.drive = pad, drive

    def wait_until_open(self, since=0):
        for control in CONTROLS:
            self.drive.wait(since, event="gate", control=control, state="open")

    def numbers(self, name, since=0):
        return [line["value"] for line in self.drive.printed(since, channel=name)]

    def move(self, axis, value, name, numbers, least=None):
        """Holds an axis until the servo's number meets the condition; gives the numbers on the way."""
        mark = self.drive.mark()
        self.pad.axis(axis, value)
        wait_for(f"{name} to come to its number", lambda: any(map(numbers, self.numbers(name, mark))))
        self.pad.axis(axis, 0)
        return self.numbers(name, mark)


def drive_servos():
    bluetooth("up")
    shield = Shield()
    pad = Pad()
    pad.plug()
    arm, mapping = written("arm", ARM), written("mapping", MAPPING)
    status, output, errors = waldo("check", arm, mapping)
    check(status == 0 and "moves all of" in output, f"`waldo check` says {status}: {output}{errors}")
    drive = Drive("--adapter", "hci1", "--wait", "--arm", arm, "--mapping", mapping, records=True)
    servos = Servos(pad, drive)
    drive.wait_until_connected()
    servos.wait_until_open()

    step("each servo to one side, within its travel and at its rate")
    base = servos.move("ABS_X", 32767, "base", lambda number: number == 170)
    check(base == sorted(base) and 90 < base[0] < NEAR + 90, f"base went {base}")
    shoulder = servos.move("ABS_Y", -32768, "shoulder", lambda number: number >= 110)
    times = [line["t"] for line in drive.printed(channel="shoulder")]
    took = (times[-1] - times[0]) / 1e6
    check(took > 0.9 * (shoulder[-1] - shoulder[0]) / 30, f"shoulder moved {shoulder} in {took} s, faster than 30 a second")
    servos.move("ABS_RY", -32768, "elbow", lambda number: number >= 120)
    servos.move("ABS_RX", -32768, "wrist", lambda number: number <= 60)
    for _ in range(2):
        pad.press("BTN_TR")
        wait_for("the gripper's step", lambda: servos.numbers("gripper"))
    wait_for("two steps of the gripper", lambda: servos.numbers("gripper")[-1] == 126)

    step("precision, the lamp, and home")
    mark = before_home = drive.mark()
    pad.key("BTN_WEST", 1)
    drive.wait(mark, event="precision", factor=0.5)
    pad.key("BTN_WEST", 0)
    pad.press("BTN_SOUTH")
    drive.wait_for_frames("L\n", 1, since=mark)
    pad.key("BTN_NORTH", 1)
    drive.wait_for_frames("H\n", 1, since=mark)

    step("a stop ends what home began")
    mark = drive.mark()
    pad.press("BTN_EAST")
    # The position that home has set is printed with the first event after its frame: the stop, or one before it.
    position = drive.wait(before_home, event="position", base=90, shoulder=90, elbow=90, wrist=90)
    check(position["gripper"] == 126, f"home moved the gripper: {position}")
    drive.wait_for_frames("X\n", 3, since=mark)
    pad.key("BTN_NORTH", 0)
    pad.press("BTN_START")
    servos.wait_until_open(drive.index_of(drive.wait(mark, event="resume")))
    mark = drive.mark()
    servos.move("ABS_X", -32768, "base", lambda number: number <= 80)
    first = servos.numbers("base", mark)[0]
    check(90 - NEAR < first < 90, f"base did not go on from home, at 90, but from {first}")

    step("the arm reports a fault")
    mark = drive.mark()
    pad.axis("ABS_X", 32767)
    wait_for("base to move", lambda: len(servos.numbers("base", mark)) > 5)
    shield.notify(b"POS 80 9")
    shield.notify(b"0\r\nERR overheat\n")
    halt = drive.wait(mark, event="halt", reason="fault")
    note = drive.wait_for_lines("what the fault is", lambda line: line.get("event") == "note", mark)
    check("ERR overheat" in note["detail"], f"the note says {note}")
    pad.axis("ABS_X", 0)
    servos.wait_until_open(drive.index_of(halt))

    step("SIGTERM while home runs")
    mark = drive.mark()
    pad.key("BTN_NORTH", 1)
    drive.wait_for_frames("H\n", 1, since=mark)
    status, _ = drive.end(signal.SIGTERM)
    check(status == 143, f"exit {status} after SIGTERM, 143 expected")
    check(drive.frames(mark)[-1] == "X\n", f"the last frames are {drive.frames(mark)[-4:]}")
    wait_until_all_arrived(drive, shield)
    step(f"{len(shield.frames)} frames arrived as they were printed")


run(drive_servos)

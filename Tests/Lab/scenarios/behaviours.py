#!/usr/bin/python3
"""The joystick's three behaviours on a pad: rate, hold with a clutch, spring; on positions and on velocities."""
import signal
import time

from frames import STOP, compare, expect, held, sent
from inputs import Pad
from lab import RUN, Drive, Shield, bluetooth, check, run, step, waldo, wait_until_all_arrived

MAPPING = """\
name: A pad in the behaviour {name}
match: {{ kind: gamepad }}
slider:
  forward: {{ axis: ABS_RZ, rest: min }}
  backward: {{ axis: ABS_Z, rest: min }}
joystick:
  x: {{ axis: ABS_RX }}
  y: {{ axis: ABS_RY, invert: true }}
  behaviour: {behaviour}
  dead zone: 10 %
keys:
  stop: BTN_EAST
  resume: BTN_START
  recentre: BTN_SELECT
"""
ARM = """\
name: An arm whose joystick channels are of the kind {kind}
link:
  service: 713d0000-503e-4c75-ba94-3148f18d941e
  write:   713d0003-503e-4c75-ba94-3148f18d941e
pacing: {{ interval: 20 ms }}
channels:
  slider: {{ mode: velocity, range: [-6, 6], heartbeat: 100 ms, frames: {{ negative: "B>", zero: "S>", positive: "F>" }} }}
  zx: {{ {numbers}, frames: {{ negative: "L{{value}}>", positive: "R{{value}}>" }} }}
  zy: {{ {numbers}, frames: {{ negative: "D{{value}}>", positive: "U{{value}}>" }} }}
"""


def written(name, text):
    """Writes a file, which has to stand waldo's own check."""
    path = f"{RUN}/{name}.yaml"
    with open(path, "w") as file:
        file.write(text)
    status, output, errors = waldo("check", path)
    check(status == 0, f"`waldo check` refused {path}:\n{output}{errors}")
    return path


def mapping(behaviour, *more):
    """`more` are further lines of the joystick's."""
    return written(behaviour, MAPPING.format(name=behaviour, behaviour="\n  ".join([behaviour, *more])))


def arm(kind, numbers):
    return written(kind, ARM.format(kind=kind, numbers=numbers))


def at(percent):
    """The stick's reading whose way, less the dead zone of 10 %, is this part of full scale."""
    if percent == 0:
        return 0
    way = 0.1 + 0.9 * abs(percent) / 100
    return round((way if percent > 0 else -way) * 32767.5 - 0.5)


class Behaviour:
    """A drive in one behaviour, its frames written down as they are asked for."""

    def __init__(self, pad, shield, what, *arguments):
        step(what)
        self.pad, self.shield = pad, shield
        self.before = len(shield.frames)
        self.drive = Drive("--adapter", "hci1", "--wait", *arguments)
        self.drive.wait_until_connected()
        self.drive.wait_until_open()

    def stick(self, frame=None, times=1, **axes):
        """Moves the stick, in percent of full scale, and waits for the frame, once more than there were."""
        mark = self.drive.mark()
        for axis, percent in axes.items():
            self.pad.axis({"x": "ABS_RX", "y": "ABS_RY"}[axis], at(percent))
        if frame:
            self.drive.wait_for_frames(frame, times, since=mark)

    def key(self, name, down, frame=None, times=1):
        mark = self.drive.mark()
        self.pad.key(name, down)
        if frame:
            self.drive.wait_for_frames(frame, times, since=mark)

    def is_silent(self, what, seconds=0.5):
        mark = self.drive.mark()
        time.sleep(seconds)
        compare(what, [], self.drive.frames(mark))

    def end(self, *expected):
        status, _ = self.drive.end(signal.SIGTERM)
        check(status == 143, f"exit {status} after SIGTERM, 143 expected")
        wait_until_all_arrived(self.drive, self.shield, self.before)
        self.shield.wait_until_alone()
        expect("What the shield received", expected, self.shield.frames[self.before :])
        step(f"{len(self.drive.frames())} frames arrived as they were printed")


def hold(pad, shield, told_on_release, told_on_change):
    """The position follows the stick while the clutch is down, and stays where it was when the clutch is let go of."""
    clutched = mapping("hold", "clutch: BTN_TL")
    it = Behaviour(pad, shield, "hold, told on release", "--mapping", clutched, "--arm", told_on_release)
    it.stick(x=50)
    it.is_silent("What the stick sent with the clutch up")
    it.key("BTN_TL", 1)
    it.is_silent("What was sent before the clutch was let go of")
    it.key("BTN_TL", 0, "R50>")
    it.stick(x=0)
    it.is_silent("What the stick sent as it sprang back")
    # Right and up at once, on the circle's edge: 60 and 80 of 100.
    pad.axis("ABS_RX", 0.6 * 32767)
    pad.axis("ABS_RY", -0.8 * 32767)
    it.key("BTN_TL", 1)
    it.key("BTN_TL", 0, "U80>")
    it.stick(x=0, y=0)
    it.stick(x=-30)
    it.key("BTN_TL", 1)
    it.key("BTN_TL", 0, "U0>")
    it.stick(x=0)
    it.end(sent("R50>"), sent("R60>"), sent("U80>"), sent("L-30>"), sent("U0>"), STOP)

    it = Behaviour(pad, shield, "hold, told on change", "--mapping", clutched, "--arm", told_on_change)
    it.stick(x=25)
    it.key("BTN_TL", 1, "R25>")
    it.stick("R75>", x=75)
    it.stick("R0>", x=0)
    it.stick("U40>", y=-40)
    it.stick("D-100>", y=100)
    it.key("BTN_TL", 0)
    it.stick(y=0)
    it.is_silent("What the stick sent as it sprang back")
    it.key("BTN_TL", 1, "U0>")
    it.key("BTN_TL", 0)
    it.end(*[sent(frame) for frame in ["R25>", "R75>", "R0>", "U40>", "D-100>", "U0>"]], STOP)


def spring(pad, shield, told_on_release, told_on_change, velocities):
    """It follows and falls back to the centre."""
    springs = mapping("spring")
    drive = Drive("--adapter", "hci1", "--mapping", springs, "--arm", told_on_release)
    check(drive.exit_status() == 65, "a joystick that springs back was not refused for an arm told on release")
    check("send: release" in drive.errors, f"the refusal does not name its cause:\n{drive.errors}")

    it = Behaviour(pad, shield, "spring, positions", "--mapping", springs, "--arm", told_on_change)
    it.stick("R40>", x=40)
    it.stick("L-100>", x=-100)
    it.stick("R0>", x=0)
    it.is_silent("What a position sent again")
    it.stick("U100>", y=-100)
    it.stick("U0>", y=0)
    it.end(*[sent(frame) for frame in ["R40>", "L-100>", "R0>", "U100>", "U0>"]], STOP)

    it = Behaviour(pad, shield, "spring, velocities", "--mapping", springs, "--arm", velocities)
    it.stick("R50>", 4, x=50)
    it.stick("R0>", 3, x=0)
    it.stick("D-20>", 3, y=20)
    it.stick("D-100>", 3, y=100)
    it.stick("U0>", 3, y=0)
    it.is_silent("What a velocity sent again after its three zeros")
    it.stick("L-70>", 2, x=-70)
    it.key("BTN_EAST", 1, "R0>", 3)
    it.key("BTN_EAST", 0)
    it.is_silent("What the stick sent after the stop")
    it.stick(x=0)
    # The one that has sent its zeros since it moved sends no more, and the end adds none.
    zero = [sent(frame) for frame in ["S>", "R0>"]]
    it.end(
        held("R50>", 4), sent("R0>", 3), held("D-20>", 3), held("D-100>", 3), sent("U0>", 3), held("L-70>", 2),
        *zero * 3,
    )  # fmt: skip


def rate(pad, shield, told_on_release, coarse):
    """The default: deflection moves it, letting go leaves it, the recentring key brings it back."""
    it = Behaviour(pad, shield, "rate, told on change", "--mapping", mapping("rate"), "--arm", coarse)
    up = [f"R{number}>" for number in range(1, 11)]
    it.stick("R10>", x=100)
    it.stick(x=0)
    it.is_silent("What it sent after it had been left there")
    it.stick("D-3>", y=100)
    it.stick(y=0)
    time.sleep(0.3)
    down = it.drive.frames()[len(up) :]
    compare("The way down", [f"D-{number}>" for number in range(1, len(down) + 1)], down)
    mark = it.drive.mark()
    it.key("BTN_SELECT", 1, "R0>")
    it.key("BTN_SELECT", 0)
    back = it.drive.frames(mark)
    zx, zy = [[frame for frame in back if frame[0] in names] for names in ["LR", "UD"]]
    compare("Right, back to the centre", up[-2::-1] + ["R0>"], zx)
    compare("Down, back to the centre", [*down[-2::-1], "U0>"], zy)
    it.end(*map(sent, up), *map(sent, down), *map(sent, back), STOP)

    it = Behaviour(pad, shield, "rate, told on release", "--arm", told_on_release)
    it.stick(x=-100)
    time.sleep(2.5)
    it.stick("L-100>", x=0)
    it.key("BTN_SELECT", 1)
    time.sleep(3)
    it.key("BTN_SELECT", 0)
    it.drive.wait_for_frames("R0>")
    it.end(sent("L-100>"), sent("R0>"), STOP)


def scenario():
    bluetooth("up")
    shield = Shield()
    pad = Pad()
    pad.plug()
    told_on_release = arm("release", "mode: position, range: [-100, 100], send: release")
    told_on_change = arm("change", "mode: position, range: [-100, 100]")
    hold(pad, shield, told_on_release, told_on_change)
    spring(pad, shield, told_on_release, told_on_change, arm("velocity", "mode: velocity, range: [-100, 100], heartbeat: 100 ms"))
    rate(pad, shield, told_on_release, arm("coarse", "mode: position, range: [-10, 10]"))


run(scenario)

"""The picture of squares on the table: `hand.py WALDO OUT.png`, with librsvg2-bin.

The program drives two simulated arms along a square by a pad, a finger and keys. The way of the hand is computed here, from the
commands that it prints and the pose in the arm's file."""

import json
import math
import os
import pty
import re
import signal
import struct
import subprocess
import sys
import termios
import threading
import time

import yaml

FOLDER = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(FOLDER, "..", "Panel"))
from chromium import Chromium  # noqa: E402
from drive import Drive, take_terminal  # noqa: E402

WALDO, OUT = os.path.abspath(sys.argv[1]), sys.argv[2]
RECORDINGS = os.path.join(FOLDER, "../WaldoInputTests/Recordings")
ARMS = {"mearm": ("gamepad-hand", "keyboard-hand", 0), "so101": ("gamepad-wrist", "keyboard-wrist", 1.1)}
# Away, to the left, towards the base, to the right: 40 mm at 60 mm/s.
SIDES, SPAN = [(1, 0), (0, 1), (-1, 0), (0, -1)], 0.66


class Pad:
    """A pad that umockdev provides, on a FIFO; the program must not start before that is open."""

    script = 'cd $UMOCKDEV_DIR/dev/input; rm event*; mkfifo event1; echo $UMOCKDEV_DIR; cd /; read -r; exec "$0" "$@"'

    def __init__(self, arm, _):
        self.process = subprocess.Popen(
            ["umockdev-run", "-d", f"{RECORDINGS}/pad.umockdev", "-i", f"/dev/input/event1={RECORDINGS}/pad.ioctl", "--", "bash",
             "-c", self.script, WALDO, *options(arm, ARMS[arm][0])],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, start_new_session=True,
            env={**os.environ, "WALDO_SDL_LIBRARY": ""})
        self.fifo = os.open(self.process.stdout.readline().decode().strip() + "/dev/input/event1", os.O_RDWR | os.O_NONBLOCK)
        self.process.stdin.write(b"go\n")
        self.process.stdin.flush()

    def report(self, *changes):
        now = time.clock_gettime(time.CLOCK_MONOTONIC)
        stamp = int(now), int(now % 1 * 1e6)
        os.write(self.fifo, b"".join(struct.pack("<qqHHi", *stamp, *change) for change in [*changes, (0, 0, 0)]))

    def change_profile(self):
        self.report((1, 0x13A, 1))
        self.report((1, 0x13A, 0))

    def hold(self, away, left, seconds):
        # The kernel counts downward and to the right.
        self.report((3, 0, -32_768 * left if left > 0 else -32_767 * left), (3, 1, -32_768 * away if away > 0 else -32_767 * away))
        time.sleep(seconds)
        self.report((3, 0, 0), (3, 1, 0))

    def lines(self):
        os.killpg(self.process.pid, signal.SIGTERM)
        return self.process.stdout.read().decode().splitlines()


class Keys:
    """A terminal that reports when a key is released (kitty keyboard protocol)."""

    arrows = {(1, 0): "A", (-1, 0): "B", (0, -1): "C", (0, 1): "D"}

    def __init__(self, arm, _):
        self.terminal, slave = pty.openpty()
        termios.tcsetwinsize(slave, (24, 80))
        self.process = subprocess.Popen(
            [WALDO, *options(arm, ARMS[arm][1]), "--input", "terminal"], stdin=slave, stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL, preexec_fn=lambda: take_terminal(0), env={**os.environ, "TERM": "xterm-kitty"})
        os.close(slave)
        threading.Thread(target=self.answer, daemon=True).start()

    def answer(self):
        """Says which reports of keys are switched on, as often as that is asked."""
        flags = b"0"
        while True:
            try:
                text = os.read(self.terminal, 4096)
            except OSError:
                return
            flags = (re.findall(rb"\x1b\[[>=](\d+)", text) or [flags])[-1]
            if b"\x1b[?u" in text:
                os.write(self.terminal, b"\x1b[?" + flags + b"u")
            if b"\x1b[c" in text:
                os.write(self.terminal, b"\x1b[?62;c")

    def change_profile(self):
        os.write(self.terminal, b"\x1b[110;1:1u\x1b[110;1:3u")

    def hold(self, away, left, seconds):
        key = self.arrows[away, left]
        os.write(self.terminal, f"\x1b[1;1:1{key}".encode())
        time.sleep(seconds)
        os.write(self.terminal, f"\x1b[1;1:3{key}".encode())

    def lines(self):
        self.process.send_signal(signal.SIGTERM)
        return self.process.stdout.read().decode().splitlines()


class Finger:
    """A finger on the panel's joystick."""

    def __init__(self, arm, browser):
        self.drive = Drive(WALDO, *options(arm, ARMS[arm][0])[2:], "--input", "panel")
        self.page = browser.page(self.drive.url)
        self.page.wait_live()

    def change_profile(self):
        x, y, *_ = self.page.middle("profile")
        self.page.touch("touchStart", (x, y, 1))
        self.page.touch("touchEnd")

    def hold(self, away, left, seconds):
        x, y, width, _ = self.page.middle("stick")
        self.page.touch("touchStart", (x, y, 1))
        self.page.touch("touchMove", (x - left * width, y - away * width, 1))
        time.sleep(seconds)
        self.page.touch("touchEnd")

    def lines(self):
        self.drive.end()
        return [line for _, line in self.drive.lines]


def options(arm, mapping):
    return ["drive", "--plain", "--simulate", "--arm", arm, "--mapping", mapping]


def quantity(text):
    number, unit = text.split()
    return float(number) * {"mm": 1, "deg": math.pi / 180}[unit]


def place(arm, numbers):
    """The hand's x and y in millimetres."""
    point = [0.0, 0.0, 0.0]
    # From the hand back to the base.
    for joint in reversed(arm["pose"]["joints"]):
        axis = "xyz".index(joint.get("turn") or joint.get("move"))
        if "by" in joint:
            value = (numbers[joint["by"]] - joint["zero"]) * quantity(joint["unit"])
        else:
            value = quantity(joint.get("length") or joint["angle"])
        if "move" in joint:
            point[axis] += value
            continue
        one, other = (axis + 1) % 3, (axis + 2) % 3
        sine, cosine = math.sin(value), math.cos(value)
        point[one], point[other] = point[one] * cosine - point[other] * sine, point[one] * sine + point[other] * cosine
    return point[0], point[1]


def way(arm, lines):
    """The hand's places, one for each command, and where the first pause ends."""
    channels = arm["channels"]
    numbers = {name: described.get("start", described.get("zero", 0)) for name, described in channels.items()}
    places, last, begin = [place(arm, numbers)], None, 0
    for line in lines:
        command = json.loads(line)
        if "event" in command or "channel" not in command:
            continue
        if last and not begin and command["t"] - last > 300_000:
            begin = len(places) - 1
        last = command["t"]
        # A frame that carries all channels has a number of two bytes behind each servo's own.
        frame = bytes.fromhex(command["bytes"]) if "frame" in arm else b""
        for index, name in enumerate(channels) if frame else []:
            numbers[name] = int.from_bytes(frame[8 + 3 * index:10 + 3 * index], "little")
        if not frame:
            numbers[command["channel"]] = command["value"]
        places.append(place(arm, numbers))
    return places, begin


def drive(name, means, browser):
    hand = means(name, browser)
    time.sleep(2)
    hand.change_profile()
    time.sleep(0.8)
    if ARMS[name][2]:
        hand.hold(-1, 0, ARMS[name][2])
        time.sleep(0.5)
    for away, left in SIDES:
        hand.hold(away, left, SPAN)
        time.sleep(0.5)
    with open(os.path.join(FOLDER, f"../../Mappings/arms/{name}.yaml"), encoding="utf-8") as file:
        arm = yaml.safe_load(file)
    places, begin = way(arm, hand.lines())
    # The square begins where the hand was drawn back to.
    return places[begin:] if ARMS[name][2] else places


def panel(places, title, left, top):
    """One square: the asked one dashed, and the hand's way; x is up and y to the left, as behind the arm."""
    x, y = places[0]
    points = " ".join(f"{150 - (py - y) * 3:.1f},{165 - (px - x) * 3:.1f}" for px, py in places)
    return f"""<g transform="translate({left},{top})"><text x="90" y="16" text-anchor="middle">{title}</text>
<rect x="30" y="45" width="120" height="120" fill="none" stroke="#9aa5a1" stroke-dasharray="3 3"/>
<polyline points="{points}" fill="none" stroke="#00796b" stroke-width="1.6" stroke-linejoin="round"/>
<circle cx="150" cy="165" r="3" fill="#00796b"/></g>"""


def main():
    shown = []
    with Chromium() as browser:
        for row, name in enumerate(ARMS):
            for column, means in enumerate((Pad, Finger, Keys)):
                places = drive(name, means, browser)
                reach = [max(value) - min(value) for value in zip(*places)]
                print(f"{name} by {means.__name__.lower()}: {len(places)} places, {reach[0]:.1f} x {reach[1]:.1f} mm")
                if min(reach) < 35 or max(reach) > 60:
                    sys.exit("that is not the square")
                shown.append(panel(places, f"{name}, {means.__name__.lower()}", 200 * column, 190 * row))
    text = """<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 600 400" width="600" height="400" font-family="DejaVu Sans" font-size="12">
<rect width="600" height="400" fill="#fff"/>""" + "\n".join(shown) + """
<g transform="translate(30,386)"><path d="M0 0h30" stroke="#333" stroke-width="2"/><text x="38" y="4">10 mm</text>
<path d="M110 0h30" stroke="#9aa5a1" stroke-dasharray="3 3"/><text x="148" y="4">asked: 40 mm at 60 mm/s a side</text>
<path d="M370 0h30" stroke="#00796b" stroke-width="1.6"/><text x="408" y="4">the hand, as commanded</text></g></svg>
"""
    subprocess.run(["rsvg-convert", "--zoom", "1.5", "-o", OUT], input=text.encode(), check=True)


main()

"""Peripherals that nobody here wrote, and one drive that is the same for all of them."""
import json
import os
import signal
import subprocess
import time

from firmware import movements
from frames import compare, expect, held, sent
from inputs import Pad
from lab import GUEST, RUN, Drive, address_of, bluetooth, check, step, wait_for, wait_for_quiet

WORDS = b"\x00hi\n\xff"  # of the peripheral
PYTHON = os.environ["WALDO_LAB_PYTHON"]  # it has their stacks


class Program:
    """A program of another Bluetooth stack; what it says is an artefact."""

    def __init__(self, name, *arguments, python=PYTHON):
        self.log = f"{RUN}/{name}.log"
        with open(self.log, "w") as log:
            self.process = subprocess.Popen([python, "-u", *arguments], stdin=subprocess.PIPE, stdout=log, stderr=log)
        self.name = name

    def wait_for(self, text):
        def has_come():
            ended = self.process.poll() is not None
            is_there = text in self.output()
            check(is_there or not ended, f"{self.name} ended with {self.process.returncode}:\n{self.output()}")
            return is_there

        wait_for(f"{self.name} to say {text!r}", has_come)

    def output(self):
        with open(self.log) as file:
            return file.read()


class Ours(Program):
    """A program in guest/foreign: ours, on a stack that is not. It is ready once it has reported this event; None: at once."""

    def __init__(self, name, *arguments, ready="advertising"):
        super().__init__(name, f"{GUEST}/foreign/{name}.py", *arguments)
        if ready:
            self.wait_for(f'"event": "{ready}"')

    def events(self, event):
        lines = [line for line in self.output().split("\n")[:-1] if line.startswith("{")]
        return [entry for entry in map(json.loads, lines) if entry["event"] == event]

    @property
    def received(self):
        return [bytes.fromhex(entry["hex"]) for entry in self.events("write")]

    def command(self, line):
        self.process.stdin.write(f"{line}\n".encode())
        self.process.stdin.flush()

    def notify(self, value):
        self.command(f"notify {value.hex()}")


def free_for_bumble(adapter):
    """Starts Bluetooth, with an adapter that bumble can have to itself."""
    # What the controller sends waits in the user channel's socket; with the default of 208 kB fast writes are lost there.
    with open("/proc/sys/net/core/rmem_default", "w") as file:
        file.write(str(8 << 20))
    bluetooth("up")
    # A user channel is given for an adapter that is off; bluetoothd then knows it no longer.
    bluetooth("adapter", adapter, "off")


def wait_until_scanning(adapter="hci1"):
    """An advertisement that begins during a scan is heard; of one that was there before, the kernel can miss the only report
    (finding 5)."""
    property = ["busctl", "get-property", "org.bluez", f"/org/bluez/{adapter}", "org.bluez.Adapter1", "Discovering"]
    wait_for(f"{adapter} to scan", lambda: "true" in subprocess.run(property, capture_output=True, text=True).stdout)


class Simulated(Drive):
    """`waldo simulate --plain`, and what it received and notified."""

    name = "the simulated arm"

    def __init__(self, *arguments):
        super().__init__("--adapter", "hci0", *arguments, subcommand="simulate")
        self.wait(event="peripheral", state="advertising")

    @property
    def received(self):
        return [bytes.fromhex(line["bytes"]) for line in self.printed(event="write")]

    @property
    def heard(self):
        """What it notified while somebody had subscribed."""
        return [bytes.fromhex(line["bytes"]) for line in self.printed(event="notify", heard=True)]

    def end_by(self, number):
        """Ends it, and has bluetoothd forget that it knew its services (finding 15); gives its account."""
        status, seconds = self.end(number)
        bluetooth("forget", "hci1", address_of("hci0"))
        check(status == 128 + number, f"exit {status} after signal {number}")
        check(seconds < 2, f"it took {seconds:.1f} s to end")
        return self.printed(event="account")[0]


def written(drive):
    """What waldo printed that it wrote."""
    return [bytes.fromhex(line["bytes"]) for line in drive.lines if "channel" in line]


def digits(frames):
    return [frame.hex() for frame in frames]


def drive_it(peripheral, firmware, *arguments, acquired=True, end=100, speaks=True):
    """Slider forward and back, the joystick to the end of its range, what the peripheral says, SIGTERM in a held slider.

    `firmware` makes a reader of the arm's frames; `end` is what it reads where the joystick's range ends. Gives what arrived.
    """
    pad = Pad()
    pad.plug()
    began = time.monotonic()
    drive = Drive("--adapter", "hci1", "--wait", *arguments)
    link = drive.wait(event="link", state="connected")
    step(f"connected after {time.monotonic() - began:.1f} s: {link['detail']}")
    check(("acquired" in link["detail"]) == acquired, f"another way to write than expected: {link}")
    drive.wait_until_open()

    def wait_until_moves(what, times):
        """Until the last frames are these."""

        def does():
            done = movements(firmware(), written(drive))[0]
            return len(done) >= times and set(done[-times:]) == {what}

        wait_for(f"{drive.title} to write {what} {times} times", does)

    step("right trigger: forward; left trigger: backward")
    for trigger, what in [("ABS_RZ", "forward"), ("ABS_Z", "backward")]:
        pad.axis(trigger, 255)
        wait_until_moves(what, 3)
        pad.axis(trigger, 0)
        wait_until_moves("zero", 3)
    # Half a full scale a second: held for longer than two it stands at the range's end.
    step("right stick: right to the end")
    pad.axis("ABS_RX", 32767)
    time.sleep(2.5)
    pad.axis("ABS_RX", 0)
    wait_for("the joystick's end", lambda: movements(firmware(), written(drive))[1]["zx"] == end)
    if speaks:
        step("the peripheral says something")
        peripheral.notify(WORDS)
        drive.wait(event="notify", bytes=WORDS.hex())
    step("SIGTERM, in a held slider")
    pad.axis("ABS_RZ", 255)
    wait_until_moves("forward", 3)
    status, seconds = drive.end(signal.SIGTERM)
    step(f"exit {status} after {seconds:.2f} s")
    check(status == 143, f"exit {status} after SIGTERM, 143 expected")

    wait_for_quiet(lambda: len(peripheral.received), lambda: len(written(drive)))
    received = peripheral.received
    compare(f"What {peripheral.name} received, against what waldo printed", digits(written(drive)), digits(received))
    done, state = movements(firmware(), received)
    zero, forward, backward = sent("zero", 3), held("forward", 3), held("backward", 3)
    expect(f"What {peripheral.name} received", [forward, zero, backward, zero, held("joystick"), forward, zero], done)
    check(state == {"slider": 0, "zx": end, "zy": 0}, f"at the end the arm is at {state}")
    step(f"{len(received)} frames arrived as they were printed")
    return received

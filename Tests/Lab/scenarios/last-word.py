#!/usr/bin/python3
"""Each way to die, in a held slider: the last that the shield hears is zero; doubled signals, rare ones, crashes, a bluetoothd that hangs."""
import os
import signal
import time

from frames import STOP, compare, expect, held, runs_of, sent
from inputs import Pad
from lab import RUN, Drive, Shield, address_of, bluetooth, check, run, step, wait_for, wait_until_all_arrived

ORDERED = [signal.SIGUSR2, signal.SIGALRM, signal.SIGPWR]
CRASHES = [signal.SIGSEGV, signal.SIGABRT, signal.SIGBUS]
GAPS = [0, 0.002, 0.02]  # seconds from one signal to the next, of a launcher that passes on what its group got as well


class Death:
    """A drive in a held slider, and what the shield receives of it. One that finds the shield connected takes it over."""

    def __init__(self, pad, shield, *arguments, takes_over=False):
        self.shield, self.pad, self.before = shield, pad, len(shield.frames)
        self.drive = Drive("--adapter", "hci1", "--shield", address_of(shield.adapter), *arguments)
        self.drive.wait_until_connected()
        detail = self.drive.printed(event="link", state="connected")[0]["detail"]
        check(("taken over" in detail) == takes_over, f"taken over or not, other than expected: {detail}")
        self.begins = [STOP] if takes_over else []
        self.drive.wait_until_open()
        pad.axis("ABS_RZ", 255)
        self.drive.wait_for_frames("F>", 3)
        self.told = time.monotonic()

    def ends(self, what, status, zeros=STOP):
        """Waits for the end: this exit status, or the number of the signal below zero, and zeros after the motion."""
        self.drive.exit_status()
        self.pad.axis("ABS_RZ", 0)
        found = self.drive.process.returncode
        check(found == status, f"{what}: status {found}, {status} expected:\n{self.drive.errors}")
        wait_for("a zero to arrive", lambda: self.shield.frames[-1:] == ["S>"])
        time.sleep(0.5)  # what would come now is too much
        frames = self.shield.frames[self.before :]
        expect(f"{what}: what the shield received", [*self.begins, held("F>", 3), zeros], frames)
        if zeros is STOP:
            compare(f"{what}: what the shield received, against what waldo printed", self.drive.frames(), frames)
        arrived = self.shield.events("write")[-runs_of(frames)[-1][1]]["time"]
        step(f"{what}: {' '.join(frames[-5:])}, the first zero after {1000 * (arrived - self.told):.0f} ms")

    def crashes_by(self, number, what=""):
        self.ends(f"{number.name}{what}", -number, sent("S>", 1, 3))


def dies_in_order(pad, shield):
    for gap in GAPS:
        death = Death(pad, shield)
        death.drive.signal(signal.SIGTERM)
        time.sleep(gap)
        death.drive.signal(signal.SIGTERM)
        death.ends(f"two SIGTERM in {1000 * gap:.0f} ms", 143)
        shield.wait_until_alone()
    for number in ORDERED:
        death = Death(pad, shield)
        death.drive.signal(number)
        death.ends(number.name, 128 + number)
        shield.wait_until_alone()


def stays(pad, shield):
    death = Death(pad, shield, "--stay")
    death.drive.signal(signal.SIGTERM)
    death.ends("SIGTERM with --stay", 143)
    time.sleep(3)  # a Disconnect would have ended the connection
    check(shield.is_connected, "the shield was let go of in spite of --stay")


def crashes(pad, shield):
    for number in CRASHES:
        death = Death(pad, shield, takes_over=True)
        death.drive.signal(number)
        death.crashes_by(number)


def bluetoothd_hangs(pad, shield):
    """At the moment of a crash, for 100 ms; and in an end in order, until the socket has been closed."""
    with open(f"{RUN}/bluetoothd.pid") as file:
        bluetoothd = int(file.read())
    death = Death(pad, shield, takes_over=True)
    os.kill(bluetoothd, signal.SIGSTOP)
    death.drive.signal(signal.SIGSEGV)
    time.sleep(0.1)
    os.kill(bluetoothd, signal.SIGCONT)
    death.crashes_by(signal.SIGSEGV, " with a bluetoothd that hangs")

    death = Death(pad, shield, takes_over=True)
    os.kill(bluetoothd, signal.SIGSTOP)
    death.drive.signal(signal.SIGTERM)
    death.drive.exit_status()
    os.kill(bluetoothd, signal.SIGCONT)
    death.ends("SIGTERM, and the socket closed before bluetoothd goes on", 143)


def scenario():
    bluetooth("up")
    shield = Shield()
    pad = Pad()
    pad.plug()
    dies_in_order(pad, shield)
    # The kernel knows of a disconnection before the shield does.
    wait_for("the shield to know that all have let go of it", lambda: len(shield.events("gone")) == len(Drive.all))
    left = len(Drive.all)
    stays(pad, shield)
    crashes(pad, shield)
    bluetoothd_hangs(pad, shield)
    time.sleep(3)
    check(len(shield.events("gone")) == left, "the shield was let go of by a drive that had not connected it")


run(scenario)

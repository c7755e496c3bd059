#!/usr/bin/python3
"""The shield's program ends, the shield switched off, out of reach, the dongle pulled: each in a held slider, and back."""
import signal
import time

from lab import bluetooth, run, wait_for
from losses import drive_through

SILENCE = 2  # seconds, well over the supervision timeout of 0.42 s that Linux asks for


def program_ends(shield):
    """Its services vanish from a link that stays: an arm's firmware that starts anew without its radio."""
    shield.process.send_signal(signal.SIGKILL)
    shield.process.wait()
    time.sleep(1)
    shield.start()


def out_of_reach(shield):
    """Nobody ends the connection: it times out."""
    bluetooth("dongle", "silent")
    time.sleep(SILENCE)
    bluetooth("dongle", "heard")


def switched_off(shield):
    lost = len(shield.events("gone"))
    bluetooth("dongle", "silent")
    wait_for("the connection to time out", lambda: len(shield.events("gone")) > lost)
    shield.process.send_signal(signal.SIGKILL)
    shield.process.wait()
    bluetooth("dongle", "heard")
    time.sleep(SILENCE)
    shield.start()


def dongle_pulled(shield):
    bluetooth("dongle", "pull")
    time.sleep(1)
    bluetooth("dongle", "plug")


FAULTS = [
    ("out of reach for longer than the supervision timeout", out_of_reach),
    ("the shield is switched off and on", switched_off),
    ("the dongle is pulled out and plugged in again", dongle_pulled),
    ("the shield's program ends and starts again, the link stays", program_ends),
]

run(lambda: drive_through(FAULTS, "dongle"))

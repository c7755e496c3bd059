#!/usr/bin/python3
"""Out of reach, the dongle pulled, the shield switched off, its program ended: each in a held slider, and back."""
import signal
import time

from lab import bluetooth, run, wait_for
from losses import drive_through

AWAY = 2  # seconds


def silence(shield):
    """Nobody ends the connection: it times out, after 0.42 s by Linux's default."""
    lost = len(shield.events("gone"))
    bluetooth("dongle", "silent")
    wait_for("the connection to time out", lambda: len(shield.events("gone")) > lost)


def out_of_reach(shield):
    silence(shield)
    time.sleep(AWAY)
    bluetooth("dongle", "heard")


def switched_off(shield):
    silence(shield)
    bluetooth("dongle", "heard")
    program_restarted(shield)


def dongle_pulled(shield):
    bluetooth("dongle", "pull")
    time.sleep(AWAY)
    bluetooth("dongle", "plug")


def program_restarted(shield):
    """Where the link stays, the services vanish from it, and come back."""
    shield.process.send_signal(signal.SIGKILL)
    shield.process.wait()
    time.sleep(AWAY)
    shield.start()


FAULTS = [
    ("out of reach for longer than the supervision timeout", out_of_reach),
    ("the dongle is pulled out and plugged in again", dongle_pulled),
    ("the shield is switched off and on", switched_off),
    ("the shield's program ends and starts again, the link stays", program_restarted),
]

run(lambda: drive_through(FAULTS, "dongle"))

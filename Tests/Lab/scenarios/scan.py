#!/usr/bin/python3
"""The scan for a lost shield ends beneath waldo: by another client of the kernel, and as the adapter is switched off and on."""
import time

from hci import end_scan
from lab import bluetooth, run
from losses import drive_through


def away(shield):
    """The shield neither advertises nor stays connected."""
    shield.process.terminate()
    shield.process.wait()
    bluetooth("link-loss", "hci0")
    time.sleep(2)


def ended_by_another_client(shield):
    away(shield)
    for _ in range(3):
        end_scan("hci1")
        time.sleep(1)
    shield.start()


def adapter_switched_off_and_on(shield):
    away(shield)
    bluetooth("adapter", "hci1", "off")
    time.sleep(1)
    bluetooth("adapter", "hci1", "on")
    time.sleep(1)
    shield.start()


FAULTS = [
    ("another client ends the scan three times", ended_by_another_client),
    ("the adapter is switched off and on while it scans", adapter_switched_off_and_on),
]


run(lambda: drive_through(FAULTS))

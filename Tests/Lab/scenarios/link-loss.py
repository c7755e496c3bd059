#!/usr/bin/python3
"""Link lost, adapter off and on, bluetoothd killed, the system bus killed: each in a held slider."""
import time

from lab import bluetooth, run
from losses import drive_through


def link_lost(shield):
    bluetooth("link-loss", "hci0")


def adapter_off_and_on(shield):
    bluetooth("adapter", "hci1", "off")
    time.sleep(1)
    bluetooth("adapter", "hci1", "on")


def bluetoothd_killed(shield):
    bluetooth("bluetoothd", "kill")
    time.sleep(0.6)
    bluetooth("bluetoothd", "start")


def bus_killed(shield):
    """Without its bus bluetoothd ends, and so does the shield's stand-in."""
    bluetooth("bus", "kill")
    shield.process.wait()
    time.sleep(1)
    bluetooth("bus", "start")
    bluetooth("bluetoothd", "start")
    shield.start()


FAULTS = [
    ("the link is lost", link_lost),
    ("the adapter is switched off and on", adapter_off_and_on),
    ("bluetoothd is killed and started again", bluetoothd_killed),
    ("the system bus is killed and started again, with bluetoothd", bus_killed),
]


run(lambda: drive_through(FAULTS))

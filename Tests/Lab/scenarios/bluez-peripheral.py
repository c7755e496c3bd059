#!/usr/bin/python3
"""An arm on bluez-peripheral: an HM-10, whose one characteristic serves both ways (hm10)."""
import re
import subprocess

from firmware import PlainBinary
from lab import bluetooth, run
from peripheral import Ours, drive_it


def scenario():
    bluetooth("up")
    facts = subprocess.run(["hciconfig", "hci0"], capture_output=True, text=True, check=True).stdout
    address = re.search("BD Address: ([0-9A-F:]+)", facts)[1]
    drive_it(Ours("bluez-peripheral-arm", address), PlainBinary, "--arm", "hm10")


run(scenario)

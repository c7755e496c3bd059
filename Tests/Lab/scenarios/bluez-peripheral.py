#!/usr/bin/python3
"""An arm on bluez-peripheral: an HM-10, whose one characteristic serves both ways (hm10)."""
from firmware import PlainBinary
from lab import bluetooth, run
from peripheral import Ours, drive_it


def scenario():
    bluetooth("up")
    drive_it(Ours("bluez-peripheral-arm", "hci0"), PlainBinary, "--arm", "hm10")


run(scenario)

#!/usr/bin/python3
"""An arm on bumble: another Bluetooth host altogether, with a controller of its own (robot)."""
from firmware import robot
from lab import run
from peripheral import Ours, drive_it, free_for_bumble


def scenario():
    free_for_bumble("hci0")
    drive_it(Ours("bumble-arm"), lambda: robot)


run(scenario)

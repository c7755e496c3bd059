#!/usr/bin/python3
"""An arm on bless: the Nordic UART, all channels in one frame (combined)."""
from firmware import Combined
from lab import bluetooth, run
from peripheral import Ours, drive_it


def scenario():
    bluetooth("up")
    drive_it(Ours("bless-arm"), Combined, "--arm", "combined", end=1000)


run(scenario)

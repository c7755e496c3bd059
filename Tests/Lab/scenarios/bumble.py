#!/usr/bin/python3
"""An arm on bumble: another Bluetooth host altogether, with a controller of its own (robot)."""
from firmware import robot
from lab import bluetooth, run
from peripheral import Ours, drive_it


def scenario():
    # What the controller sends waits in the user channel's socket; with the default of 208 kB fast writes are lost there.
    with open("/proc/sys/net/core/rmem_default", "w") as file:
        file.write(str(8 << 20))
    bluetooth("up")
    # A user channel is given for an adapter that is off; bluetoothd then knows it no longer.
    bluetooth("adapter", "hci0", "off")
    drive_it(Ours("bumble-arm"), lambda: robot)


run(scenario)

#!/usr/bin/python3
"""BlueZ's own example server and advertisement: its test characteristic takes requests only, and it advertises other services."""
import re

from firmware import robot
from lab import GUEST, bluetooth, run
from peripheral import Program, drive_it

EXAMPLES = "/usr/share/doc/bluez-test-scripts/examples"


class ExampleServer(Program):
    def __init__(self):
        super().__init__("example-gatt-server", f"{EXAMPLES}/example-gatt-server", python="/usr/bin/python3")
        self.wait_for("GATT application registered")

    @property
    def received(self):
        """It prints a write as `TestCharacteristic Write: dbus.Array([dbus.Byte(83), dbus.Byte(62)], ...)`."""
        writes = re.findall(r"^TestCharacteristic Write: (.*)$", self.output(), re.M)
        return [bytes(map(int, re.findall(r"dbus\.Byte\((\d+)\)", write))) for write in writes]


def scenario():
    bluetooth("up")
    server = ExampleServer()
    advertisement = Program("example-advertisement", f"{EXAMPLES}/example-advertisement", python="/usr/bin/python3")
    advertisement.wait_for("Advertisement registered")
    arm = f"{GUEST}/foreign/robot-on-test-service.yaml"
    drive_it(server, lambda: robot, "--arm", arm, "--shield", "TestAdvertisement", acquired=False, speaks=False)


run(scenario)

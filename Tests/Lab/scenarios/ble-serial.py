#!/usr/bin/python3
"""ble-serial as the arm's UART: what comes out of its serial port is what was written (nordic-uart)."""
import os
import threading
import tty

from firmware import PlainBinary
from lab import RUN, bluetooth, run
from peripheral import Program, drive_it

SERVICE = "6e400001-b5a3-f393-e0a9-e50e24dcca9e"
PORT = f"{RUN}/uart"


class SerialServer(Program):
    """A byte stream: where a frame ends is the firmware's business."""

    LENGTH = 5  # bytes in a frame

    def __init__(self):
        super().__init__(
            "ble-serial", "-m", "ble_serial", "-v", "-g", "server", "-i", "hci0", "-n", "uart", "-s", SERVICE, "-p", PORT
        )
        self.wait_for("Running main loop")
        self.port = os.open(PORT, os.O_RDWR | os.O_NOCTTY)
        tty.setraw(self.port)
        self.stream = b""
        threading.Thread(target=self.read, daemon=True).start()

    def read(self):
        while data := os.read(self.port, 4096):
            self.stream += data

    @property
    def received(self):
        stream = self.stream
        return [stream[at : at + self.LENGTH] for at in range(0, len(stream), self.LENGTH)]

    def notify(self, value):
        os.write(self.port, value)


def scenario():
    bluetooth("up")
    server = SerialServer()
    drive_it(server, PlainBinary, "--arm", "nordic-uart")


run(scenario)

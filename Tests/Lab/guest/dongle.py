#!/usr/bin/python3 -u
"""A Bluetooth dongle that can be pulled out, and be out of the shield's reach.

It stands between one of btvirt's controllers and the kernel, and passes on what the two say. Commands, one a line, from
the FIFO that it is given: `plug`, `pull`, `silent` (nothing goes through the air; what is sent waits, as for an
acknowledgement) and `heard`. After the connection's supervision timeout in silence both its ends are told that it is lost.
"""
import os
import select
import socket
import struct
import sys
import time

BTVIRT = "/tmp/bt-server-le"
# HCI packets (Bluetooth Core, Vol 4, Part A: the UART transport) and what is read in them (Part E).
COMMAND, ACL, EVENT, VENDOR = 1, 2, 4, 0xFF
DISCONNECT = 0x0406
TIMED_OUT = 0x08
DISCONNECTED, COMMAND_STATUS, LE_META = 0x05, 0x0F, 0x3E
CONNECTED, ADVERTISED, ENHANCED_CONNECTED, EXTENDED_ADVERTISED = 0x01, 0x02, 0x0A, 0x0D


def packets(stream):
    """Takes whole packets from the front of a byte array."""
    while len(stream) >= 5 or (len(stream) >= 3 and stream[0] == EVENT):
        size = 3 + stream[2] if stream[0] == EVENT else 5 + struct.unpack_from("<H", stream, 3)[0]
        if len(stream) < size:
            return
        yield bytes(stream[:size])
        del stream[:size]


class Dongle:
    def __init__(self):
        self.kernel = self.controller = None
        self.silent_since = None
        self.waiting = []  # what is to go through the air: (send, packet)
        self.connection = self.patience = None  # its handle, and its supervision timeout in seconds
        self.hides_status = False
        self.stream = bytearray()

    def plug(self):
        self.controller = socket.socket(socket.AF_UNIX)
        self.controller.connect(BTVIRT)
        self.kernel = os.open("/dev/vhci", os.O_RDWR)
        os.write(self.kernel, bytes([VENDOR, 0]))
        index = struct.unpack("<xxH", os.read(self.kernel, 4))[0]
        print(f"plugged in as hci{index}")

    def pull(self):
        """The kernel sees it go at once; the shield no longer hears it."""
        os.close(self.kernel)
        self.kernel = None
        self.lose_connection()
        while self.connection is not None:
            self.from_controller()
        self.controller.close()
        self.controller = None
        self.heard()

    def silent(self):
        self.silent_since = time.monotonic()

    def heard(self):
        self.silent_since = None
        waiting, self.waiting = self.waiting, []
        for send, packet in waiting:
            send(packet)

    # What passes

    def to_kernel(self, packet):
        if self.kernel is not None:
            os.write(self.kernel, packet)

    def to_controller(self, packet):
        self.controller.sendall(packet)

    def through_the_air(self, send, packet):
        if self.silent_since is None:
            send(packet)
        else:
            self.waiting.append((send, packet))

    def from_kernel(self):
        packet = os.read(self.kernel, 4096)
        if packet[0] == ACL:
            self.through_the_air(self.to_controller, packet)
        elif packet[0] == COMMAND:
            self.to_controller(packet)

    def from_controller(self):
        piece = self.controller.recv(4096)
        if not piece:
            raise SystemExit("btvirt has gone")
        self.stream += piece
        for packet in packets(self.stream):
            if packet[0] == ACL:
                self.through_the_air(self.to_kernel, packet)
            elif not self.keeps_back(packet):
                self.to_kernel(packet)

    def keeps_back(self, event):
        """Notes what an event tells of the connection; whether the kernel must not see it."""
        kind, body = event[1], event[3:]
        if kind == COMMAND_STATUS and self.hides_status and body[2:4] == DISCONNECT.to_bytes(2, "little"):
            self.hides_status = False
            return True
        if kind == DISCONNECTED:
            self.connection = None
            self.waiting = []
        if kind != LE_META:
            return False
        if body[0] in (CONNECTED, ENHANCED_CONNECTED) and body[1] == 0:
            self.connection = struct.unpack_from("<H", body, 2)[0]
            timeout = struct.unpack_from("<H", body, 16 if body[0] == CONNECTED else 28)[0]
            self.patience = timeout / 100
        return self.silent_since is not None and body[0] in (ADVERTISED, EXTENDED_ADVERTISED)

    # Losing

    def lose_connection(self):
        """Has btvirt end the connection on both sides; the kernel has not asked for it, and does not see it asked for."""
        if self.connection is not None:
            self.hides_status = True
            self.to_controller(struct.pack("<BHBHB", COMMAND, DISCONNECT, 3, self.connection, TIMED_OUT))

    def seconds_left(self):
        if self.silent_since is None or self.connection is None or self.hides_status:
            return None
        return max(0, self.silent_since + self.patience - time.monotonic())

    def serve(self, commands):
        while True:
            watched = {commands: lambda: self.obey(commands)}
            if self.kernel is not None:
                watched |= {self.kernel: self.from_kernel, self.controller: self.from_controller}
            ready, _, _ = select.select(list(watched), [], [], self.seconds_left())
            if self.seconds_left() == 0:
                print(f"supervision timeout, after {self.patience} s")
                self.lose_connection()
            elif ready:
                watched[ready[0]]()  # one at a time: after `pull` the others are no more

    def obey(self, commands):
        for word in os.read(commands, 4096).decode().split():
            {"pull": self.pull, "plug": self.plug, "silent": self.silent, "heard": self.heard}[word]()


def main():
    Dongle().serve(os.open(sys.argv[1], os.O_RDWR))


if __name__ == "__main__":
    main()

"""Reads the Bluetooth traffic that `btmon -w` keeps, down to the attribute protocol.

The file's format is BlueZ's (src/shared/btsnoop.c), the packets' the Bluetooth Core specification's: Vol 4, Part E
(HCI), Vol 3, Part A (L2CAP) and Part F (ATT).
"""
import struct
import uuid
from typing import NamedTuple

MAGIC = b"btsnoop\0" + struct.pack(">II", 1, 2001)  # version 1, as the kernel's monitor tells it
EVENT, ACL_SENT, ACL_RECEIVED = 3, 4, 5
DISCONNECTION_COMPLETE, ENCRYPTION_CHANGE = 0x05, 0x08
CONTINUED = 0b01  # an ACL packet that goes on with the one before; every other one begins anew
ATT_CHANNEL = 4
DEFAULT_MTU = 23

MTU_REQUEST, MTU_RESPONSE = 0x02, 0x03
READ_BY_TYPE_REQUEST, READ_BY_TYPE_RESPONSE = 0x08, 0x09
WRITE_REQUEST, PREPARE_WRITE_REQUEST, WRITE_COMMAND, SIGNED_WRITE_COMMAND = 0x12, 0x16, 0x52, 0xD2
WRITES = {WRITE_REQUEST, PREPARE_WRITE_REQUEST, WRITE_COMMAND, SIGNED_WRITE_COMMAND}


class Unreadable(Exception):
    """The file is not what it should be, or traffic is missing in it."""


class Pdu(NamedTuple):
    """One message of the attribute protocol, as a controller of this machine sent or received it."""

    controller: int
    is_sent: bool
    body: bytes
    is_encrypted: bool = False  # the connection, on the air

    @property
    def opcode(self):
        return self.body[0]

    @property
    def handle(self):
        """Of a write: the attribute's."""
        return struct.unpack_from("<H", self.body, 1)[0]

    @property
    def value(self):
        """Of a write request or command: what is written."""
        return self.body[3:]


def records(data):
    """Gives each whole record: the controller's number, what kind it is, and its bytes. The last may still be in writing."""
    if not data.startswith(MAGIC):
        raise Unreadable("this is no file of btmon -w")
    at = len(MAGIC)
    while len(data) >= at + 24:
        original, included, flags, drops, _ = struct.unpack_from(">IIIIq", data, at)
        if original != included or drops:
            raise Unreadable(f"btmon has lost traffic: {included} of {original} bytes, {drops} records dropped")
        at += 24
        if len(data) < at + included:
            return
        yield flags >> 16, flags & 0xFFFF, data[at : at + included]
        at += included


def pdus(data):
    """Gives each message of the attribute protocol, its fragments put together."""
    begun, encrypted = {}, set()
    for controller, kind, packet in records(data):
        if kind == EVENT:
            note_encryption(controller, packet, encrypted)
        if kind not in (ACL_SENT, ACL_RECEIVED):
            continue
        handle, length = struct.unpack_from("<HH", packet)
        way = (controller, kind, handle & 0x0FFF)
        piece = packet[4 : 4 + length]
        if handle >> 12 & 0b11 == CONTINUED:
            piece = begun.pop(way, b"") + piece
        if len(piece) < 4 or len(piece) < 4 + struct.unpack_from("<H", piece)[0]:
            begun[way] = piece
            continue
        size, channel = struct.unpack_from("<HH", piece)
        if channel == ATT_CHANNEL and size > 0:
            is_encrypted = (controller, handle & 0x0FFF) in encrypted
            yield Pdu(controller, kind == ACL_SENT, piece[4 : 4 + size], is_encrypted)


def note_encryption(controller, event, encrypted):
    """Follows which connections are encrypted: Vol 4, Part E, 7.7.5 and 7.7.8."""
    code, status = event[0], event[2]
    if code not in (DISCONNECTION_COMPLETE, ENCRYPTION_CHANGE) or status != 0:
        return
    connection = (controller, struct.unpack_from("<H", event, 3)[0] & 0x0FFF)
    if code == ENCRYPTION_CHANGE and event[5] != 0:
        encrypted.add(connection)
    else:
        encrypted.discard(connection)


class Traffic:
    """What one controller sent and received."""

    def __init__(self, data, controller):
        self.pdus = [pdu for pdu in pdus(data) if pdu.controller == controller]

    @property
    def mtu(self):
        """What both sides of the exchange can take."""
        told = [pdu for pdu in self.pdus if pdu.opcode in (MTU_REQUEST, MTU_RESPONSE)]
        if not any(pdu.is_sent for pdu in told) or all(pdu.is_sent for pdu in told):
            return DEFAULT_MTU
        return max(DEFAULT_MTU, min(struct.unpack_from("<H", pdu.body, 1)[0] for pdu in told))

    def value_handle(self, characteristic):
        """Where the value of a characteristic is, as its shield told when it was asked for its characteristics."""
        wanted = uuid.UUID(characteristic).bytes[::-1]
        for pdu in self.pdus:
            # Each entry: the declaration's handle, properties, the value's handle, and here a UUID of 16 bytes.
            if pdu.opcode == READ_BY_TYPE_RESPONSE and pdu.body[1] == 21:
                for at in range(2, len(pdu.body), 21):
                    if pdu.body[at + 5 : at + 21] == wanted:
                        return struct.unpack_from("<H", pdu.body, at + 3)[0]
        raise Unreadable(f"nobody told of a characteristic {characteristic}")

    def writes(self, handle, is_sent=True):
        """Every write to an attribute, of whatever kind, in order."""
        return [pdu for pdu in self.pdus if pdu.opcode in WRITES and pdu.is_sent == is_sent and pdu.handle == handle]

"""What can be done below bluetoothd: a peripheral sees that its central begins to ask, and leaves; a scan is ended."""
import ctypes
import os
import socket
import struct

from gi.repository import GLib

COMMAND, ACL_DATA, EVENT = 1, 2, 4  # kinds of packets
DISCONNECTION_COMPLETE = 5
DISCONNECT, HUNG_UP_BY_USER = 0x0406, 0x13
ATT_CHANNEL = 4
READ_BY_GROUP_TYPE = 0x10  # how services are asked for


def leave_in_discovery(adapter, times, left):
    """Ends `times` connections, each told to `left`, when services are asked for.

    At the first request, that for the MTU, it would be too soon for the guest's kernel: it fails in hci_chan_del."""
    # On a busy machine it would else come too late, when all has been asked and answered.
    os.sched_setscheduler(0, os.SCHED_FIFO, os.sched_param(1))
    controller = socket.socket(socket.AF_BLUETOOTH, socket.SOCK_RAW, socket.BTPROTO_HCI)
    controller.setsockopt(socket.SOL_HCI, socket.HCI_FILTER, struct.pack("<LLLHxx", 1 << ACL_DATA | 1 << EVENT, 1 << DISCONNECTION_COMPLETE, 0, 0))
    controller.bind((int(adapter.removeprefix("hci")),))
    remaining = times
    is_leaving = False  # both sides ask, and one packet more may come

    def packet_has_come(_fd, _condition):
        nonlocal remaining, is_leaving
        packet = controller.recv(1024)
        kind, handle, _, _, channel, opcode = struct.unpack_from("<BHHHHB", packet.ljust(10, b"\0"))
        if kind == EVENT:
            is_leaving = False
        elif (channel, opcode) == (ATT_CHANNEL, READ_BY_GROUP_TYPE) and not is_leaving:
            is_leaving = True
            remaining -= 1
            controller.send(struct.pack("<BHBHB", COMMAND, DISCONNECT, 3, handle & 0xFFF, HUNG_UP_BY_USER))
            left()
        return remaining > 0

    GLib.io_add_watch(controller.fileno(), GLib.IO_IN, packet_has_come)


CONTROL_CHANNEL, NO_ADAPTER = 3, 0xFFFF
STOP_DISCOVERY, LOW_ENERGY = 0x0024, 0x06  # of the kernel's management interface: both kinds of addresses


def end_scan(adapter):
    """Ends the kernel's scan, as another client of its management interface."""
    control = socket.socket(socket.AF_BLUETOOTH, socket.SOCK_RAW, socket.BTPROTO_HCI)
    # Python binds to an adapter's raw channel only.
    address = struct.pack("<HHH", socket.AF_BLUETOOTH, NO_ADAPTER, CONTROL_CHANNEL)
    if ctypes.CDLL(None, use_errno=True).bind(control.fileno(), address, len(address)) != 0:
        raise OSError(ctypes.get_errno(), "the management interface")
    control.send(struct.pack("<HHHB", STOP_DISCOVERY, int(adapter.removeprefix("hci")), 1, LOW_ENERGY))
    control.close()

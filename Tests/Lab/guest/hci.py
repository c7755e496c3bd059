"""What a peripheral can do below bluetoothd: see that its central begins to ask, and leave."""
import socket
import struct

from gi.repository import GLib

COMMAND, ACL_DATA = 1, 2  # kinds of packets
DISCONNECT, HUNG_UP_BY_USER = 0x0406, 0x13
ATT_CHANNEL = 4
EXCHANGE_MTU = 2


def leave_in_discovery(adapter, times, left):
    """Ends `times` connections, each told to `left`, at the first thing that the central asks: it is at the services by the
    time at which the controller obeys."""
    controller = socket.socket(socket.AF_BLUETOOTH, socket.SOCK_RAW, socket.BTPROTO_HCI)
    controller.setsockopt(socket.SOL_HCI, socket.HCI_FILTER, struct.pack("<LLLHxx", 1 << ACL_DATA, 0, 0, 0))
    controller.bind((int(adapter.removeprefix("hci")),))
    remaining = times

    def packet_has_come(_fd, _condition):
        nonlocal remaining
        packet = controller.recv(1024)
        kind, handle, _, _, channel, opcode = struct.unpack_from("<BHHHHB", packet.ljust(10, b"\0"))
        if (kind, channel, opcode) == (ACL_DATA, ATT_CHANNEL, EXCHANGE_MTU):
            remaining -= 1
            controller.send(struct.pack("<BHBHB", COMMAND, DISCONNECT, 3, handle & 0xFFF, HUNG_UP_BY_USER))
            left()
        return remaining > 0

    GLib.io_add_watch(controller.fileno(), GLib.IO_IN, packet_has_come)

"""What a peripheral can do below bluetoothd: see what its central asks, and leave."""
import socket
import struct

from gi.repository import GLib

COMMAND, ACL_DATA = 1, 2  # kinds of packets
DISCONNECT, HUNG_UP_BY_USER = 0x0406, 0x13
ATT_CHANNEL = 4
READ_BY_TYPE = 8
CHARACTERISTIC_DECLARATION = 0x2803


def leave_in_discovery(adapter, times, left):
    """Ends the connection at the moment at which the central asks for characteristics: `times` connections, each told to `left`."""
    controller = socket.socket(socket.AF_BLUETOOTH, socket.SOCK_RAW, socket.BTPROTO_HCI)
    everything = struct.pack("<LLLHxx", 1 << ACL_DATA, 0, 0, 0)
    controller.setsockopt(socket.SOL_HCI, socket.HCI_FILTER, everything)
    controller.bind((int(adapter.removeprefix("hci")),))
    remaining = times

    def packet_has_come(_fd, _condition):
        nonlocal remaining
        packet = controller.recv(1024)
        handle, _, _, channel, opcode, _, _, uuid = struct.unpack_from("<HHHHBHHH", packet.ljust(16, b"\0"), 1)
        if (packet[0], channel, opcode, uuid) != (ACL_DATA, ATT_CHANNEL, READ_BY_TYPE, CHARACTERISTIC_DECLARATION):
            return True
        remaining -= 1
        controller.send(struct.pack("<BHBHB", COMMAND, DISCONNECT, 3, handle & 0xFFF, HUNG_UP_BY_USER))
        left()
        return remaining > 0

    GLib.io_add_watch(controller.fileno(), GLib.IO_IN, packet_has_come)

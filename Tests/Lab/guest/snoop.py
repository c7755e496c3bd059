"""What went over the air, from btmon's file."""
import struct

ACL_SENT = 4
ATT_CHANNEL = 4
WRITE_REQUEST, WRITE_COMMAND = 0x12, 0x52


def sent(path, adapter):
    """The ATT packets that an adapter sent: (opcode, what follows it)."""
    with open(path, "rb") as file:
        snoop = file.read()
    index = int(adapter.removeprefix("hci"))
    offset = 16
    packets = []
    while offset + 24 <= len(snoop):
        _, size, flags = struct.unpack_from(">III", snoop, offset)
        packet = snoop[offset + 24 : offset + 24 + size]
        offset += 24 + size
        if flags == index << 16 | ACL_SENT and len(packet) >= 9 and struct.unpack_from("<H", packet, 6)[0] == ATT_CHANNEL:
            packets.append((packet[8], packet[9:]))
    return packets


def writes(path, adapter, opcode):
    """The values that an adapter wrote by this operation, without those to descriptors of notifications (two bytes, a zero
    at the end)."""
    values = [rest[2:] for kind, rest in sent(path, adapter) if kind == opcode]
    return [value for value in values if len(value) != 2 or value[1] != 0]

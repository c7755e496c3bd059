"""The reader of Bluetooth traffic, against bytes made by hand."""
import struct
import unittest

import btsnoop

WRITE = "713d0003-503e-4c75-ba94-3148f18d941e"
HANDLE = 0x0103


def record(controller, kind, data, drops=0):
    return struct.pack(">IIIIq", len(data), len(data), controller << 16 | kind, drops, 0) + data


def acl(piece, flags=0b00, connection=42):
    return struct.pack("<HH", flags << 12 | connection, len(piece)) + piece


def att(body, channel=4):
    return struct.pack("<HH", len(body), channel) + body


def sent(body, controller=1):
    return record(controller, btsnoop.ACL_SENT, acl(att(body)))


def received(body, controller=1):
    return record(controller, btsnoop.ACL_RECEIVED, acl(att(body), flags=0b10))


def write(text, opcode=btsnoop.WRITE_COMMAND, handle=HANDLE):
    return struct.pack("<BH", opcode, handle) + text


def traffic(*records):
    return btsnoop.Traffic(btsnoop.MAGIC + b"".join(records), controller=1)


class Reader(unittest.TestCase):
    def texts(self, *records, **options):
        return [pdu.value for pdu in traffic(*records).writes(HANDLE, **options)]

    def test_writes_come_in_order_and_other_traffic_does_not_matter(self):
        other = [
            record(1, 2, b"\x03\x0c\x00"),  # a command
            sent(write(b"X", handle=7)),
            sent(write(b"X"), controller=0),
            record(1, btsnoop.ACL_SENT, acl(att(write(b"X"), channel=5))),
            sent(struct.pack("<BH", 0x0A, HANDLE)),  # a read
            received(write(b"X")),
        ]
        self.assertEqual(self.texts(sent(write(b"F>")), *other, sent(write(b"S>"))), [b"F>", b"S>"])
        self.assertEqual(self.texts(received(write(b"F>")), is_sent=False), [b"F>"])

    def test_every_kind_of_write_is_told(self):
        for opcode in [0x12, 0x16, 0x52, 0xD2]:
            self.assertEqual([pdu.opcode for pdu in traffic(sent(write(b"F>", opcode))).writes(HANDLE)], [opcode])

    def test_fragments_are_put_together(self):
        whole = att(write(b"R100>"))
        for cut in range(1, len(whole)):
            pieces = [acl(whole[:cut]), acl(whole[cut:], flags=0b01)]
            with self.subTest(cut=cut):
                self.assertEqual(self.texts(*(record(1, btsnoop.ACL_SENT, piece) for piece in pieces)), [b"R100>"])

    def test_a_beginning_that_was_never_ended_is_forgotten(self):
        beginning = record(1, btsnoop.ACL_SENT, acl(att(write(b"R100>"))[:6]))
        self.assertEqual(self.texts(beginning, sent(write(b"S>"))), [b"S>"])

    def test_the_mtu_is_the_smaller_one_and_23_without_an_exchange(self):
        self.assertEqual(traffic(sent(b"\x02\x05\x02"), received(b"\x03\x30\x00")).mtu, 48)
        self.assertEqual(traffic(sent(b"\x02\x05\x02")).mtu, 23)
        self.assertEqual(traffic().mtu, 23)

    def test_the_handle_is_the_one_that_the_shield_told(self):
        def entry(handle, uuid):
            return struct.pack("<HBH", handle - 1, 0x04, handle) + bytes.fromhex(uuid.replace("-", ""))[::-1]

        told = received(b"\x09\x15" + entry(0x0105, WRITE.replace("0003", "0002", 1)) + entry(HANDLE, WRITE))
        self.assertEqual(traffic(told).value_handle(WRITE), HANDLE)
        with self.assertRaises(btsnoop.Unreadable):
            traffic().value_handle(WRITE)

    def test_what_is_encrypted_is_told_of_each_connection(self):
        def event(code, *parameters, controller=1):
            return record(controller, btsnoop.EVENT, bytes([code, len(parameters), *parameters]))

        whole = traffic(
            sent(write(b"1")),
            event(0x08, 0x06, 42, 0, 1),  # refused: key missing
            event(0x08, 0, 43, 0, 1),  # another connection
            event(0x08, 0, 42, 0, 1, controller=0),
            sent(write(b"2")),
            event(0x08, 0, 42, 0, 1),
            sent(write(b"3")),
            event(0x05, 0, 42, 0, 0x13),
            sent(write(b"4")),
        )
        self.assertEqual([pdu.is_encrypted for pdu in whole.writes(HANDLE)], [False, False, True, False])

    def test_a_record_in_writing_waits_and_a_lost_one_is_an_error(self):
        self.assertEqual(self.texts(sent(write(b"F>")), sent(write(b"S>"))[:-1]), [b"F>"])
        for file in [b"", b"btsnoop", btsnoop.MAGIC + record(1, 2, b"", drops=1)]:
            with self.assertRaises(btsnoop.Unreadable):
                list(btsnoop.pdus(file))


if __name__ == "__main__":
    unittest.main()

"""Whether the readers of frames can say no: bytes from Mappings/arms/README.md and `waldo check`, whole and spoiled."""
import unittest

from firmware import Combined, PlainBinary, movements, robot
from frames import Mismatch


def frames(*digits):
    return [bytes.fromhex(each) for each in digits]


class Readers(unittest.TestCase):
    def refuses(self, reader, *spoiled):
        with self.assertRaises(Mismatch):
            for frame in spoiled:
                reader(frame)

    def test_robot(self):
        self.assertEqual([robot(b"F>"), robot(b"R100>"), robot(b"D-7>")], [{"slider": 6}, {"zx": 100}, {"zy": -7}])
        for spoiled in [b"F", b"R>", b"F>F>", b"F>\n"]:
            self.refuses(robot, spoiled)

    def test_plain_binary(self):
        self.assertEqual(PlainBinary()(*frames("a501006450")), {"slider": 100})
        self.assertEqual(PlainBinary()(*frames("a502009c0b")), {"zx": -100})
        self.refuses(PlainBinary(), *frames("a501006451"))
        self.refuses(PlainBinary(), *frames("a501006450", "a501006450"))

    def test_combined(self):
        self.assertEqual(Combined()(*frames("a50018fc000000b9")), {"slider": 0, "zx": -1000, "zy": 0})
        self.refuses(Combined(), *frames("a50018fc000000ba"))
        self.refuses(Combined(), *frames("a50018fc000000b9", "a50018fc000000b9"))

    def test_movements(self):
        done, end = movements(robot, [b"F>", b"B>", b"S>", b"R10>"])
        self.assertEqual(done, ["forward", "backward", "zero", "joystick"])
        self.assertEqual(end, {"slider": 0, "zx": 10, "zy": 0})


if __name__ == "__main__":
    unittest.main()

"""Gamepads made by /dev/uhid: the kernel's own HID drivers make event nodes, power supplies and hidraw nodes of them."""
import glob
import os
import struct
import threading

from evdev import InputDevice, ecodes

from lab import wait_for

DESTROY, STOP, GET_REPORT, GET_REPORT_REPLY, CREATE2, INPUT2 = 1, 3, 9, 10, 11, 12
BUTTONS, BATTERY = 1, 2  # reports
LARGEST = 8192

# A Game Pad (Generic Desktop 5): 16 buttons and X, Y, Z, Rz in report 1, and in report 2 the Battery Strength (Generic Device
# Controls 0x20) in percent.
DESCRIPTOR = bytes.fromhex(
    "0501 0905 a101 8501 0509 1901 2910 1500 2501 7501 9510 8102"
    "0501 0930 0931 0932 0935 1500 26ff00 7508 9504 8102"
    "8502 0506 0920 1500 2564 7508 9501 8102 c0"
)


class HIDPad:
    IDS = 5, 0x1209, 0x0002  # bus, vendor and product
    DESCRIPTOR = DESCRIPTOR
    SERIAL = "00:1b:dc:0f:aa:01"

    def __init__(self, name="Lab HID pad", battery=57):
        """`battery` None: it leaves the kernel's question for its battery without an answer."""
        self.name, self.battery = name, battery

    def plug(self):
        self.file = os.open("/dev/uhid", os.O_RDWR | os.O_CLOEXEC)
        names = [text.encode() for text in [self.name, "lab/hid", self.SERIAL]]
        create = struct.pack("<I128s64s64sHHIIII", CREATE2, *names, len(self.DESCRIPTOR), *self.IDS, 0x0110, 0)
        os.write(self.file, create + self.DESCRIPTOR)
        self.answers = threading.Thread(target=self.answer, args=[self.file], daemon=True)
        self.answers.start()
        wait_for("the kernel to make a node of the HID pad", lambda: self.node)
        # What is reported while the driver still begins is dropped.
        wait_for("the HID pad to be at rest", self.is_at_rest)

    def is_at_rest(self):
        self.rest()
        device = InputDevice(self.node)
        value = device.absinfo(ecodes.ABS_X).value
        device.close()
        return value == 128

    @property
    def node(self):
        for folder in glob.glob("/sys/class/input/event*"):
            with open(f"{folder}/device/name") as file:
                if file.read().strip() == self.name:
                    return f"/dev/input/{os.path.basename(folder)}"
        return None

    @property
    def supplies(self):
        return glob.glob(f"/sys/class/input/{os.path.basename(self.node)}/device/device/power_supply/*")

    def answer(self, file):
        try:
            while event := os.read(file, LARGEST):
                kind, number, report = struct.unpack_from("<IIB", event)
                if kind == STOP:
                    return
                answer = self.feature(report) if kind == GET_REPORT else None
                if answer is not None:
                    os.write(file, struct.pack("<IIHH", GET_REPORT_REPLY, number, 0, len(answer)) + answer)
        except OSError:
            pass  # it is unplugged

    def feature(self, report):
        """A feature report that the driver asks for; None: it gets no answer."""
        return bytes([BATTERY, self.battery]) if report == BATTERY and self.battery is not None else None

    def send(self, *report):
        os.write(self.file, struct.pack("<IH", INPUT2, len(report)) + bytes(report))

    def rest(self, buttons=0):
        self.send(BUTTONS, buttons & 0xFF, buttons >> 8, 128, 128, 128, 128)

    def charge(self, percent):
        self.battery = percent
        self.send(BATTERY, percent)

    def unplug(self):
        os.write(self.file, struct.pack("<I", DESTROY))
        # The next pad's file may get the same number: its questions are not answered here.
        self.answers.join(5)
        os.close(self.file)


def shorts(*numbers):
    return struct.pack(f"<{len(numbers)}h", *numbers)


class DualSense(HIDPad):
    """A DualSense on a cable, as hid-playstation asks for it: it sends a report each 4 ms, whether or not anything changes.

    The layout of its reports is that of the kernel's driver (drivers/hid/hid-playstation.c)."""

    IDS = 3, 0x054C, 0x0CE6
    SERIAL = ""
    # A Game Pad whose reports are the vendor's: input 1, output 2, features 5, 9 and 0x20.
    DESCRIPTOR = bytes.fromhex(
        "0501 0905 a101 0600ff 1500 26ff00 7508 8501 0920 953f 8102 8502 0921 952f 9102"
        "8505 0922 9528 b102 8509 0923 9513 b102 8520 0924 953f b102 c0"
    )
    PERIOD = 0.004

    def __init__(self, name="Lab DualSense"):
        super().__init__(name, battery=None)
        self.trigger = 0
        self.reports = threading.Event()
        self.ends = threading.Event()

    def plug(self):
        self.reports.set()
        self.ends.clear()
        self.sender = threading.Thread(target=self.report, daemon=True)
        super().plug()
        self.sender.start()

    def feature(self, report):
        if report == 0x09:
            return bytes([report, 1, 0xAA, 0x0F, 0xDC, 0x1B, 0]).ljust(20, b"\0")
        if report == 0x20:
            return bytes([report]).ljust(64, b"\0")
        if report == 0x05:
            numbers = [0, 0, 0, *[1000, -1000] * 3, 540, 540, *[8192, -8192] * 3]
            return (bytes([report]) + shorts(*numbers)).ljust(41, b"\0")
        return None

    def rest(self, buttons=0):
        """One report, with the trigger where it is."""
        state = bytes([128, 128, 128, 128, 0, self.trigger, 0, 8, 0, 0, 0])
        points = bytes([0x80, 0, 0, 0] * 2)
        self.send(1, *(state.ljust(32, b"\0") + points).ljust(63, b"\0"))

    def report(self):
        """Sends reports until it is unplugged, except while it is out of range."""
        while not self.ends.wait(self.PERIOD):
            if self.reports.is_set():
                self.rest()

    def unplug(self):
        self.ends.set()
        self.sender.join()
        super().unplug()

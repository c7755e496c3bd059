"""A gamepad made by /dev/uhid: the kernel's own HID drivers make an event node and a power supply of it."""
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
    def __init__(self, name="Lab HID pad", battery=57):
        """`battery` None: it leaves the kernel's question for its battery without an answer."""
        self.name, self.battery = name, battery

    def plug(self):
        self.file = os.open("/dev/uhid", os.O_RDWR | os.O_CLOEXEC)
        names = [text.encode() for text in [self.name, "lab/hid", "00:1b:dc:0f:aa:01"]]
        create = struct.pack("<I128s64s64sHHIIII", CREATE2, *names, len(DESCRIPTOR), 5, 0x1209, 0x0002, 0x0110, 0)
        os.write(self.file, create + DESCRIPTOR)
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
                if kind == GET_REPORT and report == BATTERY and self.battery is not None:
                    os.write(file, struct.pack("<IIHHBB", GET_REPORT_REPLY, number, 0, 2, BATTERY, self.battery))
        except OSError:
            pass  # it is unplugged

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

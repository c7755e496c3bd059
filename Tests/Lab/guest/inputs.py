#!/usr/bin/python3 -u
"""A gamepad and a keyboard made by /dev/uinput. As a program: `inputs.py pad` or `inputs.py keyboard` plugs one in and reads
commands from standard input, one a line: `axis ABS_RZ 255`, `key BTN_EAST 1`, `press KEY_W`, `unplug`, `plug`."""
import sys

from evdev import AbsInfo, UInput, ecodes

STICKS = ["ABS_X", "ABS_Y", "ABS_RX", "ABS_RY"]
TRIGGERS = ["ABS_Z", "ABS_RZ"]
HAT = ["ABS_HAT0X", "ABS_HAT0Y"]
BUTTONS = [
    *["BTN_SOUTH", "BTN_EAST", "BTN_NORTH", "BTN_WEST", "BTN_TL", "BTN_TR"],
    *["BTN_SELECT", "BTN_START", "BTN_MODE", "BTN_THUMBL", "BTN_THUMBR"],
]


class Device:
    """What both have in common."""

    device = None

    @property
    def node(self):
        return self.device.device.path

    def unplug(self):
        self.device.close()
        self.device = None

    def key(self, name, value):
        self.write(ecodes.EV_KEY, name, value)

    def press(self, name):
        self.key(name, 1)
        self.key(name, 0)

    def write(self, kind, name, value):
        self.device.write(kind, ecodes.ecodes[name], int(value))
        self.device.syn()


class Pad(Device):
    """Sticks are -32768...32767 without fuzz (which would swallow small moves), triggers 0...255."""

    def __init__(self, name="Microsoft X-Box 360 pad", vendor=0x045E, product=0x028E, phys="lab/pad"):
        self.identity = {"name": name, "vendor": vendor, "product": product, "phys": phys, "version": 0x110}

    def plug(self, **held):
        """Plugs the pad in, with these axes held: plug(ABS_RZ=255)."""

        def axis(name, low, high, flat=0):
            info = AbsInfo(value=held.get(name, 0), min=low, max=high, fuzz=0, flat=flat, resolution=0)
            return ecodes.ecodes[name], info

        axes = [axis(name, -32768, 32767, 128) for name in STICKS]
        axes += [axis(name, 0, 255) for name in TRIGGERS]
        axes += [axis(name, -1, 1) for name in HAT]
        keys = [ecodes.ecodes[name] for name in BUTTONS]
        self.device = UInput({ecodes.EV_KEY: keys, ecodes.EV_ABS: axes}, bustype=ecodes.BUS_USB, **self.identity)

    def axis(self, name, value):
        self.write(ecodes.EV_ABS, name, value)


class Keyboard(Device):
    def __init__(self, name="Lab keyboard"):
        self.name = name

    def plug(self):
        keys = list(range(ecodes.KEY_ESC, ecodes.KEY_COMPOSE + 1))
        self.device = UInput(
            {ecodes.EV_KEY: keys}, name=self.name, vendor=1, product=2, bustype=ecodes.BUS_USB, phys="lab/keyboard"
        )


def main():
    device = {"pad": Pad, "keyboard": Keyboard}[sys.argv[1]]()
    device.plug()
    print("plugged in as", device.node)
    for line in sys.stdin:
        if words := line.split():
            getattr(device, words[0])(*words[1:])


if __name__ == "__main__":
    main()

#!/usr/bin/python3 -u
"""A gamepad and a keyboard made by /dev/uinput. As a program: `inputs.py pad` or `inputs.py keyboard` plugs one in and reads
commands from standard input, one a line: `axis ABS_RZ 255`, `key BTN_EAST 1`, `press KEY_W`, `unplug`, `plug`."""
import sys
import threading

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

        self.device = UInput(self.capabilities(axis), bustype=ecodes.BUS_USB, **self.identity)

    def capabilities(self, axis):
        axes = [axis(name, -32768, 32767, 128) for name in STICKS]
        axes += [axis(name, 0, 255) for name in TRIGGERS]
        axes += [axis(name, -1, 1) for name in HAT]
        keys = [ecodes.ecodes[name] for name in BUTTONS]
        return {ecodes.EV_KEY: keys, ecodes.EV_ABS: axes}

    def axis(self, name, value):
        self.write(ecodes.EV_ABS, name, value)


class FeltPad(Pad):
    """A pad that rumbles. `felt` has what reached its motors: (strong, weak, pulses) for each effect that was played."""

    def __init__(self, answers=True, **identity):
        """Without `answers` it never says that it has taken an effect, which the kernel waits for."""
        super().__init__(**identity)
        self.answers = answers
        self.effects, self.erased, self.felt = {}, 0, []

    def plug(self, **held):
        super().plug(**held)
        threading.Thread(target=self.answer, args=[self.device], daemon=True).start()

    def capabilities(self, axis):
        return super().capabilities(axis) | {ecodes.EV_FF: [ecodes.FF_RUMBLE]}

    def answer(self, device):
        try:
            for event in device.read_loop():
                if event.type == ecodes.EV_FF:
                    self.play(event)
                elif event.type == ecodes.EV_UINPUT and self.answers:
                    self.take(device, event)
        except (OSError, ValueError):
            pass  # it is unplugged

    def take(self, device, event):
        if event.code == ecodes.UI_FF_UPLOAD:
            upload = device.begin_upload(event.value)
            motors = upload.effect.u.ff_rumble_effect
            self.effects[upload.effect.id] = (motors.strong_magnitude, motors.weak_magnitude)
            upload.retval = 0
            device.end_upload(upload)
        elif event.code == ecodes.UI_FF_ERASE:
            erase = device.begin_erase(event.value)
            del self.effects[erase.effect_id]
            self.erased += 1
            erase.retval = 0
            device.end_erase(erase)

    def play(self, event):
        if event.value:
            self.felt.append((*self.effects[event.code], event.value))


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

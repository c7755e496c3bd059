"""The devices of Tests/WaldoInputTests/Devices/devices.txt, made by /dev/uinput, and what the page Gamepads says of each."""
import os
import re

from evdev import AbsInfo, UInput, ecodes

PROJECT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__)))))
TABLE = f"{PROJECT}/Tests/WaldoInputTests/Devices/devices.txt"
PAGE = f"{PROJECT}/Sources/waldo/Documentation.docc/Gamepads.md"
PROPERTIES = {name: code for code, name in ecodes.INPUT_PROP.items() if isinstance(name, str)}
FACES = ["south", "east", "west", "north"]


def code(name):
    return int(name, 16) if name.startswith("0x") else ecodes.ecodes[name]


class Device:
    """One device as its driver shows it: identity, keys, axes and where they rest. Not its driver."""

    def __init__(self, lines):
        self.facts, self.keys, self.axes, self.properties, self.relative, self.switches = {}, [], {}, [], [], []
        for line in lines:
            word, _, rest = line.partition(" ")
            if word == "key":
                self.keys += [code(name) for name in rest.split()]
            elif word == "abs":
                name, low, high, value, fuzz, flat = rest.split()
                self.axes[code(name)] = AbsInfo(int(value), int(low), int(high), 0, int(flat), 0)
            elif word in ("rel", "sw"):
                (self.relative if word == "rel" else self.switches).extend(code(name) for name in rest.split())
            elif word == "prop":
                self.properties += [PROPERTIES[name] for name in rest.split()]
            else:
                self.facts[word] = rest
        self.id, self.title, self.name = self.facts["device"], self.facts["title"], self.facts["name"]
        self.kind = self.facts["kind"]
        self.input = None

    @property
    def can_be_made(self):
        """Whether uinput takes its axes: adc-joystick has ranges that run downward."""
        return all(axis.min <= axis.max for axis in self.axes.values())

    def plug(self):
        # A name of uinput has 79 bytes, and evdev finds the node by it.
        bus, vendor, product, version = (int(number, 16) for number in self.facts["id"].split())
        events = {
            ecodes.EV_KEY: self.keys, ecodes.EV_ABS: list(self.axes.items()), ecodes.EV_REL: self.relative,
            ecodes.EV_SW: self.switches,
        }
        self.input = UInput(
            {kind: codes for kind, codes in events.items() if codes}, name=self.name[:79], bustype=bus, vendor=vendor,
            product=product, version=version, phys="lab/pad", input_props=self.properties or None,
        )

    def unplug(self):
        self.input.close()
        self.input = None

    @property
    def node(self):
        return self.input.device.path

    def axis(self, code, value):
        self.input.write(ecodes.EV_ABS, code, int(value))
        self.input.syn()

    def key(self, code, value):
        self.input.write(ecodes.EV_KEY, code, value)
        self.input.syn()

    def rest(self, code):
        return self.axes[code].value

    # What the page names

    def words(self, fact):
        return [word for word in self.facts.get(fact, "").split() if word not in ("axes", "keys", "stick", "none")]

    def codes(self, text):
        """The codes that a cell of the page names: keys and axes."""
        trigger = {"left trigger": 0, "right trigger": 1}.get(text)
        if trigger is not None:
            return [code(self.words("triggers")[trigger])]
        if text in ("left stick", "right stick"):
            return [code(name) for name in self.words(text.split()[0])]
        if text == "directional pad":
            if self.facts.get("dpad") == "keys":
                return []
            return [ecodes.ABS_X, ecodes.ABS_Y] if self.facts.get("dpad") == "axes" else [ecodes.ABS_HAT0X, ecodes.ABS_HAT0Y]
        names = {"lower button": "south", "right button": "east", "left button": "west", "upper button": "north"}
        if text == "any of the four":
            return [code(name) for face in FACES for name in self.words(face)]
        if text in names or text in ("start", "select"):
            return [code(name) for name in self.words(names.get(text, text))]
        if text in ("left bumper", "right bumper"):
            return [ecodes.BTN_TL if text.startswith("left") else ecodes.BTN_TR]
        if found := re.fullmatch(r"button (\d+(?:, \d+)*)", text):
            return [0x11F + int(number) for number in found[1].split(", ")]
        if ", " in text:
            return [code for part in text.split(", ") for code in self.codes(part)]
        return [] if text == "nothing" else [code(text)]


def table():
    with open(TABLE) as file:
        blocks = file.read().split("\n\n")
    kept = [[line for line in block.split("\n") if line and not line.startswith("#")] for block in blocks]
    return [Device(lines) for lines in kept if lines]


def page():
    """The page's first row of each device, by its title as the table has it."""
    rows = {}
    with open(PAGE) as file:
        for line in file:
            cells = [cell.strip().replace("\\|", "|") for cell in re.split(r"(?<!\\)\|", line.strip())[1:-1]]
            if len(cells) != 7 or cells[0] in ("", "device", "---"):
                continue
            title = f"{cells[0]} ({cells[1]})" if cells[1] else cells[0]
            rows[title] = dict(zip(["by", "slider", "joystick", "stop", "resume"], cells[2:]))
    return rows

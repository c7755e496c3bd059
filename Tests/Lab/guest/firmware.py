"""Frames as the firmware of an arm reads them: each reader gives what a frame says of the slider and the joystick."""
import re
import struct

from frames import Mismatch


def robot(frame):
    """The default arm's sketch: text that ends in `>`."""
    parts = re.fullmatch(rb"(?:([BSF])|([LR])(-?\d+)|([DU])(-?\d+))>", frame)
    demand(parts, f"{frame!r} is no frame of this arm")
    slider, _, zx, _, zy = parts.groups()
    if slider:
        return {"slider": {b"B": -6, b"S": 0, b"F": 6}[slider]}
    return {"zx": int(zx)} if zx else {"zy": int(zy)}


class PlainBinary:
    """The plain binary arm of Mappings/arms/README.md: mark, channel, number, value, CRC."""

    def __init__(self):
        self.number = 0

    def __call__(self, frame):
        demand(len(frame) == 5 and frame[0] == 0xA5, f"{frame.hex()} is no frame of this arm")
        demand(crc8(frame[1:4]) == frame[4], f"{frame.hex()} has a wrong CRC")
        demand(frame[2] == self.number, f"{frame.hex()} has the number {frame[2]}, not {self.number}")
        self.number = (self.number + 1) % 256
        return {["slider", "zx", "zy"][frame[1] - 1]: struct.unpack("b", frame[3:4])[0]}


class Combined:
    """combined.yaml: all channels in one frame."""

    def __init__(self):
        self.number = 0

    def __call__(self, frame):
        demand(len(frame) == 8 and frame[0] == 0xA5, f"{frame.hex()} is no frame of this arm")
        demand(sum(frame[:7]) % 256 == frame[7], f"{frame.hex()} has a wrong sum")
        slider, zx, zy, number = struct.unpack("<bhhB", frame[1:7])
        demand(number == self.number, f"{frame.hex()} has the number {number}, not {self.number}")
        self.number = (self.number + 1) % 256
        return {"slider": slider, "zx": zx, "zy": zy}


def crc8(data):
    value = 0
    for byte in data:
        value ^= byte
        for _ in range(8):
            value = (value << 1) ^ (0x107 if value & 0x80 else 0)
    return value


def demand(condition, text):
    if not condition:
        raise Mismatch(text)


def movements(reader, frames):
    """What the arm does, frame by frame (forward, backward, zero; joystick where a position changes), and where it ends."""
    state = {"slider": 0, "zx": 0, "zy": 0}
    result = []
    for values in map(reader, frames):
        is_joystick = "slider" not in values or any(values.get(axis, state[axis]) != state[axis] for axis in ["zx", "zy"])
        state.update(values)
        slider = state["slider"]
        result.append("joystick" if is_joystick else "forward" if slider > 0 else "backward" if slider < 0 else "zero")
    return result, state

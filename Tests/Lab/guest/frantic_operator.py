"""An operator beside himself: 250 changes of a pad a second, from a seed. Now and then he stops, rests and resumes."""
import random
import time

RATE = 250  # changes a second
REST = 0.5  # seconds; a gate opens after 0.25

RANGES = {"ABS_Z": (0, 255), "ABS_RZ": (0, 255), "ABS_RX": (-32768, 32767), "ABS_RY": (-32768, 32767)}
# How long he does one thing with an axis, in seconds. A stick's is sent when it is let go of, and the arm is busy then.
MOST_TIME = {"ABS_Z": 0.6, "ABS_RZ": 0.6, "ABS_RX": 1.5, "ABS_RY": 1.5}
MOST_REST = {"ABS_Z": 0.6, "ABS_RZ": 0.6, "ABS_RX": 6, "ABS_RY": 6}


class Axis:
    """One axis that is shaken, held (as a hand holds: never quite still), or let go of, each for a while."""

    def __init__(self, name, chance):
        self.name, self.chance = name, chance
        self.until, self.deed, self.place = 0.0, "rest", 0

    def value(self, now):
        low, high = RANGES[self.name]
        if now >= self.until:
            self.deed = self.chance.choice(["rest", "shake", "hold"])
            self.place = self.chance.randint(low, high)
            most = MOST_REST if self.deed == "rest" else MOST_TIME
            self.until = now + self.chance.uniform(0.05, most[self.name])
        if self.deed == "rest":
            return 0
        if self.deed == "shake":
            return self.chance.randint(low, high)
        return min(high, max(low, self.place + self.chance.randint(-2, 2)))


class FranticOperator:
    def __init__(self, pad, seed=1):
        self.pad, self.chance = pad, random.Random(seed)
        self.axes = [Axis(name, self.chance) for name in RANGES]
        self.stops = 0

    def drive(self, seconds, each_second):
        began = due = time.monotonic()
        next_stop, next_look = began + 5, began
        while (now := time.monotonic()) < began + seconds:
            if now < due:
                time.sleep(due - now)
            due += 1 / RATE
            self.change(now)
            if now >= next_look:
                next_look += 1
                each_second(now - began)
            if now >= next_stop:
                self.stop_and_resume()
                due = time.monotonic()
                next_stop = due + self.chance.uniform(3, 12)
        self.let_go()

    def change(self, now):
        """One change of the pad. Where an axis is to stay as it is, one that moves nothing trembles."""
        axis = self.chance.choice(self.axes)
        value = axis.value(now)
        self.pad.axis(axis.name, value)
        if value == 0:
            self.pad.axis(self.chance.choice(["ABS_X", "ABS_Y"]), self.chance.randint(-32768, 32767))
        if self.chance.random() < 0.01:
            button = self.chance.choice(["BTN_SELECT", "BTN_START", "BTN_SOUTH", "BTN_NORTH", "BTN_TL", "BTN_TR"])
            self.pad.key(button, self.chance.randint(0, 1))

    def stop_and_resume(self):
        self.stops += 1
        self.pad.press("BTN_EAST")
        for _ in range(self.chance.randint(0, RATE)):  # of no use, until he rests
            self.change(time.monotonic())
            time.sleep(1 / RATE)
        self.let_go()
        time.sleep(REST)
        self.pad.press("BTN_START")

    def let_go(self):
        for axis in self.axes:
            self.pad.axis(axis.name, 0)
            axis.until = 0.0
        for button in ["BTN_SELECT", "BTN_START"]:
            self.pad.key(button, 0)

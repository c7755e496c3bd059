#!/usr/bin/python3
"""A keyboard drives, and nobody else hears it meanwhile; Ctrl-C on it ends the drive."""
import os
import signal
import threading
import time

from evdev import InputDevice, categorize, ecodes, list_devices

from frames import STOP, expect, held, sent
from inputs import Keyboard
from lab import Drive, check, run, step, wait_for


class Listener:
    """A second reader of the keyboard, as a desktop is one."""

    def __init__(self, node):
        self.keys = []
        self.device = InputDevice(node)
        threading.Thread(target=self.read, daemon=True).start()

    def read(self):
        for event in self.device.read_loop():
            if event.type == ecodes.EV_KEY:
                self.keys.append(categorize(event).keycode)


def state_of(pid):
    """R, S, T...: T is stopped."""
    with open(f"/proc/{pid}/stat") as file:
        return file.read().rpartition(")")[2].split()[0]


def scenario():
    keyboard = Keyboard()
    keyboard.plug()
    listener = Listener(keyboard.node)
    keyboard.press("KEY_A")
    wait_for("the listener to hear a key", lambda: listener.keys == ["KEY_A", "KEY_A"])

    step("W, S, the right arrow for three seconds, Space with W held")
    drive = Drive("--override", "--input", keyboard.node)
    drive.wait_until_open()
    keyboard.key("KEY_W", 1)
    drive.wait_for_frames("F>", 2)
    keyboard.key("KEY_W", 0)
    drive.wait_for_frames("S>", 3)
    keyboard.key("KEY_S", 1)
    drive.wait_for_frames("B>", 2)
    keyboard.key("KEY_S", 0)
    drive.wait_for_frames("S>", 6)
    keyboard.key("KEY_RIGHT", 1)
    time.sleep(3)
    keyboard.key("KEY_RIGHT", 0)
    drive.wait_for_frames("R100>")
    time.sleep(3.5)  # the arm is busy with its way for 52 ms + 31 ms/unit
    mark = drive.mark()
    keyboard.key("KEY_W", 1)
    drive.wait_for_frames("F>", 2, since=mark)
    keyboard.press("KEY_SPACE")
    drive.wait(event="stop")
    drive.wait_for_frames("S>", 9)
    keyboard.key("KEY_W", 0)
    check(listener.keys == ["KEY_A", "KEY_A"], f"another reader heard the grabbed keyboard: {listener.keys}")
    step("nobody else heard them; SIGTERM gives the keyboard back")
    status, _ = drive.end(signal.SIGTERM)
    check(status == 143, f"exit {status} after SIGTERM, 143 expected")
    driven = [held("F>", 2), STOP, held("B>", 2), STOP, sent("R100>"), held("F>", 2), STOP]
    expect("What the keyboard sent", driven, drive.frames())
    keyboard.press("KEY_B")
    wait_for("the listener to hear the keyboard again", lambda: listener.keys[2:] == ["KEY_B", "KEY_B"])

    step("--input keyboard, with two of them there, names both and leaves")
    another = Keyboard("Another keyboard")
    another.plug()
    drive = Drive("--override", "--input", "keyboard")
    status = drive.exit_status()
    check(status == 66, f"exit {status} with two keyboards, 66 expected")
    for text in ["More than one keyboard", keyboard.name, another.name]:
        check(text in drive.errors, f"standard error does not say {text!r}:\n{drive.errors}")
    another.unplug()

    step("--input keyboard finds the only one; SIGTSTP, with W held, halts and gives it back")
    for node in set(list_devices()) - {keyboard.node}:
        os.remove(node)  # the machine's own keyboard
    drive = Drive("--override", "--input", "keyboard")
    drive.wait_until_open()
    heard = len(listener.keys)
    keyboard.key("KEY_W", 1)
    drive.wait_for_frames("F>", 2)
    drive.signal(signal.SIGTSTP)
    wait_for("the drive to be stopped", lambda: state_of(drive.process.pid) == "T")
    expect("What it sent until it was stopped", [held("F>", 2), STOP], drive.frames())
    keyboard.key("KEY_W", 0)
    keyboard.press("KEY_A")
    keyboard.key("KEY_B", 1)
    others = ["KEY_W", "KEY_A", "KEY_A", "KEY_B"]
    wait_for("the listener to hear the keyboard meanwhile", lambda: listener.keys[heard:] == others)

    step("SIGCONT, with B held: it is taken again once its keys are up")
    mark = drive.mark()
    drive.signal(signal.SIGCONT)
    drive.wait(mark, event="halt", reason="suspended")
    keyboard.key("KEY_B", 0)
    others += ["KEY_B"]
    wait_for("the listener to hear the key that it heard go down", lambda: listener.keys[heard:] == others)
    drive.wait_until_open(mark)
    expect("What it sent when it went on, its zeros sent", [], drive.frames(mark))

    step("it drives again, and nobody else hears it; Ctrl-C on it, with W held")
    mark = drive.mark()
    keyboard.key("KEY_W", 1)
    drive.wait_for_frames("F>", 2, since=mark)
    check(listener.keys[heard:] == others, f"another reader heard the keyboard: {listener.keys[heard:]}")
    keyboard.key("KEY_LEFTCTRL", 1)
    keyboard.key("KEY_C", 1)
    status = drive.exit_status()
    for key in ["KEY_C", "KEY_LEFTCTRL", "KEY_W"]:
        keyboard.key(key, 0)
    check(status == 130, f"exit {status} after Ctrl-C, 130 expected")
    expect("What it sent until Ctrl-C", [held("F>", 2), STOP], drive.frames(mark))


run(scenario)

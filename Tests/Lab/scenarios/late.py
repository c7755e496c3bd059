#!/usr/bin/python3
"""With --wait everything may come later, in any order; without it what is missing is named, and the drive ends."""
import signal
import time

from frames import STOP, expect, held
from inputs import Pad
from lab import Drive, Shield, bluetooth, check, run, step, wait_until_all_arrived

# What `waldo` is to say while it is the first thing missing, and the status it ends with where it does not wait.
MISSING = {
    "pad": (66, "No gamepad found"),
    "bus": (69, "the message bus at unix:path=/run/dbus/system_bus_socket cannot be reached"),
    "bluetoothd": (69, "org.bluez is not on the system bus: start bluetoothd (systemctl start bluetooth)"),
    "dongle": (69, "there is no Bluetooth adapter hci1: choose of hci0"),
    "shield": (69, "no shield that offers 713d0000-503e-4c75-ba94-3148f18d941e was heard"),
}
ORDERS = [
    ["pad", "bus", "bluetoothd", "dongle", "shield"],
    ["pad", "dongle", "bus", "bluetoothd", "shield"],
    ["pad", "bus", "bluetoothd", "shield", "dongle"],
    ["bus", "bluetoothd", "shield", "dongle", "pad"],
]


class Bench:
    """Everything that a drive needs, each brought when it is asked for."""

    def __init__(self):
        self.pad = Pad()
        self.shield = None

    def bring(self, thing):
        match thing:
            case "pad":
                self.pad.plug()
            case "bus" | "bluetoothd":
                bluetooth(thing, "start")
            case "dongle":
                bluetooth("dongle", "plug")
            case "shield" if self.shield:
                self.shield.start()
            case "shield":
                self.shield = Shield()

    def take_all_away(self):
        self.pad.unplug()
        bluetooth("down")
        self.shield.process.wait()


def waits_for(drive, mark, thing):
    """Waits until the drive says what it now waits for."""
    _, sentence = MISSING[thing]

    def says(line):
        if thing == "pad":
            return line.get("event") == "input" and line["state"] == "waiting" and sentence in line["detail"]
        if thing == "shield":
            return line.get("event") == "link" and line["state"] == "scanning" and "detail" not in line
        return line.get("event") == "link" and sentence in line.get("detail", "")

    drive.wait_for_lines(f"that it waits for the {thing}", says, mark)


def comes_late(bench, order):
    step("waldo, then " + ", ".join(order))
    bluetooth("controller", "start")
    received = len(bench.shield.frames) if bench.shield else 0
    drive = Drive("--wait", "--adapter", "hci1")
    came, mark = set(), 0
    for thing in order:
        first_missing = next(missing for missing in MISSING if missing not in came)
        if first_missing == thing:
            waits_for(drive, mark, thing)
            mark = drive.mark()
        bench.bring(thing)
        came.add(thing)
    drive.wait_until_connected()
    drive.wait_until_open()
    bench.pad.axis("ABS_RZ", 255)
    drive.wait_for_frames("F>", 3)
    bench.pad.axis("ABS_RZ", 0)
    drive.wait_for_frames("S>", 3)
    status, _ = drive.end(signal.SIGTERM)
    check(status == 143, f"exit {status} after SIGTERM, 143 expected")
    wait_until_all_arrived(drive, bench.shield, since=received)
    expect("What the shield received", [held("F>", 3), STOP], bench.shield.frames[received:])
    bench.take_all_away()


def ends(expected, sentence, *arguments):
    began = time.monotonic()
    drive = Drive(*arguments)
    status = drive.exit_status()
    step(f"exit {status} after {time.monotonic() - began:.1f} s: {drive.errors.rstrip()}")
    check(status == expected, f"exit {status}, {expected} expected")
    check(sentence in drive.errors, f"standard error does not say {sentence!r}:\n{drive.errors}")
    check(drive.errors.count("\n") == 1, f"not one line on standard error:\n{drive.errors}")
    check(not drive.frames(), f"frames without a link: {drive.frames()}")


def is_missing(bench):
    step("without --wait, one thing after the other")
    ends(*MISSING["pad"])
    bench.bring("pad")
    ends(*MISSING["bus"])
    bench.bring("bus")
    ends(*MISSING["bluetoothd"])
    bench.bring("bluetoothd")
    ends(69, "there is no Bluetooth adapter: plug one in, or see whether bluetoothd has taken it")
    ends(69, "there is no Bluetooth adapter hci1: none was found, plug one in", "--adapter", "hci1")
    bluetooth("controller", "start")
    ends(*MISSING["dongle"], "--adapter", "hci1")
    bench.bring("dongle")
    bluetooth("adapter", "hci1", "off")
    ends(69, "hci1 is switched off: switch it on (bluetoothctl power on)", "--adapter", "hci1")
    bluetooth("adapter", "hci1", "on")
    ends(*MISSING["shield"], "--adapter", "hci1")


def scenario():
    bench = Bench()
    for order in ORDERS:
        comes_late(bench, order)
    is_missing(bench)


run(scenario)

#!/usr/bin/python3
"""Sensors are heard without an arm and beside a drive: links lost, bluetoothd and waldo killed, every byte accounted for."""
import re
import signal
import struct
import time

from inputs import Pad
from lab import RUN, Drive, Shield, bluetooth, check, end, pull, run, step, waldo

BGEIGIE = "ef080d8c-c3be-41ff-bd3f-05a5f4795d7f"
BGEIGIE_NOTIFY = "a1e8f5b1-696b-4e4c-87c6-69dfe0b0093b"
PIECE = 20


def gamma(number):
    """The radiation unit's 11 bytes: a fix, eight satellites, a place in Melbourne, counts."""
    return struct.pack(">BffH", 0x11, -37.8131 + number * 1e-4, 144.9621, 10 + number)


def bnrdd(number):
    """A bGeigie's line with its check, as pieces of 20 bytes."""
    text = f"BNRDD,2735,2020-06-29T10:42:{number % 60:02d}Z,106,{number},1769,A,5313.0698,N,00633.5683,E,-6.30,A,9,91"
    total = 0
    for byte in text.encode():
        total ^= byte
    line = f"${text}*{total:02X}\r\n".encode()
    return [line[at : at + PIECE] for at in range(0, len(line), PIECE)]


def speak(shield, survey, messages):
    """Notifies messages, each a list of pieces, and waits until each was heard."""
    mark = survey.mark()
    for pieces in messages:
        for piece in pieces:
            shield.notify(piece)
            time.sleep(0.02)
    survey.wait(mark, times=len(messages), event="reading")


def link_lost():
    bluetooth("link-loss", "hci0")


def bluetoothd_killed():
    bluetooth("bluetoothd", "kill")
    time.sleep(0.6)
    bluetooth("bluetoothd", "start")


def verify(store):
    for words in [("check", store), ("process", "--verify", store)]:
        status, output, errors = waldo("survey", *words)
        check(status == 0, f"`waldo survey {' '.join(words)}` ended with {status}: {output}{errors}")
    _, shown, _ = waldo("survey", "show", store)
    for received, accepted, rest in re.findall(r"(\d+) bytes received, (\d+) accepted(.*)", shown):
        rejected = sum(int(number) for number in re.findall(r"(\d+) rejected", rest))
        check(int(received) == int(accepted) + rejected, f"not every byte is accounted for:\n{shown}")
    return shown


def through_losses(sensor, make, shield):
    """One sensor through every loss: a gap each, and no byte that is not accounted for."""
    store = f"{RUN}/{sensor}.gpkg"
    survey = Drive("--sensor", sensor, "--adapter", "hci1", "--wait", "--to", store, subcommand="survey")
    survey.wait(event="sensor-link", state="connected")
    speak(shield, survey, [make(number) for number in range(3)])
    for fault in [link_lost, bluetoothd_killed]:
        mark = survey.mark()
        fault()
        survey.wait(mark, event="sensor-link", state="connected")
        survey.wait(mark, event="gap", cause="link")
        speak(shield, survey, [make(number) for number in range(3, 6)])
    survey.process.send_signal(signal.SIGKILL)
    survey.exit_status()
    again = Drive("--sensor", sensor, "--adapter", "hci1", "--wait", "--to", store, subcommand="survey")
    again.wait(event="sensor-link", state="connected")
    speak(shield, again, [make(number) for number in range(6, 9)])
    status, seconds = again.end(signal.SIGTERM)
    check(status == 143, f"exit {status} after SIGTERM, 143 expected")
    shown = verify(store)
    check("its process was killed" in shown, f"the first session's end is not shown:\n{shown}")
    readings = sum(int(number) for number in re.findall(r"(\d+) readings", shown))
    # The killed process left it connected, and the next one leaves connected what it found so.
    shield.command("disconnect")
    shield.wait_until_alone()
    step(f"{sensor}: {readings} notifications kept through three losses, ended in {seconds:.1f} s")


def beside_a_drive(pad, shield):
    store = f"{RUN}/drive.gpkg"
    drive = Drive("--adapter", "hci1", "--wait", "--sensor", "iac-gamma", "--survey", store, records=True)
    drive.wait_until_connected()
    drive.wait_until_open()
    drive.wait(event="sensor-link", state="connected")
    speak(shield, drive, [[gamma(number)] for number in range(2)])
    pull(drive, pad)
    speak(shield, drive, [[gamma(number)] for number in range(2, 4)])
    end(drive, shield)
    shown = verify(store)
    commands = int(re.search(r"(\d+) commands", shown)[1])
    check(commands == len(drive.frames()), f"{commands} commands are kept, {len(drive.frames())} were sent")
    step(f"beside a drive: 4 messages and {commands} commands over one link")


def scenario():
    bluetooth("up")
    shield = Shield()
    through_losses("iac-gamma", lambda number: [gamma(number)], shield)
    pad = Pad()
    pad.plug()
    beside_a_drive(pad, shield)
    shield.end()
    geiger = Shield("--service", BGEIGIE, "--notify", BGEIGIE_NOTIFY, "--name", "bGeigie")
    through_losses("bgeigie", bnrdd, geiger)
    geiger.end()


run(scenario)

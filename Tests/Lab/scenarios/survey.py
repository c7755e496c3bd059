#!/usr/bin/python3
"""Sensors are heard without an arm and beside a drive, which their alarms halt: through every loss, every byte accounted for."""
import re
import signal
import struct
import threading
import time

from frames import STOP, expect, held
from inputs import Pad
from lab import RUN, Drive, Shield, bluetooth, check, end, pull, run, step, wait_for, wait_until_all_arrived, waldo
from peripheral import Simulated, wait_until_scanning

BGEIGIE = "ef080d8c-c3be-41ff-bd3f-05a5f4795d7f"
BGEIGIE_NOTIFY = "a1e8f5b1-696b-4e4c-87c6-69dfe0b0093b"
PIECE = 20
SILENT = 5  # Seconds: ten of the unit's messages.
HALTING = f"""\
name: Halts the arm
in: {{ counts: count }}
nodes:
  now: {{ rate: counts, per: 1 s }}
  high: {{ alarm: now, above: 100, clear: 50, silent: {SILENT} s, halt: true }}
out: {{ now: now }}
"""
LOW, HIGH = 10, 150  # Counts of a second, below the level that clears the alarm and above that which raises it.


def gamma(number, counts=None):
    """The radiation unit's 11 bytes: a fix, eight satellites, a place in Melbourne, counts."""
    return struct.pack(">BffH", 0x11, -37.8131 + number * 1e-4, 144.9621, 10 + number if counts is None else counts)


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


def of_the_simulated_arm():
    """What `waldo simulate` counted on its hand while somebody listened is what a survey kept, through a lost link."""
    store = f"{RUN}/simulated.gpkg"
    survey = Drive("--sensor", "iac-gamma", "--adapter", "hci1", "--wait", "--to", store, subcommand="survey")
    wait_until_scanning()
    arm = Simulated("--sensor", "iac-gamma", "--simulate", "seed=7,source=0:0:0.3:5")
    survey.wait(times=5, event="reading")
    mark = survey.mark()
    link_lost()
    survey.wait(mark, event="gap", cause="link")
    survey.wait(mark, times=5, event="reading")
    status, _ = survey.end(signal.SIGTERM)
    check(status == 143, f"exit {status} after SIGTERM, 143 expected")
    account = arm.end_by(signal.SIGTERM)
    verify(store)
    sent = [struct.unpack(">BffH", message)[3] for message in arm.heard]
    kept = [line["counts"] for line in survey.printed(event="reading")]
    # One can be on its way as the link is lost, and one as the survey ends.
    rest = iter(sent)
    check(all(counts in rest for counts in kept), f"these were kept: {kept}, and these sent: {sent}")
    check(len(sent) - len(kept) <= 2, f"{len(kept)} of {len(sent)} were kept")
    check(account["heard"] == len(sent), f"the account is another: {account}")
    step(f"the simulated arm's sensor: {len(kept)} of {len(sent)} messages kept through a lost link")


class GammaUnit:
    """The radiation unit as it is: a message each 500 ms, until it is silenced."""

    def __init__(self, shield, counts):
        self.shield, self.counts, self.ends = shield, counts, threading.Event()
        self.thread = threading.Thread(target=self.speak, daemon=True)
        self.thread.start()

    def speak(self):
        while not self.ends.wait(0.5):
            counts = self.counts
            if counts is not None:
                self.shield.command(f"notify {gamma(0, counts).hex()}")

    def end(self):
        self.ends.set()
        self.thread.join()


def halted_by_alarm(drive, pad, unit, cause, counts):
    """The arm moves, an alarm halts it, and nothing moves it, not even the alarm's end, until the trigger was let go of."""
    mark = drive.mark()
    pad.axis("ABS_RZ", 255)
    drive.wait_for_frames("F>", 3, since=mark)
    began = time.monotonic()
    unit.counts = counts
    alarm = drive.wait(mark, event="alarm", alarm="high", state=cause)
    check(alarm.get("halts"), f"it is not an alarm that halts: {alarm}")
    drive.wait(mark, event="halt", reason="alarm")
    drive.wait_for_frames("S>", 3, since=mark)
    took = time.monotonic() - began
    unit.counts = LOW
    drive.wait(mark, event="alarm", alarm="high", state="clear")
    time.sleep(0.5)
    expect(f"With the trigger held, beyond the end of the alarm ({cause})", [held("F>", 3), STOP], drive.frames(mark))
    for what in [{"event": "alarm", "state": cause}, {"event": "halt"}]:
        check(len(drive.printed(mark, **what)) == 1, f"not once: {drive.printed(mark, **what)}")
    mark = drive.mark()
    pad.axis("ABS_RZ", 0)
    drive.wait(mark, event="gate", control="slider", state="open")
    pull(drive, pad)
    return took


def alarms_halt(pad, shield):
    store, graph, before = f"{RUN}/halting.gpkg", f"{RUN}/halting.yaml", len(shield.frames)
    with open(graph, "w") as file:
        file.write(HALTING)
    drive = Drive(
        "--adapter", "hci1", "--wait", "--sensor", "iac-gamma", "--graph", graph, "--survey", store, records=True
    )
    drive.wait_until_connected()
    wait_for("the drive to listen", lambda: shield.is_listened_to)
    unit = GammaUnit(shield, LOW)
    drive.wait(times=2, event="reading", counts=LOW)
    # Silence is counted from the start: until the first message there may have been an alarm.
    drive.wait_until_open()
    mark = drive.mark()
    pull(drive, pad)
    took = halted_by_alarm(drive, pad, unit, "above", HIGH)
    step(f"an alarm by the level: {took:.1f} s from the unit's next message to the third zero")
    took = halted_by_alarm(drive, pad, unit, "silent", None)
    step(f"a silent sensor: {took:.1f} s to the third zero")
    check(took > SILENT - 1, f"it was silent for {took:.1f} s only")
    pad.axis("ABS_RZ", 255)
    drive.wait_for_frames("F>", 2, since=drive.mark())
    unit.end()
    # Also verifies the recording: that of a drive has its alarms as events.
    end(drive, shield)
    expect("From the first pull on", [held("F>", 2), STOP] * 6, drive.frames(mark))
    wait_until_all_arrived(drive, shield, since=before)
    shown = verify(store)
    changes = len(drive.printed(event="alarm"))
    alarms = int(re.search(r"(\d+) alarms", shown)[1])
    check(alarms == changes >= 4, f"{changes} changes of the alarm were shown, and these are kept:\n{shown}")
    step(f"two alarms, {len(shield.frames) - before} frames: the recording and the store verify")


def scenario():
    bluetooth("up")
    shield = Shield()
    through_losses("iac-gamma", lambda number: [gamma(number)], shield)
    pad = Pad()
    pad.plug()
    beside_a_drive(pad, shield)
    alarms_halt(pad, shield)
    shield.end()
    geiger = Shield("--service", BGEIGIE, "--notify", BGEIGIE_NOTIFY, "--name", "bGeigie")
    through_losses("bgeigie", bnrdd, geiger)
    geiger.end()
    of_the_simulated_arm()


run(scenario)

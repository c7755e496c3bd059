#!/usr/bin/python3
"""`waldo simulate` is the arm: waldo and bleak drive it over the air, it stops in silence, and comes back with bluetoothd."""
import signal
import time

from firmware import robot
from frames import compare
from inputs import Pad
from lab import Drive, bluetooth, check, run, step, wait_for_quiet, waldo
from peripheral import Ours, digits, drive_it


class Simulated(Drive):
    """`waldo simulate --plain`, and what it received."""

    name = "the simulated arm"

    def __init__(self, *arguments):
        super().__init__("--adapter", "hci0", *arguments, subcommand="simulate")
        self.wait(event="peripheral", state="advertising")

    @property
    def received(self):
        return [bytes.fromhex(line["bytes"]) for line in self.printed(event="write")]

    @property
    def stand(self):
        return self.printed(event="stands")[-1]

    def wait_until_at_rest(self, since=0):
        self.wait(since, event="stands", moving=False)
        stand = self.stand
        time.sleep(1)
        check(self.stand == stand and not stand["moving"], f"it goes on moving: {stand}, then {self.stand}")
        return stand

    def end_by(self, number):
        """Ends it; gives its account."""
        status, seconds = self.end(number)
        check(status == 128 + number, f"exit {status} after signal {number}")
        check(seconds < 2, f"it took {seconds:.1f} s to end")
        return self.printed(event="account")[0]


def missing_adapters():
    """Each reason for which there can be no peripheral is one line with the mend, and status 69."""
    bluetooth("adapter", "hci0", "off")
    for adapter, words in [("hci0", "switched off"), ("hci7", "choose of hci0, hci1")]:
        status, _, errors = waldo("simulate", "--adapter", adapter)
        check(status == 69 and words in errors, f"on {adapter}: status {status}, {errors}")
    bluetooth("adapter", "hci0", "on")
    step("an adapter that is off, and one that is not there: status 69, and the mend")


def driven_by_waldo_and_bleak():
    arm = Simulated("--sensor", "iac-gamma", "--simulate", "seed=7")
    mark = arm.mark()
    by_waldo = digits(drive_it(arm, lambda: robot, speaks=False))
    stand = arm.wait_until_at_rest(mark)
    step(f"it stands at {stand['zx']} degrees, and its slider at {stand['slider']} mm")
    check(stand["zx"] != 0, "the joystick has not moved it")
    arm.wait(mark, event="gone")

    client = Ours("bleak-client", *by_waldo, ready="listening")
    step("bleak hears its sensor, and writes the same frames")
    client.wait_for('"event": "done"')
    check(client.process.wait() == 0, f"bleak's program ended with {client.process.returncode}")
    heard = [entry["hex"] for entry in client.events("notify")]
    sent = [line["bytes"] for line in arm.printed(event="notify", heard=True)]
    check(heard and heard[0] in sent, f"bleak heard {heard}, and these were sent: {sent}")
    wait_for_quiet(lambda: len(arm.received), lambda: 2 * len(by_waldo))
    by_bleak = digits(arm.received[len(by_waldo) :])
    compare("What it received of bleak, against what it received of waldo", by_waldo, by_bleak)
    account = arm.end_by(signal.SIGTERM)
    check(account["writes"] == 2 * len(by_waldo), f"not every write is in the account: {account}")
    step(f"{account}")


def stops_in_silence(pad):
    """The client dies while the slider is held: its link stays, and nobody speaks. Then bluetoothd dies."""
    arm = Simulated("--arm", "combined", "--name", "A bench")
    drive = Drive("--adapter", "hci1", "--wait", "--arm", "combined", "--shield", "A bench")
    drive.wait_until_connected()
    drive.wait_until_open()
    mark = arm.mark()
    pad.axis("ABS_RZ", 255)
    arm.wait(mark, event="act", channel="slider", value=100)
    arm.wait(mark, times=5, event="stands", moving=True)
    drive.process.send_signal(signal.SIGKILL)
    drive.exit_status()
    stop = arm.wait(mark, event="act", channel="slider", what="watchdog")
    last = arm.printed(mark, event="write")[-1]
    silence = (stop["t"] - last["t"]) / 1e6
    arm.wait_until_at_rest(arm.index_of(stop))
    check(0 < silence < 1, f"the watchdog stopped it after {silence:.2f} s")
    step(f"its driver killed: stopped by the watchdog after {silence:.2f} s of silence")
    pad.axis("ABS_RZ", 0)

    mark = arm.mark()
    bluetooth("bluetoothd", "kill")
    arm.wait(mark, event="peripheral", state="lost")
    time.sleep(0.6)
    bluetooth("bluetoothd", "start")
    arm.wait(mark, event="peripheral", state="advertising")
    again = Drive("--adapter", "hci1", "--wait", "--arm", "combined", "--shield", "A bench")
    again.wait_until_connected()
    again.wait_until_open()
    before = len(arm.received)
    pad.axis("ABS_RZ", 255)
    arm.wait(mark, event="act", channel="slider", value=100)
    # Who is switched off leaves: the drive sees the loss at once.
    account = arm.end_by(signal.SIGINT)
    again.wait(event="link", state="lost")
    status, _ = again.end(signal.SIGTERM)
    check(status == 143, f"exit {status} after SIGTERM, 143 expected")
    check(len(arm.received) > before and account["watchdog stops"] >= 1, f"{account}")
    pad.axis("ABS_RZ", 0)
    step("bluetoothd killed and started: it advertised again, and was driven")


def scenario():
    bluetooth("up")
    missing_adapters()
    pad = Pad()
    pad.plug()
    stops_in_silence(pad)
    pad.unplug()
    driven_by_waldo_and_bleak()


run(scenario)

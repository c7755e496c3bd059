#!/usr/bin/python3
"""`waldo simulate` is the arm: waldo and bleak drive it over the air, it stops in silence, and comes back with bluetoothd."""
import signal
import time

from firmware import robot
from frames import compare
from inputs import Pad
from lab import Drive, bluetooth, check, run, step, wait_for, wait_for_quiet, waldo
from peripheral import Ours, Simulated, digits, drive_it, wait_until_scanning


def wait_until_at_rest(arm, since=0):
    """Waits until it does not move; gives how it then stands."""
    arm.wait(since, event="stands", moving=False)
    mark = arm.mark()
    stand = arm.printed(event="stands")[-1]
    time.sleep(1)
    check(not stand["moving"] and not arm.printed(mark, event="stands"), f"it goes on moving after {stand}")
    return stand


def missing_adapters():
    """Each reason for which there can be no peripheral is one line that states what to do, and status 69."""
    wait_for("the adapters", lambda: waldo("scan", "--adapter", "hci0", "--seconds", "1")[0] == 0)
    bluetooth("adapter", "hci0", "off")
    for adapter, words in [("hci0", "switched off"), ("hci7", "choose of hci0, hci1")]:
        status, _, errors = waldo("simulate", "--adapter", adapter)
        check(status == 69 and words in errors, f"on {adapter}: status {status}, {errors}")
    bluetooth("adapter", "hci0", "on")
    step("an adapter that is off, and one that is not there: status 69, and what to do")


def driven_by_waldo_and_bleak():
    arm = Simulated()
    mark = arm.mark()
    by_waldo = digits(drive_it(arm, lambda: robot, speaks=False))
    stand = wait_until_at_rest(arm, mark)
    step(f"zx is at {stand['zx']}, and the slider at {stand['slider']} mm")
    check(stand["zx"] == 100, "the joystick has not moved it to the end")
    account = arm.end_by(signal.SIGTERM)
    check(account["writes"] == account["frames"] == len(by_waldo), f"not every frame is in the account: {account}")

    client = Ours("bleak-client", *by_waldo, ready=None)
    wait_until_scanning()
    arm = Simulated("--sensor", "iac-gamma", "--simulate", "seed=7")
    client.wait_for('"event": "done"')
    check(client.process.wait() == 0, f"bleak's program ended with {client.process.returncode}")
    heard = [bytes.fromhex(entry["hex"]) for entry in client.events("notify")]
    check(heard and heard == arm.heard[: len(heard)], f"bleak heard {heard}, and these were sent: {arm.heard}")
    wait_for_quiet(lambda: len(arm.received), lambda: len(by_waldo))
    compare("What it received of bleak, against what it received of waldo", by_waldo, digits(arm.received))
    account = arm.end_by(signal.SIGTERM)
    check(account["writes"] == len(by_waldo), f"not every write is in the account: {account}")
    step(f"{len(by_waldo)} frames of bleak, the same as waldo's, and {len(heard)} messages of its sensor")


def stops_in_silence(pad):
    """The client dies while the slider is held: its link stays, and nobody speaks. Then bluetoothd dies."""
    drive = Drive("--adapter", "hci1", "--wait", "--arm", "combined", "--shield", "A bench")
    wait_until_scanning()
    arm = Simulated("--arm", "combined", "--name", "A bench")
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
    wait_until_at_rest(arm, arm.index_of(stop))
    check(0 < silence < 1, f"the watchdog stopped it after {silence:.2f} s")
    step(f"its driver killed: stopped by the watchdog after {silence:.2f} s of silence")
    pad.axis("ABS_RZ", 0)

    mark = arm.mark()
    bluetooth("bluetoothd", "kill")
    arm.wait(mark, event="peripheral", state="lost")
    time.sleep(0.6)
    bluetooth("bluetoothd", "start")
    arm.wait(mark, event="peripheral", state="advertising")
    step("bluetoothd killed and started: it advertises again")

    bluetooth("adapter", "hci0", "off")
    arm.wait(mark, times=2, event="peripheral", state="lost")
    again = Drive("--adapter", "hci1", "--wait", "--arm", "combined", "--shield", "A bench")
    wait_until_scanning()
    bluetooth("adapter", "hci0", "on")
    arm.wait(mark, times=2, event="peripheral", state="advertising")
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
    step("its adapter switched off and on: it advertises again, and is driven; switched off itself, it lets its client go")


def scenario():
    bluetooth("up")
    missing_adapters()
    pad = Pad()
    pad.plug()
    stops_in_silence(pad)
    pad.unplug()
    driven_by_waldo_and_bleak()


run(scenario)

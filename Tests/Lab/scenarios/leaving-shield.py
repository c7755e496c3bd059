#!/usr/bin/python3
"""A shield that leaves while its services are discovered: four times, and for ever."""
from inputs import Pad
from lab import Drive, Shield, bluetooth, check, end, pull, run, step, wait_for

LEAVES = 4


def leaves_a_few_times(pad):
    shield = Shield("--leave", str(LEAVES))
    drive = Drive("--adapter", "hci1")
    wait_for(f"the shield to leave {LEAVES} times", lambda: len(shield.events("left in discovery")) == LEAVES)
    mark = drive.mark()
    drive.wait_until_connected(since=mark)
    drive.wait_until_open(since=mark)
    pull(drive, pad)
    end(drive, shield)
    shield.end()
    step(f"it left {LEAVES} times and was driven: " + ", ".join(line["state"] for line in drive.printed(event="link")))


def always_leaves():
    shield = Shield("--leave", "1000")
    drive = Drive("--adapter", "hci1")
    status = drive.exit_status()
    check(status == 69, f"exit {status}, 69 expected:\n{drive.errors}")
    check("its services did not come" in drive.errors, f"standard error does not say what did not come:\n{drive.errors}")
    shield.wait_until_alone()
    left = len(shield.events("left in discovery"))
    check(left > 2, f"it was connected to {left} times only")
    shield.end()
    step(f"it left {left} times: {drive.errors.rstrip()}")


def scenario():
    bluetooth("up")
    pad = Pad()
    pad.plug()
    leaves_a_few_times(pad)
    always_leaves()


run(scenario)

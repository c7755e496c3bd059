#!/usr/bin/python3
"""bleak writes what waldo has just written, to the same shield: the two transcripts are the same, and both hear the shield."""
from firmware import robot
from frames import compare
from lab import Shield, bluetooth, check, run, step, wait_for_quiet
from peripheral import WORDS, Ours, digits, drive_it


class Recorder(Shield):
    name = "the shield"

    @property
    def received(self):
        return [bytes.fromhex(entry["hex"]) for entry in self.events("write")]


def scenario():
    bluetooth("up")
    shield = Recorder()
    by_waldo = digits(drive_it(shield, lambda: robot))

    shield.wait_until_alone()
    step("bleak connects, and hears the shield")
    client = Ours("bleak-client", *by_waldo, ready="listening")
    shield.notify(WORDS)
    client.wait_for('"event": "notify"')
    heard = [entry["hex"] for entry in client.events("notify")]
    check(heard == [WORDS.hex()], f"bleak heard {heard}, not {WORDS.hex()}")
    step("bleak writes the same frames, without response")
    client.wait_for('"event": "done"')
    check(client.process.wait() == 0, f"bleak's program ended with {client.process.returncode}")
    wait_for_quiet(lambda: len(shield.received), lambda: 2 * len(by_waldo))
    by_bleak = digits(shield.received[len(by_waldo) :])
    compare("What the shield received of bleak, against what it received of waldo", by_waldo, by_bleak)
    step(f"{len(by_bleak)} frames of bleak, the same as waldo's")


run(scenario)

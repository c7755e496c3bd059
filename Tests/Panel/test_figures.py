"""How long a finger takes to the wire, and what an open panel costs."""

import json
import os
import pty
import time

from common import WALDO, Panel, client, note
from drive import Drive
from program import wait


def switches(pid):
    count = 0
    for task in os.listdir(f"/proc/{pid}/task"):
        for line in open(f"/proc/{pid}/task/{task}/status"):
            if line.startswith("voluntary_ctxt_switches"):
                count += int(line.split()[1])
    return count


def peak(pid):
    """The most that was resident, in MB."""
    line = next(line for line in open(f"/proc/{pid}/status") if line.startswith("VmHWM"))
    return int(line.split()[1]) / 1000


def median(values):
    return sorted(values)[len(values) // 2]


def test_an_open_panel_that_nobody_touches_is_all_but_asleep(browser):
    with Panel(browser) as (drive, _):
        before = switches(drive.process.pid)
        time.sleep(6)
        woken = switches(drive.process.pid) - before
        threads = len(os.listdir(f"/proc/{drive.process.pid}/task"))
        resident = peak(drive.process.pid)
        note(f"  woken {woken} times in 6 s, {threads} threads, {resident:.1f} MB at most")
        # Of the loop, the signals, standard output, and standard error, which has said where the panel is.
        assert woken <= 12 and threads <= 4, (woken, threads)
        assert resident < 40, resident


def test_a_panel_that_nobody_looks_at_is_asleep(_):
    with Drive(WALDO, "--override") as drive:
        page = client(drive)
        drive.quiet()
        page.close()
        drive.quiet(1.5)
        before = switches(drive.process.pid)
        time.sleep(4)
        woken = switches(drive.process.pid) - before
        assert woken <= 1, woken
        drive.end()


def test_a_finger_adds_less_than_5_ms_to_the_loops_own_time(_):
    """From the frame's departure here to the command's line here, against a key of a terminal, which takes the same loop
    and the same way out. The arm is one that writes at once."""
    master, slave = pty.openpty()
    with Drive(WALDO, "--override", "--arm", "hm10", "--input", "terminal", terminal=slave) as drive:
        drive.wait_event(event="gate", control="slider", state="open")
        drive.quiet()

        def timed(act):
            mark, began = drive.mark, time.monotonic()
            act()
            at = wait(lambda: next((at for at, o in drive.objects(mark) if o.get("channel") == "slider"), None), "a command", 5)
            return (at - began) * 1000

        def say(**message):
            panel.send(json.dumps(message, separators=(",", ":")))

        def press():
            span = timed(lambda: os.write(master, b"w"))
            drive.quiet(0.4)
            return span

        alone = [press() for _ in range(20)]
        panel = client(drive)
        drive.quiet()
        fingers, keys = [], []
        for turn in range(20):
            fingers.append(timed(lambda: say(do="slider", control=0, at=1000 - turn)))
            mark = drive.mark
            say(**{"do": "let go", "control": 0})
            wait(lambda: len(drive.commands(mark)) >= 3, "zeros")
            drive.quiet(0.12)
            keys.append(press())
        drive.end()
    added = median(fingers) - median(keys)
    note(f"  finger {median(fingers):.2f} ms, key {median(keys):.2f} ms at p50: ratio {median(fingers) / median(keys):.2f}, "
         f"added {added:+.2f} ms; "
         f"a key while nobody looks {median(alone):.2f} ms")
    assert added <= 5, (added, fingers, keys)

#!/usr/bin/python3
"""A pad that rumbles and its link up, nothing touched: no thread wakes up, neither with --plain nor with the dashboard."""
import glob
import os
import pty
import re
import signal
import threading
import time

from inputs import FeltPad
from lab import RUN, WALDO, Drive, Shield, bluetooth, check, run, step, wait_for

WARM_UP = 10
WATCHED = 10


def wakes_of(pid):
    """How often each thread waited and was woken: its voluntary context switches."""
    wakes = {}
    for folder in glob.glob(f"/proc/{pid}/task/*"):
        with open(f"{folder}/status") as file:
            status = file.read()
        name = re.search(r"^Name:\s*(.*)", status)[1]
        wakes[f"{name} ({os.path.basename(folder)})"] = int(re.search(r"^voluntary_ctxt_switches:\s*(\d+)", status, re.M)[1])
    return wakes


def expect_no_wakes(pid):
    time.sleep(WARM_UP)
    before = wakes_of(pid)
    time.sleep(WATCHED)
    after = wakes_of(pid)
    woken = {name: after[name] - before.get(name, 0) for name in after if after[name] != before.get(name, 0)}
    check(not woken and before.keys() == after.keys(), f"threads that woke up in {WATCHED} s of idleness: {woken}")
    step(f"0 voluntary context switches of {len(after)} threads in {WATCHED} s (until then: {sum(before.values())})")


class Terminal:
    """`waldo drive` in a terminal of its own."""

    def __init__(self, *arguments):
        self.output = b""
        self.pid, self.side = pty.fork()
        if self.pid == 0:
            os.environ["TERM"] = "xterm"
            os.execv(WALDO, [WALDO, "drive", *arguments])
        threading.Thread(target=self.read, daemon=True).start()

    def read(self):
        with open(f"{RUN}/terminal", "wb", buffering=0) as copy:
            try:
                while piece := os.read(self.side, 4096):
                    copy.write(piece)
                    self.output += piece
            except OSError:
                pass  # the other side is closed

    def wait_for(self, text):
        wait_for(f"the dashboard to show {text!r}", lambda: text.encode() in self.output)

    def end(self):
        os.kill(self.pid, signal.SIGTERM)
        return os.waitstatus_to_exitcode(os.waitpid(self.pid, 0)[1])


def scenario():
    bluetooth("up")
    Shield()
    pad = FeltPad()
    pad.plug()

    step("--plain")
    drive = Drive("--adapter", "hci1", "--wait")
    drive.wait_until_connected()
    drive.wait_until_open()
    expect_no_wakes(drive.process.pid)
    pad.axis("ABS_RZ", 255)
    drive.wait_for_frames("F>", 2)
    pad.axis("ABS_RZ", 0)
    drive.wait_for_frames("S>", 3)
    step("it moved, and is left alone again")
    expect_no_wakes(drive.process.pid)
    status, _ = drive.end(signal.SIGTERM)
    check(status == 143, f"exit {status} after SIGTERM, 143 expected")

    step("the dashboard")
    terminal = Terminal("--adapter", "hci1")
    terminal.wait_for("acquired, 20 bytes")
    expect_no_wakes(terminal.pid)
    status = terminal.end()
    check(status == 143, f"exit {status} after SIGTERM, 143 expected")


run(scenario)

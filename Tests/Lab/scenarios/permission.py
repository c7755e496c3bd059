#!/usr/bin/python3
"""Who may not read the pad is told why and how to fix it; override opens no socket."""
import glob
import grp
import os
import re
import shutil
import signal

from inputs import Pad
from lab import RUN, WALDO, Drive, check, run, step, wait_for

COPY = f"{RUN}/waldo"  # where anybody may run it
NOBODY = ["setpriv", "--reuid=65534", "--regid=65534"]
MEND = "join the group with `sudo usermod -aG input $USER` and log in again"


def nobody_without_and_with_the_group(pad):
    group = grp.getgrnam("input").gr_gid
    for node in glob.glob("/dev/input/event*"):
        os.chown(node, 0, group)
        os.chmod(node, 0o660)

    step("a user without the group input")
    drive = Drive("--override", command=[*NOBODY, "--clear-groups", COPY])
    status = drive.exit_status()
    check(status == 66, f"exit {status} without permission, 66 expected:\n{drive.errors}")
    for text in ["No permission to read", pad.node, MEND]:
        check(text in drive.errors, f"standard error does not say {text!r}:\n{drive.errors}")
    check(drive.errors.count("\n") == 1, f"more than one line on standard error:\n{drive.errors}")
    check(not drive.frames(), f"frames without an input: {drive.frames()}")
    print("   " + drive.errors.rstrip())

    step("the same user with the group")
    drive = Drive("--override", command=[*NOBODY, f"--groups={group}", COPY])
    drive.wait_until_open()
    status, _ = drive.end(signal.SIGTERM)
    check(status == 143, f"exit {status} after SIGTERM, 143 expected")


def traced(name, *arguments):
    """Runs a drive under strace; gives it, and what gives its calls of socket and connect."""
    trace = f"{RUN}/{name}.strace"
    open(trace, "w").close()
    drive = Drive(*arguments, command=["strace", "-f", "-o", trace, "-e", "trace=socket,connect", COPY])

    def calls():
        with open(trace) as file:
            return re.findall(r"\b(?:socket|connect)\(.*", file.read())

    return drive, calls


def override_opens_no_socket(pad):
    step("a drive by override, under strace")
    drive, calls = traced("override", "--override")
    drive.wait_until_open()
    pad.axis("ABS_RZ", 255)
    drive.wait_for_frames("F>", 2)
    pad.axis("ABS_RZ", 0)
    drive.wait_for_frames("S>", 3)
    os.kill(drive.printed(event="start")[0]["pid"], signal.SIGTERM)
    drive.exit_status()
    check(drive.printed(event="end", status=143), "the drive did not end with 143")
    opened = calls()
    check(not opened, "override opened a socket:\n" + "\n".join(opened))

    step("a live one, where strace does see a socket")
    drive, calls = traced("live")
    wait_for("a live drive to try for the bus", calls)
    os.kill(drive.wait(event="start")["pid"], signal.SIGTERM)
    drive.exit_status()


def scenario():
    shutil.copy(WALDO, COPY)
    os.chmod(COPY, 0o755)
    pad = Pad()
    pad.plug()
    nobody_without_and_with_the_group(pad)
    override_opens_no_socket(pad)


run(scenario)

#!/usr/bin/python3
"""Bad input from the air: names that would write to the terminal, services without what they promise."""
import re
import signal

from inputs import Pad
from lab import Drive, Shield, address_of, bluetooth, check, end, pull, run, step, waldo

SERVICE = "713d0000-503e-4c75-ba94-3148f18d941e"
RAW = "\x1b[31m\x07\u202eRed"  # colour, bell, and what turns the text around
SHOWN = r"\u{1b}[31m\u{7}\u{202e}Red"
LONGEST = 248  # bytes of a device's name: Bluetooth Core Specification, Vol 3 Part C, 12.1


def has_no_control(what, text):
    found = re.findall(r"[\x00-\x09\x0b-\x1f\x7f-\x9f\u202a-\u202e]", text)
    check(not found, f"{what} lets {found} through:\n{text!r}")


def names(pad):
    """One in the advertisement that would write to the terminal, and behind it the longest a device can have."""
    alias = RAW + "ü" * 50
    alias += "N" * (LONGEST - len(alias.encode()))
    shield = Shield("--name", RAW, "--alias", alias)
    status, output, errors = waldo("scan", "--adapter", "hci1", "--seconds", "4")
    check(status == 0 and SHOWN in output, f"scan ended with {status} and shows\n{output}{errors}")
    has_no_control("scan", output + errors)

    drive = Drive("--adapter", "hci1", "--shield", RAW)
    drive.wait_until_connected()
    link = drive.printed(event="link", state="connected")[0]
    check(link["name"] == SHOWN, f"the name is shown as {link['name']!r}")
    drive.wait_until_open()
    pull(drive, pad)
    drive.end(signal.SIGKILL)
    step(f"{SHOWN} in scan and drive")

    # Connected, the central has asked for the device's own name, which holds until an advertisement is heard again: by its
    # address the shield is taken over without listening.
    drive = Drive("--adapter", "hci1", "--shield", address_of("hci0"))
    drive.wait_until_connected()
    name = drive.printed(event="link", state="connected")[0]["name"]
    check(name.startswith(SHOWN + "ü"), f"the connected shield's name is shown as {name!r}")
    drive.end(signal.SIGKILL)
    status, output, errors = waldo("scan", "--adapter", "hci1", "--seconds", "2")
    has_no_control("scan", output + errors)
    # The long name, or the advertised one where an advertisement is heard meanwhile.
    check(status == 0 and SHOWN in output, f"scan ended with {status} and shows\n{output}{errors}")
    shield.end()
    step(f"its own name, {len(alias.encode())} bytes, is shown as {len(name.encode())}")


def is_refused(what, *options):
    """69 and one line that names the shield; nothing is sent, and nobody stays connected."""
    shield = Shield(*options)
    drive = Drive("--adapter", "hci1")
    status = drive.exit_status()
    check(status == 69, f"{what}: exit {status}, 69 expected:\n{drive.errors}")
    check(drive.errors.count("\n") == 1, f"{what}: more than one line on standard error:\n{drive.errors}")
    check(address_of("hci0") in drive.errors, f"{what}: standard error does not name the shield:\n{drive.errors}")
    check(not drive.frames() and not shield.frames, f"{what}: {drive.frames()} was sent all the same")
    shield.wait_until_alone()
    shield.end()
    step(f"{what}: {drive.errors.rstrip()}")
    return drive.errors


def services():
    for what, options, names in [
        ("an empty service", ["--without-characteristics"], ["713d0003", "can be written to"]),
        ("no service, where one is advertised", ["--advertise-only"], [SERVICE]),
        ("the characteristic can only be read", ["--flags", "read"], ["713d0003", "can be written to"]),
    ]:
        errors = is_refused(what, *options)
        for name in names:
            check(name in errors, f"{what}: standard error does not name {name}:\n{errors}")


def no_notifications(pad):
    """They are not needed to drive."""
    shield = Shield("--notify-flags", "read")
    drive = Drive("--adapter", "hci1")
    drive.wait_until_connected()
    drive.wait_until_open()
    pull(drive, pad)
    end(drive, shield)
    shield.end()
    detail = drive.printed(event="link", state="connected")[0]["detail"]
    check("no notifications" in detail, f"it does not say that there are no notifications: {detail}")
    step(f"driven all the same: {detail}")


def scenario():
    bluetooth("up")
    pad = Pad()
    pad.plug()
    names(pad)
    services()
    no_notifications(pad)


run(scenario)

#!/usr/bin/python3
"""Bad input from the air: names, services without what they promise, a table that changes, a flood, a shield that leaves in discovery."""
import re
import signal
import time

from frames import STOP, compare, expect, held
from inputs import Pad
from lab import Drive, Shield, address_of, bluetooth, check, run, step, wait_for, waldo

SERVICE = "713d0000-503e-4c75-ba94-3148f18d941e"
RAW = "\x1b[31m\x07\u202eRed"  # colour, bell, and what turns the text around
SHOWN = r"\u{1b}[31m\u{7}\u{202e}Red"
LONGEST = 248  # bytes of a device's name: Bluetooth Core Specification, Vol 3 Part C, 12.1
FLOOD = 10_000
LEAVES = 4


def drive_once(drive, pad):
    """One pull of the trigger, in a drive that is up."""
    drive.wait_until_open()
    pull(drive, pad, drive.mark())


def pull(drive, pad, mark):
    pad.axis("ABS_RZ", 255)
    drive.wait_for_frames("F>", 2, since=mark)
    pad.axis("ABS_RZ", 0)
    drive.wait_for_frames("S>", 3, since=mark)


def end(drive, shield):
    status, _ = drive.end(signal.SIGTERM)
    check(status == 143, f"exit {status} after SIGTERM, 143 expected")
    shield.wait_until_alone()


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
    link = drive.said(event="link", state="connected")[0]
    check(link["name"] == SHOWN, f"the name is shown as {link['name']!r}")
    drive_once(drive, pad)
    drive.end(signal.SIGKILL)
    step(f"{SHOWN} in scan and drive")

    # Connected, the central has asked for the device's own name, which holds until an advertisement is heard again.
    drive = Drive("--adapter", "hci1")
    drive.wait_until_connected()
    name = drive.said(event="link", state="connected")[0]["name"]
    check(name.startswith(SHOWN + "ü"), f"the connected shield's name is shown as {name!r}")
    drive.end(signal.SIGKILL)
    status, output, errors = waldo("scan", "--adapter", "hci1", "--seconds", "2")
    has_no_control("scan", output + errors)
    check(status == 0 and SHOWN + "ü" in output, f"scan ended with {status} and shows\n{output}{errors}")
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
    drive_once(drive, pad)
    end(drive, shield)
    shield.end()
    detail = drive.said(event="link", state="connected")[0]["detail"]
    check("no notifications" in detail, f"it does not say that there are no notifications: {detail}")
    step(f"driven all the same: {detail}")


def table_changes(pad, *options, route):
    """The services go, in a held slider, and come back elsewhere in the table."""
    shield = Shield(*options)
    drive = Drive("--adapter", "hci1")
    drive.wait_until_connected(route=route)
    drive_once(drive, pad)
    mark = drive.mark()
    pad.axis("ABS_RZ", 255)
    drive.wait_for_frames("F>", 3, since=mark)

    mark = drive.mark()
    shield.command("withdraw")
    wait_for("the services to be withdrawn", lambda: shield.events("withdrawn"))
    drive.wait(mark, event="halt", reason="link-lost")
    before = len(shield.frames)
    time.sleep(12)  # past the longest pause between two tries
    check(not drive.said(mark, event="link", state="connected"), "it took itself for connected without the service")
    told = drive.lines[mark:]
    check(len(told) < 30, f"{len(told)} lines were said about one loss:\n{drive.tail()}")
    shield.command("offer")
    drive.wait_until_connected(mark, route=route)
    connected = drive.lines.index(drive.said(mark, event="link", state="connected")[0])
    drive.wait_for_frames("S>", 3, since=connected)
    time.sleep(1)  # the trigger is still held
    expect("After the services were back, with the trigger held", [STOP], drive.frames(connected))
    pad.axis("ABS_RZ", 0)
    drive.wait(connected, event="gate", control="slider", state="open")
    pull(drive, pad, drive.mark())
    shield.notify(b"back")
    drive.wait(connected, event="notify", bytes=b"back".hex())
    end(drive, shield)
    expect("What the shield received of the services that came back", [STOP, held("F>", 2), STOP, STOP], shield.frames[before:])
    shield.end()
    reasons = [line["detail"] for line in drive.said(mark, event="link") if "detail" in line]
    step(f"{route}: {len(told)} lines about it, {reasons}")


def resident(drive):
    with open(f"/proc/{drive.process.pid}/status") as file:
        return int(re.search(r"VmRSS:\s*(\d+)", file.read())[1])


def flood(pad):
    """The shield speaks as fast as it can; the stick is heard all the same, and nothing is heaped up."""
    shield = Shield()
    drive = Drive("--adapter", "hci1")
    drive.wait_until_connected()
    drive_once(drive, pad)

    def speak():
        mark = drive.mark()
        shield.command(f"flood {FLOOD}")
        drive.wait(mark, times=FLOOD // 10, event="notify")
        pulls = 0
        while not drive.said(mark, event="notify", bytes=(FLOOD - 1).to_bytes(4, "big").hex()):
            if pulls < 5:
                pull(drive, pad, drive.mark())
                pulls += 1
            time.sleep(0.1)
        lines = drive.lines[mark:]
        numbers = [int(line["bytes"], 16) for line in lines if line.get("event") == "notify"]
        compare("What the shield said", [str(number) for number in range(FLOOD)], [str(number) for number in numbers])
        last = max(index for index, line in enumerate(lines) if "channel" in line)
        after = sum(line.get("event") == "notify" for line in lines[last:])
        check(after > 0, "no pull was heard before the flood was over")
        seconds = (drive.said(mark, event="notify")[-1]["t"] - drive.said(mark, event="notify")[0]["t"]) / 1e6
        return pulls, seconds

    speak()
    before = resident(drive)
    pulls, seconds = speak()
    grown = resident(drive) - before
    check(grown < 512, f"it has grown by {grown} KiB over {FLOOD} records, from {before} KiB")
    end(drive, shield)
    shield.end()
    step(f"{FLOOD} records in {seconds:.1f} s, {pulls} pulls meanwhile; {before} KiB resident, {grown} KiB more after it")


def leaves_in_discovery(pad):
    shield = Shield("--leave", str(LEAVES))
    drive = Drive("--adapter", "hci1")
    drive.wait_until_connected()
    left = len(shield.events("left in discovery"))
    check(left == LEAVES, f"the shield left {left} times in discovery, not {LEAVES}")
    drive_once(drive, pad)
    end(drive, shield)
    shield.end()
    step(f"it left {LEAVES} times and was driven: " + ", ".join(line["state"] for line in drive.said(event="link")))
    errors = is_refused("it always leaves", "--leave", "1000")
    check("services" in errors, f"standard error does not say what did not come:\n{errors}")


def scenario():
    bluetooth("up")
    pad = Pad()
    pad.plug()
    names(pad)
    services()
    no_notifications(pad)
    table_changes(pad, route="acquired")
    table_changes(pad, "--flags", "write", route="request")
    flood(pad)
    leaves_in_discovery(pad)


run(scenario)

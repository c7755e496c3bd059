#!/usr/bin/python3
"""One shield among seven advertisers: doubtful ones are listed and refused, an address or a name chooses, a killed drive's shield is taken over."""
import signal

from frames import STOP, expect, held, runs_of
from inputs import Pad
from lab import Drive, Shield, address_of, bluetooth, check, run, step, waldo, wait_until_all_arrived

LAMP = "0000fff0-0000-1000-8000-00805f9b34fb"
HEART = "0000180d-0000-1000-8000-00805f9b34fb"
ADAPTERS = [f"hci{index}" for index in range(8)]
CENTRAL = "hci1"


class Neighbourhood:
    """What advertises: two with the arm's service, three with one name, and three others."""

    def __init__(self):
        self.robot = Shield(adapter="hci0")
        self.second = Shield("--name", "Second arm", adapter="hci2")
        self.namesake = Shield("--advertise-only", "--service", LAMP, adapter="hci3")
        for adapter, name, service in [
            ("hci4", "Lamp", LAMP),
            ("hci5", "Lamp", LAMP),
            ("hci6", "Heart rate", HEART),
            ("hci7", "BLE Shield 2", HEART),
        ]:
            Shield("--advertise-only", "--name", name, "--service", service, adapter=adapter)
        self.shields = [self.robot, self.second, self.namesake]

    def all_but(self, shield):
        return [other for other in self.shields if other is not shield]


def printed_of(name, shield):
    return f"{name} ({address_of(shield.adapter)})"


def refused(what, named, unnamed, *arguments):
    """Without a doubt 69: it names these, and not those, and nothing is connected to."""
    drive = Drive("--adapter", CENTRAL, *arguments)
    status = drive.exit_status()
    check(status == 69, f"{what}: exit {status}, 69 expected:\n{drive.errors}")
    check(drive.errors.count("\n") == 1, f"{what}: more than one line on standard error:\n{drive.errors}")
    for text in [*named, "choose one by --shield ADDRESS"]:
        check(text in drive.errors, f"{what}: standard error does not say {text!r}:\n{drive.errors}")
    for text in unnamed:
        check(text not in drive.errors, f"{what}: standard error names {text!r} too:\n{drive.errors}")
    connecting = drive.printed(event="link", state="connecting")
    check(not connecting and not drive.frames(), f"{what}: it was connected to all the same: {connecting}")
    step(f"{what}: {drive.errors.rstrip()}")


def drives_only(pad, there, shield, *arguments):
    before = len(shield.frames)
    others = [len(other.frames) for other in there.all_but(shield)]
    drive = Drive("--adapter", CENTRAL, *arguments)
    drive.wait_until_connected()
    link = drive.printed(event="link", state="connected")[0]
    check(link["address"] == address_of(shield.adapter), f"{arguments} chose {link}")
    drive.wait_until_open()
    pad.axis("ABS_RZ", 255)
    drive.wait_for_frames("F>", 2)
    status, _ = drive.end(signal.SIGTERM)
    pad.axis("ABS_RZ", 0)
    check(status == 143, f"exit {status} after SIGTERM, 143 expected")
    wait_until_all_arrived(drive, shield, before)
    shield.wait_until_alone()
    expect("What the chosen shield received", [held("F>", 2), STOP], shield.frames[before:])
    now = [len(other.frames) for other in there.all_but(shield)]
    check(others == now, f"another shield received something: {others} frames before, now {now}")
    step(f"{' '.join(arguments)} drives {link['name']} ({link['address']}), and no other")


def taken_over_after_kill(pad, shield, first, then, meanwhile=lambda: None):
    """Kills a drive in a held slider, and begins another one with the trigger still held."""
    before = len(shield.frames)
    drive = Drive("--adapter", CENTRAL, *first)
    drive.wait_until_connected()
    drive.wait_until_open()
    pad.axis("ABS_RZ", 255)
    drive.wait_for_frames("F>", 3)
    status, _ = drive.end(signal.SIGKILL)
    check(status == 137, f"exit {status} after SIGKILL, 137 expected")
    wait_until_all_arrived(drive, shield, before)
    expect("What the killed one left behind", [held("F>", 3)], shield.frames[before:])
    check(shield.is_connected, "the shield lost its connection with the killed drive: there is nothing to take over")
    meanwhile()
    check(shield.is_connected, "the shield was let go of: there is nothing to take over")

    before = len(shield.frames)
    drive = Drive("--adapter", CENTRAL, *then)
    drive.wait_until_connected()
    link = drive.printed(event="link", state="connected")[0]
    check("taken over" in link["detail"], f"it does not say that the shield is taken over: {link}")
    check(link["address"] == address_of(shield.adapter), f"it took another one over: {link}")
    drive.wait_for_frames("S>", 3)
    drive.wait(event="gate", control="slider", state="held", release="ABS_RZ")
    mark = drive.mark()
    pad.axis("ABS_RZ", 0)
    drive.wait(mark, event="gate", control="slider", state="open")
    pad.axis("ABS_RZ", 255)
    drive.wait_for_frames("F>", 2, since=mark)
    drive.end(signal.SIGTERM)
    pad.axis("ABS_RZ", 0)
    wait_until_all_arrived(drive, shield, before)
    # Who has not connected it does not let go of it.
    check(shield.is_connected, "the shield was let go of by a drive that had taken it over")
    bluetooth("disconnect", CENTRAL, address_of(shield.adapter))
    shield.wait_until_alone()
    expect("What the shield received of the one that took it over", [STOP, held("F>", 2), STOP], shield.frames[before:])
    step(f"killed, and taken over by {' '.join(then)}: {runs_of(shield.frames[before:])}")
    return drive


def scenario():
    bluetooth("up", str(len(ADAPTERS)))
    there = Neighbourhood()
    pad = Pad()
    pad.plug()
    robot, second, namesake = printed_of("BLE Shield", there.robot), printed_of("Second arm", there.second), printed_of("BLE Shield", there.namesake)

    status, output, errors = waldo("scan", "--adapter", CENTRAL, "--seconds", "8")
    check(status == 0, f"scan ended with {status}: {errors}")
    heard = sorted({line.split()[0] for line in output.splitlines()})
    offering = [address_of(shield.adapter) for shield in [there.robot, there.second]]
    check(heard == offering, f"scan shows {heard}, not {offering}:\n{output}")
    status, output, errors = waldo("scan", "--adapter", CENTRAL, "--seconds", "8", "--all")
    heard = sorted({line.split()[0] for line in output.splitlines()})
    everybody = sorted(address_of(adapter) for adapter in ADAPTERS if adapter != CENTRAL)
    check(heard == everybody, f"scan --all shows {heard}, not {everybody}:\n{output}")
    step(f"{len(everybody)} are on the air, {len(offering)} of them offer the arm's service")

    refused("two with the arm's service", [robot, second], [namesake, "Lamp"])
    refused("two of one name", [robot, namesake], [second, "Lamp", "BLE Shield 2"], "--shield", "BLE Shield")
    drives_only(pad, there, there.second, "--shield", "Second arm")
    drives_only(pad, there, there.robot, "--shield", address_of(there.robot.adapter).lower())
    # Connected, it has its own name, and the advertised one only once that is heard again.
    addresses = [address_of(shield.adapter) for shield in [there.robot, there.second]]
    by_address = ["--shield", addresses[0]]
    drive = taken_over_after_kill(
        pad, there.robot, by_address, by_address, lambda: refused("two, of which one is connected", addresses, ["Lamp"])
    )
    check(not drive.printed(event="link", state="scanning"), "it scanned for a shield that was connected already")
    second = ["--shield", "Second arm"]
    taken_over_after_kill(pad, there.second, second, second)


run(scenario)

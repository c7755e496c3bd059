#!/usr/bin/python3
"""A shield that is not bonded is refused by --bonded, before it is connected to; a bonded one is driven, every frame encrypted."""
import btsnoop
from inputs import Pad
from lab import RUN, Drive, Shield, address_of, bluetooth, check, end, pull, run, step, waldo, wait_until_all_arrived
from pairing import Pairing
from shield import WRITE

WALDOS = 1  # the controller


def scenario():
    bluetooth("up")
    shield = Shield()
    pad = Pad()
    pad.plug()

    step("not bonded")
    status, _, errors = waldo("drive", "--plain", "--adapter", "hci1", "--bonded")
    check(status == 69, f"exit {status} over a shield that is not bonded, 69 expected")
    check("is not bonded with this machine" in errors, f"no word of the missing bond: {errors}")
    check(not shield.events("connected"), "it was connected to, though it is not bonded")

    step("bonded by hand")
    Pairing("hci1", address_of("hci0")).bond()
    shield.wait_until_alone()
    drive = Drive("--adapter", "hci1", "--bonded", "--wait")
    drive.wait_until_connected()
    drive.wait_until_open()
    pull(drive, pad)
    end(drive, shield)
    wait_until_all_arrived(drive, shield)
    writes = frames_in_the_air()
    check(len(writes) == len(drive.frames()), f"{len(writes)} writes for {len(drive.frames())} frames")
    plain = [pdu for pdu in writes if not pdu.is_encrypted]
    check(not plain, f"{len(plain)} of {len(writes)} frames went over the air unencrypted")
    step(f"{len(writes)} frames, every one encrypted")


def frames_in_the_air():
    with open(f"{RUN}/btsnoop", "rb") as file:
        traffic = btsnoop.Traffic(file.read(), WALDOS)
    return traffic.writes(traffic.value_handle(WRITE))


run(scenario)

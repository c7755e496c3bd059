#!/usr/bin/python3
"""What went over HCI to the shield is what waldo printed: write commands only, each within the MTU, none more, none less."""
import signal
import time

import btsnoop
from frames import compare
from inputs import Pad
from lab import RUN, Drive, Shield, bluetooth, check, run, step, text_of, wait_for_quiet
from shield import WRITE

WALDOS, SHIELDS = 1, 0  # controllers


def traffic(controller):
    with open(f"{RUN}/btsnoop", "rb") as file:
        return btsnoop.Traffic(file.read(), controller)


def drive_about(drive, pad):
    step("slider, joystick, stop, resume")
    pad.axis("ABS_RZ", 255)
    drive.wait_for_frames("F>", 5)
    pad.axis("ABS_RZ", 0)
    pad.axis("ABS_Z", 200)
    drive.wait_for_frames("B>", 3)
    pad.axis("ABS_Z", 0)
    drive.wait_for_frames("S>", 3)
    pad.axis("ABS_RX", 32767)
    pad.axis("ABS_RY", -20000)
    time.sleep(0.5)
    pad.axis("ABS_RX", 0)
    pad.axis("ABS_RY", 0)
    drive.wait(channel="zx")
    drive.wait(channel="zy")
    mark = drive.mark()
    pad.axis("ABS_RZ", 255)
    drive.wait_for_frames("F>", 3, since=mark)  # once the arm has gone its way
    pad.press("BTN_EAST")
    drive.wait(mark, event="stop")
    drive.wait_for_frames("S>", 3, since=mark)
    pad.axis("ABS_RZ", 0)
    time.sleep(0.3)  # at rest
    pad.press("BTN_START")
    drive.wait(mark, event="resume")
    drive.wait(mark, event="gate", control="slider", state="open")
    pad.axis("ABS_Z", 255)
    drive.wait_for_frames("B>", 3, since=mark)


def scenario():
    bluetooth("up")
    Shield()
    pad = Pad()
    pad.plug()
    drive = Drive("--adapter", "hci1", "--wait")
    drive.wait_until_connected()
    drive.wait_until_open()
    drive_about(drive, pad)
    step("SIGTERM, in a held slider")
    status, _ = drive.end(signal.SIGTERM)
    check(status == 143, f"exit {status} after SIGTERM, 143 expected")

    handle = traffic(WALDOS).value_handle(WRITE)
    wait_for_quiet(lambda: len(traffic(SHIELDS).writes(handle, is_sent=False)), lambda: len(drive.frames()))
    air = traffic(WALDOS)
    writes = air.writes(handle)
    others = {hex(pdu.opcode) for pdu in writes if pdu.opcode != btsnoop.WRITE_COMMAND}
    check(not others, f"the shield was written to by other means than write commands: ATT opcodes {others}")
    longest = max(len(pdu.value) for pdu in writes)
    check(longest <= air.mtu - 3, f"a write of {longest} bytes, where an MTU of {air.mtu} leaves {air.mtu - 3}")
    sent = [text_of(pdu.value.hex()) for pdu in writes]
    compare("What went over HCI, against what waldo printed", drive.frames(), sent)
    received = [text_of(pdu.value.hex()) for pdu in traffic(SHIELDS).writes(handle, is_sent=False)]
    compare("What came over HCI to the shield, against what waldo printed", drive.frames(), received)
    step(f"{len(sent)} write commands to 0x{handle:04x}, the longest of {longest} bytes; the MTU is {air.mtu}")


run(scenario)

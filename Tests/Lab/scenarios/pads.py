#!/usr/bin/python3
"""The devices of the table of real ones, by uinput: each gets the mapping that the page says; of each class some drive."""
import os
import re
import signal
import time

import devices
from lab import Drive, check, run, step, wait_for, waldo

# Some of each class: by a shipped mapping, by a row, as shown; sticks, pads, wheels, boards.
DRIVEN = [
    *["xbox360-wired", "xbox-series-bt", "ds4-usb", "switch-pro-usb", "logitech-f310-d", "8bitdo-sn30pro-dinput-bt"],
    *["ps2-adapter-twin-usb", "gamecube-mayflash", "dragonrise-generic", "hori-rap-vx-sa", "xin-mo-dual-arcade"],
    *["wii-classic", "snes-like-0079-0011", "nso-nes", "logitech-extreme-3d-pro", "saitek-x52-pro", "logitech-g29"],
    "guitar-hero-ps3",
]
POSITIONS = re.compile("[LRUD]")


def shown(plugged):
    """The lines of `waldo inputs` for devices, in their order."""

    def lines():
        status, out, errors = waldo("inputs", "--all")
        check(status == 0, f"inputs ended with {status}: {errors}")
        found = [[line for line in out.splitlines() if line.startswith(f"{device.node} ")] for device in plugged]
        return [lines[0] for lines in found] if all(found) else None

    return wait_for(f"{[device.id for device in plugged]} to be listed", lines)


def expected(said):
    """What stands behind `mapping:` by the page; None: it is refused for another reason."""
    if said.startswith("refused: No mapping fits"):
        return "none fits"
    return {"as shown": "as-shown", "its row": "sdl-row"}.get(said, said[:-5] if said.endswith(".yaml") else None)


def batches(table, size=12):
    """evdev finds a device by its name: none is in a batch twice."""
    batch = []
    for device in table:
        if len(batch) == size or device.name in [other.name for other in batch]:
            yield batch
            batch = []
        batch.append(device)
    yield batch


def listed(batch, page):
    for device in batch:
        device.plug()
    for device, line in zip(batch, shown(batch)):
        kind = "keyboard" if device.kind == "keyboard" else "other" if device.kind == "other" else "gamepad"
        check(line.split()[1] == kind, f"{device.id} is no {kind}: {line}")
        said = page.get(device.title)
        check(said is not None or kind == "other", f"{device.title} is not on the page")
        name = expected(said["by"]) if said else None
        # Where none fits, the line goes on with what makes one.
        shown_by = line.partition("mapping: ")[2].partition(",")[0].strip()
        check(name is None or shown_by == name, f"{device.id} is not driven by {name!r}: {line}")
    for device in batch:
        device.unplug()


def untouched(device, drive, used):
    """Whatever the page does not name goes from end to end and stays where it is put."""
    mark = drive.mark()
    for code, axis in device.axes.items():
        if code not in used and axis.min < axis.max:
            for value in [axis.min, axis.max, (axis.min + axis.max) // 2]:
                device.axis(code, value)
    time.sleep(0.4)
    check(drive.frames(mark) == [], f"{device.id}: what nobody touches moved {drive.frames(mark)}")


def pushed(device, drive, code, frame):
    """Moves a trigger or a button of the slider to its end and back; no position may move."""
    mark = drive.mark()
    if code in device.axes:
        axis = device.axes[code]
        far = axis.min if axis.value > (axis.min + 3 * axis.max) / 4 else axis.max
        device.axis(code, far)
    else:
        device.key(code, 1)
    drive.wait_for_frames(frame, 2, since=mark)
    if code in device.axes:
        device.axis(code, device.rest(code))
    else:
        device.key(code, 0)
    drive.wait_for_frames("S>", 3, since=mark)
    frames = set(drive.frames(mark))
    check(frames == {frame, "S>"}, f"{device.id}: {frames} by {code}")


def leant(device, drive, code, directions):
    """Leans a stick to the end of one of its axes and back; the other axis may not move."""
    mark = drive.mark()
    device.axis(code, device.axes[code].max)
    time.sleep(0.3)
    device.axis(code, device.rest(code))
    wait_for(f"{device.id} to send a position", lambda: any(map(POSITIONS.match, drive.frames(mark))))
    time.sleep(0.2)
    frames = drive.frames(mark)
    check(all(frame[0] in directions for frame in frames), f"{device.id}: {frames} by {code}, {directions} expected")


def driven(device, said):
    device.plug()
    shown([device])
    drive = Drive("--override", "--input", device.node)
    sliders = [] if said["slider"] == "nothing" else said["slider"].split(" / ")
    stick = device.codes(said["joystick"])
    drive.wait_until_open()
    used = stick + [code for cell in sliders for code in device.codes(cell)]
    untouched(device, drive, used)
    for cell, frame in zip(sliders, ["F>", "B>"]):
        pushed(device, drive, device.codes(cell)[0], frame)
    for code, directions in zip(stick, ["R", "UD"]):
        leant(device, drive, code, directions)
    mark = drive.mark()
    for code in device.codes(said["stop"]):
        device.key(code, 1)
        device.key(code, 0)
        drive.wait(mark, event="stop")
    device.key(device.codes(said["resume"])[0], 1)
    drive.wait(mark, event="resume")
    device.key(device.codes(said["resume"])[0], 0)
    status, _ = drive.end(signal.SIGTERM)
    check(status == 143, f"exit {status} after SIGTERM, 143 expected")
    device.unplug()


def scenario():
    # A library of SDL's in the guest has rows of its own.
    os.environ["WALDO_SDL_LIBRARY"] = ""
    table, page = [device for device in devices.table() if device.can_be_made], devices.page()
    check(len(table) > 100, f"the table has {len(table)} devices")
    for batch in batches(table):
        listed(batch, page)
    step(f"{len(table)} devices were told apart, and have the mappings of the page")
    for device in table:
        if device.id in DRIVEN:
            driven(device, page[device.title])
            step(f"{device.title}: {page[device.title]['by']}")


run(scenario)

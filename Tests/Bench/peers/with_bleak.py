"""What most people would write: evdev, bleak, and a loop.

    with_bleak.py NODE ADDRESS
"""
import asyncio
import struct
import sys

from bleak import BleakClient
from evdev import InputDevice, ecodes

WRITE = "713d0003-503e-4c75-ba94-3148f18d941e"


async def main(node, address):
    pad = InputDevice(node)
    info = pad.absinfo(ecodes.ABS_RZ)
    span = info.max - info.min
    async with BleakClient(address) as client:
        value = sent = 0
        async for event in pad.async_read_loop():
            if event.type == ecodes.EV_ABS and event.code == ecodes.ABS_RZ:
                value = (event.value - info.min) * 32767 // span
            elif event.type == ecodes.EV_SYN and value != sent:
                await client.write_gatt_char(WRITE, struct.pack("<Bh", 0xA5, value), response=False)
                sent = value


asyncio.run(main(*sys.argv[1:]))

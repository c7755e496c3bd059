"""What most people would write: evdev, bleak, and a loop.

    with_bleak.py NODE ADDRESS
"""
import asyncio
import struct
import sys

from bleak import BleakClient
from bleak.exc import BleakError
from evdev import InputDevice, ecodes

WRITE = "713d0003-503e-4c75-ba94-3148f18d941e"


async def connected(address):
    """Right after connecting, bleak can take what it heard before (not connected) for a loss: it is asked again."""
    for _ in range(20):
        try:
            client = BleakClient(address)
            await client.connect()
            return client
        except BleakError as error:
            failure = error
    raise failure


async def main(node, address):
    pad = InputDevice(node)
    info = pad.absinfo(ecodes.ABS_RZ)
    span = info.max - info.min
    client = await connected(address)
    value = sent = 0
    async for event in pad.async_read_loop():
        if event.type == ecodes.EV_ABS and event.code == ecodes.ABS_RZ:
            value = (event.value - info.min) * 32767 // span
        elif event.type == ecodes.EV_SYN and value != sent:
            await client.write_gatt_char(WRITE, struct.pack("<Bh", 0xA5, value), response=False)
            sent = value


asyncio.run(main(*sys.argv[1:]))
